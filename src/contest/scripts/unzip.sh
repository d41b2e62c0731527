#!/bin/sh -e
# unzip.sh - unpacks the archive /source/archive.zip in a sandbox (box.h). Writes to descriptor 3 what tag.sh does, without a tag. unzip leaves
# out "..", and makes links only after it has written all files.
mkdir /build/files
cd /build/files
command -v unzip >/dev/null || { echo 'the machine has no unzip: the organiser must install it'; exit 1; }
unzip -qq -o /source/archive.zip </dev/null || [ $? = 1 ] # 1: warnings
rm -rf __MACOSX
[ ! "$(find . ! -type f ! -type d | head -n 1)" ] || { echo 'the archive contains a link'; exit 1; }
[ "$(find . -type f | head -n 2001 | wc -l)" -le 2000 ] || { echo 'the archive has more than 2000 files'; exit 1; }
chmod -R u+rwX .
echo >&3
find . -type f ! -path '*/.*/*' ! -name '.*' | cut -c3- | while IFS= read -r name; do
	stat -c '%s %a %n' "$name" >&3
	cat "$name" >&3
done

#!/bin/sh -e
# tag.sh - reads the files of the highest tag of the repository in /source, in a sandbox (box.h). Writes to descriptor 3:
# "TAG\n", then for each file "SIZE RIGHTS NAME\n" and its bytes.
git() { command git -c safe.directory='*' "$@"; }
cd /source
tag=$(git for-each-ref --sort=-version:refname --count=1 --format='%(refname:strip=2)' refs/tags)
[ -n "$tag" ] || { echo 'the repository has no tag: a tag is a version'; exit 1; }
mkdir /build/files
git archive --format=tar "refs/tags/$tag" | tar -x -C /build/files --no-same-owner -m
printf '%s\n' "$tag" >&3
cd /build/files
find . -type f ! -path '*/.*/*' ! -name '.*' | cut -c3- | while read -r name; do
	stat -c '%s %a %n' "$name" >&3
	cat "$name" >&3
done

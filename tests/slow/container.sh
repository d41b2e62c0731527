#!/bin/sh
# container.sh - the steps of the Containerfile without a container engine: each of its stages in a new root folder of
# the same Debian release, and the image as its ordinary user. Needs root, debootstrap and the network. Takes a few minutes.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'umount "$folder"/*/proc 2>/dev/null; cd /; rm -rf --one-file-system "$folder"' EXIT
trap 'exit 130' INT TERM
release=$(sed -n 's/^FROM debian:\([a-z]*\)-slim$/\1/p' "$root/Containerfile")
sed -e ':join' -e '/\\$/{N;s/\\\n[[:space:]]*//;b join' -e '}' "$root/Containerfile" | sed -n 's/^RUN //p' >"$folder/runs"
[ "$(wc -l <"$folder/runs")" = 3 ] || { echo 'FAIL the Containerfile has other steps than this script knows'; exit 1; }

step() { # step NUMBER FOLDER: a RUN of the Containerfile
	sed -n "$1p" "$folder/runs" | DEBIAN_FRONTEND=noninteractive chroot "$folder/$2" sh -e >"$folder/log" 2>&1 || {
		tail -n 20 "$folder/log"
		echo "FAIL step $1"
		exit 1
	}
	echo "ok step $1"
}
as_user() { # as_user COMMAND: in the image as in a container, where the folder is the root of its mounts
	# shellcheck disable=SC2016 # expanded by the inner shell
	unshare --mount --propagation private sh -euc '
		mount --rbind "$1" "$1"
		cd "$1"
		mkdir -p .old
		mount --rbind /dev dev
		pivot_root . .old
		cd /
		umount -l /.old
		exec chroot . setpriv --reuid arena --regid arena --init-groups env HOME=/home/arena sh -euc "cd; $2"' - "$folder/image" "$1" \
		>"$folder/log" 2>&1 || { cat "$folder/log"; echo "FAIL as the user: $1"; exit 1; }
	echo "ok as the user: $1"
}
debootstrap --variant=minbase "$release" "$folder/build" >"$folder/log" 2>&1 || { tail "$folder/log"; exit 1; }
cp /etc/resolv.conf /etc/hosts "$folder/build/etc"
cp -a "$folder/build" "$folder/image"
for stage in build image; do mount -t proc proc "$folder/$stage/proc"; done

step 1 build
mkdir "$folder/build/src"
git -C "$root" archive HEAD | tar x -C "$folder/build/src"
step 2 build
step 3 image
cp -a "$folder/build/image/." "$folder/image"
as_user 'arena help'
as_user 'arena tournament 1000 prober computer'
as_user 'arena new --language python bot && arena tournament 100 bot/bot.py computer'

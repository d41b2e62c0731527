#!/bin/sh
# debian.sh - builds the Debian package from the committed files, lints it, and runs the tests of debian/tests with its
# content. Needs root, debhelper and lintian. The package is not installed: its files are mounted over /usr for one
# process only. Takes a few minutes.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'cd /; rm -rf "$folder"' EXIT
git clone -q "$root" "$folder/arena"
(cd "$folder/arena" && dpkg-buildpackage -b -uc -us) >"$folder/log" 2>&1 || {
	tail -n 20 "$folder/log"
	echo 'FAIL the package is built'
	exit 1
}
echo 'ok the package is built'
lintian --fail-on error "$folder"/*.changes || {
	echo 'FAIL lintian has no errors'
	exit 1
}
echo 'ok lintian has no errors'
dpkg -x "$folder"/arena-dice_*.deb "$folder/files"
[ -x "$folder/files/usr/share/arena/python/get_play.py" ] || {
	echo 'FAIL get_play.py can be run'
	exit 1
}
echo 'ok get_play.py can be run'
mkdir "$folder/play"
chmod 755 "$folder"
# expanded by the inner shell
unshare --mount sh -euc '
	mount -t tmpfs tmpfs "$1/play"
	mkdir "$1/play/upper" "$1/play/work" "$1/play/test"
	mount -t overlay overlay -o "lowerdir=$1/files/usr:/usr,upperdir=$1/play/upper,workdir=$1/play/work" /usr
	cd /
	AUTOPKGTEST_TMP=$1/play/test PATH=/usr/bin:/bin sh "$1/arena/debian/tests/tournament"' - "$folder" || {
	echo 'FAIL what is installed plays'
	exit 1
}
echo 'ok what is installed plays'

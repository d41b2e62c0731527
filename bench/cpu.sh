#!/bin/sh
# cpu.sh FILE COMMAND ... - runs a command with its output in FILE, and prints the CPU seconds of all its processes. A control group counts
# them, also those of processes that end with their name space, which are lost to those who wait for it. Where no group can be made, it
# prints wall-clock seconds. Without arguments it prints which of the two.
set -eu
group=
while IFS=: read -r number controllers path; do
	case ,$controllers, in
	*,cpuacct,*) folders="/sys/fs/cgroup/cpuacct /sys/fs/cgroup/cpu,cpuacct" ;;
	,,) [ "$number" = 0 ] && folders="/sys/fs/cgroup /sys/fs/cgroup/unified" ;;
	*) continue ;;
	esac
	for folder in $folders; do
		[ -z "$group" ] && [ -e "$folder$path/cgroup.procs" ] && mkdir "$folder$path/bench-$$" 2>/dev/null && group=$folder$path/bench-$$
	done
done </proc/self/cgroup
if [ -n "$group" ]; then
	trap 'find "$group" -depth -type d -exec rmdir {} + 2>/dev/null' EXIT
	[ -e "$group/cpuacct.usage" ] || grep -q usage_usec "$group/cpu.stat" || { rmdir "$group" && group=; }
fi
if [ $# = 0 ]; then
	[ -z "$group" ] && echo 'wall-clock time: no control group can be made' || echo 'CPU time, counted by a control group'
	exit
fi
file=$1
shift
begin=$(date +%s.%N)
if [ -z "$group" ]; then
	"$@" >"$file" </dev/null
	echo "$begin $(date +%s.%N)" | awk '{printf "%.3f\n", $2 - $1}'
	exit
fi
sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$@" >"$file" </dev/null
while [ -n "$(find "$group" -name cgroup.procs -exec cat {} +)" ]; do # the last processes of a sandbox are ending
	sleep 0.01
done
if [ -e "$group/cpuacct.usage" ]; then
	awk '{printf "%.3f\n", $1 / 1e9}' "$group/cpuacct.usage"
else
	awk '$1 == "usage_usec" {printf "%.3f\n", $2 / 1e6}' "$group/cpu.stat"
fi

#!/usr/bin/env bash
# slurm.sh - the recipes for Slurm in docs/many-machines.md, as they are printed there, under a Slurm with three nodes that are all this
# machine: the job array, and a job of MPI ranks by srun. Both must give the files of a run on one machine. It also ends
# a task in mid-run and submits the array again. It takes about two minutes.
#
#   apt-get install --no-install-recommends slurmctld slurmd slurm-client
#   make check NAMES=mpi && tests/slow/slurm.sh
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build/release
export PATH=$PATH:/usr/sbin
for program in slurmctld slurmd sbatch srun; do
	command -v $program >/dev/null || { echo "skip: $program is not installed (slurmctld, slurmd, slurm-client)"; exit 0; }
done
[ -x "$build/arena-ompi-c" ] || { echo 'skip: build/release/arena-ompi-c is not built (libopenmpi-dev, make check)'; exit 0; }

work=$(mktemp -d) daemons=() n_failed=0
clean_up() {
	scancel --user="$(id -un)" >/dev/null 2>&1
	for _ in {1..100}; do # steps end with their jobs, not with the daemons
		[ -n "$(squeue -h 2>/dev/null)" ] || break
		sleep 0.1
	done
	[ ${#daemons[@]} = 0 ] || kill "${daemons[@]}" 2>/dev/null
	wait
	rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM
mkdir "$work/state" "$work/logs" "$work/match" "$work"/tmp-node{1,2,3}
export SLURM_CONF=$work/slurm.conf
port=$((20000 + $$ % 20000))
cat >"$SLURM_CONF" <<END
ClusterName=arena
SlurmctldHost=$(uname -n)(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/state/%n
SlurmctldPidFile=$work/state/slurmctld.pid
SlurmdPidFile=$work/state/%n.pid
SlurmctldLogFile=$work/logs/slurmctld
SlurmdLogFile=$work/logs/%n
TmpFS=$work/tmp-%n
SlurmdParameters=config_overrides
ReturnToService=2
NodeName=node[1-3] NodeHostname=$(uname -n) NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + 3))] CPUs=8 RealMemory=1000
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
slurmctld -D >"$work/logs/out" 2>&1 &
daemons+=($!)
for node in 1 2 3; do
	slurmd -D -N node$node >"$work/logs/out$node" 2>&1 &
	daemons+=($!)
done

fail() {
	echo "FAIL $1"
	n_failed=$((n_failed + 1))
}
check() { # check NAME COMMAND...
	local name=$1
	shift
	if "$@"; then echo "ok $name"; else fail "$name"; fi
}
await() { # await NAME COMMAND...: up to five minutes
	local name=$1 end=$((SECONDS + 300))
	shift
	until "$@"; do
		if [ $SECONDS -gt $end ]; then
			fail "$name"
			tail -n 5 "$work"/logs/*
			exit 1
		fi
		sleep 0.5
	done
}
recipe() { # recipe MARK: the block of the guide after <!-- MARK -->
	awk -v mark="<!-- $1 -->" '$0 == mark {marked = 1; next}
		marked && /^```sh$/ {inside = 1; next}
		/^```$/ {inside = marked = 0; next}
		inside' "$root/docs/many-machines.md"
}
same() { diff -r -x clock.json "$1" "$2"; }

is_up() { [ "$(sinfo -h -N -t idle -o %n 2>/dev/null | wc -l)" = 3 ]; }
await 'three nodes are up' is_up
echo 'ok three nodes are up'

# ---- the job array
cd "$work/match" || exit 1
cp "$root/arena" .
cp "$build"/robots/{prober,computer,conservative}.so .
recipe shard.sh >shard.sh
recipe slurm >job.sh
sed -i 's/ prober computer conservative/ .\/prober.so .\/computer.so .\/conservative.so/' shard.sh # no bundled robots here
export TMPDIR=$work/state
submit() { sbatch --wait --parsable --output="$work/logs/job-%a" job.sh; }
submit >array
check 'the job array ends well' test $? = 0
recipe slurm-merge | sh >"$work/logs/merge" 2>&1
check 'its parts are merged' test $? = 0
./arena tournament 3000 ./prober.so ./computer.so ./conservative.so --seed 2026:0 --quiet --results whole >/dev/null
check 'the job array: the files of one machine' same whole/0001 tables
rm -rf shard-* all.db tables

# One task is cancelled, with the signal of the recipe; the same job again plays the rest.
sed -i 's/ 3000 / 300000 /' shard.sh
sbatch --parsable --output="$work/logs/job-%a" job.sh >array
job=$(cat array)
runs_task() { grep -qs . "$work/state/$job-3/shard-3/0001/run.json" "$work/state"/*-3/shard-3/0001/run.json; }
await 'a task plays' runs_task
scancel --batch --signal=TERM "${job}_3"
is_done() { [ -z "$(squeue -h -j "$job" 2>/dev/null)" ]; }
await 'the array ends' is_done
check 'the part of the task that was ended is there' test -e shard-3/arena.db
submit >array
check 'the job array goes on' test $? = 0
recipe slurm-merge | sh >"$work/logs/merge" 2>&1
check 'nothing is missing' sh -c '! grep Missing "$1"' - "$work/logs/merge"
rm -rf whole
./arena tournament 300000 ./prober.so ./computer.so ./conservative.so --seed 2026:0 --quiet --results whole >/dev/null
check 'the job array, submitted again: the files of one machine' same whole/0001 tables

# ---- ranks
rm -f arena
export OMPI_MCA_btl=tcp,self OMPI_MCA_pml=ob1 # Open MPI takes the three nodes for one, whose shared memory they would mix up
for kind in $(srun --mpi=list 2>&1 | grep -oE 'pmix|pmi2' | sort -u); do
	case $kind in pmix) arena=$build/arena-ompi-c ;; pmi2) arena=$build/arena-mpich ;; esac
	[ -x "$arena" ] || continue
	cp "$arena" "arena-$kind"
	rm -rf ranks
	srun -N 3 --ntasks-per-node=3 --mpi="$kind" "./arena-$kind" tournament 300000 ./prober.so ./computer.so ./conservative.so --seed 2026:0 \
		--quiet --results ranks >"$work/logs/ranks" 2>&1
	check "srun --mpi=$kind: nine ranks on three nodes" test $? = 0
	check "srun --mpi=$kind: the files of one machine" same whole/0001 ranks/0001
	rm -rf ranks
	srun -N 3 --ntasks-per-node=3 --mpi="$kind" "./arena-$kind" tournament 300000 ./prober.so ./computer.so ./conservative.so --seed 2026:0 \
		--quiet --results ranks >"$work/logs/ranks" 2>&1 &
	step=$!
	plays() { [ -e ranks/0001/run.json ]; }
	await 'ranks play' plays
	scancel --signal=TERM "$(squeue -h -o %i | head -n 1)"
	wait $step
	code=$?
	check "srun --mpi=$kind: interrupted, exit code $code" test $code = 130
	srun -N 3 --ntasks-per-node=3 --mpi="$kind" "./arena-$kind" tournament --resume --results ranks --quiet >"$work/logs/ranks" 2>&1
	check "srun --mpi=$kind: resumed" test $? = 0
	check "srun --mpi=$kind: resumed: the files of one machine" same whole/0001 ranks/0001
done
[ "$n_failed" = 0 ] || tail -n 20 "$work"/logs/*
exit "$n_failed"

# walls.sh - the walls of the arena itself, as it was linked; and what the walls around robots keep from files.
. "$(dirname "$0")/lib.sh"

if [ -n "${ARENA_SANITIZED:-}" ] || ! command -v readelf >/dev/null; then
	skip 'walls: how the arena is linked' 'readelf is not installed'
else
	readelf -Wlhd "$arena" >elf
	check 'walls: position independent' grep -q 'Type: *DYN' elf
	check 'walls: what the linker filled in is read-only' grep -q GNU_RELRO elf
	check 'walls: and filled in at once' grep -Eq 'BIND_NOW|Flags:.*NOW' elf
	check 'walls: no code on the stack' sh -c 'grep GNU_STACK elf | grep -q "RW "'
	readelf -Ws --dyn-syms "$arena" >symbols
	if nm "$arena" 2>/dev/null | grep -q __asan_init; then
		skip 'walls: checked copies' 'the sanitizers bring checks of their own'
	else
		check 'walls: the stack is guarded' grep -q __stack_chk_fail symbols
		check 'walls: copies are checked' grep -q _chk@ symbols
	fi
fi
finish

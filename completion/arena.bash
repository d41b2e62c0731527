# Completion of arena for bash. The words come from the program itself, so they are never out of date.
_arena() {
	local word=${COMP_WORDS[COMP_CWORD]} line previous=
	local -a words=()
	# bash cuts words at '=', the program does not: "--format", "=", "ta" is one word.
	local i=1 joined
	while ((i <= COMP_CWORD)); do
		joined=${COMP_WORDS[i]}
		while ((i < COMP_CWORD)) && [[ $joined == *= || ${COMP_WORDS[i + 1]} == =* ]]; do
			i=$((i + 1))
			joined+=${COMP_WORDS[i]}
		done
		words+=("$joined")
		i=$((i + 1))
	done
	previous=${words[${#words[@]} - 1]}
	local typed=$word context=$previous
	[[ $context == --*=* ]] && context=${context#*=}
	[[ $typed == = ]] && typed=
	COMPREPLY=()
	while IFS=$'\t' read -r line _; do
		# The text before bash's own '=' was already typed and is not inserted again.
		[[ $context == *=* ]] && line=${line#*=}
		[[ $line == "$typed"* ]] && COMPREPLY+=("$line")
	done < <("${COMP_WORDS[0]}" __complete "${words[@]}" 2>/dev/null)
	[[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
	return 0
}
complete -o default -F _arena arena ./arena

# options.awk - from the texts of commands (src/cli/commands/NAME.txt) and of the options that they share (options.txt) to
# macros of C: TEXT_NAME_arguments and so on; TEXT_NAME_options and OPTIONS_NAME are entries of a table of struct opt
# (base/options.h).
#
# An option is a line, and below it, indented, its help:
#
#   -n --name VALUE, TYPE, ATTRIBUTE...
#
# TYPE is flag, int, double, duration, size, text, list or word of ARRAY, of C; numbers may be limited: int from 1 to 9. The
# attributes are "default TEXT", "names WHAT" (enum opt_names), "aliases ARRAY" and "neutral" (is_neutral). A line that is
# a name alone stands for the shared options [NAME].

function macro(prefix, name) { gsub(/-/, "_", name); printf "\n#define %s%s", prefix, name }

function add(member, value) { entry = entry ", ." member " = " value }

function quoted(text) { return "\"" text "\"" }

function upper(prefix, word) { return prefix toupper(word) }

function end_option() {
	if (entry)
		printf " {%s, .help = \"%s\"},", entry, help
	entry = help = ""
}

function begin_option(line,    part, word, n, i, at) {
	n = split(line, part, /, /)
	i = split(part[1], word, " ")
	at = word[1] ~ /^--/ ? 1 : 2
	entry = ".name = " quoted(substr(word[at], 3))
	if (at == 2)
		add("letter", "'" substr(word[1], 2) "'")
	if (i > at)
		add("value", quoted(word[at + 1]))
	split(part[2], word, " ")
	add("type", upper("OPT_", word[1]))
	if (word[2] == "of")
		add("words", word[3])
	if (match(part[2], / to .*/))
		add("max", substr(part[2], RSTART + 4))
	sub(/ to .*/, "", part[2])
	if (match(part[2], / from .*/))
		add("min", substr(part[2], RSTART + 6))
	for (i = 3; i <= n; i++) {
		split(part[i], word, " ")
		if (word[1] == "default")
			add("fallback", quoted(substr(part[i], 9)))
		else if (word[1] == "names")
			add("names", upper("NAMES_", word[2]))
		else if (word[1] == "aliases")
			add("aliases", word[2])
		else if (word[1] == "neutral")
			add("is_neutral", "true")
		else
			add(word[1], "unknown attribute in " FILENAME) # the compiler reports it
	}
}

{ gsub(/[\\"]/, "\\\\&") }

FNR == 1 { in_options = is_shared = has_options = /^\[/ }

!is_shared && FNR == 1 { name = $1; sub(/^[^ ]* ?/, ""); macro("TEXT_", name "_arguments"); printf " \"%s\"", $0; next }
!is_shared && FNR == 2 { macro("TEXT_", name "_summary"); printf " \"%s\"", $0; macro("TEXT_", name "_description"); next }
!is_shared && FNR == 3 { next }

is_shared && /^\[/ { end_option(); macro("OPTIONS_", substr($1, 2, length($1) - 2)); next }
$0 == "OPTIONS" || ($0 == "EXAMPLES" && !has_options) { macro("TEXT_", name "_options"); in_options = has_options = 1 }
$0 == "OPTIONS" { next }
$0 == "EXAMPLES" { end_option(); macro("TEXT_", name "_examples"); in_options = 0; next }

in_options && /^-/ { end_option(); begin_option($0); next }
in_options && /^ / { sub(/^ +/, ""); help = help (help ? " " : "") $0; next }
in_options { end_option(); macro_name = $1; gsub(/-/, "_", macro_name); printf " OPTIONS_%s", macro_name; next }
{ printf " \"%s\\n\"", $0 }

END { end_option(); print "" }

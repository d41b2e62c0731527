#!/bin/sh
# languages.sh - what builds and robots find in the sandbox (box.h). Writes lines to descriptor 3: LANGUAGE, VERSION, MODULES, separated by
# tabs; VERSION is empty if the language is missing.
say() { # say LANGUAGE MODULES COMMAND...
	language=$1 modules=$2
	shift 2
	version=$({ "$@" || :; } 2>/dev/null | head -n 1)
	printf '%s\t%s\t%s\n' "$language" "$version" "$modules" >&3
}
say C '' cc --version
say C++ '' c++ --version
say make '' make --version
say Python "$(python3 -c '
import pkgutil, sys
own = set(sys.stdlib_module_names)
print(" ".join(sorted({m.name for m in pkgutil.iter_modules() if m.name not in own and m.name[0] != "_"})[:100]))' 2>/dev/null || :)" python3 --version
say JavaScript '' node --version
say Java '' javac --version
say Rust '' cargo --version
say Go '' go version
say unzip '' sh -c 'unzip -v | cut -d" " -f1,2'

# Builds ./arena, the robots, the tests.
#
# TARGETS
#   make                    the program and the robots
#   make champion-table     computes the table of the robot champion again (robots/champion/equilibrium.table), in five minutes
#   make champion-answer    computes its other tables again (robots/champion/answer*.table), in twenty-five minutes
#   make check              all tests, one job per core or as given by -j; or only NAMES='test_game usage'
#   make check-quick        the fast tests, in less than a minute
#   make suites             builds the tests without running them
#   make golden             stores the output of small runs again (tests/golden), for review
#   make fuzz               looks for inputs that break a parser: TARGET=rules SECONDS=60
#   make fuzz-all           the same for each parser, SECONDS each, as many at a time as there are cores
#   make bench              speed, as ratios (bench/README.md)
#   make headers            each header compiles alone
#   make syntax CC=clang    the compiler's warnings in robots, tests and benchmarks, which the fuzzer's build does not compile
#   make install            below PREFIX (/usr/local), in DESTDIR
#   make uninstall          removes what install wrote
#   make libarena.a libarena.so   the arena as a library (docs/library.md)
#   make wheel              build/arena_dice-VERSION-*.whl, the Python package (docs/research.md)
#   make dist               build/arena-VERSION.tar.gz, the sources of the last commit
#   make clean              removes what was built
#   make help               this list
#   make %.so               a robot of your own, from %.c
#
#   V=1 shows commands · DEVELOPER=1 adds -Werror · SANITIZE=address,undefined is a separate build with sanitizers
#   NODE=FOLDER has the modules of D3
#   MPI=1 links the arena for mpirun (docs/many-machines.md), with Open MPI or MPICH; MPI=mpich chooses
#   HARDENED=no builds beside, in build/plain, without the flags that guard the arena itself (for bench/hardening.sh)

# One job per core, unless -j is given.
ifeq ($(filter -j% --jobserver%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 1)
endif

PREFIX  ?= /usr/local
VERSION := 1.0.0
CC      ?= cc
CXX     ?= c++
SANITIZE ?=
HARDENED ?=
DEVELOPER ?=
V ?=
MPI ?=

comma   := ,
PLAIN   := $(filter no,$(HARDENED))
CONFIG  := $(if $(SANITIZE),sanitize-$(subst $(comma),-,$(SANITIZE)),$(if $(PLAIN),plain,release))
B       := build/$(CONFIG)
Q       := $(if $(V),,@)
say      = $(if $(V),,@printf '  %-5s %s\n' '$(1)' '$(2)')

PACKAGES := libseccomp sqlite3 nettle jansson
# Not linked: the commands that need one load it, by the name `soname` (base/library.h).
LOADED := libzmq libmicrohttpd libqrencode
soname = $(shell readlink -f "$$($(CC) -print-file-name=$(1).so)" | sed 's|.*/||; s|\(\.so\.[0-9]*\).*|\1|')
ifneq ($(MAKECMDGOALS),clean)
ifneq ($(MAKECMDGOALS),help)
MISSING := $(shell for p in $(PACKAGES) $(LOADED) libcurl; do pkg-config --exists $$p 2>/dev/null || echo $$p; done; \
	command -v esbuild >/dev/null || echo esbuild)
ifneq ($(MISSING),)
$(error missing libraries or programs: $(MISSING). Run ./setup first (it installs them, or prints what to install))
endif
endif
endif

# MPI=1: one more link, beside the arena without MPI. Only one file differs. The names are those of pkg-config.
MPI_FOUND := $(shell for p in ompi-c mpich; do pkg-config --exists $$p 2>/dev/null && echo $$p; done)
MPI_PACKAGE := $(firstword $(if $(filter 1 yes,$(MPI)),$(MPI_FOUND),$(filter $(MPI),$(MPI_FOUND))))
ifneq ($(MPI),$(if $(MPI_PACKAGE),$(MPI),))
$(error MPI=$(MPI) needs MPI: install libopenmpi-dev and openmpi-bin (MPI=ompi-c), or libmpich-dev and mpich (MPI=mpich))
endif

WARN := -Wall -Wextra -Wno-unused-parameter -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith \
	-Wcast-qual -Wwrite-strings -Wvla -Wno-format-zero-length $(if $(DEVELOPER),-Werror)
SAN  := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
BASE_CPPFLAGS := -D_GNU_SOURCE -Isrc -Isdk -I. -I$B -DARENA_VERSION='"$(VERSION)"' \
	-DARENA_BUILD='"$(B)"' $(if $(SANITIZE),-DARENA_SANITIZED) \
	-DARENA_LIBZMQ='"$(call soname,libzmq)"' -DARENA_LIBMICROHTTPD='"$(call soname,libmicrohttpd)"' \
	-DARENA_LIBQRENCODE='"$(call soname,libqrencode)"'
# Position independent also for libarena.so. The arena reads untrusted data. The sanitizers have their own checks.
accepts = $(shell echo | $(CC) -O2 -Werror $(1) -include stdio.h -E -x c - >/dev/null 2>&1 && echo yes)
HARDEN  := -fPIC -fstack-protector-strong $(if $(call accepts,-fcf-protection),-fcf-protection) \
	$(if $(SANITIZE)$(filter -O0 -Og,$(CFLAGS)),,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=$(if $(call accepts,-D_FORTIFY_SOURCE=3),3,2))
HARDEN_LINK := -pie -Wl,-z,relro,-z,now,-z,noexecstack
ifneq ($(PLAIN),)
HARDEN  := -fno-pie -fno-stack-protector $(if $(call accepts,-fcf-protection=none),-fcf-protection=none) -U_FORTIFY_SOURCE
HARDEN_LINK := -no-pie -Wl,-z,norelro,-z,lazy
endif
# Without -ffp-contract=off, sums of floating-point numbers would differ on processors that multiply and add in one instruction.
BASE_CFLAGS := -std=gnu11 $(if $(SANITIZE),-O1,-O2) -g $(WARN) $(HARDEN) $(SAN) -fvisibility=hidden -ffp-contract=off -MMD -MP \
	$(shell pkg-config --cflags $(PACKAGES) $(LOADED))
LIBS := $(shell pkg-config --libs $(PACKAGES)) -ldl -lm
COMPILE = $(CC) $(BASE_CPPFLAGS) $(CPPFLAGS) $(BASE_CFLAGS) $(CFLAGS)
ROBOT   = $(CC) -D_GNU_SOURCE -Isdk -std=c11 -O2 -g $(WARN) -fPIC -shared -fvisibility=hidden -Wl,-z,defs -MMD -MP

SOURCES := $(filter-out src/match/mpi_ranks.c,$(wildcard src/*/*.c src/*/*/*.c))
OBJECTS := $(SOURCES:src/%.c=$B/%.o)
MAIN    := $B/cli/main.o
RUNNER  := $B/robot/so/runner.o $B/robot/so/allocation.o $B/robot/so/starts.o
LIBRARY := $(filter-out $(MAIN) $(RUNNER) $B/library/%,$(OBJECTS))
ROBOTS  := $(patsubst robots/%.c,$B/robots/%.so,$(wildcard robots/*.c)) $B/robots/champion.so
ZOO_SOURCES   := $(wildcard tests/zoo/*/*.c tests/zoo/*/*.cpp)
ZOO     := $(addprefix $B/tests/zoo/,$(addsuffix .so,$(notdir $(basename $(ZOO_SOURCES))))) $(patsubst %.c,$B/%.so,$(wildcard tests/styles/*.c))
SUITE_SOURCES := $(wildcard tests/unit/*/test_*.c)
SUITES  := $(addprefix $B/tests/,$(notdir $(basename $(SUITE_SOURCES))))
TEST_OBJECTS := $(patsubst tests/%.c,$B/tests/objects/%.o,$(SUITE_SOURCES) $(wildcard tests/fuzz/target*.c))
OWN     := $(patsubst %.c,%.so,$(wildcard *.c))   # robots made by `arena new` in this folder

# The solutions that the robot nash has by default: one die each, for every kind of wild dice (docs/solve.md).
SOLUTIONS := $(foreach wild,none ones joker drop high,$B/robots/nash.data/$(wild)-6.solution)

all: arena $(ROBOTS) $B/robots/llm $(SOLUTIONS) $(OWN)

# Changed flags rebuild.
$B/flags: FORCE
	@mkdir -p $B && echo '$(COMPILE) $(LIBS)' | cmp -s - $@ || echo '$(COMPILE) $(LIBS)' > $@

$B/%.o: src/%.c $B/flags
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$Q$(COMPILE) -c -o $@ $<

# Only this file knows PREFIX: another one does not rebuild the rest.
$B/prefix: FORCE
	@mkdir -p $B && echo '$(PREFIX)' | cmp -s - $@ || echo '$(PREFIX)' > $@
FINDERS := $B/robot/find.o build/fuzz/objects/src/robot/find.o
$(FINDERS): private BASE_CPPFLAGS += -DARENA_PREFIX='"$(PREFIX)"'
$(FINDERS): $B/prefix

# Files as C arrays, page.html as page_html.
define arrays
	@mkdir -p $(@D)
	$Qfor file in $^; do echo "static const char $$(basename $$file | tr . _)[] = {"; \
		od -An -v -td1 $$file | sed 's/  */,/g; 1s/^,//; $$s/$$/,/'; echo '0};'; done > $@
endef

# The schema and its migrations.
SCHEMA := $B/store/schema.inc
$(SCHEMA): $(filter-out src/store/statements.sql,$(wildcard src/store/*.sql))
	$(arrays)
$B/store/database.o: $(SCHEMA)

# The statements that are prepared once, as STATEMENT(NAME, "SQL").
STATEMENTS := $B/store/statements.inc
$(STATEMENTS): src/store/statements.sql
	@mkdir -p $(@D)
	$Qawk '/^-- [A-Z_]+:/ {if (sql) print sql "\")"; sub(/:.*/, "", $$2); sql = "STATEMENT(" $$2 ", \"" ; next} \
		!/^--/ && NF && sql {gsub(/CHUNK_COLUMNS/, "\" CHUNK_COLUMNS \""); sql = sql $$0 " "} END {print sql "\")"}' $< > $@

# The texts and options of each command, and the options that commands share, as macros (cli/command.h).
TEXTS := $B/cli/texts.inc $B/cli/options.inc
CALLS := $B/robot/program/calls.inc $B/robot/so/calls.inc
$B/cli/texts.inc: $(wildcard src/cli/commands/*.txt)
$B/cli/options.inc: src/cli/options.txt
$(TEXTS): src/cli/options.awk
	@mkdir -p $(@D)
	$Qawk -f $< $(filter %.txt,$^) > $@
# The lists of system calls, as entries of a table: a name and two words of C ("-" or nothing: NULL).
$(CALLS): $B/%.inc: src/%.txt
	@mkdir -p $(@D)
	$Qawk '!/^#/ {printf "\t{\"%s\", %s, %s},\n", $$1, $$2, $$3 ~ /^-?$$/ ? "NULL" : $$3}' $< > $@
$(OBJECTS) $(TEST_OBJECTS): | $(TEXTS) $(CALLS) $(STATEMENTS)

# What the doctor advises, as TOPIC(NAME, "of C", "of adapters", "of programs") and LOADING("message", "advice").
ADVICE := $B/doctor/advice.inc
$(ADVICE): src/doctor/advice.txt
	@mkdir -p $(@D)
	$Qawk '/^#/ || !NF {next} /^[A-Z]+$$/ {topic = $$0; n = 0; next} {gsub(/\\/, "&&"); gsub(/"/, "\\\"")} \
		topic == "LOADING" {sub(/ = /, "\", \""); print "LOADING(\"" $$0 "\")"; next} \
		{text = text ", \"" $$0 "\""} ++n == 3 {print "TOPIC(" topic text ")"; text = ""}' $< > $@
$B/doctor/examine.o: $(ADVICE)

# The sources of the pages, and the parts of D3 that they use (package node-d3) in one script, made by esbuild.
NODE ?= /usr/share/nodejs
PAGE := $B/page/web.inc
$B/page/d3.js: src/page/d3.js FORCE
	@mkdir -p $(@D)
	@NODE_PATH=$(NODE) esbuild $< --bundle --minify --format=iife --global-name=d3 --charset=ascii --log-level=error \
		> $@.new && { cmp -s $@.new $@ || cp $@.new $@; }
# Their scripts and styles are in each page, so they are minified; the notice of D3 stays as it is.
MINIFIED := $(filter-out %/notice.js,$(wildcard src/page/web/*.js src/page/web/*.css))
$(MINIFIED:src/%=$B/%) &: $(MINIFIED)
	$Qesbuild $^ --minify --charset=ascii --log-level=error --outdir=$B/page/web
$(PAGE): $(wildcard src/page/web/*.html) src/page/web/notice.js $(MINIFIED:src/%=$B/%) $B/page/d3.js
	$(arrays)
$B/page/frame.o: $(PAGE)

# The templates of the pages of a contest, and its scripts.
CONTEST := $B/contest/web.inc $B/contest/scripts.inc
$B/contest/web.inc: $(wildcard src/contest/web/*)
$B/contest/scripts.inc: $(wildcard src/contest/scripts/*)
$(CONTEST):
	$(arrays)
$B/contest/pages.o $B/contest/build.o $B/contest/check.o: $(CONTEST)

# The program of the robots' processes, with the parts of base and robot that it uses. It and the arena itself
# (--trust) offer rand() and its kin to the robots they load (robot/services.c).
$B/runner.a: $(filter-out $(RUNNER) $B/robot/so/runner_file.o \
		$(filter-out %/program/runner.o %/program/reaper.o,$(filter $B/robot/program/%,$(OBJECTS))),$(filter $B/base/% $B/robot/%,$(OBJECTS)))
	$Qrm -f $@ && $(AR) qcs $@ $^

$B/runner: $(RUNNER) $B/runner.a
	$(call say,LD,$@)
	$Q$(CC) $(SAN) $(HARDEN_LINK) $(CFLAGS) $(LDFLAGS) -rdynamic -Wl,--as-needed -o $@ $^ -ldl -lm

$B/robot/so/runner_file.o: $B/runner

# The library that is preloaded into confined programs, also embedded in the arena.
$B/join.so: src/robot/program/preload/join.c $B/flags
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$Q$(CC) -D_GNU_SOURCE -std=gnu11 -O2 $(WARN) -fPIC -shared -fvisibility=hidden -Wl,-z,relro,-z,now,-z,noexecstack -s -o $@ $<

$B/robot/program/filter.o: $B/join.so

$B/arena: $(MAIN) $(LIBRARY)
	$(call say,LD,$@)
	$Q$(CC) $(SAN) $(HARDEN_LINK) $(CFLAGS) $(LDFLAGS) -rdynamic -o $@ $^ $(LIBS)

# The headers of MPI cause warnings, except as those of the system.
define mpi_arena
$B/match/mpi_ranks-$(1).o: src/match/mpi_ranks.c $B/flags
	$$(call say,CC,$$< for $(1))
	@mkdir -p $$(@D)
	$$Q$$(COMPILE) -DARENA_MPI='"$(1)"' $$(patsubst -I%,-isystem %,$$(shell pkg-config --cflags-only-I $(1))) -c -o $$@ $$<

$B/arena-$(1): $(MAIN) $(filter-out $B/match/mpi_ranks_none.o,$(LIBRARY)) $B/match/mpi_ranks-$(1).o
	$$(call say,LD,$$@)
	$$Q$$(CC) $(SAN) $$(HARDEN_LINK) $$(CFLAGS) $$(LDFLAGS) -rdynamic -o $$@ $$^ $$(LIBS) $$(shell pkg-config --libs $(1))
endef
$(foreach package,$(MPI_FOUND),$(eval $(call mpi_arena,$(package))))

# ./arena is the last that was asked for.
arena: $(if $(MPI_PACKAGE),$B/arena-$(MPI_PACKAGE),$B/arena) FORCE
	@cmp -s $< $@ || { cp -f $< $@.new && mv -f $@.new $@; }

$B/robots/%.so: robots/%.c
	$(call say,ROBOT,$@)
	@mkdir -p $(@D)
	$Q$(ROBOT) -o $@ $< -lm

# The arena as a library (src/arena.h): the rooms that play, as one object, of which only the functions of arena.h are visible.
LIBARENA := $(foreach room,base game robot stats solve match store record standings exploit coach output run library,$(filter $B/$(room)/%,$(filter-out $(RUNNER),$(OBJECTS)))) $B/llm/words.o $B/llm/answer.o
LIBARENA_FILES := $(if $(SANITIZE)$(PLAIN),,libarena.a libarena.so)
$B/libarena.o: $(LIBARENA)
	$(call say,LD,$@)
	$Q$(LD) -r -o $@ $^ && objcopy --wildcard --keep-global-symbol='arena_*' $@

libarena.a: $B/libarena.o
	$Qrm -f $@ && $(AR) qcs $@ $<

# The Python package.
wheel: libarena.so $(ROBOTS) $(SOLUTIONS)
	$Qpython3 sdk/python/wheel.py $(VERSION) $B build

SONAME := libarena.so.$(firstword $(subst ., ,$(VERSION)))
libarena.so: $B/libarena.o
	$(call say,LD,$@)
	$Q$(CC) -shared -Wl,-soname,$(SONAME) -Wl,-z,relro,-z,now,-z,noexecstack $(LDFLAGS) -o $@ $< $(LIBS)

# Champion's tables are in the source tree, in the order in which it counts them. `make champion-table` computes the first one
# again and `make champion-answer` the others, with the same bytes each time.
TABLES := $(addprefix robots/champion/,equilibrium.table answer.table answer_tourney.table answer_perudo.table)
TABLE_PROGRAMS := $B/champion/make_table $B/champion/code_table

$(TABLE_PROGRAMS): $B/champion/%: robots/champion/%.c $(filter $B/base/% $B/solve/% $B/game/%,$(OBJECTS)) $B/flags
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$Q$(COMPILE) $(HARDEN_LINK) $(LDFLAGS) -o $@ $< $(filter %.o,$^) $(LIBS)

champion-table: $(TABLE_PROGRAMS)
	$(call say,TABLE,robots/champion/equilibrium.table: five minutes)
	$Qnice $B/champion/make_table $B/champion/equilibrium
	$Q$B/champion/code_table $B/champion/equilibrium robots/champion/equilibrium.table

$B/solve/known.o build/fuzz/objects/src/solve/known.o: robots/champion/equilibrium.table

# The robots that an answer supposes an opponent to be with this chance. Two of them do not know the rules of perudo.
ANSWERED := $(addprefix $B/robots/,prober.so:learn=off prober.so:risk=0.3 prober.so:risk=-0.3 computer.so conservative.so calm.so \
	radical.so simple.so cpu.so) $(addprefix $B/tests/styles/person.so:as=,steady actor gambler sceptic mirror counter reader sly)
ANSWER_WEIGHT := 0.25

# $(call answer,NAME,VARIANTS,ROBOTS)
define answer
	$Qnice $B/champion/make_table $B/champion/$1 answer robots/champion/equilibrium.table $2 $(ANSWER_WEIGHT) 5 $3
	$Q$B/champion/code_table $B/champion/$1 robots/champion/$1.table
endef

champion-answer: $(TABLE_PROGRAMS) $(sort $(foreach robot,$(ANSWERED),$(firstword $(subst :, ,$(robot)))))
	$(call say,TABLE,robots/champion/answer*.table: twenty-five minutes)
	$(call answer,answer,liars-dice$(comma)wild,$(ANSWERED))
	$(call answer,answer_tourney,tourney,$(ANSWERED))
	$(call answer,answer_perudo,perudo,$(filter-out %/computer.so %/conservative.so,$(ANSWERED)))

$B/champion/tables: $(TABLES)
	@mkdir -p $(@D)
	$Qcat $^ > $@

$B/robots/champion.so: robots/champion/champion.c robots/champion/table.S $B/champion/tables $(wildcard robots/champion/*.h robots/probing/*.h)
	$(call say,ROBOT,$@)
	@mkdir -p $(@D)
	$Q$(ROBOT) -Irobots -DCHAMPION_TABLES='"$B/champion/tables"' -o $@ $(filter %.c %.S,$^) -lm

$B/robots/nash.data/%-6.solution: $(filter $B/solve/%,$(OBJECTS)) | $B/arena $B/robots/nash.so
	$(call say,SOLVE,$@)
	$Q$B/arena solve -q -v one-hand -r wild=$* $(if $(SANITIZE),--iterations 20) --save $B/robots/nash.so >/dev/null

# The robot that asks a language model is a program. It includes the arena's texts of the rules, and two other robots as a
# fallback.
LLM_OBJECTS := $(patsubst robots/llm/%.c,$B/llm/%.o,$(wildcard robots/llm/*.c)) $B/llm/radical.o $B/llm/maexchen.o \
	$(filter $B/base/% $B/game/%,$(OBJECTS))

$B/robots/llm: $(LLM_OBJECTS)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$Q$(CC) $(SAN) $(HARDEN_LINK) $(CFLAGS) $(LDFLAGS) -o $@ $(LLM_OBJECTS) $(shell pkg-config --libs libcurl jansson nettle) -lm

# It has the robot's texts.
$B/library/texts.o build/fuzz/objects/src/library/texts.o: BASE_CPPFLAGS += -Irobots

$B/llm/%.o: robots/llm/%.c $B/flags
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$Q$(COMPILE) $(shell pkg-config --cflags libcurl) -c -o $@ $<

$B/llm/%.o: robots/%.c $B/flags
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$Q$(COMPILE) -Dget_play=$*_get_play -Drobot_info=$*_info -Drobot_option=$*_option -Drobot_game_start=$*_game_start \
		-c -o $@ $<

# A user's own robot: it need not include the header, so get_play is exported without it.
%.so: %.c
	$(call say,ROBOT,$@)
	@mkdir -p $B
	$Q$(CC) -D_GNU_SOURCE -Isdk -std=gnu11 -O2 -g -Wall -Wextra -Wno-unused-parameter $(CFLAGS) -fPIC -shared -Wl,-z,defs -Wl,-Bsymbolic \
		-MMD -MP -MF $B/own-$*.d -o $@ $< -lm

# ---- tests --------------------------------------------------------------------------

# Check is required only for building tests, not by a plain `make`.
ifneq ($(filter check check-quick suites golden syntax $B/tests/%,$(MAKECMDGOALS)),)
TEST_FLAGS := $(shell pkg-config --cflags check 2>/dev/null)
TEST_LIBS  := $(shell pkg-config --libs check 2>/dev/null)
ifeq ($(TEST_LIBS),)
$(error the tests need Check, which is not installed. Run ./setup tests (it installs what the tests need, or prints what to install))
endif
endif

# A suite is one program: tests/test_NAME.c with the parts of the arena that it uses. The arena is one thin archive (a
# list of objects), so a suite is linked in a fraction of a second, and compiled again only when its headers have changed.
$B/tests/arena.a: $(LIBRARY)
	@mkdir -p $(@D)
	$Qrm -f $@ && $(AR) qcsT $@ $^

# Not optimised: this halves the time to compile them, and most of the time of a suite is spent in the arena's code, which is optimised.
# Fortifying needs optimised code.
$B/tests/objects/%.o: BASE_CFLAGS := $(filter-out -D_FORTIFY_SOURCE=%,$(BASE_CFLAGS:-O2=-O0))
$B/tests/objects/%.o: tests/%.c tests/unit/suite.h $B/flags
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$Q$(COMPILE) $(TEST_FLAGS) -Itests -Itests/unit -include tests/unit/suite.h -c -o $@ $<

$(SUITES): $B/tests/arena.a
	$(call say,LD,$@)
	$Q$(CC) $(SAN) $(CFLAGS) $(LDFLAGS) -rdynamic -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LIBS) $(TEST_LIBS)

# Each from its own room: tests/unit/ROOM/test_NAME.c.
$(foreach source,$(SUITE_SOURCES),$(eval $B/tests/$(notdir $(basename $(source))): $(patsubst tests/%.c,$B/tests/objects/%.o,$(source))))

# Builds in the sandbox take the SDK beside the program.
$B/tests/test_contest_build: | $B/tests/sdk
$B/tests/sdk:
	@mkdir -p $(@D)
	$Qln -s ../../../sdk $@

$B/tests/test_games: $(filter $B/library/%,$(OBJECTS)) $B/llm/words.o $B/llm/answer.o
$B/tests/test_fuzz: $(patsubst tests/%.c,$B/tests/objects/%.o,$(wildcard tests/fuzz/target*.c)) $(filter $B/library/%,$(OBJECTS)) \
	$B/llm/words.o $B/llm/answer.o

# The zoo: robots that misbehave on purpose, so with warnings off.
# A path below tests/zoo names the fault of the robot; the built robots are in one folder.
define zoo_robot
$B/tests/zoo/$(notdir $(basename $(1))).so: $(1)
	$$(call say,ZOO,$$@)
	@mkdir -p $$(@D)
	$$Q$(if $(filter %.cpp,$(1)),$$(CXX) -std=gnu++17,$$(CC) -std=gnu11) -D_GNU_SOURCE -Isdk -Isrc -Itests/zoo -O1 -g -w -fPIC -shared \
		-fvisibility=hidden -MMD -MP -o $$@ $$< -lm -Wl,--as-needed -lnettle
endef
$(foreach source,$(ZOO_SOURCES),$(eval $(call zoo_robot,$(source))))

# Opponents of many styles, for tests of robots that learn. The lurer includes champion.
$B/tests/styles/lurer.so: robots/champion/champion.c $(wildcard robots/champion/*.h robots/probing/*.h) $B/champion/tables
$B/tests/styles/%.so: tests/styles/%.c
	$(call say,ROBOT,$@)
	@mkdir -p $(@D)
	$Q$(ROBOT) -Irobots $(if $(filter %/lurer.so,$@),-DCHAMPION_TABLES='"$B/champion/tables"' robots/champion/table.S) -o $@ $< -lm

# Searches for inputs that break a parser, guided by coverage: make fuzz TARGET=rules SECONDS=60
# (clang and libclang-rt-dev). fuzz-all: every target, SECONDS each. The corpus begins with tests/fuzz/corpus and the
# targets' samples.
# .ci/run, which fuzzes for seconds, builds it with -O0: that halves the time to compile it.
FUZZ_OPTIMIZE ?= -O1
FUZZ_FLAGS = -fsanitize=fuzzer,address,undefined -g $(FUZZ_OPTIMIZE) $(BASE_CPPFLAGS) -Itests/fuzz -std=gnu11 $(WARN) -MMD -MP \
	$(shell pkg-config --cflags $(PACKAGES) $(LOADED))
FUZZ_OBJECTS := $(patsubst %.c,build/fuzz/objects/%.o,$(wildcard tests/fuzz/*.c) robots/llm/words.c robots/llm/answer.c \
	$(filter-out src/cli/main.c $(RUNNER:$B/%.o=src/%.c),$(SOURCES)))

build/fuzz/objects/%.o: %.c | $(SCHEMA) $(STATEMENTS) $(ADVICE) $(TEXTS) $(CALLS) $(PAGE) $(CONTEST) $B/runner $B/join.so
	$(call say,FUZZ,$<)
	@mkdir -p $(@D)
	$Qclang $(FUZZ_FLAGS) -c -o $@ $<

build/fuzz/fuzz: $(FUZZ_OBJECTS)
	$(call say,LD,$@)
	$Qclang $(FUZZ_FLAGS) -o $@ $^ $(LIBS)

fuzz: build/fuzz/fuzz $B/robots/caller.so
	$Qtests/fuzz/run.sh $^ $(or $(SECONDS),60) $(TARGET)

fuzz-all: build/fuzz/fuzz $B/robots/caller.so
	$Qtests/fuzz/run.sh $^ $(or $(SECONDS),60)

# The suites in NAMES, or all.
suites: $(if $(NAMES),$(filter $(NAMES:%=$B/tests/%),$(SUITES)),$(SUITES)) $(ZOO)

# Tests run on as many cores as -j says.
AT_ONCE = $(or $(patsubst -j%,%,$(filter -j%,$(MAKEFLAGS))),1)

# What the scripts in bench/ run; a test runs them too.
BENCHES := $(addprefix $B/bench/,bare measure textbook_cfr liner pingpong $(foreach n,0 30 95 750,paced_$n.so) \
	$(foreach kind,PLAIN CPP BIG STATICS HUGE,fresh_$(kind).so))

# Those that all scripts need, or the named ones.
for_scripts = $(LIBARENA_FILES) $(call if_named,bench,$(BENCHES)) $(call if_named,champion,$(TABLE_PROGRAMS)) \
	$(call if_named,mpi,$(MPI_FOUND:%=$B/arena-%))
if_named = $(if $(NAMES),$(if $(filter $(1),$(NAMES)),$(2)),$(2))

check: all suites $(for_scripts)
	$Qtests/run.sh -j $(AT_ONCE) $B $(NAMES)

check-quick: all suites $(LIBARENA_FILES) $(TABLE_PROGRAMS) $(MPI_FOUND:%=$B/arena-%)
	$Qtests/run.sh -q -j $(AT_ONCE) $B

# The output of small runs, stored for comparison (tests/cli/golden_results.sh), and the pages of a contest.
golden: all $B/tests/test_contest_pages
	$QARENA_RENEW=yes ARENA_ROOT='$(CURDIR)' $B/tests/test_contest_pages
	$Qtests/golden/update.sh $(CURDIR)/$B/arena

# ---- the rest -----------------------------------------------------------------------

bench: all $(BENCHES)
	$Qbench/run.sh $B
	$Qbench/hardening.sh $B
	$Qbench/fresh.sh $B
	$Qbench/store.sh $B
	$Qbench/standings.sh $B
	$Qbench/program.sh $B
	$Qbench/solve.sh $B

$B/bench/paced_%.so: bench/paced.c
	$(call say,BENCH,$@)
	@mkdir -p $(@D)
	$Q$(ROBOT) -DSPIN=$* -o $@ $<

$B/bench/fresh_%.so: bench/fresh.cpp
	$(call say,BENCH,$@)
	@mkdir -p $(@D)
	$Q$(CXX) -O2 -g -Wall -Wextra -fPIC -shared -fvisibility=hidden -Wl,-z,defs -DKIND_$* -MMD -MP -o $@ $<

$B/bench/%: bench/%.c $B/flags
	$(call say,BENCH,$@)
	@mkdir -p $(@D)
	$Q$(CC) -D_GNU_SOURCE -Isdk -Isrc -std=gnu11 -O2 -g $(WARN) -rdynamic -MMD -MP -o $@ $< -ldl -lm

TEMPLATES := template cpp python javascript rust go java
# Pages that help and messages name, below share/doc/arena under the same names.
PAGES := README.md SECURITY.md NEWS.md LICENSE $(wildcard docs/*.md docs/*.json docs/images/*)
D = $(DESTDIR)$(PREFIX)
# Where Debian's Python searches: /usr has one folder for all versions of Python.
PYTHON_VERSION := $(shell python3 -c 'import sys; print("python%d.%d" % sys.version_info[:2])' 2>/dev/null || echo python3)
PYTHON_DIR ?= $(PREFIX)/lib/$(if $(filter /usr,$(PREFIX)),python3,$(PYTHON_VERSION))/dist-packages
PYTHON_PACKAGE := $(wildcard sdk/python/arena/*.py) sdk/python/arena/py.typed
install: all libarena.a libarena.so
	install -d "$D/bin" "$D/lib/arena/robots" "$D/include" \
		"$D/lib/pkgconfig" $(TEMPLATES:%="$D/share/arena/%") \
		"$D/share/man/man1" "$D/share/doc/arena/docs/images"
	install -m 755 $(if $(MPI_PACKAGE),$B/arena-$(MPI_PACKAGE),$B/arena) "$D/bin/arena"
	install -m 755 $(ROBOTS) $B/robots/llm "$D/lib/arena/robots"
	install -d "$D/lib/arena/robots/nash.data"
	install -m 644 $(SOLUTIONS) "$D/lib/arena/robots/nash.data"
	install -m 644 sdk/*.h src/arena.h "$D/include"
	install -m 644 libarena.a "$D/lib"
	install -m 755 libarena.so "$D/lib/$(SONAME)"
	ln -sf $(SONAME) "$D/lib/libarena.so"
	install -m 644 sdk/*.h "$D/share/arena"
	for f in $(TEMPLATES:%=sdk/%/*); do [ ! -f $$f ] || cp $$f "$D/share/arena/$${f#sdk/}" || exit 1; done
	install -d "$(DESTDIR)$(PYTHON_DIR)/arena"
	install -m 644 $(PYTHON_PACKAGE) "$(DESTDIR)$(PYTHON_DIR)/arena"
	for f in $(PAGES); do install -m 644 $$f "$D/share/doc/arena/$$f" || exit 1; done
	install -m 644 docs/man/*.1 "$D/share/man/man1"
	install -d "$D/share/bash-completion/completions" "$D/share/zsh/site-functions"
	install -m 644 completion/arena.bash "$D/share/bash-completion/completions/arena"
	install -m 644 completion/_arena "$D/share/zsh/site-functions/_arena"
	for f in arena-robot arena; do sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' -e 's|@LIBS@|$(LIBS)|' sdk/$$f.pc.in \
		> "$D/lib/pkgconfig/$$f.pc" || exit 1; done

uninstall:
	rm -f "$D/bin/arena" $(ROBOTS:$B/%="$D/lib/arena/%") "$D/lib/arena/robots/llm" \
		$(SOLUTIONS:$B/%="$D/lib/arena/%") \
		$(patsubst sdk/%,"$D/include/%",$(wildcard sdk/*.h)) "$D/include/arena.h" \
		"$D/lib/libarena.a" "$D/lib/$(SONAME)" "$D/lib/libarena.so" "$D/lib/pkgconfig/arena.pc" \
		$(patsubst sdk/%,"$D/share/arena/%",$(wildcard sdk/*.h)) \
		$(patsubst sdk/%,"$D/share/arena/%",$(wildcard $(TEMPLATES:%=sdk/%/*))) \
		$(PAGES:%="$D/share/doc/arena/%") \
		$(patsubst docs/man/%,"$D/share/man/man1/%",$(wildcard docs/man/*.1)) \
		"$D/share/bash-completion/completions/arena" "$D/share/zsh/site-functions/_arena" \
		"$D/lib/pkgconfig/arena-robot.pc" $(PYTHON_PACKAGE:sdk/python/%="$(DESTDIR)$(PYTHON_DIR)/%")
	rm -rf "$(DESTDIR)$(PYTHON_DIR)/arena/__pycache__"
	[ ! -d "$(DESTDIR)$(PYTHON_DIR)/arena" ] || rmdir --ignore-fail-on-non-empty "$(DESTDIR)$(PYTHON_DIR)/arena"
	for d in lib/arena/robots/nash.data lib/arena/robots lib/arena $(TEMPLATES:%=share/arena/%) share/arena share/doc/arena/docs/images \
		share/doc/arena/docs share/doc/arena; do \
		[ ! -d "$D/$$d" ] || rmdir --ignore-fail-on-non-empty "$D/$$d"; done

# The same bytes for the same commit.
DIST := arena-$(VERSION)
dist:
	@mkdir -p build
	$Qgit archive --format=tar --prefix=$(DIST)/ HEAD | gzip -9n > build/$(DIST).tar.gz
	$Qecho build/$(DIST).tar.gz

# Every header compiles alone. A header that its own .c file includes before anything else does so whenever that file is
# compiled; only the others are compiled here, those that occur once in the list.
headers: $(TEXTS)
	$Q{ awk '/^#/ {h = FILENAME; sub(/c$$/, "h", h); if ($$0 == "#include \"" substr(h, 5) "\"") print h; nextfile}' $(SOURCES); \
		printf '%s\n' src/*/*.h src/*/*/*.h sdk/*.h; } | sort | uniq -u | \
		xargs -P $(AT_ONCE) -I {} $(COMPILE) -MF /dev/null -fsyntax-only -include {} -x c /dev/null
	$Qfor h in sdk/*.h; do for c in '$(CC) -std=c11 -x c' '$(CXX) -std=c++17 -x c++'; do \
		$$c -Wall -Wextra -Wpedantic -Werror -fsyntax-only -Isdk -include $$h - </dev/null || exit 1; done; done

# Compiles without writing a file.
SYNTAX = xargs -P $(AT_ONCE) -n 8 $(filter-out -MMD -MP,$(COMPILE)) $(TEST_FLAGS) -Itests -Itests/unit -Irobots -I. -fsyntax-only
syntax: $(TEXTS)
	$Qprintf '%s\n' $(SUITE_SOURCES) | $(SYNTAX) -include tests/unit/suite.h
	$Qprintf '%s\n' $(wildcard robots/*.c robots/*/*.c bench/*.c sdk/template/*.c tests/styles/*.c) | $(SYNTAX)

help:
	@sed -n '/^# TARGETS$$/,/^$$/s/^#   //p' Makefile

clean:
	rm -rf build arena libarena.a libarena.so

FORCE:
.PHONY: all champion-table champion-answer suites wheel check check-quick golden fuzz fuzz-all bench install uninstall dist headers syntax help clean FORCE
.SECONDARY: $(OBJECTS) $(TEST_OBJECTS)
-include $(OBJECTS:.o=.d) $(wildcard $B/match/mpi_ranks-*.d) $(FUZZ_OBJECTS:.o=.d) $(LLM_OBJECTS:.o=.d) $(ROBOTS:.so=.d) $(TEST_OBJECTS:.o=.d) $(ZOO:.so=.d)

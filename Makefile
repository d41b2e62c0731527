# Builds ./arena, the robots, the tests. `make help` lists the targets.
#
#   make                    the program and the robots
#   make check              everything the tests need, then the tests
#   make SANITIZE=address,undefined DEVELOPER=1 check
#   V=1 shows commands · DEVELOPER=1 adds -Werror · PREFIX, DESTDIR for install

PREFIX  ?= /usr/local
VERSION := 0.1.0
CC      ?= cc
SANITIZE ?=
DEVELOPER ?=
V ?=

CONFIG  := release$(if $(SANITIZE),-$(subst $(comma),-,$(SANITIZE)))
comma   := ,
CONFIG  := $(if $(SANITIZE),sanitize-$(subst $(comma),-,$(SANITIZE)),release)
B       := build/$(CONFIG)
Q       := $(if $(V),,@)
say      = $(if $(V),,@printf '  %-5s %s\n' '$(1)' '$(2)')

PACKAGES := libseccomp sqlite3 nettle jansson
ifneq ($(MAKECMDGOALS),clean)
ifneq ($(MAKECMDGOALS),help)
MISSING := $(shell for p in $(PACKAGES); do pkg-config --exists $$p 2>/dev/null || echo $$p; done)
ifneq ($(MISSING),)
$(error missing libraries: $(MISSING). Run ./setup first (it installs them, or prints what to install))
endif
endif
endif

WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith \
	-Wcast-qual -Wwrite-strings -Wvla $(if $(DEVELOPER),-Werror)
SAN  := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
BASE_CPPFLAGS := -D_GNU_SOURCE -Isrc -Isdk -DARENA_VERSION='"$(VERSION)"' \
	-DARENA_PREFIX='"$(PREFIX)"' -DARENA_BUILD='"$(B)"' $(if $(SANITIZE),-DARENA_SANITIZED)
BASE_CFLAGS := -std=gnu11 -O2 -g $(WARN) $(SAN) -fvisibility=hidden -MMD -MP \
	$(shell pkg-config --cflags $(PACKAGES))
LIBS := $(shell pkg-config --libs $(PACKAGES)) -ldl -lm
COMPILE = $(CC) $(BASE_CPPFLAGS) $(CPPFLAGS) $(BASE_CFLAGS) $(CFLAGS)
ROBOT   = $(CC) -D_GNU_SOURCE -Isdk -std=c11 -O2 -g $(WARN) -fPIC -shared -fvisibility=hidden -Wl,-z,defs -MMD -MP

SOURCES := $(wildcard src/*/*.c)
OBJECTS := $(SOURCES:src/%.c=$B/%.o)
MAIN    := $B/cli/main.o
LIBRARY := $(filter-out $(MAIN),$(OBJECTS))
ROBOTS  := $(patsubst robots/%.c,$B/robots/%.so,$(wildcard robots/*.c))
ZOO     := $(patsubst tests/robots/%.c,$B/tests/robots/%.so,$(wildcard tests/robots/*.c))
SUITES  := $(patsubst tests/%.c,$B/tests/%,$(wildcard tests/test_*.c))
OWN     := $(patsubst %.c,%.so,$(wildcard *.c))   # robots made by `arena new` in this folder

all: arena $(ROBOTS) $(OWN)

# Changed flags rebuild.
$B/flags: FORCE
	@mkdir -p $B && echo '$(COMPILE) $(LIBS)' | cmp -s - $@ || echo '$(COMPILE) $(LIBS)' > $@

$B/%.o: src/%.c $B/flags
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$Q$(COMPILE) -c -o $@ $<

# The executable offers rand() and its kin to the robots it loads (robot/services.c).
$B/arena: $(OBJECTS)
	$(call say,LD,$@)
	$Q$(CC) $(SAN) $(CFLAGS) $(LDFLAGS) -rdynamic -o $@ $^ $(LIBS)

arena: $B/arena
	@cp -f $< $@.new && mv -f $@.new $@

$B/robots/%.so: robots/%.c
	$(call say,ROBOT,$@)
	@mkdir -p $(@D)
	$Q$(ROBOT) -o $@ $< -lm

%.so: %.c
	$(call say,ROBOT,$@)
	@mkdir -p $B
	$Q$(ROBOT) -MF $B/own-$*.d -o $@ $< -lm

clean:
	rm -rf build arena

FORCE:
.PHONY: all clean FORCE
-include $(OBJECTS:.o=.d) $(ROBOTS:.so=.d)

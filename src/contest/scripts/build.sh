#!/bin/sh -e
# build.sh ROBOT RECIPE - builds a robot from the files in /source, in a sandbox (box.h). RECIPE is what build.c has found among
# them. Writes the first file that qualifies as the robot to descriptor 3: a line with its kind, then its bytes.
cp -R /source/. /build
cd /build
flags='-I/sdk -O2 -Wall -Wextra -Wno-unused-parameter -fPIC -shared -Wl,-z,defs -Wl,-Bsymbolic'

# Makes the jar $jar a program: Java finds it behind the first line. The options keep Java within the limits of a robot.
make_program() { # make_program ROBOT
	mkdir -p .target/release
	{
		echo '#!/usr/bin/env -S java -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -jar'
		cat "$jar"
	} >".target/release/$1"
	chmod +x ".target/release/$1"
}

# shellcheck disable=SC2086 # flags are words
case $2 in
Makefile | makefile | GNUmakefile)
	echo '$ make ARENA_SDK=/sdk'
	make ARENA_SDK=/sdk
	;;
Cargo.toml)
	echo '$ cargo build --release --offline'
	cargo build --release --offline --target-dir .target
	;;
go.mod)
	echo '$ go build'
	go build -o ".out/$1" .
	cp ".out/$1" "./$1"
	;;
'*.c')
	echo "$ cc -std=gnu11 $flags *.c -lm"
	cc -std=gnu11 $flags -o "./$1.so" ./*.c -lm
	;;
'*.cpp')
	echo "$ c++ -std=c++17 $flags *.cpp"
	c++ -std=c++17 $flags -o "./$1.so" ./*.cpp
	;;
'*.cc')
	echo "$ c++ -std=c++17 $flags *.cc"
	c++ -std=c++17 $flags -o "./$1.so" ./*.cc
	;;
'*.java')
	echo '$ javac *.java'
	javac -encoding UTF-8 -d .classes ./*.java
	main=$(grep -lE 'void +main *\(' -- "$1.java" Main.java ./*.java 2>/dev/null | head -n 1)
	[ "$main" ] || { echo 'arena: error: no class has a method main'; exit 1; }
	package=$(sed -n 's/^ *package  *\([^ ;]*\).*/\1./p' "./$main")
	jar=.jar
	jar --create --file $jar --main-class "$package$(basename "$main" .java)" -C .classes .
	make_program "$1"
	;;
'*.jar')
	for jar in "$1.jar" ./*.jar; do [ ! -f "$jar" ] || break; done
	make_program "$1"
	;;
esac

give() { # give KIND FILE
	echo "$1" >&3
	cat "$2" >&3
	exit 0
}
# A .so that was submitted may be a part of a program.
[ ! -f "$1.so" ] || give so "$1.so"
for f in *.so; do
	[ ! -f "$f" ] || [ -e "/source/$f" ] || give so "$f"
done
for f in "$1" main robot .target/release/*; do
	[ ! -f "$f" ] || [ ! -x "$f" ] || give program "$f"
done
for f in *.so; do
	[ ! -f "$f" ] || give so "$f"
done
echo "arena: the build made neither a .so nor a program '$1'"
exit 1

/* targets.h - the fuzz targets: every parser of untrusted input. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct fuzz_target {
	const char *name;
	/* Parses the bytes. It must always return, and access no other memory. text is NUL-terminated. */
	void (*parse)(const char *text, size_t size);
	/* A sample to mutate, so that fuzzing gets past the first byte; NULL: a robot's file. */
	const char *sample;
};

extern const struct fuzz_target fuzz_targets[];
extern const int n_fuzz_targets;

/* Targets in separate files. */
void parse_http(const char *text, size_t size); /* target_http.c */

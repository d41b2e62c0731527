/* targets.h - the fuzz targets: every parser of untrusted input. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct str;

struct fuzz_target {
	const char *name;
	/* Parses the bytes. It must always return, and must not access other memory. `text` is NUL-terminated. */
	void (*parse)(const char *text, size_t size);
	/* A sample to mutate, so that fuzzing gets past the first byte. NULL if fuzz_sample makes it, or if it is a
	 * robot's file. */
	const char *sample;
};

extern const struct fuzz_target fuzz_targets[];
extern const int n_fuzz_targets;

/* Adds the sample of a target, or nothing if it is a robot's file. */
void fuzz_sample(const struct fuzz_target *target, struct str *out);

/* Returns a non-blocking connection to the port on the loopback interface. */
int http_dial(int port);

/* The targets that are in separate files. */
void parse_http(const char *text, size_t size); /* target_http.c */
void parse_seat(const char *text, size_t size); /* target_seat.c */
void parse_control(const char *text, size_t size); /* target_control.c */
void parse_games(const char *text, size_t size); /* target_games.c */
void parse_solution(const char *text, size_t size); /* target_solved.c, as the rest */
void sample_solution(struct str *out);
void parse_book(const char *text, size_t size);
void sample_book(struct str *out);

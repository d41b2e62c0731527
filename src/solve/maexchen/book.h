/* book.h - policies of whole games of Mäxchen as the bytes of a file that robots play from
 * (sdk/arena_maexchen_solution.h describes it). */
#pragma once

#include "solve/maexchen/response.h"

struct maexchen_book {
	const struct maexchen_values *values; /* borrowed */
	struct str bytes;                     /* owned */
};

#define AUTO_MAEXCHEN_BOOK __attribute__((cleanup(maexchen_book_release)))
void maexchen_book_release(struct maexchen_book *book);

/* Begins the file; then policies are added for each number of own points from 1, and for each of the other player's. */
void maexchen_book_begin(struct maexchen_book *book, const struct maexchen_values *values, const struct rules *rules);
void maexchen_book_add(struct maexchen_book *book, const struct maexchen_policy *policy);

/* Completes and writes the file. Non-zero: err. */
int maexchen_book_save(struct maexchen_book *book, const char *path, struct err *err);

/* The name of the file in which robots look for it. */
#define MAEXCHEN_BOOK_NAME "maexchen.solution"

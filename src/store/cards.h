/* cards.h - what robots said of themselves when they played, from the database. */
#ifndef ARENA_STORE_CARDS_H
#define ARENA_STORE_CARDS_H

#include "base/err.h"
#include "store/database.h"

/* Untrusted text; "" for what it did not say. */
struct card {
	char name[64];
	char version[32];
	char author[64];
};

/* Of the robot with this file. All "" when the database does not have it. */
int database_card(struct database *database, const char *sha256, struct card *card, struct err *err);

#endif

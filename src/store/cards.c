/* cards.c - see cards.h. */
#include "store/cards.h"

#include <stdio.h>

#include "store/database_inside.h"

int database_card(struct database *database, const char *sha256, struct card *card, struct err *err)
{
	struct card found = {0};
	AUTO_QUERY sqlite3_stmt *query = database_query(database, "SELECT name, version, author FROM robots WHERE sha256 = ?", err);
	if (!query)
		return -1;
	database_bind_text(query, 1, sha256);
	int code = sqlite3_step(query);
	if (code == SQLITE_ROW) {
		snprintf(found.name, sizeof found.name, "%s", database_text(query, 0));
		snprintf(found.version, sizeof found.version, "%s", database_text(query, 1));
		snprintf(found.author, sizeof found.author, "%s", database_text(query, 2));
	} else if (code != SQLITE_DONE) {
		return database_failed(database, err, "read");
	}
	*card = found;
	return 0;
}

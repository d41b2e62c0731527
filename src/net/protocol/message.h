/* message.h - messages of clients to a tourney server (docs/rules.md section 5), checked on arrival, because they are
 * untrusted. */
#pragma once

#include "base/base.h"

enum { META_TEXT = 64, META_TITLE = 200, META_UUID = 64, META_GAMES = 1024 };

/* META. Texts are UTF-8 without control characters and direction marks. */
struct meta {
	char player[META_TEXT + 1], name[META_TEXT + 1], version[META_TEXT + 1];
	char title[META_TITLE + 1];       /* NAME_VERSION_PLAYER when the client gives none */
	char session_uuid[META_UUID + 1]; /* letters, digits, '-', '_' */
	bool stateless, software_engineer, machine_learning, internet;
	int max_games;                    /* games that the robot can play at once, 1 to META_GAMES; 0: not given */
};

/* Reads a META. Ignores unknown keys, sets missing flags to false, makes a title if there is none, and truncates texts
 * that are too long. Returns -1 if the META is invalid in another way; err then has the text for the client. */
int message_read_meta(struct meta *meta, const char *bytes, size_t size, struct err *err);

/* Replaces the name of the player with `player`, and the title with NAME_VERSION_PLAYER. */
void message_set_player(struct meta *meta, const char *player);

/* Adds the META as JSON on one line, without a newline. */
void message_add_meta(const struct meta *meta, struct str *out);

/* Returns true if these bytes may be an identity: 1 to META_UUID letters, digits, '-', '_'. */
bool message_is_identity(const char *bytes, size_t size);

/* A RESPONSE of the protocol. */
struct message_response {
	bool is_call;
	int count, face; /* for a bid: count 1 to RESPONSE_MOST, face 1 to 6; for a call both are 0 */
};

enum { RESPONSE_MOST = 1000000 }; /* larger counts are read as this number */

/* Reads a RESPONSE. Returns false when it is not one, which the protocol calls error_bad_message. */
bool message_read_response(struct message_response *response, const char *bytes, size_t size);

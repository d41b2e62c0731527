/* tokens.h - tokens and cookies with which teams sign in to the server of a contest.
 *
 * A team has one token of 128 random bits. The folder FOLDER/tokens, which only its owner can read, has a file for each
 * team with the SHA-256 of its token, a similar file for the organiser, and a random key. A signed-in browser has a
 * cookie with the name of its team, the time at which it expires, and a hash of these two, the key and the file of the
 * team. So a new token also signs out browsers that used the old one. No token is stored, and the server keeps no list
 * of signed-in browsers. */
#pragma once

#include "contest/contest.h"

/* Used as the organiser's name in place of the name of a team. No team may have such a name. */
#define TOKENS_ORGANISER ".organiser"

enum { TOKENS_TEXT = 33, TOKENS_SECONDS = 12 * 3600 };

/* Makes a new token for the team. The previous one is then no longer valid. */
int tokens_invite(const char *folder, const char *team, char token[TOKENS_TEXT], struct err *err);

/* Revokes the team's token. Fails with EXIT_USAGE if it has none. */
int tokens_revoke(const char *folder, const char *team, struct err *err);

bool tokens_has(const char *folder, const char *team);

/* Returns the team with this token, or NULL. The caller frees the result. The time that this takes does not depend on
 * the token. */
char *tokens_find(const char *folder, const char *token);

/* Sets *cookie to the value for a team that is signing in. */
int tokens_sign_in(const char *folder, const char *team, struct str *cookie, struct err *err);

/* Returns the team that this value of a cookie signs in, or NULL. The caller frees the result. */
char *tokens_signed_in(const char *folder, const char *cookie);

/* Computes the text that the forms of a page contain, so that other sites cannot send such forms. */
void tokens_form(const char *folder, const char *cookie, char form[TOKENS_TEXT]);

/* Returns true if both texts are the same. The time that this takes depends only on their lengths. */
bool tokens_is_same(const char *a, const char *b);

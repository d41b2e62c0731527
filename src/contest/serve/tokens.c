/* tokens.c - tokens and cookies of the server of a contest (tokens.h). */
#include "contest/serve/tokens.h"

#include <dirent.h>
#include <errno.h>
#include <nettle/base16.h>
#include <nettle/memops.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "contest/files.h"

enum { HASH = 65, NAME_MOST = 64 }; /* NAME_MOST: the longest name, in bytes */

static const char key_name[] = ".key";

static struct str path_of(const char *folder, const char *name)
{
	return str_of("%s/tokens/%s", folder, name);
}

static int write_secret(const char *folder, const char *name, const char *text, struct err *err)
{
	AUTO_STR struct str tokens = str_of("%s/tokens", folder);
	AUTO_STR struct str path = path_of(folder, name), bytes = str_of("%s\n", text);
	if (mkdir(tokens.text, 0700) && errno != EEXIST)
		return err_errno(err, "cannot create the folder '%s'", tokens.text);
	mode_t old = umask(077);
	int failed = file_write(path.text, &bytes, err);
	umask(old);
	return failed;
}

/* Reads a file of FOLDER/tokens: the hash of a team's token, or the key. */
static bool read_secret(const char *folder, const char *name, char text[HASH])
{
	AUTO_STR struct str path = path_of(folder, name), bytes = {0};
	if (str_read_file(&bytes, path.text, HASH, NULL) || bytes.length < 2)
		return false;
	memcpy(text, bytes.text, bytes.length - 1);
	text[bytes.length - 1] = '\0';
	return true;
}

bool tokens_is_same(const char *a, const char *b)
{
	size_t n = strlen(a);
	return n == strlen(b) && memeql_sec(a, b, n);
}

/* Returns true if this is the organiser or can be the name of a team. */
static bool is_holder(const char *name)
{
	return strcmp(name, TOKENS_ORGANISER) == 0 || files_is_name(name);
}

static void hash_token(const char *token, char hash[HASH])
{
	AUTO_STR struct str text = str_of("arena contest\ntoken %s", token);
	hash_bytes(text.text, text.length, hash);
}

int tokens_invite(const char *folder, const char *team, char token[TOKENS_TEXT], struct err *err)
{
	char hash[HASH];
	if (!is_holder(team))
		return err_set(err, EXIT_USAGE, "'%s' is not a valid name for a team: %s", team, FILES_NAMES);
	if ((errno = hash_random(token)))
		return err_errno(err, "cannot get random numbers");
	hash_token(token, hash);
	return write_secret(folder, team, hash, err);
}

int tokens_revoke(const char *folder, const char *team, struct err *err)
{
	AUTO_STR struct str path = path_of(folder, team);
	if (!tokens_has(folder, team))
		return err_set(err, EXIT_USAGE, "'%s' has no token", team);
	return unlink(path.text) ? err_errno(err, "cannot remove '%s'", path.text) : 0;
}

bool tokens_has(const char *folder, const char *team)
{
	char hash[HASH];
	return is_holder(team) && read_secret(folder, team, hash);
}

char *tokens_find(const char *folder, const char *token)
{
	char hash[HASH], stored[HASH], *team = NULL;
	AUTO_STR struct str path = str_of("%s/tokens", folder);
	DIR *entries = mem_checked(opendir(path.text));
	if (!entries)
		return NULL;
	hash_token(token, hash);
	for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
		if (is_holder(entry->d_name) && read_secret(folder, entry->d_name, stored) &&
		    tokens_is_same(hash, stored) && !team)
			team = mem_strdup(entry->d_name);
	}
	closedir(entries);
	return team;
}

/* Computes a hash that only this contest can compute. The inner hash prevents length extension. */
static bool sign(const char *folder, const char *text, char hash[HASH])
{
	char key[HASH];
	if (!read_secret(folder, key_name, key))
		return false;
	AUTO_STR struct str inner = str_of("%s\n%s", key, text), outer = {0};
	hash_bytes(inner.text, inner.length, hash);
	str_addf(&outer, "%s\n%s", key, hash);
	hash_bytes(outer.text, outer.length, hash);
	return true;
}

static bool sign_cookie(const char *folder, const char *team, long long expires, char hash[HASH])
{
	char token[HASH];
	if (!read_secret(folder, team, token))
		return false;
	AUTO_STR struct str text = str_of("cookie\n%s\n%lld\n%s", team, expires, token);
	return sign(folder, text.text, hash);
}

int tokens_sign_in(const char *folder, const char *team, struct str *cookie, struct err *err)
{
	char key[HASH], hash[HASH];
	long long expires = (long long)time(NULL) + TOKENS_SECONDS;
	if (!read_secret(folder, key_name, key)) {
		if ((errno = hash_random(key)))
			return err_errno(err, "cannot get random numbers");
		if (write_secret(folder, key_name, key, err))
			return -1;
	}
	if (!sign_cookie(folder, team, expires, hash))
		return err_set(err, EXIT_WORLD, "the token of '%s' cannot be read", team);
	/* The name is written as hexadecimal digits, because a cookie cannot contain all of its characters. */
	char name[BASE16_ENCODE_LENGTH(NAME_MOST) + 1] = "";
	base16_encode_update(name, strlen(team), (const uint8_t *)team);
	str_addf(cookie, "%s.%lld.%s", name, expires, hash);
	return 0;
}

char *tokens_signed_in(const char *folder, const char *cookie)
{
	AUTO_FREE char *parts = mem_strdup(cookie);
	char *rest = parts;
	char *digits = strsep(&rest, "."), *number = strsep(&rest, "."), team[NAME_MOST + 1] = "", hash[HASH];
	size_t n = strlen(digits), length = NAME_MOST;
	struct base16_decode_ctx context;
	long long expires;
	base16_decode_init(&context);
	bool is_whole = rest && n <= BASE16_ENCODE_LENGTH(NAME_MOST) &&
		base16_decode_update(&context, &length, (uint8_t *)team, n, digits) && base16_decode_final(&context);
	if (!is_whole || !is_holder(team) || !str_to_int(number, 0, INT64_MAX, &expires) ||
	    expires < (long long)time(NULL) || !sign_cookie(folder, team, expires, hash) || !tokens_is_same(hash, rest))
		return NULL;
	return mem_strdup(team);
}

void tokens_form(const char *folder, const char *cookie, char form[TOKENS_TEXT])
{
	char hash[HASH];
	AUTO_STR struct str text = str_of("form\n%s", cookie);
	form[0] = '\0';
	if (sign(folder, text.text, hash)) {
		memcpy(form, hash, TOKENS_TEXT - 1);
		form[TOKENS_TEXT - 1] = '\0';
	}
}

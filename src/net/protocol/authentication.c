/* authentication.c - decides which clients may connect (authentication.h). */
#include "net/protocol/authentication.h"

#include <errno.h>
#include <sys/stat.h>

#include "base/text.h"
#include "net/protocol/keys.h"
#include "net/protocol/socket.h"

struct allowed {
	unsigned char key[32];
	char letters[KEY_LETTERS + 1];
	char name[AUTHENTICATION_NAME + 1];
};

struct authentication {
	void *socket;
	struct key secret;
	char *path;              /* path of the list */
	struct stat seen; /* status of the list's file when it was last checked; all zero: there was none */
	enum authentication_news news;
	struct err err; /* the reason for AUTHENTICATION_INVALID */
	int n;
	struct allowed *allowed;
};

static int take_line(const char *path, int number, char *line, struct allowed *allowed, struct err *err)
{
	if (strncmp(line, "public ", 7) == 0) /* a line of NAME.pub to which a name was added */
		line += 7;
	char *blank = strpbrk(line, " \t");
	struct key key;
	if (blank)
		*blank++ = '\0';
	if (!blank || !keys_parse(line, &key))
		return err_set(err, EXIT_USAGE, "'%s', line %d: must be \"KEY NAME\", where KEY is the 40 characters "
			"of a public key (the .pub file of `arena keygen`)", path, number);
	blank += strspn(blank, " \t");
	size_t length = strlen(blank);
	if (length < 1 || length > AUTHENTICATION_NAME || !text_is_clean(blank))
		return err_set(err, EXIT_USAGE,
			       "'%s', line %d: the name must be 1 to %d bytes without control characters", path,
			       number, AUTHENTICATION_NAME);
	zeromq.z85_decode(allowed->key, key.z85);
	memcpy(allowed->letters, key.z85, sizeof allowed->letters);
	memcpy(allowed->name, blank, length + 1);
	return 0;
}

static bool has_letters(const struct allowed *allowed, int n, const char *letters)
{
	return ANY_OF(i, n, strcmp(allowed[i].letters, letters) == 0);
}

static int read_list(struct authentication *authentication, struct err *err)
{
	enum { LARGEST = 1 << 20 };
	AUTO_STR struct str text = {0};
	struct stat st = {0};
	int failed = stat(authentication->path, &st);
	authentication->seen = st;
	failed = failed ? err_errno(err, "cannot read the list of keys '%s'", authentication->path)
			: str_read_text(&text, authentication->path, LARGEST, err);
	if (failed) {
		if (err)
			err->code = EXIT_USAGE;
		return -1;
	}
	struct allowed *allowed = NULL;
	int n = 0, number = 0;
	for (char *rest = text.length ? text.text : NULL, *line; (line = strsep(&rest, "\n")); ) {
		number++;
		line[strcspn(line, "\r")] = '\0';
		if (!*line || *line == '#')
			continue;
		if (take_line(authentication->path, number, line, MEM_APPEND(allowed, n), err)) {
			free(allowed);
			return -1;
		}
	}
	for (int i = 0; i < authentication->n; i++)
		if (!has_letters(allowed, n, authentication->allowed[i].letters))
			authentication->news = AUTHENTICATION_REMOVED;
	if (authentication->news != AUTHENTICATION_REMOVED)
		authentication->news = AUTHENTICATION_READ;
	free(authentication->allowed);
	authentication->allowed = allowed;
	authentication->n = n;
	return 0;
}

/* Reads the list again if its file has changed. Stores that a key was removed until authentication_look_again reports
 * it. */
static void look_again(struct authentication *authentication)
{
	struct stat st;
	const struct stat *seen = &authentication->seen;
	if (stat(authentication->path, &st))
		st = (struct stat){0};
	if (st.st_ino == seen->st_ino && st.st_size == seen->st_size &&
	    memcmp(&st.st_mtim, &seen->st_mtim, sizeof st.st_mtim) == 0)
		return;
	struct err err = {0};
	if (read_list(authentication, &err) == 0 || authentication->news == AUTHENTICATION_REMOVED)
		return;
	authentication->err = err;
	authentication->news = AUTHENTICATION_INVALID;
}

enum authentication_news authentication_look_again(struct authentication *authentication, struct err *err)
{
	look_again(authentication);
	enum authentication_news news = authentication->news;
	if (news == AUTHENTICATION_INVALID)
		*err = authentication->err;
	authentication->news = AUTHENTICATION_NO_NEWS;
	return news;
}

bool authentication_allows(const struct authentication *authentication, const char *letters)
{
	return letters && has_letters(authentication->allowed, authentication->n, letters);
}

struct authentication *authentication_new(void *context, const char *key_path, const char *allow_path, struct err *err)
{
	struct authentication *authentication = NEW(struct authentication);
	struct key public_half;
	authentication->path = mem_strdup(allow_path);
	if (keys_read_secret(key_path, &authentication->secret, &public_half, err) || read_list(authentication, err)) {
		authentication_free(authentication);
		return NULL;
	}
	authentication->news = AUTHENTICATION_NO_NEWS;
	authentication->socket = zeromq.socket(context, ZMQ_REP);
	if (!authentication->socket || zeromq.bind(authentication->socket, "inproc://zeromq.zap.01")) {
		err_set(err, EXIT_WORLD, "cannot open the socket for checking keys: %s", zeromq.strerror(errno));
		authentication_free(authentication);
		return NULL;
	}
	return authentication;
}

void authentication_free(struct authentication *authentication)
{
	if (!authentication)
		return;
	if (authentication->socket)
		zeromq.close(authentication->socket);
	explicit_bzero(&authentication->secret, sizeof authentication->secret);
	FREE_ALL(authentication->path, authentication->allowed, authentication);
}

void authentication_protect(const struct authentication *authentication, void *socket)
{
	int is_server = 1;
	static const char domain[] = "arena";
	if (zeromq.setsockopt(socket, ZMQ_CURVE_SERVER, &is_server, sizeof is_server) ||
	    zeromq.setsockopt(socket, ZMQ_CURVE_SECRETKEY, authentication->secret.z85, KEY_LETTERS + 1) ||
	    zeromq.setsockopt(socket, ZMQ_ZAP_DOMAIN, domain, strlen(domain)))
		bug("cannot protect a socket: %s", zeromq.strerror(errno));
}

void *authentication_socket(const struct authentication *authentication)
{
	return authentication->socket;
}

int authentication_n_allowed(const struct authentication *authentication)
{
	return authentication->n;
}

static const struct allowed *find(const struct authentication *authentication, struct bytes key)
{
	return FIND_IN(one, authentication->allowed, authentication->n,
		       key.size == sizeof one->key && memcmp(one->key, key.at, key.size) == 0);
}

/* Appends metadata to the reply: one byte with the length of the name, the name, four bytes with the length of the
 * value, and the value. */
static size_t add_key(const struct allowed *allowed, char *property)
{
	static const char name[] = AUTHENTICATION_KEY;
	const size_t length = sizeof name - 1;
	property[0] = (char)length;
	memcpy(property + 1, name, length);
	memcpy(property + 1 + length, (const char[]){0, 0, 0, KEY_LETTERS}, 4);
	memcpy(property + 1 + length + 4, allowed->letters, KEY_LETTERS);
	return 1 + length + 4 + KEY_LETTERS;
}

/* Answers a request, whose frames are version, request id, domain, address, identity, mechanism and key. A struct
 * message does not hold so many frames, so they are read one by one. */
void authentication_answer(struct authentication *authentication)
{
	enum { ID_FRAME = 1, MECHANISM_FRAME = 5, KEY_FRAME = 6 };
	char id[256], key[64], mechanism[16];
	size_t id_size = 0, key_size = 0, mechanism_size = 0;
	int n = 0;
	for (bool has_more = true; has_more; n++) {
		zmq_msg_t frame;
		zeromq.msg_init(&frame);
		if (zeromq.msg_recv(&frame, authentication->socket, ZMQ_DONTWAIT) < 0)
			return;
		has_more = zeromq.msg_more(&frame);
		size_t size = zeromq.msg_size(&frame);
		struct {int number; char *at; size_t room, *size;} wanted[] = {{ID_FRAME, id, sizeof id, &id_size},
			{MECHANISM_FRAME, mechanism, sizeof mechanism, &mechanism_size},
			{KEY_FRAME, key, sizeof key, &key_size}};
		for (size_t i = 0; i < 3; i++)
			if (wanted[i].number == n && size <= wanted[i].room)
				memcpy(wanted[i].at, zeromq.msg_data(&frame), *wanted[i].size = size);
		zeromq.msg_close(&frame);
	}
	look_again(authentication);
	bool is_curve = mechanism_size == 5 && memcmp(mechanism, "CURVE", 5) == 0;
	const struct allowed *allowed = is_curve ? find(authentication, (struct bytes){key, key_size}) : NULL;
	char property[64];
	struct bytes reply[] = {BYTES_OF("1.0"), {id, id_size}, BYTES_OF(allowed ? "200" : "400"),
		BYTES_OF(allowed ? "OK" : "this key is not in the server's list"),
		BYTES_OF(allowed ? allowed->name : ""),
		{property, allowed ? add_key(allowed, property) : 0}};
	socket_send(authentication->socket, reply, 6);
}

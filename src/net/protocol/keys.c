/* keys.c - the keys of CURVE, ZeroMQ's encryption, and the files that contain them (keys.h). */
#include "net/protocol/keys.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "net/protocol/socket.h"

enum { KEY_BYTES = 32, FILE_MOST = 256 };

bool keys_parse(const char *text, struct key *key)
{
	uint8_t bytes[KEY_BYTES];
	if (strlen(text) != KEY_LETTERS || !zeromq.z85_decode(bytes, text))
		return false;
	memcpy(key->z85, text, sizeof key->z85);
	return true;
}

/* Writes a new file with one line. After a failure, removes the file. */
static int write_line(const char *path, mode_t mode, const char *word, const char *z85, struct err *err)
{
	AUTO_STR struct str line = str_of("%s %s\n", word, z85);
	AUTO_CLOSE int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
	if (fd < 0 && errno == EEXIST)
		return err_set(err, EXIT_USAGE,
			       "'%s' exists already, and keys are never overwritten: choose another name", path);
	if (fd < 0)
		return err_errno(err, "cannot write '%s'", path);
	ssize_t n = write(fd, line.text, line.length);
	int code = n < 0 ? err_errno(err, "cannot write '%s'", path)
		: (size_t)n < line.length ? err_set(err, EXIT_WORLD, "cannot write '%s': the disk is full", path) : 0;
	if (!code && fsync(fd) && errno != EINVAL)
		code = err_errno(err, "cannot write '%s'", path);
	if (code)
		unlink(path);
	return code;
}

int keys_make(const char *name, struct err *err)
{
	struct key secret = {{0}}, public_half = {{0}};
	AUTO_STR struct str key_path = str_of("%s.key", name);
	AUTO_STR struct str pub_path = str_of("%s.pub", name);
	if (zeromq_load(err))
		return -1;
	if (zeromq.curve_keypair(public_half.z85, secret.z85))
		return err_set(err, EXIT_WORLD, "cannot generate a key: %s (this libzmq was built without encryption)",
			       zeromq.strerror(errno));
	int code = write_line(key_path.text, 0600, "secret", secret.z85, err);
	if (!code && (code = write_line(pub_path.text, 0644, "public", public_half.z85, err)))
		unlink(key_path.text);
	explicit_bzero(&secret, sizeof secret);
	return code;
}

static int check_owner_only(int fd, const char *path, struct err *err)
{
	struct stat status;
	if (fstat(fd, &status))
		return err_errno(err, "cannot examine '%s'", path);
	if (!S_ISREG(status.st_mode))
		return err_set(err, EXIT_USAGE, "'%s' is not a file", path);
	if (status.st_mode & 077)
		return err_set(err, EXIT_USAGE,
			       "'%s' is a secret that others can read or write (mode %03o): run `chmod "
			       "600` on it, or make a new key if others may have read it",
			       path, (unsigned)status.st_mode & 0777);
	return 0;
}

/* Reads a file that consists of the line "WORD KEY", with or without a newline. */
static int read_line(const char *path, const char *word, bool is_secret, struct key *key, struct err *err)
{
	if (zeromq_load(err))
		return -1;
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char text[FILE_MOST + 1];
	if (fd < 0) /* a usage error, because the file was given on the command line */
		return err_set(err, EXIT_USAGE, "cannot read the key '%s': %s", path, strerror(errno));
	if (is_secret && check_owner_only(fd, path, err))
		return -1;
	ssize_t n = read(fd, text, sizeof text - 1);
	if (n < 0)
		return err_errno(err, "cannot read the key '%s'", path);
	text[n] = '\0';
	size_t length = strlen(text), skip = strlen(word) + 1;
	if (length && text[length - 1] == '\n')
		text[--length] = '\0';
	bool is_key = length == skip + KEY_LETTERS && strncmp(text, word, skip - 1) == 0 && text[skip - 1] == ' ' &&
		(size_t)n <= length + 1 && keys_parse(text + skip, key);
	bool is_other = strncmp(text, is_secret ? "public " : "secret ", 7) == 0;
	explicit_bzero(text, sizeof text);
	if (is_key)
		return 0;
	return err_set(err, EXIT_USAGE,
		"'%s' does not contain a %s key%s: it must be one line, \"%s\" and 40 characters, "
		"as `arena keygen` writes it", path, word, is_other ? ", but the other key of a pair" : "", word);
}

int keys_read_secret(const char *path, struct key *secret, struct key *public_half, struct err *err)
{
	if (read_line(path, "secret", true, secret, err))
		return -1;
	if (zeromq.curve_public(public_half->z85, secret->z85))
		return err_set(err, EXIT_WORLD,
			       "cannot use the key '%s': %s (this libzmq was built without encryption)", path,
			       zeromq.strerror(errno));
	return 0;
}

int keys_read_public(const char *path, struct key *key, struct err *err)
{
	return read_line(path, "public", false, key, err);
}

/* open.c - a page opened in the person's browser (open.h). */
#include "terminal/browser/open.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

extern char **environ;

static const char *first_of(const char *const *names)
{
	for (; *names; names++)
		if (getenv(*names) && *getenv(*names))
			return getenv(*names);
	return NULL;
}

/* The file; false when it cannot be made. */
static bool write_shortcut(const char *address, struct str *path)
{
	static const char *const folders[] = {"XDG_RUNTIME_DIR", "TMPDIR", NULL};
	const char *folder = first_of(folders);
	str_addf(path, "%s/arena-XXXXXX.html", folder ? folder : "/tmp");
	AUTO_STR struct str text = str_of("<!DOCTYPE html>\n<title>Arena</title>\n<meta http-equiv=\"refresh\" content=\"0;url=%s\">\n"
		 "<a href=\"%s\">To the game</a>\n", address, address);
	int fd = mkostemps(path->text, (int)strlen(".html"), O_CLOEXEC);
	if (fd < 0) {
		str_release(path);
		return false;
	}
	bool is_written = write(fd, text.text, text.length) == (ssize_t)text.length;
	close(fd);
	return is_written;
}

void browser_show(const char *address, struct str *shortcut)
{
	static const char *const desktops[] = {"BROWSER", "DISPLAY", "WAYLAND_DISPLAY", NULL};
	if (!isatty(STDOUT_FILENO) || !first_of(desktops) || !write_shortcut(address, shortcut))
		return;
	char opener[] = "xdg-open", *argv[] = {opener, shortcut->text, NULL};
	posix_spawn_file_actions_t quiet;
	posix_spawnattr_t apart;
	pid_t pid;
	posix_spawn_file_actions_init(&quiet);
	for (int fd = 0; fd <= 2; fd++)
		posix_spawn_file_actions_addopen(&quiet, fd, "/dev/null", O_RDWR, 0);
	posix_spawnattr_init(&apart);
	posix_spawnattr_setflags(&apart, POSIX_SPAWN_SETSID); /* ctrl-C must not reach it */
	posix_spawnp(&pid, opener, &quiet, &apart, argv, environ);
	posix_spawnattr_destroy(&apart);
	posix_spawn_file_actions_destroy(&quiet);
}

void browser_hide(struct str *shortcut)
{
	if (shortcut->length)
		unlink(shortcut->text);
	str_release(shortcut);
}

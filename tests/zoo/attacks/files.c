/* files - tries to read and write files, when loading and when playing; crashes if it can. Plays like
 * meek. Expected: ok, and no file of its name in /tmp. */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

static void try_files(void)
{
	static const char *const readable[] = {
		"/etc/passwd", "/etc/hostname", "/proc/self/maps", "/proc/self/mem", "/proc/self/environ",
		"/proc/self/status", "/proc/meminfo", "/dev/null", "/dev/zero", "/sys/kernel", "/tmp", "/", ".", "..",
	};
	for (size_t i = 0; i < sizeof readable / sizeof *readable; i++)
		if (open(readable[i], O_RDONLY) >= 0)
			abort();
	static const char *const writable[] = {"/tmp/arena-zoo-files", "arena-zoo-files", "/usr/lib/arena-zoo-files"};
	for (size_t i = 0; i < sizeof writable / sizeof *writable; i++)
		if (open(writable[i], O_CREAT | O_RDWR, 0600) >= 0 || mkdir(writable[i], 0700) == 0 ||
		    symlink("/etc/passwd", writable[i]) == 0 || rename("/bin/true", writable[i]) == 0)
			abort();
	if (opendir("/proc") || chdir("/") == 0 || unlink("/tmp/arena-zoo-victim") == 0)
		abort();
}

__attribute__((constructor)) static void while_loading(void)
{
	try_files();
}

int get_play(const char *me, const char *hands, const char *history)
{
	try_files();
	return meek_play(history);
}

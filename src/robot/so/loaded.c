/* loaded.c - loads a robot's file, each time with its own statics (loaded.h). */
#include "robot/so/loaded.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arena_robot.h"
#include "robot/robot.h"

int loaded_file(const void *image, size_t size)
{
	int fd = memfd_create("robot", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (fd < 0 || !str_write(fd, image, size))
		return fd;
	close(fd);
	return -1;
}

uint32_t loaded_files(int *files, uint32_t n, const void *image, size_t size)
{
	enum { SPARE = 16 };
	for (uint32_t i = 1; i < n; i++) {
		files[i] = loaded_file(image, size);
		if (files[i] < 0)
			for (n = i; n > 1 && i - n < SPARE; n--)
				close(files[n - 1]);
	}
	return n;
}

int loaded_sealed(const void *image, size_t size)
{
	int fd = loaded_file(image, size);
	if (fd >= 0 && fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL)) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Gets the address of a function. Copies the bytes of the pointer, because dlsym returns an object pointer, which C
 * cannot cast to a function pointer. */
static void find_function(void *handle, const char *name, void *function)
{
	void *symbol = dlsym(handle, name);
	memcpy(function, &symbol, sizeof symbol);
}

int loaded_load(struct loaded *loaded, int fd, const struct arena_host *host, char *why, size_t size)
{
	char path[48];
	snprintf(path, sizeof path, COPY_FOLDER "%d/fd/%d", (int)getpid(), fd);
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!handle) {
		const char *reason = dlerror();
		/* Skips the path at the beginning of the loader's message, which is not informative. */
		size_t skip = reason && strncmp(reason, path, strlen(path)) == 0 ? strlen(path) : 0;
		skip += reason ? strspn(reason + skip, ": ") : 0;
		bool is_missing = reason && strstr(reason, "cannot open shared object file");
		snprintf(why, size, "%s%s", reason ? reason + skip : "the loader refused it",
			 is_missing ? " ($ORIGIN does not work here: link that library statically)" : "");
		return -1;
	}
	*loaded = (struct loaded){.handle = handle};
	find_function(handle, "get_play", &loaded->get_play);
	find_function(handle, "robot_game_start", &loaded->game_start);
	find_function(handle, "robot_option", &loaded->option);
	find_function(handle, "robot_info", &loaded->info);
	void (*take_host)(const struct arena_host *);
	find_function(handle, "robot_take_host", &take_host);
	if (take_host)
		take_host(host);
	if (!loaded->get_play) {
		snprintf(why, size, "it does not export get_play");
		return -1;
	}
	const struct arena_robot_info *info = loaded->info ? loaded->info() : NULL;
	if (info && (info->abi < ARENA_ABI_OLDEST || info->abi > ARENA_ABI)) {
		snprintf(why, size, "it was built for interface version %u; this arena supports %u to %u",
			 info->abi, ARENA_ABI_OLDEST, ARENA_ABI);
		return -1;
	}
	return 0;
}

int loaded_option(const struct loaded *loaded, const char *key, const char *value, char *why, size_t size)
{
	const struct arena_robot_info *info = loaded->info ? loaded->info() : NULL;
	const char *known = info && info->options ? info->options : "";
	if (!loaded->option)
		snprintf(why, size, "it takes no options ('%.60s' was given)", key);
	else if (loaded->option(key, value))
		snprintf(why, size, "it does not accept the option '%.30s=%.30s'%s%s", key, value,
			 *known ? "; it has " : "", known);
	else
		return 0;
	return -1;
}

#define TAKE(field) fault_text(manifest->field, sizeof manifest->field, info->field ? info->field : "", SIZE_MAX);

void loaded_manifest(const struct loaded *loaded, struct robot_manifest *manifest)
{
	const struct arena_robot_info *info = loaded->info ? loaded->info() : NULL;
	manifest->has_options = loaded->option != NULL;
	if (!info)
		return;
	ROBOT_MANIFEST_TEXTS(TAKE)
	manifest->max_lanes = info->max_lanes;
}

/* robot_loading.h - loads bundled robots into the test's own process, where they can be asked anything. They come from
 * the folder $ARENA_ROBOTS, build/release/robots by default. */
#pragma once

#include <check.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena_robot.h"

struct robot {
	void *handle;
	int (*get_play)(const char *me, const char *hands, const char *history);
	const struct arena_robot_info *(*info)(void);
	int (*option)(const char *key, const char *value);
	void (*game_start)(const struct arena_game_start *start);
};

/* POSIX allows converting an object pointer to a function pointer in this way. */
static void find(void *handle, const char *name, void *function_pointer)
{
	void *symbol = dlsym(handle, name);
	memcpy(function_pointer, &symbol, sizeof symbol);
}

/* Loads a robot that has the services of this host. */
static struct robot load_with(const char *name, const struct arena_host *host)
{
	const char *folder = getenv("ARENA_ROBOTS");
	char path[512];
	struct robot robot = {0};
	snprintf(path, sizeof path, "%s/%s.so", folder ? folder : "build/release/robots", name);
	robot.handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	ck_assert_msg(robot.handle != NULL, "%s", dlerror());
	find(robot.handle, "get_play", &robot.get_play);
	find(robot.handle, "robot_info", &robot.info);
	find(robot.handle, "robot_option", &robot.option);
	find(robot.handle, "robot_game_start", &robot.game_start);
	ck_assert(robot.get_play != NULL && robot.info != NULL);
	void (*take_host)(const struct arena_host *);
	find(robot.handle, "robot_take_host", &take_host);
	if (take_host)
		take_host(host);
	return robot;
}

static void start_game(const struct robot *robot, const char *me, const char *letters, const char *rules)
{
	struct arena_game_start start = {sizeof start, (uint32_t)strlen(letters), me, letters, rules};
	if (robot->game_start)
		robot->game_start(&start);
}

/* Checks that the manifest has this name, and what a bundled robot must say about itself. */
static inline void expect_manifest(const struct robot *robot, const char *name)
{
	const struct arena_robot_info *info = robot->info();
	ck_assert_uint_eq(info->size, sizeof *info);
	ck_assert_uint_eq(info->abi, ARENA_ABI);
	ck_assert_str_eq(info->name, name);
	ck_assert(info->version && info->summary && strlen(info->summary) < 70);
	ck_assert((info->options != NULL) == (robot->option != NULL));
}

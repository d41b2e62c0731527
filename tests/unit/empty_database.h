/* empty_database.h - a temporary database for a test. */
#pragma once

#include <check.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "store/database.h"

/* path ends in XXXXXX and becomes the file's name. */
__attribute__((unused)) static struct database *open_empty(char *path)
{
	struct err err = {0};
	int fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	close(fd);
	struct database *database = database_open(path, DATABASE_WRITE, &err);
	ck_assert_msg(database != NULL, "%s", err.text);
	return database;
}

__attribute__((unused)) static void close_and_remove(struct database *database, const char *path)
{
	char name[100];
	database_close(database);
	static const char *const endings[] = {"", "-wal", "-shm"};
	for (int i = 0; i < 3; i++) {
		snprintf(name, sizeof name, "%s%s", path, endings[i]);
		unlink(name);
	}
}

/* Executes any statement, bypassing database.h. */
__attribute__((unused)) static void execute(const char *path, const char *sql)
{
	sqlite3 *handle;
	char *why = NULL;
	ck_assert_int_eq(sqlite3_open(path, &handle), SQLITE_OK);
	ck_assert_msg(sqlite3_exec(handle, sql, NULL, NULL, &why) == SQLITE_OK, "%s: %s", sql, why);
	sqlite3_close(handle);
}

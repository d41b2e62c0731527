/* tables.c - lists of tables as text (run_config.h). */
#include "store/run_config.h"

#include <ctype.h>

void tables_to_text(const struct run_config *info, struct str *out)
{
	for (uint64_t t = 0; t < info->n_tables; t++) {
		for (int i = 0; i < info->n_seats; i++) {
			str_add(out, i ? "-" : t ? " " : "");
			str_add_int(out, info->tables[t * (uint64_t)info->n_seats + (uint64_t)i]);
		}
	}
}

/* Reads the robot at *at, and moves *at past it. Returns -1 if the run has no such robot. */
static int read_robot(const char **at, int n_robots)
{
	int robot = 0, n_digits = 0;
	for (; isdigit((unsigned char)**at) && n_digits < 5; n_digits++)
		robot = 10 * robot + *(*at)++ - '0';
	return n_digits && robot < n_robots ? robot : -1;
}

/* Reads a table into the n_seats numbers of `robots`. */
static bool read_table(const char **at, const struct run_config *info, int *robots)
{
	for (int i = 0; i < info->n_seats; i++) {
		if (i && *(*at)++ != '-')
			return false;
		robots[i] = read_robot(at, info->n_robots);
		for (int k = 0; k < i; k++)
			if (robots[k] == robots[i])
				return false;
		if (robots[i] < 0)
			return false;
	}
	return true;
}

bool tables_from_text(struct run_config *info, const char *text)
{
	size_t n = 0, n_seats = (size_t)info->n_seats;
	AUTO_FREE int *tables = NULL;
	for (const char *at = text; n == 0 || *at; n++) {
		if (n && *at++ != ' ')
			return false;
		tables = mem_resize(tables, (n + 1) * n_seats, sizeof *tables);
		if (!read_table(&at, info, tables + n * n_seats))
			return false;
	}
	free(info->tables);
	info->tables = tables;
	info->n_tables = n;
	tables = NULL;
	return true;
}

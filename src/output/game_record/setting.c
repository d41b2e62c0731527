/* setting.c - the data that all games of a run share: names, and UUIDs made from the configuration of the run. */
#include <stdio.h>

#include <nettle/sha1.h>

#include "base/text.h"
#include "output/game_record/forms.h"
#include "output/show.h"
#include "robot/spec.h"

/* The namespace of the arena's UUIDs, a random constant. */
static const char arena_space[] = "6f0dd2ce-3f4f-4b53-9d3a-8c1b6f1e27a5";

static void read_uuid(const char *text, uint8_t bytes[16])
{
	int n = 0;
	for (; *text && n < 16; text += text[0] == '-' ? 1 : 2) {
		unsigned value;
		if (*text != '-' && sscanf(text, "%2x", &value) == 1)
			bytes[n++] = (uint8_t)value;
	}
	bug_if(n != 16);
}

void game_record_uuid(const char *space, const char *name, char uuid[37])
{
	uint8_t bytes[SHA1_DIGEST_SIZE];
	struct sha1_ctx sha;
	read_uuid(space ? space : arena_space, bytes);
	sha1_init(&sha);
	sha1_update(&sha, 16, bytes);
	sha1_update(&sha, strlen(name), (const uint8_t *)name);
	sha1_digest(&sha, sizeof bytes, bytes);
	bytes[6] = (uint8_t)((bytes[6] & 0x0f) | 0x50);
	bytes[8] = (uint8_t)((bytes[8] & 0x3f) | 0x80);
	char *at = uuid;
	for (int i = 0; i < 16; i++)
		at += sprintf(at, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", bytes[i]);
}

/* Adds the identity of a robot: its file and data, options, and label, because a run may have a robot twice. */
static void add_robot(const struct run_config_robot *robot, struct str *out)
{
	str_addf(out, "%s %s%s", robot->sha256, robot->label, spec_options(robot->spec));
}

/* Computes the UUID of the run from all data on which the games depend. Folders, machines and times do not count. */
static void name_run(struct game_record_setting *setting)
{
	const struct run_config *info = setting->info;
	AUTO_STR struct str name = str_of("run ");
	rules_to_text(&info->rules, &name);
	str_addf(&name, "\n%s\n%s %d %" PRIu64, info->seed, run_config_formats[info->format], info->n_seats,
		 info->games);
	for (int i = 0; i < info->n_robots; i++) {
		str_add(&name, "\n");
		add_robot(&info->robots[i], &name);
	}
	game_record_uuid(NULL, name.text, setting->tourney);
}

void game_record_setting_init(struct game_record_setting *setting, const struct run_config *info,
			      const struct schedule *schedule)
{
	size_t n = (size_t)info->n_robots;
	*setting = (struct game_record_setting){.info = info, .schedule = schedule};
	setting->uuids = mem_zeroed(n, sizeof *setting->uuids);
	setting->titles = NEW_ARRAY(char *, n);
	setting->fields = NEW_ARRAY(char *, n);
	for (size_t i = 0; i < n; i++) {
		AUTO_STR struct str name = {0}, clean = {0}, field = {0};
		str_add(&name, "robot ");
		add_robot(&info->robots[i], &name);
		game_record_uuid(NULL, name.text, setting->uuids[i]);
		text_add_clean(&clean, info->robots[i].label);
		setting->titles[i] = mem_strdup(str_text(&clean));
		show_add_csv(&field, str_text(&clean));
		setting->fields[i] = mem_strdup(str_text(&field));
	}
	name_run(setting);
}

void game_record_setting_release(struct game_record_setting *setting)
{
	for (int i = 0; setting->info && i < setting->info->n_robots; i++) {
		free(setting->titles[i]);
		free(setting->fields[i]);
	}
	FREE_ALL(setting->uuids, setting->titles, setting->fields);
	*setting = (struct game_record_setting){0};
}

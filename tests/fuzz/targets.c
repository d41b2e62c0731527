/* targets.c - the targets (targets.h). Each also checks the invariants of its result. */
#include "targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena_dice.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/text.h"
#include "cli/command.h"
#include "contest/settings.h"
#include "game/game.h"
#include "game/rules.h"
#include "match/move_log.h"
#include "net/logs/log_game.h"
#include "net/protocol/message.h"
#include "net/protocol/state.h"
#include "net/server/page.h"
#include "net/server/serve.h"
#include "robot/program/transport.h"
#include "robot/so/image.h"
#include "robot/so/symbol.h"
#include "robot/channel.h"
#include "store/blocks.h"
#include "store/run_config.h"

/* ---- rules -------------------------------------------------------------------------- */

static void parse_rules(const char *text, size_t size)
{
	struct rules rules, again;
	struct err err = {0};
	(void)size;
	if (rules_from_text(&rules, text, &err)) {
		bug_if(!err.text[0]); /* every refusal has a reason */
		return;
	}
	AUTO_STR struct str written = {0};
	rules_to_text(&rules, &written);
	bug_if(rules_from_text(&again, written.text, &err));
	bug_if(memcmp(rules.value, again.value, sizeof rules.value) != 0);
	for (int n = 2; n <= GAME_MAX_SEATS; n += 12)
		rules_check(&rules, n, &err);
}

static void parse_setting(const char *text, size_t size)
{
	struct rules rules;
	struct err err = {0};
	(void)size;
	bug_if(rules_init(&rules, "perudo", &err));
	if (rules_set(&rules, text, &err))
		bug_if(!err.text[0]);
}

static void parse_play(const char *text, size_t size)
{
	(void)size;
	for (const struct variant *variant = game_variants; variant->name; variant++) {
		struct rules rules;
		struct err err = {0};
		int play;
		bug_if(rules_init(&rules, variant->name, &err));
		if (game_parse_play(&rules, text, &play, &err)) {
			AUTO_STR struct str words = {0};
			game_play_words(&rules, play, &words);
		} else {
			bug_if(!err.text[0]);
		}
	}
}

/* ---- the strings of a robot --------------------------------------------------------- */

/* "me|hands|history|rules" */
static void parse_ask(const char *text, size_t size)
{
	AUTO_FREE char *copy = mem_strdup(text);
	char *rest = copy, *part[4];
	(void)size;
	for (int i = 0; i < 4; i++)
		part[i] = rest ? strsep(&rest, "|") : copy + strlen(copy);
	struct dice_game game = {0};
	struct dice_view view;
	dice_read_rules(&game, part[3], 3);
	dice_read(&view, &game, part[0], part[1], part[2]);
	static struct dice_odds odds;
	int bid = dice_next_bid(&view, dice_last_bid(part[2]));
	if (bid) {
		double chance = dice_chance(&view, &odds, bid);
		bug_if(!(chance >= 0 && chance <= 1));
	}
}

/* ---- the command line --------------------------------------------------------------- */

/* Arguments separated by newlines, tried on every command. */
static void parse_arguments(const char *text, size_t size)
{
	enum { MOST = 16 };
	(void)size;
	for (int i = 0; i < n_commands; i++) {
		AUTO_FREE char *copy = mem_strdup(text);
		char *rest = copy, *argv[MOST + 2];
		int argc = 1;
		argv[0] = copy + strlen(copy);
		while (rest && argc <= MOST)
			argv[argc++] = strsep(&rest, "\n");
		argv[argc] = NULL;
		struct args args = {0};
		struct err err = {0};
		if (args_parse(&args, commands[i]->options, argc, argv, &err)) {
			bug_if(!err.text[0]);
			continue;
		}
		AUTO_STR struct str canonical = {0};
		args_canonical(&args, &canonical);
		args_release(&args);
	}
}

/* ---- files -------------------------------------------------------------------------- */

static void parse_image(const char *text, size_t size)
{
	struct image_statics statics;
	image_statics((const unsigned char *)text, size, &statics);
	unsigned char *bytes = mem_zeroed(size + 1, 1);
	memcpy(bytes, text, size);
	struct robot robot = {.image = bytes, .image_size = size};
	char function[160];
	for (uint64_t offset = 0; offset < 0x2000; offset += 0x111)
		crash_symbol(&robot, offset, function, sizeof function);
	free(bytes);
}

static void ignore_block(const uint8_t *places, uint32_t count, void *context)
{
	int n = *(int *)context;
	for (int i = 0; i < n * n; i++)
		bug_if(places[i] < 1 || places[i] > n);
	bug_if(count < 1);
}

static void parse_blocks(const char *text, size_t size)
{
	static const int seats[] = {2, 3, 10, 11, 26};
	for (size_t i = 0; i < sizeof seats / sizeof *seats; i++) {
		int n = seats[i];
		struct varints from = varints_of(text, size);
		stored_blocks_decode(&from, 7, n, ignore_block, &n);
		bug_if(from.at > from.end);
	}
}

/* Decodes each event as a turn and as a showdown, whichever the game would expect. */
static void parse_plays(const char *text, size_t size)
{
	enum { SEATS = 4 };
	struct varints events;
	for (uint64_t game = 0; game < 4 && move_log_find(text, size, game, &events); game++) {
		bug_if(events.at > events.end || events.end > (const unsigned char *)text + size);
		while (events.at < events.end) {
			struct varints showdown = events;
			enum verdict verdict;
			int play, n_failed, seat;
			if (move_log_turn(&events, &play, &verdict))
				bug_if(verdict == VERDICT_ILLEGAL || verdict >= VERDICT_COUNT || (verdict && play));
			if (!move_log_showdown(&showdown, SEATS, &n_failed))
				continue;
			bug_if(n_failed < 0 || n_failed > SEATS);
			while (n_failed-- && move_log_failed(&showdown, SEATS, &seat, &verdict))
				bug_if(seat < 0 || seat >= SEATS || verdict == VERDICT_OK || verdict >= VERDICT_COUNT);
		}
	}
}

static void write_file(const char *folder, const char *name, const char *text, size_t size)
{
	AUTO_STR struct str path = {0};
	str_addf(&path, "%s/%s", folder, name);
	FILE *file = fopen(path.text, "we");
	bug_if(!file || fwrite(text, 1, size, file) != size || fclose(file));
}

static void remove_file(const char *folder, const char *name)
{
	AUTO_STR struct str path = {0};
	str_addf(&path, "%s/%s", folder, name);
	unlink(path.text);
}

/* The run.json of untrusted results, with clock.json beside it. */
static void parse_run(const char *text, size_t size)
{
	char folder[] = "/tmp/arena-fuzz-XXXXXX";
	struct run_config info;
	struct err err = {0};
	struct schedule schedule;
	bug_if(!mkdtemp(folder));
	write_file(folder, "run.json", text, size);
	write_file(folder, "clock.json", text, size);
	if (run_config_read(&info, folder, &err)) {
		bug_if(!err.text[0] || err.code != EXIT_USAGE);
	} else {
		for (int i = 0; i < info.n_robots; i++)
			bug_if(!info.robots[i].label);
		if (run_config_schedule(&info, &schedule, &err) == 0)
			run_config_matches(&info, &schedule);
		run_config_release(&info);
	}
	remove_file(folder, "run.json");
	remove_file(folder, "clock.json");
	rmdir(folder);
}

/* The settings file of a server. */
static void parse_config(const char *text, size_t size)
{
	char folder[] = "/tmp/arena-fuzz-XXXXXX";
	struct config config;
	struct err err = {0};
	AUTO_STR struct str path = {0};
	bug_if(!mkdtemp(folder));
	config_init(&config);
	write_file(folder, "config.json", text, size);
	str_addf(&path, "%s/config.json", folder);
	bug_if(config_load(&config, path.text, &err) && !err.text[0]);
	remove_file(folder, "config.json");
	rmdir(folder);
}

/* The settings of a contest: a file, and what an option changes. */
static void parse_contest(const char *text, size_t size)
{
	char folder[] = "/tmp/arena-fuzz-XXXXXX";
	struct settings settings, again;
	struct err err = {0};
	AUTO_STR struct str written = {0};
	bug_if(!mkdtemp(folder));
	settings_init(&again);
	bug_if(settings_set(&again, text, "--set", &err) && !err.text[0]);
	write_file(folder, "contest", text, size);
	if (settings_load(&settings, folder, &err)) {
		bug_if(!err.text[0] || err.code != EXIT_USAGE);
	} else {
		settings_to_text(&settings, &written);
		remove_file(folder, "contest"); /* ext4 flushes a file that is truncated and written again */
		write_file(folder, "contest", written.text, written.length);
		bug_if(settings_load(&again, folder, &err) || memcmp(&settings, &again, sizeof settings) != 0);
	}
	remove_file(folder, "contest");
	rmdir(folder);
}

/* ---- the network -------------------------------------------------------------------- */

static void parse_meta(const char *text, size_t size)
{
	struct meta meta, again;
	struct err err = {0};
	if (message_read_meta(&meta, text, size, &err)) {
		bug_if(!err.text[0]);
		return;
	}
	AUTO_STR struct str written = {0};
	message_add_meta(&meta, &written);
	bug_if(message_read_meta(&again, written.text, written.length, &err));
	bug_if(memcmp(&meta, &again, sizeof meta) != 0);
}

static void parse_response(const char *text, size_t size)
{
	struct message_response response;
	if (message_read_response(&response, text, size) && !response.is_call)
		bug_if(response.count < 1 || response.count > RESPONSE_MOST || response.face < 1 || response.face > 6);
}

/* ---- the network -------------------------------------------------------------------- */

static void widest_rules(struct rules *widest)
{
	struct rules rules;
	bug_if(rules_init(&rules, "tourney", NULL));
	state_rules(&rules, widest);
}

/* STATE of a server: an accepted one can be turned into the strings of an ask, and these are consistent. */
static void parse_state(const char *text, size_t size)
{
	struct rules widest;
	struct err err = {0};
	struct state *state = NEW(struct state);
	widest_rules(&widest);
	size_t hands_size = game_hands_size(&widest, GAME_MAX_SEATS);
	AUTO_FREE char *history = mem_zeroed(game_history_size(&widest, GAME_MAX_SEATS), 1);
	AUTO_FREE char *shown = mem_zeroed(hands_size, 1), *hands = mem_zeroed(hands_size, 1);
	struct state_view view = {history, shown, hands, &widest};
	if (state_read(state, text, size, &widest, &err)) {
		bug_if(!err.text[0]);
	} else {
		state_ask(state, &view);
		const char own[] = {(char)('A' + state->me), ':', '\0'};
		bug_if(!strstr(hands, own) || strlen(hands) >= hands_size);
		for (int i = 0; i < state->n_hands && i < 50; i++)
			if (state_showdown(state, i, &view))
				bug_if(strchr(shown, 'x') || strlen(shown) >= hands_size);
		json_decref(state_response(state, (int)size - 50));
		state_release(state);
	}
	free(state);
}

/* A line of a program, perhaps its manifest, whose text must be printable. */
static void parse_manifest(const char *text, size_t size)
{
	struct robot_manifest manifest;
	(void)size;
	if (!program_read_manifest(text, &manifest))
		return;
	const char *const fields[] = {manifest.name, manifest.version, manifest.author, manifest.summary,
		manifest.variants};
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		bug_if(!text_is_clean(fields[i]));
	bug_if(manifest.max_lanes > PROGRAM_MOST_LANES);
}

/* Text from outside, truncated or not. */
static void parse_text(const char *text, size_t size)
{
	AUTO_STR struct str clean = {0};
	char field[40];
	text_add_clean(&clean, text);
	bug_if(!text_is_clean(str_text(&clean)));
	fault_text(field, sizeof field, text, size);
	bug_if(!text_is_clean(field));
	fault_text(field, 1 + size % sizeof field, text, SIZE_MAX);
	bug_if(!text_is_clean(field));
}

/* The output ring that a robot's process filled, with the length that it claims. */
static void parse_output(const char *text, size_t size)
{
	struct output_ring *ring = NEW(struct output_ring);
	AUTO_FREE char *out = mem_zeroed(sizeof ring->text + 1, 1);
	uint32_t said[2] = {0};
	memcpy(said, text, size < sizeof said ? size : sizeof said);
	memcpy(ring->text, text, size < sizeof ring->text ? size : sizeof ring->text);
	uint32_t n = channel_output(ring, said[0], said[1], out);
	bug_if(n > sizeof ring->text || strlen(out) != n);
	for (uint32_t i = 0; i < n; i++)
		if (out[i] == '\n' || out[i] == '\t')
			out[i] = ' ';
	bug_if(!text_is_clean(out));
	free(ring);
}

/* GameLog of a server: printed as text, and converted for the replay viewer. */
static void parse_log(const char *text, size_t size)
{
	json_t *log = json_loadb(text, size, 0, NULL);
	struct watch_names *names = NEW(struct watch_names);
	AUTO_STR struct str out = {0};
	watch_remember(names, log);
	watch_concerns(names, log, "x");
	watch_add_game(names, log, false, 80, &out);
	watch_add_tourney(names, log, false, &out);
	for (size_t i = 0; i < out.length; i++)
		bug_if((unsigned char)out.text[i] < ' ' && out.text[i] != '\n');
	json_decref(viewer_of_log(log));
	json_decref(log);
	free(names);
}

#define ROUND \
	"{\"losing_player\":0,\"calling_player\":2,\"result\":\"good_call\",\"bid_history\":[[2,3,0],[2,4,1]]," \
	"\"face_counts\":[[1,0,1,0,0,0],[0,0,0,2,0,0],[1,0,2,0,0,1]]}"

const struct fuzz_target fuzz_targets[] = {
	{"rules", parse_rules,
	 "perudo dice=5 faces=6 wild=ones caller=next loss=die starter=loser limit=table exact=gain"},
	{"setting", parse_setting, "wild=ones"},
	{"play", parse_play, "three fours"},
	{"ask", parse_ask, "B|A:xxxxx,B:66531@3,C:xxxx|A:23,B:33,C:0|wild dice=5 faces=6 wild=ones caller=next"},
	{"arguments", parse_arguments, "100\n-v\nwild\n--rule=dice=6\n-j2\nprober:risk=0.4\ncomputer\n--output\ncsv"},
	{"image", parse_image, NULL},
	{"state", parse_state,
	 "{\"bid\":[2,3],\"dice\":[1,0,2,0,0,1],\"player_count\":3,\"dice_counts\":[2,4,4],\"bot_index\":1,"
	 "\"bid_history\":[[2,3,0]],\"round_history\":[" ROUND "],\"game_uuid\":\"g\"}"},
	{"log", parse_log,
	 "{\"game_history\":[" ROUND "," ROUND "],\"bot_uuids\":[\"a\",\"b\",\"c\"],"
	 "\"bot_titles\":[\"a_1_A\",\"b_1_B\",\"c_1_C\"],\"bot_rankings\":[2,1,0],\"wild_ones_drop\":true,"
	 "\"bot_scores\":[1,2.5,0],\"tourney_index\":1,\"match_index\":2}"},
	{"blocks", parse_blocks, "\2\1\2\5\2\1"},
	{"plays", parse_plays, "\x09\xb0\x01\x90\x02\x01\x02\x03\x01\x03\x03\xb0\x01\x02"},
	{"meta", parse_meta,
	 "{\"player\": \"P\", \"name\": \"N\", \"version\": \"1\", \"stateless\": true, \"session_uuid\": \"a-1\"}"},
	{"manifest", parse_manifest, "robot name=Foo version=1.0 author=A_B lanes=64 move_ms=5 variants=wild,perudo "
		"summary=plays_well"},
	{"text", parse_text, "a\302\233b\342\200\256c\033[1m \303\251 \360\237\216\262"},
	{"output", parse_output, "\1\0\0\0\2\0\0\0 a line\n and \033 more"},
	{"run", parse_run,
	 "{\"arena\":\"0.1.0\",\"command\":\"arena tournament 9 a b\",\"seed\":\"1f\","
	 "\"rules\":\"perudo dice=5 faces=6\",\"format\":\"table\",\"seats\":2,\"games\":9,\"match_length\":1,"
	 "\"deals\":\"shuffled\",\"move_time_ns\":100000000,\"memory\":536870912,"
	 "\"robots\":[{\"label\":\"a\",\"robot\":\"a\",\"options\":{},\"sha256\":\"30\"},"
	 "{\"label\":\"b\",\"robot\":\"b\",\"options\":{\"r\":\"1\"},\"sha256\":\"31\"}]}"},
	{"config", parse_config,
	 "{\"dice_count\": 5, \"player_count\": [2, 4], \"score_mult\": 1.5, \"tourney_tag\": \"tag\"}"},
	{"contest", parse_contest,
	 "{\"title\": \"Cup\", \"seed\": \"s\", \"variant\": \"perudo\", \"rules\": \"dice=3 wild=ones\", "
	 "\"deals\": \"mirrored\", \"table_size\": 4, \"memory_mb\": 64}"},
	{"games", parse_games,
	 "perudo dice=3 faces=4 caller=anyone\n\5\2\1\1\6\7\1\1\1\5\6\2\1\1\3\1\7\1\1\11\1\1\20\1\6\4\1\1\1\1\30\12"
	 "\1\1\1\1\5\30\6\6\5\7\7\6\6\6\10\11\6\3\1[Bid] 2 3"},
	{"solution", parse_solution, NULL},
	{"book", parse_book, NULL},
	{"control", parse_control, "kick Ada"},
	{"seat", parse_seat, "play/#/11"},
	{"http", parse_http, "GET /api/games.json HTTP/1.1\r\nHost: localhost:8080\r\nIf-None-Match: *\r\n\r\n"},
	{"response", parse_response, "{\"response_type\": \"bid\", \"bid\": [2, 3.0, 1]}"},
};
const int n_fuzz_targets = sizeof fuzz_targets / sizeof *fuzz_targets;

void fuzz_sample(const struct fuzz_target *target, struct str *out)
{
	if (target->parse == parse_solution)
		sample_solution(out);
	else if (target->parse == parse_book)
		sample_book(out);
	else if (target->sample)
		str_add(out, target->sample);
}

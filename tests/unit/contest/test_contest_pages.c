/* test_contest_pages.c - the pages and tables of a made-up contest: three rounds of five versions, and a final. They
 * are compared with tests/golden/contest, reviewed; `make golden` renews it. */
#include "database_testing.h"

#include "contest/contest.h"
#include "contest/ladder.h"
#include "contest/site.h"
#include <sys/stat.h>

#include "base/json.h"
#include "page/faces.h"
#include "store/run.h"

#define WRITABLE(text) ((char[]){text}) /* a version owns its texts */

static struct contest contest;
static const volatile sig_atomic_t never;

/* ---- the contest ------------------------------------------------------------------------ */

/* Ann's second version replaces her first after two rounds; Dan's has not played yet. */
static const struct entrant {
	const char *team, *robot, *name, *reason, *arrived;
	int round;
	bool is_active;
} entrants[] = {
	{"ann", "ace", "ace-1", "", "2026-03-01 10:00:00", 1, true},
	{"bob", "bid", "bid-1", "", "2026-03-01 10:00:01", 1, true},
	{"<cid> & co", "cat", "cat-1", "", "2026-03-01 10:00:02", 1, true},
	{"fay", "fox", "fox-1", "", "2026-03-01 10:00:03", 1, true},
	{"ann", "ace", "ace-2", "", "2026-03-02 10:00:00", 3, true},
	{"dan", "dog", "dog-1", "", "2026-03-03 10:00:00", 4, true},
	{"gus", "gnu", "gnu-1", "the build failed: no \"x\"", "2026-03-03 10:00:01", 4, false},
};

static void put_versions(int first, int end)
{
	for (int i = first; i < end; i++) {
		const struct entrant *one = &entrants[i];
		char text[6][80], hash[65];
		const char *from[6] = {one->team, one->robot, one->name, one->reason, one->arrived, ""};
		for (int k = 0; k < 6; k++)
			snprintf(text[k], sizeof text[k], "%s", from[k]);
		snprintf(hash, sizeof hash, "%08x%056x", 0xabc00 + i, i);
		struct contest_version version = {
			.team = text[0], .robot = text[1], .name = text[2], .reason = text[3], .arrived = text[4],
			.file = text[5], .sha256 = hash, .season = 1, .round = one->round, .is_active = one->is_active,
		};
		ck_assert_int_eq(contest_put_version(contest.database, &version, NULL), 0);
	}
}

/* Three of four games end in the order of the robots; the others in one that is moved in a circle. Second and third may
 * tie. */
static void play_match(const struct match_plan *plan, int n_seats, uint8_t *places)
{
	for (uint64_t game = 0; game < plan->n_blocks * (uint64_t)n_seats; game++, places += n_seats) {
		uint64_t luck = rng_mix(1000 * plan->number + game);
		int moved = luck % 4 == 0 ? 1 + (int)(luck / 4 % (uint64_t)(n_seats - 1)) : 0;
		for (int i = 0; i < n_seats; i++) {
			int place = moved;
			for (int k = 0; k < n_seats; k++)
				place += plan->robot[k] < plan->robot[i];
			place = place % n_seats + 1;
			places[i] = (uint8_t)(luck % 5 == 0 && place == 3 ? 2 : place);
		}
	}
}

/* All matches of a run, in one chunk for each table. */
static void play_run(const struct run_config *info, int64_t run, bool has_fault)
{
	struct schedule schedule;
	struct err err = {0};
	ck_assert_int_eq(run_config_schedule(info, &schedule, NULL), 0);
	for (uint64_t first = 0; first < schedule.n_matches; first += schedule.matches_per_table) {
		struct chunk chunk;
		struct match_plan plan;
		make_chunk(&schedule, first, schedule.matches_per_table, 1, true, false, &chunk);
		while (!has_fault && chunk.n_faults > 0)
			fault_record_release(&chunk.faults[--chunk.n_faults]);
		for (uint64_t i = 0; i < chunk.matches.n; i++) {
			plan = schedule_match(&schedule, first + i);
			play_match(&plan, schedule.n_seats, chunk.places + i * chunk_match_size(&chunk));
		}
		free(chunk.robots); /* the sums of other places */
		chunk.robots = NULL;
		chunk.n_robots = 0;
		chunk.signature = chunk.n_alike = 0;
		chunk_sum(&chunk, &schedule);
		ck_assert_msg(database_put_chunk(contest.database, run, &schedule, &chunk, robots, &err) == 0, "%s",
			      err.text);
		chunk_release(&chunk);
	}
}

/* A run of these versions: indices in `entrants`, or of the teams t0, t1, ... round 0: the final. */
static int64_t store_teams(int64_t round, const int *who, int n, int n_seats, uint64_t games, uint32_t match_length,
			   bool is_numbered)
{
	struct run_config info;
	char seed[CONTEST_SEED], name[5];
	int64_t run;
	contest_seed(&contest, contest.season.number, round, seed);
	make_long_info(&info, FORMAT_ROUND_ROBIN, n, n_seats, games, match_length, seed);
	for (int i = 0; i < n; i++) {
		AUTO_STR struct str label = {0};
		if (is_numbered)
			str_addf(&label, "t%d/r-%d", who[i], who[i]);
		else
			str_addf(&label, "%s/%s", entrants[who[i]].team, entrants[who[i]].name);
		free(info.robots[i].label);
		info.robots[i].label = mem_strdup(label.text);
	}
	snprintf(name, sizeof name, "%04d", (int)(10 * contest.season.number + round));
	ck_assert_int_eq(database_begin_run(contest.database, &info, name, &run, NULL), 0);
	play_run(&info, run, round != 1);
	run_config_release(&info);
	return run;
}

static int64_t store_run(int64_t round, const int *who, int n, int n_seats, uint64_t games, uint32_t match_length)
{
	return store_teams(round, who, n, n_seats, games, match_length, false);
}

/* What round.c does after a round. */
static void rate(struct ladder *ladder, int64_t round, int64_t run)
{
	AUTO_VERSIONS struct contest_versions versions = {0};
	struct labels labels;
	struct strengths strengths;
	struct err err = {0};
	int *list;
	ck_assert_int_eq(contest_get_versions(contest.database, &versions, NULL), 0);
	labels_init(&labels, &versions);
	ck_assert_msg(ladder_add_run(ladder, contest.database, run, &labels, &err) == 0, "%s", err.text);
	labels_release(&labels);
	ladder_fit(ladder, &versions, &strengths, &list);
	AUTO_FREE struct contest_rating *ratings = ladder_ratings(&strengths, list, &versions);
	ck_assert_int_eq(contest_put_ratings(contest.database, contest.season.number, round, ratings, strengths.n,
					     NULL), 0);
	strengths_release(&strengths);
	free(list);
}

static void put_notes(void)
{
	static const char *const teams[] = {"ann", "eve & son", "ann"},
				 *const notes[] = {"'x.txt' is not a robot", "the folder <x> is empty", "wait"};
	ck_assert_int_eq(contest_put_notes(contest.database, teams, notes, 3, NULL), 0);
}

static void write_logs(void)
{
	AUTO_STR struct str log = {0};
	str_addf(&log, "$ cc\n%s/teams/ann/ace-2/source/ace.c:1: <warning> & 'more'\n\nend", contest.folder);
	ck_assert_int_eq(run_make_folders("c/teams/ann/ace-2", NULL), 0);
	write_file("c/teams/ann/ace-2/build.log", log.text);
	write_file("c/teams/ann/ace-2/doctor.txt", "sound\n");
	ck_assert_int_eq(run_make_folders("c/teams/bob/bid-1", NULL), 0);
	write_file("c/teams/bob/bid-1/build.log", "");
}

static void play_rounds(void)
{
	AUTO_LADDER struct ladder ladder = {0};
	static const int first[] = {0, 1, 2, 3}, second[] = {3, 2, 1, 0}, third[] = {4, 1, 2, 3};
	put_versions(0, 4);
	rate(&ladder, 1, store_run(1, first, 4, 2, 40, 2));
	rate(&ladder, 2, store_run(2, second, 4, 3, 12, 2));
	put_versions(4, 5);
	rate(&ladder, 3, store_run(3, third, 4, 2, 400, 2));
	put_versions(5, 7);
	put_notes();
	write_logs();
}

static void begin_contest(void)
{
	struct err err = {0};
	enter_folder();
	ck_assert_int_eq(mkdir("c", 0755), 0);
	write_file("c/contest",
		   "{\"seed\": \"7\", \"title\": \"The <Cup>\", \"table_size\": 3, \"rules\": \"dice=2\"}");
	contest.stop = &never;
	ck_assert_msg(contest_open(&contest, "c", CONTEST_CHANGE, &err) == 0, "%s", err.text);
}

static void end_contest(void)
{
	contest_release(&contest);
	leave_folder();
}

/* ---- comparing -------------------------------------------------------------------------- */

/* ARENA_RENEW in the environment writes the file instead. */
static void check_golden(const char *name, const struct str *text)
{
	AUTO_STR struct str path = {0}, wanted = {0};
	const char *root = getenv("ARENA_ROOT");
	str_addf(&path, "%s/tests/golden/contest/%s", root, name);
	if (getenv("ARENA_RENEW")) {
		write_file(path.text, str_text(text));
		return;
	}
	ck_assert_msg(root && str_read_file(&wanted, path.text, 1 << 20, NULL) == 0, "cannot read '%s'", path.text);
	const char *a = str_text(&wanted), *b = str_text(text), *line = a, *other = b;
	for (; *a && *a == *b; a++, b++)
		if (*a == '\n')
			line = a + 1, other = b + 1;
	ck_assert_msg(*a == *b, "%s: '%.*s' instead of '%.*s'", name, (int)strcspn(other, "\n"), other,
		      (int)strcspn(line, "\n"), line);
}

static void check_page(const struct contest_site *site, void (*add)(const struct contest_site *site, struct str *out),
		       const char *name)
{
	AUTO_STR struct str page = {0};
	add(site, &page);
	check_golden(name, &page);
}

static void read_site(struct contest_site *site)
{
	struct err err = {0};
	ck_assert_msg(contest_site_read(site, &contest, &err) == 0, "%s", err.text);
}

/* ---- tests ------------------------------------------------------------------------------ */

START_TEST(a_season_has_pages)
{
	struct contest_site site;
	play_rounds();
	read_site(&site);
	check_page(&site, contest_pages_index, "index.html");
	check_page(&site, contest_pages_versus, "versus.html");
	check_page(&site, contest_pages_take_part, "take-part.html");
	check_page(&site, contest_pages_archive, "archive.html");
	check_page(&site, contest_pages_versus_csv, "versus.csv");
	check_page(&site, contest_pages_history_csv, "history.csv");
	for (int i = 0; i < site.ranking.versions.n; i++) {
		AUTO_STR struct str page = {0}, name = {0}, public = {0};
		str_addf(&name, "team-%d.html", i + 1);
		ck_assert_int_eq(site.versions[i].team, i == 4 ? 1 : i + 1);
		contest_pages_team(&site, i, false, &page);
		contest_pages_team(&site, i, false, &public);
		ck_assert_ptr_null(strstr(public.text, "<details>"));
		if (site.versions[i].team == i + 1)
			check_golden(name.text, &page);
	}
	AUTO_STR struct str own = {0};
	contest_pages_team(&site, 0, true, &own);
	check_golden("team-1-own.html", &own);
	contest_site_release(&site);
}
END_TEST

START_TEST(its_table_has_three_forms)
{
	AUTO_RANKING struct ranking ranking = {0};
	AUTO_STR struct str text = {0}, csv = {0}, json = {0};
	play_rounds();
	ck_assert_int_eq(ranking_read(&contest, &ranking, NULL), 0);
	ranking_text(&ranking, false, &text);
	ranking_csv(&ranking, &csv);
	AUTO_JSON json_t *list = ranking_json(&ranking);
	AUTO_FREE char *dump = json_dumps(list, JSON_INDENT(1));
	str_add(&json, dump);
	check_golden("ranking.txt", &text);
	check_golden("ranking.csv", &csv);
	check_golden("ranking.json", &json);
}
END_TEST

/* Intervals that touch allow both orders; equal ratings are in the order of the versions, and those without matches
 * come last. */
START_TEST(ranks_are_those_that_intervals_allow)
{
	static const struct {
		double elo, low, high;
		int matches;
	} rated[] = {{0, -5, 5, 1}, {20, 5, 35, 1}, {0, -5, 5, 1}, {50, 36, 64, 1}, {99, 90, 100, 0}};
	static const struct {
		int version, first_rank, last_rank, since;
	} wanted[] = {{3, 1, 2, 1}, {1, 2, 5, 1}, {0, 2, 5, 1}, {2, 2, 5, 1}, {4, 1, 5, 4}};
	struct contest_rating ratings[COUNT(rated)];
	AUTO_RANKING struct ranking ranking = {0};
	put_versions(0, 4);
	put_versions(5, 6);
	for (int i = 0; i < COUNT(rated); i++)
		ratings[i] = (struct contest_rating){.version = i + 1, .elo = rated[i].elo, .low = rated[i].low,
			.high = rated[i].high, .matches = (uint64_t)rated[i].matches};
	ck_assert_int_eq(contest_put_ratings(contest.database, 1, 2, ratings, COUNT(rated), NULL), 0);
	ck_assert_int_eq(ranking_read(&contest, &ranking, NULL), 0);
	ck_assert(ranking.round == 2 && ranking.n_rows == COUNT(wanted));
	for (int i = 0; i < COUNT(wanted); i++) {
		const struct ranking_row *row = &ranking.rows[i];
		ck_assert_int_eq(row->version - ranking.versions.items, wanted[i].version);
		ck_assert_int_eq(row->first_rank, wanted[i].first_rank);
		ck_assert_int_eq(row->last_rank, wanted[i].last_rank);
		ck_assert_int_eq(row->since, wanted[i].since);
	}
}
END_TEST

/* The versions r-0 of t0, r-1 of t1, ... */
static void put_numbered(int n)
{
	for (int i = 0; i < n; i++) {
		char team[16], name[16];
		snprintf(team, sizeof team, "t%d", i);
		snprintf(name, sizeof name, "r-%d", i);
		struct contest_version version = {.team = team, .robot = WRITABLE("r"), .name = name,
			.reason = WRITABLE(""), .file = WRITABLE(""), .arrived = WRITABLE(""), .sha256 = WRITABLE(""),
			.season = 1, .round = 1, .is_active = true};
		ck_assert_int_eq(contest_put_version(contest.database, &version, NULL), 0);
	}
}

START_TEST(of_many_robots_one_loss_each_is_shown)
{
	static const int who[] = {0, 1, 2, 3, 4, 5, 6, 7};
	AUTO_LADDER struct ladder ladder = {0};
	struct contest_site site;
	int most[2] = {0};
	put_numbered(SITE_MANY);
	rate(&ladder, 1, store_teams(1, who, COUNT(who), 2, 16, 1, true));
	for (int many = 0; many < 2; many++) {
		read_site(&site);
		for (int i = 0; i < site.ranking.versions.n; i++)
			most[many] = site.versions[i].n_losses > most[many] ? site.versions[i].n_losses : most[many];
		contest_site_release(&site);
		put_versions(many, 1);
	}
	ck_assert_int_eq(most[0], SITE_LOSSES);
	ck_assert_int_eq(most[1], 1);
}
END_TEST

/* Of the losses to others that have lower ratings, those with the largest differences. */
START_TEST(ten_upsets_are_shown_and_sixty_robots_side_by_side)
{
	enum { N = 61, N_PLAY = 8 };
	static const int who[N_PLAY] = {0, 1, 2, 3, 4, 5, 6, 7};
	AUTO_LADDER struct ladder ladder = {0};
	AUTO_STR struct str index = {0}, upsets = {0}, versus = {0};
	struct contest_site site;
	put_numbered(N);
	rate(&ladder, 1, store_teams(1, who, N_PLAY, 2, 16, 1, true));
	read_site(&site);
	contest_pages_index(&site, &index);
	contest_pages_versus(&site, &versus);
	str_add(&upsets, strstr(index.text, "<section id=\"upsets\""));
	check_golden("upsets.html", &upsets);
	ck_assert_ptr_nonnull(strstr(versus.text, "<th scope=\"col\">60</th></tr></thead>"));
	ck_assert_ptr_nonnull(strstr(versus.text, "</a>; here are the first 60.</p>"));
	ck_assert_ptr_nonnull(strstr(versus.text, "<span class=\"rank\">60</span>"));
	ck_assert_ptr_null(strstr(versus.text, "<span class=\"rank\">61</span>"));
	contest_site_release(&site);
}
END_TEST

/* Nobody loses all games of a match of 20 blocks, so there are no pages of games, for which robots would have to
 * play. */
START_TEST(the_archive_has_every_match)
{
	static const int who[] = {2, 0, 1};
	static const char *const files[] = {"archive/1-1.csv", "archive/1-2.csv", "archive/standings.json"};
	AUTO_LADDER struct ladder ladder = {0};
	struct publish_count count = {0};
	struct err err = {0};
	put_versions(0, 4);
	put_notes();
	rate(&ladder, 1, store_run(1, who, 3, 2, 80, 20));
	rate(&ladder, 2, store_run(2, who, 3, 3, 60, 20));
	for (int again = 0; again < 2; again++) {
		ck_assert_msg(publish_site(&contest, "new/site", &count, &err) == 0, "%s", err.text);
		ck_assert_int_eq(count.n_files, 21);
		ck_assert_int_eq(count.n_written, again ? 0 : 21);
	}
	for (int i = 0; i < COUNT(files); i++) {
		AUTO_STR struct str path = {0}, text = {0};
		str_addf(&path, "new/site/%s", files[i]);
		ck_assert_int_eq(str_read_file(&text, path.text, 1 << 20, NULL), 0);
		check_golden(strchr(files[i], '/') + 1, &text);
	}
	ck_assert_int_eq(unlink("new/site/archive/1-1.csv"), 0);
	write_file("new/site/archive/1-2.csv", "never written again");
	write_file("new/site/index.html", "old");
	AUTO_STR struct str text = {0};
	ck_assert_int_eq(str_read_file(&text, "new/site/versus.html", 1 << 20, NULL), 0);
	text.text[text.length - 3] = '!'; /* as long as before */
	write_file("new/site/versus.html", text.text);
	ck_assert_int_eq(publish_site(&contest, "new/site", &count, NULL), 0);
	ck_assert_int_eq(count.n_files, 21);
	ck_assert_int_eq(count.n_written, 3);
	check_file("new/site/archive/1-2.csv", "never written again");
}
END_TEST

/* Not a folder of the contest, nor one with other files. */
START_TEST(a_site_has_its_own_folder)
{
	static const char *const own = "is a folder of the contest itself: choose another folder for the site",
				 *const full =
				 "has files that do not belong to a contest site: name a new or an empty folder";
	static const struct {
		const char *to, *says; /* NULL: it is published */
	} cases[] = {
		{"c", own}, {"c/", own}, {"./c/.", own}, {"d/../c", own}, {"c/teams", own}, {"c/teams/x", own},
		{"c/results/x/y", own}, {"c/submissions", own}, {"c/submissions/x", own}, {"link/x", own},
		{"c/tokens", own}, {"c/challenges/x", own}, {".", own},
		{"no/../c/submissions/x", "cannot open the folder"}, {"d", full}, {"e", NULL}, {"new", NULL},
		{"new/again", NULL}, {"c/site", NULL}, {"c/teamsite", NULL}, {"./f/g/h", NULL},
		{"archived", NULL}, {"file", "file"},
		{"other", "'other' contains the site of another contest: empty it, or name another folder"},
	};
	struct publish_count count = {0};
	struct err err = {0};
	put_versions(0, 2);
	ck_assert_int_eq(mkdir("d", 0755) || mkdir("e", 0755) || mkdir("archived", 0755) ||
			 mkdir("archived/archive", 0755), 0);
	ck_assert_int_eq(mkdir("other", 0755) || mkdir("other/archive", 0755) || symlink("c/submissions", "link"), 0);
	ck_assert_int_eq(mkdir("c/submissions", 0755), 0);
	write_file("d/x", "mine");
	write_file("file", "mine");
	write_file("other/archive/contest.txt", "another\n");
	for (int i = 0; i < COUNT(cases); i++) {
		int failed = publish_site(&contest, cases[i].to, &count, &err);
		ck_assert_msg(failed == (cases[i].says ? -1 : 0), "%s: %s", cases[i].to, err.text);
		ck_assert_msg(!failed || strstr(err.text, cases[i].says), "%s: %s", cases[i].to, err.text);
		ck_assert_int_eq(count.n_files, failed ? 0 : 15);
	}
	check_file("d/x", "mine");
	ck_assert_int_eq(access("c/submissions/x", F_OK) == 0 || access("no", F_OK) == 0, 0);
}
END_TEST

/* A Swiss tournament of three robots in its second round. */
static const char last_evening[] = "{\"form\": \"swiss\", \"is_over\": false, \"rounds\": ["
	"{\"name\": \"Round 1\", \"matches\": ["
	"{\"games\": 220, \"is_bye\": false, \"extra\": 1, \"by_seed\": false, \"robots\": [{\"robot\": \"ann/ace-2\", "
	"\"score\": 0.55, \"place\": 1}, "
	"{\"robot\": \"<cid> & co/cat-1\", \"score\": 0.45, \"place\": 2}]}, "
	"{\"games\": 0, \"is_bye\": true, \"extra\": 0, \"by_seed\": false, \"robots\": [{\"robot\": \"bob/bid-1\", "
	"\"place\": null}]}]}, "
	"{\"name\": \"Round 2\", \"matches\": [{\"games\": 0, \"is_bye\": false, \"extra\": 0, \"by_seed\": false, "
	"\"robots\": [{\"robot\": \"ann/ace-2\", \"place\": null}, {\"robot\": \"bob/bid-1\", \"place\": null}]}]}], "
	"\"standings\": ["
	"{\"rank\": [1, 1], \"seed\": 1, \"team\": \"ann\", \"version\": \"ace-2\", \"points\": 1.0, "
	"\"buchholz\": 0.0, \"wins\": 1, \"matches\": 1, \"score\": 0.55}, "
	"{\"rank\": [2, 3], \"seed\": 3, \"team\": \"bob\", \"version\": \"bid-1\", \"points\": 1.0, "
	"\"buchholz\": 1.0, \"wins\": 0, \"matches\": 0, \"score\": null}, "
	"{\"rank\": [2, 3], \"seed\": 2, \"team\": \"<cid> & co\", \"version\": \"cat-1\", \"points\": 0.5, "
	"\"buchholz\": 1.0, \"wins\": 0, \"matches\": 1, \"score\": 0.45}]}";

/* The final of a season, and the season after it. */
START_TEST(seasons_are_shown_after_their_end)
{
	static const int who[] = {4, 1, 2};
	AUTO_STR struct str team = {0};
	struct contest_site site;
	play_rounds();
	store_run(0, who, 3, 3, 6, 2);
	ck_assert_int_eq(run_make_folders("c/results/0010", NULL), 0);
	write_file("c/results/0010/table.json", "{\"robots\": ["
		   "{\"rank_best\": 1, \"rank_worst\": 2, \"robot\": \"<cid> & co/cat-1\", \"games\": 6, "
		   "\"win_rate\": 0.5, \"low\": 0.3, \"high\": 0.7},"
		   "{\"rank_best\": 1, \"rank_worst\": 2, \"robot\": \"ann/ace-2\", \"games\": 6, \"win_rate\": 0.4, "
		   "\"low\": 0.2, \"high\": 0.6},"
		   "{\"rank_best\": 3, \"rank_worst\": 3, \"robot\": \"bob/bid-1\", \"games\": 6, \"win_rate\": 0.1, "
		   "\"low\": 0.0, \"high\": 0.2}]}");
	for (int round = 1; round <= 3; round++) {
		AUTO_STR struct str place = str_of("c/results/001%d", round),
			path = str_of("%s/clock.json", place.text);
		AUTO_STR struct str clock = str_of("{\"ended\": \"2026-03-0%dT00:00:00Z\"}", round + 1);
		ck_assert_int_eq(run_make_folders(place.text, NULL), 0);
		write_file(path.text, clock.text);
	}
	ck_assert_int_eq(contest_freeze_season(contest.database, "2026-04-01 00:00:00", NULL), 0);
	ck_assert_int_eq(contest_read_season(&contest, NULL), 0);
	read_site(&site);
	check_page(&site, contest_pages_index, "frozen.html");
	site.evening = json_loads(last_evening, 0, NULL);
	check_page(&site, contest_pages_index, "evening.html");
	ck_assert(site.runs[0] == 0 && site.versions[4].n_faults > 0 && site.versions[4].faults[0].round == 3);
	contest_site_release(&site);
	ck_assert_int_eq(contest_end_season(contest.database, "2026-04-02 00:00:00", NULL), 0);
	ck_assert_int_eq(contest_read_season(&contest, NULL), 0);
	read_site(&site);
	site.has_puzzles = true;
	check_page(&site, contest_pages_index, "ended.html");
	check_page(&site, contest_pages_feed, "feed.xml");
	ck_assert(site.runs[0] > site.runs[3] && site.versions[4].n_faults > 0 &&
		  site.versions[4].faults[0].round == 0);
	contest_pages_team(&site, 0, false, &team);
	ck_assert_ptr_nonnull(strstr(team.text, "<li>final, game "));
	contest_site_release(&site);
	ck_assert_int_eq(contest_next_season(&contest, NULL, NULL), 0);
	read_site(&site);
	ck_assert(site.n_ended == 1 && site.games == 0 && site.ranking.round == 0);
	check_page(&site, contest_pages_index, "next.html");
	contest_site_release(&site);
}
END_TEST

START_TEST(a_season_without_a_final_has_no_table)
{
	AUTO_STR struct str page = {0};
	struct contest_site site;
	put_versions(0, 2);
	ck_assert_int_eq(contest_end_season(contest.database, "2026-04-02 00:00:00", NULL) ||
			 contest_read_season(&contest, NULL), 0);
	read_site(&site);
	ck_assert(site.n_ended == 1 && site.runs[0] == 0 && !site.ended[0].rows);
	contest_pages_index(&site, &page);
	ck_assert_ptr_null(strstr(page.text, "<section id=\"final\""));
	contest_site_release(&site);
}
END_TEST

START_TEST(a_contest_that_has_not_begun_has_no_site)
{
	struct contest_site site;
	struct contest other = {.folder = WRITABLE("c")};
	struct err err = {0};
	for (int i = 0; i < 2; i++) {
		other.database = i ? contest.database : NULL;
		ck_assert_int_eq(contest_site_read(&site, &other, &err), -1);
		ck_assert_str_eq(err.text, "the contest 'c' has not begun yet: run `arena contest run` first");
		ck_assert_int_eq(err.code, EXIT_USAGE);
		contest_site_release(&site);
	}
}
END_TEST

/* A folder where a file must be. */
START_TEST(a_site_that_cannot_be_written_is_an_error)
{
	static const char *const files[] = {"style.css", "index.html", "archive/versus.csv", "teams/1.html",
		"teams/2.html"};
	struct publish_count count;
	put_versions(0, 2);
	ck_assert_int_eq(publish_site(&contest, "site", &count, NULL), 0);
	for (int i = 0; i < COUNT(files); i++) {
		AUTO_STR struct str path = {0};
		struct err err = {0};
		str_addf(&path, "site/%s", files[i]);
		ck_assert_int_eq(unlink(path.text) || mkdir(path.text, 0755), 0);
		ck_assert_msg(publish_site(&contest, "site", &count, &err) == -1, "%s", files[i]);
		ck_assert(err.code != 0 && err.text[0]);
		ck_assert_int_eq(rmdir(path.text), 0);
		ck_assert_msg(publish_site(&contest, "site", &count, &err) == 0, "%s: %s", files[i], err.text);
	}
}
END_TEST

/* ---- small pages ------------------------------------------------------------------------ */

/* So many of these matches won, the others lost. */
static void set_pair(struct histogram *pair, uint64_t won, uint64_t matches)
{
	histogram_release(pair);
	histogram_add(pair, 1, won);
	histogram_add(pair, 0, matches - won);
}

/* Five versions of four teams, three of which take part: bob after one match, ann after 10,000, cid without any. */
static void make_small_site(struct contest_site *site, struct ranking_row *rows)
{
	static const char *const teams[] = {"bob", "ann", "ann", "zoe", "cid"};
	static const int team_of[] = {1, 2, 2, 4, 5}, who[] = {0, 1, 4};
	static char name[] = "r-1", none[] = "";
	static struct contest_version versions[5];
	static struct site_version of[5];
	static struct site_meeting met[2] = {{1, 0}, {0, 0}};
	static struct histogram pair;
	static const struct contest_rating ratings[] = {{.elo = 3, .low = -4, .high = 5, .matches = 1},
							{.elo = -3, .low = -6, .high = 2, .matches = 10000},
							{.low = -50, .high = 50}};
	set_pair(&pair, 9000, 10000);
	for (int i = 0; i < 5; i++) {
		versions[i] = (struct contest_version){.id = i + 1, .team = (char *)(uintptr_t)teams[i], .name = name,
			.reason = none, .arrived = none, .played = none, .robot = none, .sha256 = none};
		of[i] = (struct site_version){.team = team_of[i]};
	}
	for (int i = 0; i < 3; i++) {
		rows[i] = (struct ranking_row){.version = &versions[who[i]], .rating = ratings[i], .first_rank = i + 1,
			.last_rank = i ? 3 : 1};
		of[who[i]].rating = ratings[i];
	}
	for (int i = 0; i < 2; i++) {
		of[i].met = &met[i];
		of[i].n_met = 1;
	}
	*site = (struct contest_site){.contest = &contest,
		.ranking = {.versions = {versions, 5}, .rows = rows, .n_rows = 3, .round = 1},
		.versions = of, .pair = &pair, .n_pairs = 1, .games = 20};
}

/* Losses to better robots, and to equal ones, are no upsets; teams that have a page have their notes there. */
START_TEST(a_small_contest_has_a_page)
{
	static const char *const parts[] = {
		"open: 3 robots, 1 round, 20 games of ",
		"<tr><td>1</td>",
		"<tr><td>2\xe2\x80\x93" "3</td>",
		"<td data-title=\"Elo\">+3</td><td data-title=\"95 %\">\xe2\x88\x92" "4 to +5</td>",
		"x1=\"90.0\" x2=\"90.0\" y1=\"0\" y2=\"16\"/>"
		"<line class=\"range\" x1=\"55.6\" x2=\"133.0\" y1=\"8\" y2=\"8\"/>"
		"<circle class=\"dot\" cx=\"115.8\" ",
		"<p class=\"note\">Teams without a robot that takes part: <a href=\"teams/4.html\"><bdi>zoe</bdi>"
		"</a>.</p>\n<p class=\"note\"><bdi>xav</bdi>: shown</p>\n</section>",
		"<tbody>\n<tr><td>1</td><td><a href=\"games/1-1-8.html\">watch</a></td>"
		"<th scope=\"row\" class=\"name\"><bdi>ann</bdi></th>"
		"<td data-title=\"Elo\">\xe2\x88\x92"
		"3</td><td class=\"text\" data-title=\"beat\"><bdi>bob</bdi></td><td data-title=\"Elo\">+3</td></tr>\n"
		"</tbody>",
	};
	AUTO_STR struct str page = {0};
	struct contest_site site;
	struct ranking_row rows[3];
	make_small_site(&site, rows);
	AUTO_JSON json_t *notes = json_pack("[[s, s], [s, s], [s, s], [s, s]]", "bob", "elsewhere", "ann", "elsewhere",
					    "xav", "shown", "zoe", "elsewhere");
	site.notes = notes;
	site.versions[0].losses[0] = (struct site_loss){.opponent = 1, .elo = -3, .round = 1, .game = 7};
	site.versions[1].losses[0] = (struct site_loss){.opponent = 0, .elo = 3, .round = 1, .game = 7};
	site.versions[1].losses[1] = (struct site_loss){.opponent = 4, .elo = -3, .round = 1, .game = 9};
	site.versions[0].n_losses = 1;
	site.versions[1].n_losses = 2;
	contest_pages_index(&site, &page);
	for (int i = 0; i < COUNT(parts); i++)
		ck_assert_msg(strstr(page.text, parts[i]) != NULL, "no %s in %s", parts[i], page.text);
	ck_assert_ptr_null(strstr(page.text, "elsewhere"));
}
END_TEST

/* bob was behind ann a round ago; cid was not there. */
START_TEST(the_front_page_shows_moves_and_the_game_of_the_night)
{
	static const char *const parts[] = {
		"<p class=\"lead\"><a href=\"teams/1.html\"><bdi>bob</bdi></a> leads after round 2. "
		"The intervals overlap: <a href=\"teams/2.html\">"
		"<bdi>ann</bdi></a> may be stronger.</p>",
		"<td class=\"moved\"><span class=\"up\">\xe2\x96\xb2<span class=\"unseen\">up </span>1</span></td>",
		"<td class=\"moved\"><span class=\"down\">\xe2\x96\xbc<span class=\"unseen\">down </span>1</span></td>",
		"<td class=\"moved\">new</td>",
		"<bdi>ann</bdi></a></span> beats <span class=\"faced\">",
		"<bdi>bob</bdi></a></span>: a bluff of 3% that nobody called.</p>",
		"<a class=\"button\" href=\"games/1-2-8.html\">",
		"<p class=\"note\">Game 8 of round 2, the most dramatic ",
		"<p class=\"note\"><bdi>Season 1</bdi>, open: 3 robots, 2 rounds, ",
		". Freezes <time datetime=\"2100-03-01T18:00Z\">2100-03-01 18:00 UTC</time>.",
		"<h2 id=\"category-1-title\"><bdi>students</bdi></h2>",
		"<tr><td>1\xe2\x80\x93" "2</td><td data-title=\"of all\">2\xe2\x80\x93" "3</td>",
	};
	static struct html_point before[] = {{1, -10, -20, 0}, {1, 10, 0, 20}};
	AUTO_STR struct str page = {0};
	struct contest_site site;
	struct ranking_row rows[3];
	make_small_site(&site, rows);
	strcpy(contest.settings.freezes, "2100-03-01 18:00");
	strcpy(contest.settings.categories, "students: ann, cid");
	for (int i = 0; i < 2; i++) {
		site.versions[i].points = &before[i];
		site.versions[i].n_points = 1;
	}
	site.ranking.round = 2;
	site.night = (struct site_night){.game = {.round = 2, .game = 7},
		.why = WRITABLE("a bluff of 3% that nobody called"), .winner = 1, .others = {0}, .n_others = 1};
	contest_pages_index(&site, &page);
	for (int i = 0; i < COUNT(parts); i++)
		ck_assert_msg(strstr(page.text, parts[i]) != NULL, "no %s in %s", parts[i], page.text);
	ck_assert_ptr_null(strstr(page.text, "Opens"));
}
END_TEST

/* Pages with and without scripts draw the same marks. */
START_TEST(marks_are_those_of_the_report)
{
	AUTO_STR struct str path = str_of("%s/src/page/web/faces.js", getenv("ARENA_ROOT")), script = {0};
	struct faces faces = {0};
	ck_assert_int_eq(str_read_file(&script, path.text, 1 << 20, NULL), 0);
	for (int i = 0; i < FACES_SHAPES; i++) {
		AUTO_STR struct str face = {0};
		face_add_html(i, &face);
		char *shape = strstr(face.text, " d=") + 3;
		shape[strlen(shape) - strlen("/></svg>")] = '\0';
		ck_assert_msg(strstr(script.text, shape) != NULL, "%s", shape);
	}
	for (int i = 0; i < FACES_ALL; i++) { /* FNV-1a of "a" is 0xe40c292c: the first is 28, then come the others */
		int face = faces_choose(&faces, "a");
		ck_assert_int_eq(face, (28 + i) % FACES_PLAIN + i / FACES_PLAIN * FACES_PLAIN);
	}
	ck_assert_int_eq(faces_choose(&faces, "a"), 28);
}
END_TEST

/* The share of the wins, which has a colour unless its interval contains one half. */
START_TEST(shares_are_of_the_row)
{
	static const struct {
		uint64_t won, matches;
		const char *row, *other;
	} cases[] = {
		{9000, 10000, "<td class=\"above\">90</td>", "<td class=\"below\">10</td>"},
		{2000, 10000, "<td class=\"below\">20</td>", "<td class=\"above\">80</td>"},
		{5000, 10000, "<td>50</td>", "<td>50</td>"}, {1, 1, "<td>100</td>", "<td>0</td>"},
	};
	struct contest_site site;
	struct ranking_row rows[3];
	for (int i = 0; i < COUNT(cases); i++) {
		AUTO_STR struct str page = {0}, wanted = {0};
		struct interval share;
		uint64_t matches;
		make_small_site(&site, rows);
		set_pair(site.pair, cases[i].won, cases[i].matches);
		ck_assert(contest_site_share(&site, 1, 0, &share, &matches) &&
			  !contest_site_share(&site, 1, 4, &share, &matches));
		ck_assert_uint_eq(matches, cases[i].matches);
		ck_assert_double_eq_tol(share.mean, 1 - (double)cases[i].won / (double)cases[i].matches, 1e-12);
		contest_pages_versus(&site, &page);
		str_addf(&wanted, "<tbody>\n"
			 "<tr><th scope=\"row\" class=\"name\"><span class=\"rank\">1</span> <bdi>bob</bdi></th>"
			 "<td></td>%s<td></td></tr>\n"
			 "<tr><th scope=\"row\" class=\"name\"><span class=\"rank\">2</span> <bdi>ann</bdi></th>"
			 "%s<td></td><td></td></tr>\n"
			 "<tr><th scope=\"row\" class=\"name\"><span class=\"rank\">3</span> <bdi>cid</bdi></th>"
			 "<td></td><td></td><td></td></tr>\n</tbody>",
			 cases[i].row, cases[i].other);
		ck_assert_msg(strstr(page.text, wanted.text) && strstr(page.text, "versus.csv</a>.</p>"), "%s",
			      page.text);
	}
}
END_TEST

/* ---- parts ------------------------------------------------------------------------------ */

#define MINUS "\xe2\x88\x92"

START_TEST(ratings_are_whole_numbers_with_signs)
{
	static const struct {
		double elo;
		const char *text;
	} cases[] = {{0, "0"}, {0.4, "0"}, {-0.4, "0"}, {0.6, "+1"}, {-0.6, MINUS "1"}, {1, "+1"}, {-12.3, MINUS "12"}};
	for (int i = 0; i < COUNT(cases); i++) {
		AUTO_STR struct str out = {0};
		html_signed(&out, cases[i].elo);
		ck_assert_str_eq(out.text, cases[i].text);
	}
}
END_TEST

/* In a column that is 180 wide, with a margin of 4 on both sides. What is outside of the range is drawn at its end. */
START_TEST(intervals_are_drawn_in_their_column)
{
	static const struct {
		struct html_range column;
		double low, mean, high;
		const char *zero, *from, *at, *to;
	} cases[] = {
		{{-10, 10}, -5, 0, 5, "90.0", "47.0", "90.0", "133.0"},
		{{-10, 10}, -20, -10, 10, "90.0", "4.0", "4.0", "176.0"},
		{{-10, 10}, 9, 10, 20, "90.0", "167.4", "176.0", "176.0"},
		{{0, 40}, 10, 20, 30, "4.0", "47.0", "90.0", "133.0"},
		{{3, 3}, 3, 3, 3, "90.0", "90.0", "90.0", "90.0"},
	};
	for (int i = 0; i < COUNT(cases); i++) {
		AUTO_STR struct str out = {0}, wanted = {0};
		html_interval(&out, &cases[i].column, cases[i].low, cases[i].mean, cases[i].high);
		str_addf(&wanted, "<svg width=\"180\" height=\"16\" viewBox=\"0 0 180 16\" aria-hidden=\"true\">"
			 "<line class=\"rule\" x1=\"%s\" x2=\"%s\" y1=\"0\" y2=\"16\"/>"
			 "<line class=\"range\" x1=\"%s\" x2=\"%s\" y1=\"8\" y2=\"8\"/>"
			 "<circle class=\"dot\" cx=\"%s\" cy=\"8\" r=\"4\"/></svg>",
			 cases[i].zero, cases[i].zero, cases[i].from, cases[i].to, cases[i].at);
		ck_assert_str_eq(out.text, wanted.text);
	}
}
END_TEST

START_TEST(a_small_line_has_two_points_at_least)
{
	static const struct html_point points[] = {{1, 10, -100, 100}, {5, 30, -100, 100}, {6, 20, -100, 100}};
	static const char *const lines[] = {"", "", "<polyline class=\"line\" points=\"2.0,16.0 88.0,2.0\"/>",
					    "<polyline class=\"line\" points=\"2.0,16.0 45.0,2.0 88.0,9.0\"/>"};
	for (int n = 0; n < COUNT(lines); n++) {
		AUTO_STR struct str out = {0}, wanted = {0};
		html_spark(&out, points, n);
		str_addf(&wanted,
			 "<svg class=\"figure\" width=\"90\" height=\"18\" viewBox=\"0 0 90 18\" "
			 "aria-hidden=\"true\">%s</svg>", lines[n]);
		ck_assert_str_eq(out.text, wanted.text);
	}
}
END_TEST

/* The labels of its axis, each with its height. */
START_TEST(a_history_has_round_numbers_on_its_axis)
{
	static const struct {
		double low, high;
		const char *labels;
	} cases[] = {
		{0, 20, "0:190.0 +5:145.5 +10:101.0 +15:56.5 +20:12.0 "},
		{-7, 13, MINUS "5:172.2 0:127.7 +5:83.2 +10:38.7 "},
		{0, 8, "0:190.0 +2:145.5 +4:101.0 +6:56.5 +8:12.0 "},
		{0, 4, "0:190.0 +1:145.5 +2:101.0 +3:56.5 +4:12.0 "},
		{0, 12, "0:190.0 +2:160.3 +4:130.7 +6:101.0 +8:71.3 +10:41.7 +12:12.0 "},
		{100, 400, "+100:190.0 +150:160.3 +200:130.7 +250:101.0 +300:71.3 +350:41.7 +400:12.0 "},
		{0, 0, "0:101.0 "},
	};
	for (int i = 0; i < COUNT(cases); i++) {
		const struct html_point points[] = {{2, cases[i].high, cases[i].low, cases[i].high},
			{5, cases[i].low, cases[i].low, cases[i].high}};
		AUTO_STR struct str out = {0}, labels = {0};
		html_history(&out, points, 1);
		ck_assert_uint_eq(out.length, 0);
		html_history(&out, points, 2);
		*strstr(out.text, "<polygon") = '\0';
		for (const char *at = out.text; (at = strstr(at, "<line ")) != NULL; at++) {
			double y[2];
			const char *text = strstr(at, "\"end\">") + 6;
			sscanf(at, "<line class=\"rule\" x1=\"52\" x2=\"626\" y1=\"%lf\" y2=\"%lf\"/>", &y[0], &y[1]);
			ck_assert(y[0] == y[1]);
			str_addf(&labels, "%.*s:%.1f ", (int)strcspn(text, "<"), text, y[0]);
		}
		ck_assert_str_eq(labels.text, cases[i].labels);
	}
}
END_TEST

START_TEST(a_history_is_a_line_in_a_band)
{
	static const struct html_point points[] = {{2, 10, 0, 15}, {3, 5, 0, 10}, {6, 10, 5, 20}};
	AUTO_STR struct str out = {0};
	html_history(&out, points, 3);
	ck_assert_str_eq(strstr(out.text, "<polygon"),
			 "<polygon class=\"band\" points=\"52.0,190.0 195.5,190.0 626.0,145.5 626.0,12.0 195.5,101.0 "
			 "52.0,56.5 \"/>"
			 "<polyline class=\"line\" points=\"52.0,101.0 195.5,145.5 626.0,101.0 \"/>"
			 "<text x=\"52\" y=\"210\">round 2</text>"
			 "<text x=\"626\" y=\"210\" text-anchor=\"end\">round 6</text></svg></figure>\n");
}
END_TEST

/* ---- failures --------------------------------------------------------------------------- */

/* Everything that reads the whole contest. */
static int read_part(int which, struct err *err)
{
	struct contest_site site;
	struct ranking ranking;
	struct publish_count count;
	int64_t n = 0;
	int failed;
	switch (which) {
	case 0:
		failed = ranking_read(&contest, &ranking, err);
		ranking_release(&ranking);
		return failed;
	case 1:
		failed = contest_site_read(&site, &contest, err);
		contest_site_release(&site);
		return failed;
	case 2:
		return publish_site(&contest, "site", &count, err);
	case 3:
		return ladder_count_rounds(&contest, 1, &n, err);
	default:
		return contest_read_season(&contest, err);
	}
}
enum { PARTS = 5 };

START_TEST(without_a_table_what_reads_it_fails)
{
	static const struct {
		const char *table, *fails; /* 'y' for each of the parts that does */
	} cases[] = {
		{"contest_versions", "yyynn"}, {"contest_ratings", "yyynn"}, {"contest_seasons", "nnyny"},
		{"contest_notes", "nyynn"},
		{"faults", "nyynn"}, {"chunks", "nyynn"}, {"robots", "yyynn"}, {"runs", "nyyyn"},
	};
	static const int who[] = {2, 0, 1};
	AUTO_LADDER struct ladder ladder = {0};
	AUTO_STR struct str sql = {0}, fails = {0};
	put_versions(0, 4);
	rate(&ladder, 1, store_run(1, who, 3, 2, 80, 20));
	str_addf(&sql, "PRAGMA foreign_keys = OFF; ALTER TABLE %s RENAME TO lost", cases[_i].table);
	execute("c/results/arena.db", sql.text);
	for (int part = 0; part < PARTS; part++) {
		struct err err = {0};
		int failed = read_part(part, &err);
		str_add(&fails, failed ? "y" : "n");
		ck_assert_msg(!failed || (err.code == EXIT_WORLD && strstr(err.text, "no such table")), "%d: %s", part,
			      err.text);
	}
	ck_assert_str_eq(fails.text, cases[_i].fails);
}
END_TEST

SUITE_WITH(begin_contest, end_contest, 0,
	TEST(a_season_has_pages),
	TEST(ranks_are_those_that_intervals_allow),
	TEST(ten_upsets_are_shown_and_sixty_robots_side_by_side),
	TEST(of_many_robots_one_loss_each_is_shown),
	TEST(the_archive_has_every_match),
	LOOP(without_a_table_what_reads_it_fails, 0, 8),
	TEST(a_site_has_its_own_folder),
	TEST(its_table_has_three_forms),
	TEST(a_season_without_a_final_has_no_table),
	TEST(a_contest_that_has_not_begun_has_no_site),
	TEST(a_site_that_cannot_be_written_is_an_error),
	TEST(a_small_contest_has_a_page),
	TEST(shares_are_of_the_row),
	TEST(the_front_page_shows_moves_and_the_game_of_the_night),
	TEST(marks_are_those_of_the_report),
	TEST(ratings_are_whole_numbers_with_signs),
	TEST(intervals_are_drawn_in_their_column),
	TEST(a_small_line_has_two_points_at_least),
	TEST(a_history_has_round_numbers_on_its_axis),
	TEST(a_history_is_a_line_in_a_band),
	TEST(seasons_are_shown_after_their_end))

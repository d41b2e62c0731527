/* test_contest_enter.c - from submissions to versions, of robots that need no sandbox: which files are taken, what can
 * be built, the notes to teams. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "base/mem.h"
#include "contest/contest.h"
#include "contest/files.h"
#include "contest/prepare.h"
#include "store/run.h"
#include "temporary_folder.h"

/* ---- limits of files -------------------------------------------------------------------- */

START_TEST(sizes_and_names_have_limits)
{
	static const struct {
		size_t size;
		int n_name;
		bool is_taken;
	} cases[] = {{60, 1, true}, {40, 1, true}, {1, 1, false}, {0, 1, true}, {0, 200, true}, {0, 201, false}};
	static const char zeros[60];
	char name[202] = "";
	AUTO_FILES struct files files = {.most = 100};
	int n = 0;
	for (int i = 0; i < COUNT(cases); i++) {
		AUTO_STR struct str reason = {0};
		memset(name, 'a', sizeof name);
		name[cases[i].n_name] = '\0';
		ck_assert_int_eq(files_add_bytes(&files, name, false, zeros, cases[i].size, &reason),
				 cases[i].is_taken);
		n += cases[i].is_taken;
		ck_assert_int_eq(files.n, n);
		ck_assert_int_eq(reason.length > 0, !cases[i].is_taken);
	}
	ck_assert_uint_eq(files.size, 100);
}
END_TEST

START_TEST(programs_are_executable_or_name_their_interpreter)
{
	static const struct {
		const char *bytes;
		bool is_executable, is_program;
	} cases[] = {{"#!x", false, true}, {"#!", false, false}, {"#x!", false, false}, {"", true, true},
		{"text", true, true},
		     {"text", false, false}};
	AUTO_FILES struct files files = {.most = 100};
	AUTO_STR struct str reason = {0};
	ck_assert(files_add_bytes(&files, "f", cases[_i].is_executable, cases[_i].bytes, strlen(cases[_i].bytes),
				  &reason));
	ck_assert_int_eq(files.items[0].is_program, cases[_i].is_program);
	ck_assert_str_eq(str_text(&files.items[0].bytes), cases[_i].bytes);
}
END_TEST

/* Paths before and after common folders are removed from them; a file that shares only the letters of a folder
 * stays. */
START_TEST(common_folders_are_removed)
{
	static const char *const cases[][2] = {
		{"a.c ", "a.c "}, {"p/a.c ", "a.c "}, {"p/q/a.c p/q/b/c ", "a.c b/c "}, {"p/a.c pq/b ", "p/a.c pq/b "},
		{"p/a.c q ", "p/a.c q "}, {"pq/b p/a.c ", "pq/b p/a.c "}, {"", ""},
	};
	AUTO_FILES struct files files = {.most = 100};
	AUTO_STR struct str reason = {0}, paths = {0};
	for (const char *at = cases[_i][0]; *at; at += strcspn(at, " ") + 1) {
		AUTO_STR struct str name = {0};
		str_add_n(&name, at, strcspn(at, " "));
		ck_assert(files_add_bytes(&files, name.text, false, "x", 1, &reason));
	}
	files_strip(&files);
	for (int i = 0; i < files.n; i++)
		str_addf(&paths, "%s ", files.items[i].path);
	ck_assert_str_eq(str_text(&paths), cases[_i][1]);
}
END_TEST

START_TEST(their_number_has_a_limit)
{
	AUTO_FILES struct files files = {.most = 100};
	AUTO_STR struct str reason = {0};
	for (int i = 0; i < FILES_MOST; i++)
		ck_assert(files_add_bytes(&files, "f", false, "", 0, &reason));
	ck_assert(!files_add_bytes(&files, "f", false, "", 0, &reason));
	ck_assert_msg(strstr(reason.text, "is too large"), "%s", reason.text);
}
END_TEST

/* Also: hidden files are skipped, and what is missing cannot be read. */
START_TEST(folders_have_a_limit)
{
	AUTO_FILES struct files files = {.most = 100};
	AUTO_STR struct str path = {0}, file = {0}, reason = {0};
	str_add(&path, "in");
	for (int depth = 1; depth < FILES_DEPTH; depth++)
		str_add(&path, "/d");
	ck_assert_int_eq(run_make_folders(path.text, NULL), 0);
	str_addf(&file, "%s/f", path.text);
	write_file(file.text, "text");
	write_file("in/.f", "text");
	ck_assert_msg(files_add(&files, "in", "x", &reason), "%s", reason.text);
	ck_assert_int_eq(files.n, 1);
	ck_assert_str_eq(files.items[0].path + strlen(files.items[0].path) - 4, "/d/f");
	ck_assert(strncmp(files.items[0].path, "x/d/", 4) == 0);
	str_add(&path, "/d");
	ck_assert_int_eq(mkdir(path.text, 0755), 0);
	ck_assert(!files_add(&files, "in", "x", &reason));
	ck_assert_msg(strstr(reason.text, "is nested in too many folders"), "%s", reason.text);
	str_clear(&reason);
	ck_assert(!files_add(&files, "nothing", "", &reason));
	ck_assert_str_eq(reason.text, "'nothing' cannot be read");
}
END_TEST

static unsigned mode_of(const char *path)
{
	struct stat st;
	ck_assert_int_eq(stat(path, &st), 0);
	return st.st_mode & 07777;
}

START_TEST(files_are_written_for_all_and_removed)
{
	AUTO_FILES struct files files = {.most = 100};
	AUTO_STR struct str reason = {0};
	struct err err = {0};
	umask(077);
	ck_assert(files_add_bytes(&files, "b/c/f", false, "text", 4, &reason) &&
		  files_add_bytes(&files, "a", true, "", 0, &reason));
	ck_assert(files_find(&files, "a") == &files.items[1] && files_find(&files, "b/c/f") == &files.items[0]);
	ck_assert_ptr_null(files_find(&files, "b"));
	ck_assert_int_eq(files_write(&files, "out", NULL), 0);
	ck_assert_uint_eq(mode_of("out/b/c/f"), 0644);
	ck_assert_uint_eq(mode_of("out/a"), 0755);
	ck_assert_uint_eq(mode_of("out/b"), 0755);
	ck_assert_uint_eq(umask(022), 077);
	check_file("out/b/c/f", "text");
	ck_assert_int_eq(files_write(&files, "out/a", &err), -1); /* which is a file */
	ck_assert(files_add_bytes(&files, "a/x", false, "", 0, &reason));
	ck_assert_int_eq(files_write(&files, "again", &err), -1); /* with a folder of this name */
	ck_assert_int_eq(mkdir("kept", 0755), 0);
	write_file("kept/f", "text");
	ck_assert_int_eq(symlink("../kept", "out/link"), 0);
	ck_assert_int_eq(files_remove("out", NULL), 0);
	ck_assert(access("out", F_OK) == -1 && access("kept/f", F_OK) == 0);
	ck_assert_int_eq(files_remove("out", NULL), 0); /* it is not there */
	ck_assert_int_eq(files_remove("kept/f/x", &err), -1);
	ck_assert_msg(strncmp(err.text, "cannot remove 'kept/f/x': ", 26) == 0, "%s", err.text);
}
END_TEST

/* ---- robots that need no build ---------------------------------------------------------- */

/* files: names with a blank after each; an executable one begins with '*'. robot: "" for none. */
static const struct {
	const char *files, *robot;
} ready[] = {
	{"r.so main.so other.so", "r.so"},
	{"main.so robot.so", "main.so"},
	{"robot.so x.so", "robot.so"},
	{"x.so", "x.so"},
	{"x.so y.so", ""},
	{"x.so y.so z.so", ""},
	{"x.so d/y.so", "x.so"},
	{"d/y.so", ""},
	{".so", ""},
	{"x.py x.so", "x.py"},
	{"x.js x.py", "x.py"},
	{"x.js r", "x.js"},
	{"x.js *r", "r"},
	{"*r *x", "r"},
	{"*main x", "main"},
	{"*robot x helper.so", "robot"},
	{"r.py helper.so", "r.py"},
	{"r *x", ""},
	{"r x", ""},
	{"*x", "x"},
	{"x", ""},
	{"x.txt", ""},
	{"x.so y.so x.py", "x.py"},
	{"d/x.c y.h", ""},
	{"d/Makefile", ""},
	{"c", ""},
};

START_TEST(a_robot_without_a_build_is_found)
{
	static struct contest contest;
	AUTO_FILES struct files files = {.most = 100};
	AUTO_STR struct str reason = {0};
	AUTO_FREE char *words = mem_strdup(ready[_i].files);
	char *rest = words;
	for (char *word; (word = strsep(&rest, " ")) != NULL;)
		ck_assert(files_add_bytes(&files, word + (*word == '*'), *word == '*', "", 0, &reason));
	struct build build = {.contest = &contest, .files = &files, .folder = "nowhere", .robot = "r"};
	struct err err = {0};
	ck_assert_msg(build_robot(&build, &err) == 0, "%s", err.text);
	ck_assert_str_eq(str_text(&build.file), ready[_i].robot);
	ck_assert_int_eq(build.reason.length > 0, !*ready[_i].robot);
	ck_assert_uint_eq(build.log.length, 0);
	build_release(&build);
}
END_TEST

/* ---- entering --------------------------------------------------------------------------- */

static struct contest contest;
static const volatile sig_atomic_t never;
static struct str said;

static void hear(const char *line)
{
	str_addf(&said, "%s\n", line);
}

static void submit(const char *team, const char *path, const char *text)
{
	AUTO_STR struct str whole = {0};
	str_addf(&whole, "c/submissions/%s/%s", team, path);
	*strrchr(whole.text, '/') = '\0';
	ck_assert_int_eq(run_make_folders(whole.text, NULL), 0);
	whole.text[strlen(whole.text)] = '/';
	write_file(whole.text, text);
}

static void begin_contest(void)
{
	struct err err = {0};
	ck_assert_int_eq(run_make_folders("c/submissions", NULL), 0);
	write_file("c/contest", "{\"seed\": \"7\"}");
	contest = (struct contest){.stop = &never, .say = hear};
	ck_assert_msg(contest_open(&contest, "c", CONTEST_CHANGE, &err) == 0, "%s", err.text);
}

static void end_contest(void)
{
	contest_release(&contest);
	str_release(&said);
}

/* A version as it is stored; its files are those in `names`, each with the text "1". */
static void put(const char *team, const char *robot, const char *name, const char *names, const char *why_not,
		bool is_active)
{
	AUTO_FILES struct files files = {.most = 100};
	AUTO_STR struct str reason = {0};
	AUTO_FREE char *words = mem_strdup(names);
	char *texts[4] = {mem_strdup(team), mem_strdup(robot), mem_strdup(name), mem_strdup(why_not)};
	char sha256[65], *rest = words, none[] = "";
	for (char *word; (word = strsep(&rest, " ")) != NULL;)
		files_add_bytes(&files, word, false, "1", 1, &reason);
	files_sort(&files);
	files_hash(&files, sha256);
	struct contest_version version = {.team = texts[0], .robot = texts[1], .name = texts[2], .reason = texts[3],
		.sha256 = sha256, .file = none, .arrived = none, .season = 1, .round = 1, .is_active = is_active};
	ck_assert_int_eq(contest_put_version(contest.database, &version, NULL), 0);
	for (int i = 0; i < 4; i++)
		free(texts[i]);
}

/* Enters all, and compares what was said, and then the versions: those that take part in upper case. */
static void check_enter(int64_t round, const char *lines, const char *wanted)
{
	AUTO_VERSIONS struct contest_versions versions = {0};
	AUTO_STR struct str list = {0};
	struct err err = {0};
	str_clear(&said);
	ck_assert_msg(enter_all(&contest, round, ENTER_ALL, &err) == 0, "%s", err.text);
	ck_assert_str_eq(str_text(&said), lines);
	ck_assert_int_eq(contest_get_versions(contest.database, &versions, NULL), 0);
	for (int i = 0; i < versions.n; i++)
		str_addf(&list, "%s%s/%s:%d ", versions.items[i].is_active ? "+" : "", versions.items[i].team,
			 versions.items[i].name, (int)versions.items[i].round);
	ck_assert_str_eq(str_text(&list), wanted);
}

static void check_notes(const char *wanted)
{
	AUTO_JSON json_t *notes = contest_notes(contest.database, NULL);
	AUTO_FREE char *text = json_dumps(notes, 0);
	ck_assert_str_eq(text, wanted);
}

#define NO_BUILD \
	"there is nothing to build a robot from: no Makefile, Cargo.toml, go.mod, C, C++ or Java source, " \
	"and no .jar, .so, .py, .js or program with the robot's name (that of the folder)"

/* What is known is not built again; a robot that is submitted again takes part again; one that is gone is withdrawn. */
START_TEST(known_files_are_not_built_again)
{
	begin_contest();
	put("ann", "a", "a-1", "a.c", "", true);
	put("ann", "b", "b-1", "b.c", "", false);
	put("ann", "c", "c-1", "c.c", "bad", false);
	put("ann", "d", "d-1", "d.c d.data/x d.data/y", "", true);
	put("ann", "e", "e-1", "e.c", "", true);
	put("bob", "a", "a-1", "a.c", "", true);
	put("cid", "cid", "cid-1", "Makefile x", "", true);
	contest.settings.robots_per_team = 4;
	submit("ann", "a.c", "1");
	submit("ann", "b.c", "1");
	submit("ann", "c.c", "1");
	submit("ann", "d.c", "1");
	submit("ann", "d.data/x", "1");
	submit("ann", "d.data/y", "1");
	submit("cid", "Makefile", "1");
	submit("cid", "x", "1");
	const char *const wanted = "+ann/a-1:1 +ann/b-1:1 ann/c-1:1 +ann/d-1:1 ann/e-1:1 bob/a-1:1 +cid/cid-1:1 ";
	check_enter(2, "ann: c-1 does not take part: bad\n", wanted);
	check_notes("[[\"ann\", \"c-1 does not take part: bad\"]]");
	check_enter(3, "", wanted); /* it was said */
	ck_assert_int_eq(unlink("c/submissions/ann/c.c"), 0); /* or another version is submitted */
	check_enter(4, "", wanted);
	check_notes("[]");
	end_contest();
}
END_TEST

#define IN_FOLDER "put the files of one robot into a folder"

START_TEST(refused_files_are_noted)
{
	begin_contest();
	contest.settings.robots_per_team = 3;
	submit("ann", "-z.c", "1");
	submit("ann", "a/readme", "1");
	submit("ann", "a.py", "1");
	submit("ann", "b/.hidden", "1");
	submit("ann", "c.txt", "1");
	submit("ann", "d.data/x", "1");
	submit("ann", ".e.c", "1");
	submit("ann", "f/readme", "1");
	submit("ann", "g/readme", "1");
	submit("ann", "h/readme", "1");
	ck_assert_int_eq(symlink("../bob", "c/submissions/ann/i.so"), 0);
	submit("b:b", "a.c", "1");
	write_file("c/submissions/cid", "1");
	write_file("c/submissions/.dan", "1");
	const char *const notes =
		"ann: '-z.c' is not a valid name for a robot: " FILES_NAMES "\n"
		"ann: 'a.py': the team has another robot of this name\n"
		"ann: b: it has no files\n"
		"ann: 'c.txt' cannot be used as a robot: it is neither executable (chmod +x) nor a folder, "
		"and its name does not end in .c, .cpp, .cc, .java, .jar, .so, .py, .js or .zip\n"
		"ann: 'h': the team already has the maximum number of robots (robots_per_team); " IN_FOLDER "\n"
		"ann: 'i.so': the team already has the maximum number of robots (robots_per_team); " IN_FOLDER "\n"
		"b:b: 'b:b' is not a valid name for a team: " FILES_NAMES "\n"
		"cid: 'cid' is not the folder of a team\n";
	AUTO_STR struct str lines = {0};
	str_add(&lines, "3 new versions to build and check\n");
	for (const char *name = "afg"; *name; name++)
		str_addf(&lines, "ann/%c-1 does not take part: %s\n", *name, NO_BUILD);
	str_add(&lines, notes);
	check_enter(3, lines.text, "ann/a-1:3 ann/f-1:3 ann/g-1:3 ");
	check_enter(4, "", "ann/a-1:3 ann/f-1:3 ann/g-1:3 "); /* not again */
	ck_assert_int_eq(files_remove("c/submissions/ann/h", NULL) || unlink("c/submissions/ann/c.txt"), 0);
	check_enter(5, "", "ann/a-1:3 ann/f-1:3 ann/g-1:3 ");
	submit("ann", "c.txt", "2");
	ck_assert_int_eq(unlink("c/submissions/ann/i.so") || symlink("../bob", "c/submissions/ann/bb.so"), 0);
	check_enter(6, "ann: bb: 'bb.so' is a symbolic link\n"
		    "ann: 'c.txt' cannot be used as a robot: it is neither executable (chmod +x) nor a folder, "
		    "and its name does not end in .c, .cpp, .cc, .java, .jar, .so, .py, .js or .zip\n",
		    "ann/a-1:3 ann/f-1:3 ann/g-1:3 ");
	end_contest();
}
END_TEST

/* Those that an organiser has built again count once. */
START_TEST(a_day_has_so_many_versions)
{
	begin_contest();
	contest.settings.versions_per_day = 2;
	contest.settings.robots_per_team = 3;
	put("ann", "a", "a-1", "old", "", false); /* its name is taken; of another day */
	submit("ann", "a/readme", "1");
	submit("ann", "b/readme", "1");
	submit("ann", "c/readme", "1");
	submit("bob", "a/readme", "1");
	check_enter(1, "3 new versions to build and check\nann/a-2 does not take part: " NO_BUILD
		    "\nann/b-1 does not take part: " NO_BUILD "\nbob/a-1 does not take part: " NO_BUILD
		    "\nann: c: a new version waits until tomorrow (UTC)\n",
		    "ann/a-1:1 ann/a-2:1 ann/b-1:1 bob/a-1:1 ");
	ck_assert_int_eq(contest_forget_files(contest.database, 3, NULL), 0);
	check_enter(2, "1 new version to build and check\nann/b-2 does not take part: " NO_BUILD "\n",
		    "ann/a-1:1 ann/a-2:1 ann/b-1:1 bob/a-1:1 ann/b-2:2 ");
	end_contest();
}
END_TEST

START_TEST(what_cannot_be_read_or_is_stopped_fails)
{
	static const volatile sig_atomic_t stop = 1;
	struct err err = {0};
	begin_contest();
	submit("ann", "a/readme", "1");
	contest.stop = &stop;
	ck_assert_int_eq(enter_all(&contest, 1, ENTER_ALL, &err), -1);
	ck_assert_int_eq(err.code, EXIT_INTERRUPTED);
	ck_assert_int_eq(files_remove("c/submissions", NULL), 0);
	ck_assert_int_eq(enter_all(&contest, 1, ENTER_ALL, &err), -1);
	ck_assert_msg(strstr(err.text, "/c/submissions': No such file"), "%s", err.text);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_uint_eq(said.length, 0);
	end_contest();
}
END_TEST

START_TEST(the_first_version_of_a_contest_counts)
{
	begin_contest();
	contest.settings.versions_per_day = 1;
	contest.settings.robots_per_team = 2;
	submit("ann", "a/readme", "1");
	submit("ann", "b/readme", "1");
	check_enter(1, "1 new version to build and check\nann/a-1 does not take part: " NO_BUILD "\n"
		    "ann: b: a new version waits until tomorrow (UTC)\n", "ann/a-1:1 ");
	end_contest();
}
END_TEST

START_TEST(many_versions_come_in_order)
{
	enum { N = 34 };
	AUTO_STR struct str lines = {0}, versions = {0};
	begin_contest();
	contest.settings.robots_per_team = contest.settings.versions_per_day = 100;
	for (int i = 0; i < N; i++) {
		char name[20];
		snprintf(name, sizeof name, "r%02d/readme", i);
		submit("ann", name, "1");
		str_add(&lines, i == 0 ? "34 new versions to build and check\n" : "");
		str_addf(&lines, "ann/r%02d-1 does not take part: %s\n", i, NO_BUILD);
		str_addf(&versions, "ann/r%02d-1:1 ", i);
	}
	check_enter(1, lines.text, versions.text);
	check_file("c/teams/ann/r33-1/source/readme", "1");
	check_file("c/teams/ann/r33-1/build.log", "");
	ck_assert_int_eq(access("c/teams/ann/r33-1/doctor.txt", F_OK), -1);
	end_contest();
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 0,
	TEST(sizes_and_names_have_limits),
	LOOP(programs_are_executable_or_name_their_interpreter, 0, 6),
	LOOP(common_folders_are_removed, 0, 7),
	TEST(their_number_has_a_limit),
	TEST(folders_have_a_limit),
	TEST(files_are_written_for_all_and_removed),
	LOOP(a_robot_without_a_build_is_found, 0, COUNT(ready)),
	TEST(known_files_are_not_built_again),
	TEST(refused_files_are_noted),
	TEST(a_day_has_so_many_versions),
	TEST(what_cannot_be_read_or_is_stopped_fails),
	TEST(the_first_version_of_a_contest_counts),
	TEST(many_versions_come_in_order))

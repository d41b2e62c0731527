/* prepare.c - builds and checks new versions, each in a process of its own (prepare.h). */
#include "contest/prepare.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/cores.h"
#include "base/file.h"
#include "base/text.h"
#include "contest/box.h"
#include "doctor/doctor.h"
#include "robot/program/limit.h"

#define SECOND INT64_C(1000000000)

enum { UNWRAPPED = 100000 };

/* The first byte that the process of a version sends. */
enum { ANSWER_READY = 'r', ANSWER_HINDERED = 'h', ANSWER_FAILED = 'f' /* a struct err follows */ };

/* Adds the first fault. A fault that the rules count as a call is ignored. */
static void add_reason(const struct doctor *doctor, struct str *reason)
{
	AUTO_STR struct str rules = rules_text(&doctor->rules);
	for (int i = 0; i < doctor->n_findings; i++) {
		const struct doctor_finding *finding = &doctor->findings[i];
		bool is_call = strcmp(finding->check, "plays") == 0 ? str_has_word(rules.text, "illegal=call", " ")
			: strcmp(finding->check, "crashes") == 0 && str_has_word(rules.text, "fault=call", " ");
		if (finding->level != DOCTOR_FAULT || (is_call && !doctor->is_hopeless))
			continue;
		str_addf(reason, "%s: %s", finding->check, str_text(&finding->text));
		return;
	}
}

static void set_up(const struct contest *contest, struct doctor *doctor)
{
	enum { CHECK = -1 }; /* used in place of the number of a round, because a robot that knew the seed could play
	                      * well only in the check */
	struct tournament *base = &doctor->base;
	char seed[CONTEST_SEED];
	contest_seed(contest, contest->season.number, CHECK, seed);
	doctor->rules = contest->rules;
	doctor->is_given = doctor->is_for_team = true;
	doctor->games = contest->settings.doctor_games;
	doctor->most_ns = contest->settings.check_seconds * SECOND;
	base->rules = contest->rules;
	base->seed = rng_key_of_seed(seed);
	base->stop = contest->stop;
	base->limits = settings_limits(&contest->settings);
	base->allows_weak_sandbox = contest->allows_weak_sandbox;
	base->hidden[0] = contest->results;
}

static int examine(const struct contest *contest, struct doctor *doctor, const char *path, struct str *list,
		   struct str *reason, struct err *err)
{
	struct err why = {0};
	set_up(contest, doctor);
	str_add(&doctor->again, "arena doctor --trust ");
	text_add_shell_word(&doctor->again, path);
	if (doctor_open(doctor, path, &why)) {
		str_add(reason, why.text);
		return why.code == EXIT_WORLD ? err_set(err, why.code, "%s", why.text) : 0;
	}
	if (doctor_examine(doctor, err))
		return -1;
	if (*contest->stop)
		return err_set(err, EXIT_INTERRUPTED, "interrupted");
	doctor_text(doctor, false, UNWRAPPED, list);
	add_reason(doctor, reason);
	for (int round = 1; round <= settings_n_rounds(&contest->settings) && !reason->length; round++) {
		struct rules rules;
		int n_seats;
		if (settings_round(&contest->settings, round, &rules, &n_seats, err))
			return -1;
		if (!tournament_suits(&doctor->robots[0], &rules))
			str_addf(reason, "it does not list '%s' among the variants that it plays", rules.name);
	}
	return 0;
}

int check_robot(const struct contest *contest, const char *path, struct str *list, struct str *reason, struct err *err)
{
	struct doctor *doctor = NEW(struct doctor);
	int failed = examine(contest, doctor, path, list, reason, err);
	doctor_release(doctor);
	free(doctor);
	return failed;
}

static int write_text(const char *folder, const char *name, const struct str *text, struct err *err)
{
	AUTO_STR struct str path = str_of("%s/%s", folder, name);
	return file_write(path.text, text, err);
}

static struct str folder_of(const struct contest *contest, const struct contest_version *version)
{
	return str_of("%s/teams/%s/%s", contest->folder, version->team, version->name);
}

/* Builds and checks the version in its folder. An empty build.log means that it is being built, an empty doctor.txt
 * that it is being checked. Adds the answer: ANSWER_READY, the file, a NUL, and the reason; or ANSWER_HINDERED. */
static int make(const struct contest *contest, const struct prepared *prepared, struct str *answer, struct err *err)
{
	const struct contest_version *version = &prepared->version;
	AUTO_FILES struct files files = {.most = SIZE_MAX};
	AUTO_STR struct str folder = folder_of(contest, version);
	AUTO_STR struct str source = {0}, path = {0}, list = {0}, why = {0}, unread = {0};
	str_addf(&source, "%s/source", folder.text);
	struct build build = {.contest = contest, .files = &files, .folder = source.text, .robot = version->robot};
	if (!files_add(&files, source.text, "", &unread))
		return err_set(err, EXIT_WORLD, "%s", unread.text);
	files_sort(&files);
	int failed = write_text(folder.text, "build.log", &(struct str){0}, err) || build_robot(&build, err) ||
		write_text(folder.text, "build.log", &build.log, err);
	if (!failed && build.file.length) {
		str_addf(&path, "%s/%s%s", source.text, build.file.text, str_text(&build.options));
		failed = write_text(folder.text, "doctor.txt", &(struct str){0}, err) || check_robot(contest, path.text,
			&list, &build.reason, err) || write_text(folder.text, "doctor.txt", &list, err);
	}
	str_addf(answer, "%c", build.is_hindered ? ANSWER_HINDERED : ANSWER_READY);
	if (build.file.length)
		str_addf(answer, "teams/%s/%s/source/%s%s", version->team, version->name, build.file.text,
			 str_text(&build.options));
	str_add_n(answer, "", 1);
	contest_add_public(contest, str_text(&build.reason), &why);
	text_add_clean(answer, str_text(&why));
	build_release(&build);
	return failed ? -1 : 0;
}

_Noreturn static void be_maker(const struct contest *contest, const struct prepared *prepared, int fd, pid_t owner)
{
	AUTO_STR struct str answer = {0};
	struct err err = {0};
	contest_box_end_with_parent();
	setpgid(0, 0); /* Ctrl-C at the terminal must reach only the parent */
	if (getppid() != owner)
		_exit(EXIT_WORLD);
	if (make(contest, prepared, &answer, &err)) {
		str_set(&answer, "%c", ANSWER_FAILED);
		str_add_n(&answer, (const char *)&err, sizeof err);
	}
	limit_leave(); /* needed if it was the first to start a program */
	size_t at = 0;
	for (ssize_t n; at < answer.length && (n = write(fd, answer.text + at, answer.length - at)) > 0;)
		at += (size_t)n;
	_exit(at == answer.length ? EXIT_OK : EXIT_WORLD);
}

static int begin(struct contest *contest, struct prepared *prepared, struct err *err)
{
	int pipes[2];
	pid_t owner = getpid();
	if (pipe2(pipes, O_CLOEXEC))
		return err_errno(err, "cannot create a pipe");
	prepared->pid = fork();
	if (prepared->pid == 0) {
		close(pipes[0]);
		be_maker(contest, prepared, pipes[1], owner);
	}
	close(pipes[1]);
	if (prepared->pid < 0) {
		close(pipes[0]);
		return err_errno(err, "cannot start a process");
	}
	prepared->fd = pipes[0];
	prepared->begun_ns = clock_wall_ns();
	prepared->n_tries++;
	prepared->state = PREPARED_RUNS;
	str_clear(&prepared->answer);
	return 0;
}

/* Returns how many may run at the same time. There is more than one for each core only if the machine has the memory
 * that their builds may use. */
static int most_running(const struct contest *contest, int n_cores)
{
	enum { PER_CORE = 8, LEAST_PER_CORE = 2 };
	long long mb = sysconf(_SC_PHYS_PAGES) / (1 << 20) * sysconf(_SC_PAGESIZE) * 3 / 4;
	long long n = mb / contest->settings.build_memory_mb;
	long long least = LEAST_PER_CORE * n_cores, most = PER_CORE * n_cores;
	return (int)(n < least ? least : n > most ? most : n);
}

static void reap(struct prepared *prepared)
{
	mem_auto_close(&prepared->fd);
	while (waitpid(prepared->pid, NULL, 0) < 0 && errno == EINTR)
		;
	prepared->pid = 0;
	prepared->used_ns += clock_wall_ns() - prepared->begun_ns;
}

static void stop(struct prepared *prepared)
{
	if (prepared->pid > 0) {
		kill(prepared->pid, SIGKILL); /* also ends its sandbox */
		reap(prepared);
	}
}

static bool runs_for(const struct prepared *prepared, int seconds)
{
	return prepared->state == PREPARED_RUNS && clock_wall_ns() - prepared->begun_ns >= seconds * SECOND;
}

/* Makes room for a version that has not started yet by ending the one that has run longest, which starts again after
 * all others. Returns false if all have just started, or have already been ended once. */
static bool put_off_one(struct workshop *workshop)
{
	enum { LEAST_SECONDS = 5 };
	struct prepared *longest = NULL;
	for (int i = 0; i < workshop->n; i++) {
		struct prepared *any = &workshop->list[i];
		if (runs_for(any, LEAST_SECONDS) && !any->is_slow && (!longest || any->begun_ns < longest->begun_ns))
			longest = any;
	}
	if (!longest)
		return false;
	stop(longest);
	longest->n_tries--;
	longest->is_slow = true;
	longest->state = PREPARED_WAITS;
	return true;
}

static int begin_some(struct contest *contest, bool is_slow, struct err *err)
{
	enum { YOUNG_PER_CORE = 3 }; /* more than one, because a check sleeps for half of its time */
	struct workshop *workshop = &contest->workshop;
	int n_cores = cores_allowed(), n_running = 0, n_young = 0, most = most_running(contest, n_cores);
	for (int i = 0; i < workshop->n; i++) {
		n_running += workshop->list[i].state == PREPARED_RUNS;
		n_young += workshop->list[i].state == PREPARED_RUNS && !runs_for(&workshop->list[i], BOX_YOUNG_SECONDS);
	}
	for (int i = 0; i < workshop->n && n_young < YOUNG_PER_CORE * n_cores; i++) {
		struct prepared *prepared = &workshop->list[i];
		if (prepared->state != PREPARED_WAITS || prepared->is_slow != is_slow)
			continue;
		if (is_slow ? n_running >= most - n_cores : n_running >= most && !put_off_one(workshop))
			return 0;
		n_running += is_slow || n_running < most;
		n_young++;
		if (begin(contest, prepared, err))
			return -1;
	}
	return 0;
}

static void set_outcome(struct prepared *prepared, const char *file, const char *reason)
{
	FREE_ALL(prepared->version.file, prepared->version.reason);
	prepared->version.file = mem_strdup(file);
	prepared->version.reason = mem_strdup(reason);
	prepared->is_hindered = false;
	prepared->state = PREPARED_READY;
}

/* Handles the end of the version's process. */
static int end(struct prepared *prepared, struct err *err)
{
	const struct str *answer = &prepared->answer;
	reap(prepared);
	prepared->state = PREPARED_READY;
	char kind = answer->length ? answer->text[0] : ANSWER_HINDERED; /* if there is no answer, it was killed */
	if (kind == ANSWER_FAILED) {
		memcpy(err, answer->text + 1, sizeof *err);
		return -1;
	}
	prepared->is_hindered = kind == ANSWER_HINDERED;
	if (prepared->is_hindered && prepared->n_tries < PREPARE_TRIES)
		prepared->state = PREPARED_WAITS;
	else if (!prepared->is_hindered)
		set_outcome(prepared, answer->text + 1, answer->text + 1 + strlen(answer->text + 1) + 1);
	return 0;
}

int prepare_step(struct contest *contest, struct err *err)
{
	enum { PAUSE_MS = 100 };
	struct workshop *workshop = &contest->workshop;
	char buffer[4096];
	if (begin_some(contest, false, err) || begin_some(contest, true, err))
		return -1;
	AUTO_FREE struct pollfd *polled = NEW_ARRAY(struct pollfd, (size_t)workshop->n + 1);
	for (int i = 0; i < workshop->n; i++)
		polled[i] = (struct pollfd){.fd = workshop->list[i].fd, .events = POLLIN};
	poll(polled, (nfds_t)workshop->n, PAUSE_MS);
	for (int i = 0; i < workshop->n; i++) {
		if (!polled[i].revents)
			continue;
		ssize_t n = read(workshop->list[i].fd, buffer, sizeof buffer);
		if (n > 0)
			str_add_n(&workshop->list[i].answer, buffer, (size_t)n);
		else if ((n == 0 || errno != EINTR) && end(&workshop->list[i], err))
			return -1;
	}
	return 0;
}

int prepare_add(struct contest *contest, struct contest_version *version, const struct files *files, struct err *err)
{
	struct workshop *workshop = &contest->workshop;
	AUTO_STR struct str folder = folder_of(contest, version);
	AUTO_STR struct str source = str_of("%s/source", folder.text);
	*MEM_APPEND(workshop->list, workshop->n) = (struct prepared){.version = *version, .n_files = files->n,
		.is_there = true, .fd = -1};
	*version = (struct contest_version){0};
	/* A process that was killed may have left files there. */
	return files_remove(folder.text, err) || files_write(files, source.text, err) ? -1 : 0;
}

/* Returns the file with the seconds that the builds and checks of a team have taken on a day: "2026-11-27 120". */
static struct str time_file(const struct contest *contest, const char *team)
{
	return str_of("%s/teams/%s/.time", contest->folder, team);
}

long long prepare_seconds_today(const struct contest *contest, const char *team)
{
	char now[CONTEST_TIME];
	contest_now(now);
	AUTO_STR struct str path = time_file(contest, team), text = {0};
	return access(path.text, F_OK) == 0 && str_read_file(&text, path.text, 100, NULL) == 0 && text.length > 10 &&
	       strncmp(text.text, now, 10) == 0 ? strtoll(text.text + 10, NULL, 10) : 0;
}

int prepare_add_seconds(const struct contest *contest, const char *team, long long seconds, struct err *err)
{
	char now[CONTEST_TIME];
	contest_now(now);
	AUTO_STR struct str path = time_file(contest, team), text = {0};
	AUTO_STR struct str folder = str_of("%s/teams/%s", contest->folder, team);
	str_addf(&text, "%.10s %lld\n", now, prepare_seconds_today(contest, team) + seconds);
	mkdir(folder.text, 0755); /* it exists if the team has a version */
	return file_write(path.text, &text, err);
}

int prepare_charge(const struct contest *contest, const struct prepared *prepared, struct err *err)
{
	return prepare_add_seconds(contest, prepared->version.team, (prepared->used_ns + SECOND - 1) / SECOND, err);
}

static void prepared_release(struct prepared *prepared)
{
	struct contest_versions version = {.items = NEW(struct contest_version), .n = 1};
	stop(prepared);
	version.items[0] = prepared->version;
	contest_versions_release(&version);
	str_release(&prepared->answer);
}

void prepare_end(struct prepared *prepared, const char *reason)
{
	stop(prepared);
	set_outcome(prepared, "", reason);
}

void prepare_remove(struct workshop *workshop, int i)
{
	prepared_release(&workshop->list[i]);
	memmove(&workshop->list[i], &workshop->list[i + 1], (size_t)(--workshop->n - i) * sizeof *workshop->list);
}

void workshop_release(struct contest *contest)
{
	struct workshop *workshop = &contest->workshop;
	struct err ignored = {0};
	for (int i = 0; i < workshop->n; i++) {
		stop(&workshop->list[i]);
		if (workshop->list[i].used_ns)
			prepare_charge(contest, &workshop->list[i], &ignored);
		prepared_release(&workshop->list[i]);
	}
	free(workshop->list);
	*workshop = (struct workshop){0};
}

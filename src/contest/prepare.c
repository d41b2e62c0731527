/* prepare.c - new versions, built and checked, several at a time (prepare.h). */
#include "contest/prepare.h"

#include "base/cores.h"
#include "base/file.h"
#include "base/text.h"
#include "doctor/doctor.h"
#include "run/jobs.h"
#include "run/setup.h"

enum { UNWRAPPED = 100000 };

/* The first fault. */
static void add_reason(const struct doctor *doctor, struct str *reason)
{
	for (int i = 0; i < doctor->n_findings; i++) {
		const struct doctor_finding *finding = &doctor->findings[i];
		if (finding->level != DOCTOR_FAULT)
			continue;
		str_addf(reason, "%s: %s", finding->check, str_text(&finding->text));
		return;
	}
}

static void set_up(const struct contest *contest, struct doctor *doctor)
{
	enum { CHECK = -1 }; /* in place of the number of a round: a robot that knew the seed could play well in the check alone */
	struct tournament *base = &doctor->base;
	char seed[CONTEST_SEED];
	contest_seed(contest, contest->season.number, CHECK, seed);
	doctor->rules = contest->rules;
	doctor->is_given = true;
	doctor->games = contest->settings.doctor_games;
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
	if (!reason->length && !tournament_suits(&doctor->robots[0], &contest->rules))
		str_addf(reason, "it does not list '%s' among the variants that it plays", contest->rules.name);
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

/* Builds and checks it in its folder. */
static int make(const struct contest *contest, const struct prepared *version, struct str *file, struct str *reason, struct err *err)
{
	AUTO_STR struct str folder = {0}, source = {0}, path = {0}, list = {0}, why = {0};
	str_addf(&folder, "%s/teams/%s/%s", contest->folder, version->team, version->name);
	str_addf(&source, "%s/source", folder.text);
	struct build build = {.contest = contest, .files = &version->files, .folder = source.text, .robot = version->robot};
	/* A process that was killed may have left something there. */
	int failed = files_remove(folder.text, err) || files_write(&version->files, source.text, err) || build_robot(&build, err) ||
		     write_text(folder.text, "build.log", &build.log, err);
	if (!failed && build.file.length) {
		str_addf(&path, "%s/%s", source.text, build.file.text);
		str_addf(file, "teams/%s/%s/source/%s", version->team, version->name, build.file.text);
		failed = check_robot(contest, path.text, &list, &build.reason, err) || write_text(folder.text, "doctor.txt", &list, err);
	}
	contest_add_public(contest, str_text(&build.reason), &why);
	text_add_clean(reason, str_text(&why));
	build_release(&build);
	return failed ? -1 : 0;
}

struct prepare_progress {
	const struct preparing *preparing;
	int n_done;
	int failed;      /* of `done` */
	struct err *err;
};

/* An item is the file, a NUL, and the reason. */
static int work(struct job *job, void *context, struct err *err)
{
	const struct preparing *preparing = ((struct prepare_progress *)context)->preparing;
	for (int i = 0; i < preparing->n; i++) {
		AUTO_STR struct str file = {0}, reason = {0};
		if (!job_is_mine(job))
			continue;
		if (make(preparing->contest, &preparing->versions[i], &file, &reason, err))
			return -1;
		str_add_n(&file, "", 1);
		str_add_n(&file, str_text(&reason), reason.length);
		if (!job_send(job, file.text, file.length) || !job_flush(job))
			break;
	}
	return 0;
}

static bool take(const char *bytes, size_t n, void *context)
{
	struct prepare_progress *progress = context;
	const struct preparing *preparing = progress->preparing;
	AUTO_STR struct str reason = {0};
	size_t n_file = strnlen(bytes, n);
	str_add_n(&reason, bytes + n_file + 1, n - n_file - 1);
	progress->failed = preparing->done(progress->n_done++, bytes, str_text(&reason), preparing->context, progress->err);
	return !progress->failed;
}

int prepare(const struct preparing *preparing, struct err *err)
{
	struct prepare_progress progress = {.preparing = preparing, .err = err};
	int n_cores = cores_allowed();
	const struct jobs jobs = {.n_jobs = n_cores < preparing->n ? n_cores : preparing->n, .work = work, .take = take,
				  .context = &progress, .stop = preparing->contest->stop};
	if (preparing->n == 0)
		return 0;
	if (jobs_run(&jobs, err) || progress.failed)
		return -1;
	return progress.n_done < preparing->n ? err_set(err, EXIT_INTERRUPTED, "interrupted") : 0;
}

/* check.c - is a robot sound enough to take part (check.h). */
#include "contest/check.h"

#include <stdlib.h>

#include "base/mem.h"
#include "doctor/doctor.h"
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
	struct tournament *base = &doctor->base;
	doctor->rules = contest->rules;
	doctor->is_given = true;
	doctor->games = contest->settings.doctor_games;
	base->rules = contest->rules;
	base->seed = rng_key_of_seed("doctor");
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
	opts_shell_word(path, &doctor->again);
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

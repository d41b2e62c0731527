/* study.c - what a robot did in a run, by replaying some of its games (study.h). */
#include "record/study.h"

#include "game/game.h"
#include "record/replays.h"

/* One of each match is kept at a time. */
enum { GAMES_IN_PROGRESS = 4096 };

struct open_match {
	struct game_record log;
	struct analysis_match parts;
	bool *is_done; /* by block and rotation: a rotation that began again counts once; owned */
};

static bool wants(uint64_t match, void *context)
{
	return sample_takes(&((struct study *)context)->sample, match);
}

static bool watch(const struct watch_event *s, int index, void *context)
{
	struct study *study = context;
	const struct schedule *schedule = study->sample.schedule;
	struct game_place place = schedule_game(schedule, s->number);
	struct open_match *match = &study->matches[index];
	game_record_watch(&match->log, s);
	if (!match->log.is_over)
		return true;
	bool *is_done = &match->is_done[place.block * (uint32_t)schedule->n_seats + (uint32_t)place.rotation];
	struct match_plan plan;
	schedule_match(schedule, place.match, &plan);
	int seat = schedule_seat(&plan, sample_player(&study->sample, &plan), place.rotation, schedule->n_seats);
	if (!*is_done) {
		analysis_add(&study->analysis, &match->parts, &match->log, seat);
		worst_add(&study->worst, &match->log, seat);
	}
	*is_done = true;
	return true;
}

static bool finished(const struct replays_match *match, int index, void *context)
{
	struct study *study = context;
	int n = match->n_seats, player = sample_player(&study->sample, match->plan);
	uint64_t n_games = match->plan->n_blocks * (uint64_t)n;
	memset(study->matches[index].is_done, 0, n_games);
	analysis_end_match(&study->analysis, &study->matches[index].parts, match->plan, match->places, player);
	course_add(&study->course, match->plan, match->places, player);
	study->shares[study->n_shares++] = match_win_share(match->places, n_games, n, player);
	return true;
}

static int play(struct study *study, struct err *err)
{
	const struct tournament *tournament = study->tournament;
	struct replays replays = {
		.tournament = tournament, .end_match = study->sample.end_match,
		.wants = wants, .watch = watch, .finished = finished, .context = study,
	};
	replays_size(&replays, GAMES_IN_PROGRESS);
	study->n_at_once = replays.n_at_once;
	study->matches = NEW_ARRAY(struct open_match, (size_t)study->n_at_once);
	const struct schedule *schedule = study->sample.schedule;
	for (int i = 0; i < study->n_at_once; i++)
		study->matches[i].is_done = NEW_ARRAY(bool, (size_t)schedule->match_length * (size_t)schedule->n_seats);
	study->shares = NEW_ARRAY(double, (size_t)study->sample.n_taken);
	return replays_play(&replays, err);
}

const char *study_baseline(const struct rules *rules)
{
	return rules->family->baseline;
}

int study_probe_baseline(struct robot *baseline, const struct tournament *tournament, struct err *err)
{
	struct tournament alone = *tournament;
	alone.robots = baseline;
	alone.schedule.n_robots = 1;
	if (tournament_probe(&alone, err))
		return -1;
	if (baseline->fault.verdict)
		return err_set(err, EXIT_USAGE, "--baseline: the robot '%s' cannot be loaded: %s", baseline->label,
			       baseline->fault.cause);
	return 0;
}

void study_init(struct study *study, int robot, const struct sample_limits *limits)
{
	study->analysis.robot = robot;
	study->analysis.n_seats = study->info->n_seats;
	sample_init(&study->sample, &study->tournament->schedule, robot, study->played, limits);
	course_init(&study->course, &study->tournament->schedule, study->sample.n_taken);
}

int study_play(struct study *study, struct err *err)
{
	if (play(study, err))
		return -1;
	analysis_end(&study->analysis);
	course_end(&study->course);
	if (!study->baseline)
		return 0;
	return replacement_play(&study->replacement, study->tournament, study->baseline, &study->sample, study->shares, err);
}

struct measuring {
	struct ask_times times;
	int player; /* at the table */
};

static bool measure(const struct watch_event *s, void *context)
{
	struct measuring *measuring = context;
	if (s->player == measuring->player)
		ask_times_watch(&measuring->times, s);
	return !ask_times_are_enough(&measuring->times);
}

int study_measure(struct study *study, struct ask_spread *spread, struct err *err)
{
	struct tournament tournament = *study->tournament;
	struct robot *robot = &tournament.robots[study->analysis.robot];
	struct robot_notes notes = {0};
	int failed = 0;
	if (tournament.stored_plays)
		return 0;
	AUTO_FREE struct measuring *measuring = NEW(struct measuring);
	measuring->times.notes = &notes;
	robot->notes = &notes;
	sample_rewind(&study->sample);
	for (uint64_t match = 0; match < study->sample.end_match && !failed && !ask_times_are_enough(&measuring->times); match++) {
		struct match_plan plan;
		if (!sample_takes(&study->sample, match))
			continue;
		schedule_match(study->sample.schedule, match, &plan);
		measuring->player = sample_player(&study->sample, &plan);
		failed = tournament_watch_match(&tournament, match, measure, measuring, err);
	}
	robot->notes = NULL;
	*spread = ask_times_spread(&measuring->times);
	return failed;
}

void study_release(struct study *study)
{
	course_release(&study->course);
	worst_release(&study->worst);
	for (int i = 0; i < study->n_at_once; i++) {
		game_record_release(&study->matches[i].log);
		free(study->matches[i].is_done);
	}
	free(study->matches);
	free(study->shares);
	analysis_release(&study->analysis);
	replacement_release(&study->replacement);
}

struct analysis_report study_report(const struct study *study)
{
	return (struct analysis_report){
		.info = study->info, .sample = &study->sample, .analysis = &study->analysis, .course = &study->course,
		.worst = &study->worst, .replacement = &study->replacement,
		.baseline = study->baseline ? study->baseline->label : NULL, .cpu_us_per_ask = -1,
	};
}

/* study.c - analyses a robot of a run by replaying some of its games, and finds its most costly decisions (study.h). */
#include "record/study.h"

#include "base/clock.h"
#include "game/liars/liars.h"

enum { MS = 1000000, US = 1000 };

void ask_times_watch(struct ask_times *times, const struct watch_event *s)
{
	if (s->kind == WATCH_ASK) {
		if (!times->started)
			times->started = clock_wall_ns();
		times->began = times->notes->is_starting ? -1 : clock_process_cpu_ns(times->notes->pid);
	}
	if (s->kind == WATCH_ANSWER && times->began >= 0 && times->n < ASK_TIMES_MOST) {
		int64_t ns = clock_process_cpu_ns(times->notes->pid) - times->began;
		times->ns[times->n++] = ns;
		times->total_ns += ns;
	}
}

bool ask_times_are_enough(const struct ask_times *times)
{
	const int64_t most_ns = INT64_C(3000) * MS;
	return times->n == ASK_TIMES_MOST || times->total_ns > most_ns ||
	       (times->started && clock_wall_ns() - times->started > 10 * most_ns);
}

static int compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

struct ask_spread ask_times_spread(struct ask_times *times)
{
	int n = times->n;
	if (!n)
		return (struct ask_spread){0};
	qsort(times->ns, (size_t)n, sizeof *times->ns, compare);
	return (struct ask_spread){n, times->ns[n / 2], times->ns[(int)((int64_t)n * 99 / 100)], times->ns[n - 1]};
}

void ask_time_add(int64_t ns, struct str *out)
{
	if (ns < MS)
		str_addf(out, "%.1f us", (double)ns / US);
	else
		str_addf(out, "%.1f ms", (double)ns / MS);
}

void ask_spread_add(const struct ask_spread *spread, struct str *out)
{
	str_add(out, "median ");
	ask_time_add(spread->median_ns, out);
	str_add(out, ", 99 % within ");
	ask_time_add(spread->p99_ns, out);
	str_add(out, ", longest ");
	ask_time_add(spread->longest_ns, out);
}

void replacement_release(struct replacement *replacement)
{
	histogram_release(&replacement->wins);
	histogram_release(&replacement->ahead);
}

/* Adds the open deal set to the histograms, and clears it. */
static void close_set(struct replacement *replacement)
{
	double n = (double)replacement->set.n;
	if (!replacement->set.n)
		return;
	histogram_add(&replacement->wins, replacement->set.baseline / n, 1);
	histogram_add(&replacement->ahead, (1 + (replacement->set.own - replacement->set.baseline) / n) / 2, 1);
	replacement->wins.n_matches = replacement->ahead.n_matches += replacement->set.n;
	replacement->set.own = replacement->set.baseline = 0;
	replacement->set.n = 0;
}

struct interval replacement_ahead(const struct replacement *replacement)
{
	struct interval of = interval_of_shares(&replacement->ahead);
	return (struct interval){2 * of.mean - 1, 2 * of.low - 1, 2 * of.high - 1};
}

static void add_game(const struct game_record *game, int seat, void *kept, void *context)
{
	struct study *study = context;
	analysis_add(&study->analysis, kept, game, seat);
	worst_add(&study->worst, game, seat);
}

static double share_of(const struct replays_match *match, int player)
{
	return match_win_share(match->places, match->plan->n_blocks * (uint64_t)match->n_seats, match->n_seats, player);
}

static void end_match(const struct replays_match *match, int player, void *kept, void *context)
{
	struct study *study = context;
	analysis_end_match(&study->analysis, kept, match->plan, match->places, player);
	course_add(&study->course, match->plan, match->places, player);
	study->share = share_of(match, player);
}

/* Adds the result of the match that ended last, played again with the baseline in the robot's place. */
static void end_replaced(const struct replays_match *match, int player, void *context)
{
	struct study *study = context;
	struct replacement *replacement = &study->replacement;
	if (match->plan->set != replacement->set.number)
		close_set(replacement);
	replacement->set.number = match->plan->set;
	replacement->set.n++;
	replacement->set.own += study->share;
	replacement->set.baseline += share_of(match, player);
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

int studies_play(struct study *studies, int n, struct err *err)
{
	struct tournament tournament = *studies->tournament;
	int n_robots = tournament.schedule.n_robots;
	const struct robot *baseline = studies->baseline;
	/* The copies borrow what the originals own, so they are not released. */
	AUTO_FREE struct robot *robots = NEW_ARRAY(struct robot, (size_t)n_robots + 1);
	AUTO_FREE struct sample_watcher *watchers = NEW_ARRAY(struct sample_watcher, (size_t)n);
	bug_if(baseline && tournament.stored_plays); /* stored plays are those of the run's robots, not of the
	                                              * baseline */
	memcpy(robots, tournament.robots, (size_t)n_robots * sizeof *robots);
	if (baseline)
		robots[n_robots] = *baseline;
	tournament.robots = robots;
	tournament.has_substitute = baseline;
	for (int i = 0; i < n; i++)
		watchers[i] = (struct sample_watcher){&studies[i].sample, sizeof(struct analysis_match), add_game,
			end_match, baseline ? end_replaced : NULL, &studies[i]};
	if (samples_play(watchers, n, &tournament, err))
		return -1;
	for (int i = 0; i < n; i++) {
		analysis_end(&studies[i].analysis);
		course_end(&studies[i].course);
		close_set(&studies[i].replacement);
	}
	return 0;
}

struct measuring {
	struct ask_times times;
	int player; /* the robot's player number at the table */
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
	study->sample.n_seen = 0;
	for (uint64_t match = 0; match < study->sample.end_match && !failed && !ask_times_are_enough(&measuring->times);
	     match++) {
		if (!sample_takes(&study->sample, match))
			continue;
		struct match_plan plan = schedule_match(study->sample.schedule, match);
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

void worst_release(struct worst *worst)
{
	free(worst->list);
	*worst = (struct worst){0};
}

static double cost_of(const struct worst_loss *loss)
{
	if (loss->is_call)
		return 2 * loss->chance - 1;
	return (loss->right < 0 ? 1 : loss->right) - loss->chance;
}

/* Returns true if loss a is worse than b. Of two equal losses the earlier counts as worse, so that the result does not
 * depend on the order in which games are played. */
static bool is_worse(const struct worst_loss *a, const struct worst_loss *b)
{
	if (cost_of(a) != cost_of(b))
		return cost_of(a) > cost_of(b);
	return a->game != b->game ? a->game < b->game : a->hand < b->hand;
}

static bool is_alike(const struct worst_loss *a, const struct worst_loss *b)
{
	return a->is_call == b->is_call && a->bid == b->bid && a->chance == b->chance && a->right == b->right;
}

static void keep(struct worst *worst, const struct worst_loss *loss)
{
	for (int i = 0; i < worst->n; i++) {
		if (!is_alike(loss, &worst->list[i]))
			continue;
		if (!is_worse(loss, &worst->list[i]))
			return;
		memmove(&worst->list[i], &worst->list[i + 1], (size_t)(--worst->n - i) * sizeof *worst->list);
		break;
	}
	int at = worst->n;
	if (!worst->list)
		worst->list = NEW_ARRAY(struct worst_loss, (size_t)worst->n_wanted + 1);
	while (at > 0 && is_worse(loss, &worst->list[at - 1]))
		at--;
	memmove(&worst->list[at + 1], &worst->list[at], (size_t)(worst->n - at) * sizeof *loss);
	worst->list[at] = *loss;
	worst->n += worst->n < worst->n_wanted;
}

/* Finds the decision that lost the hand, if a call decided it. */
static bool find(const struct game_record *log, const struct game_record_hand *hand, int seat, struct worst_loss *loss)
{
	const struct hand_result *last = &hand->last;
	if (last->end != HAND_CALL || last->loser != seat)
		return false;
	loss->is_call = last->actor == seat;
	if (!loss->is_call && !log->rules->family->counts_dice)
		return false;
	loss->bid = last->bid;
	for (int k = hand->first_ask + hand->n_asks - 1; k >= hand->first_ask; k--) {
		const struct game_record_ask *ask = &log->asks[k];
		const struct odds *odds = loss->is_call ? &ask->faced : &ask->made;
		bool is_it = ask->seat == seat && ask->verdict == VERDICT_OK && odds->bid == last->bid;
		if (!is_it || (loss->is_call && ask->play != PLAY_CALL))
			continue;
		loss->chance = odds->chance;
		loss->right = ask->faced.bid ? 1 - ask->faced.chance : -1;
		return true;
	}
	return false;
}

void worst_add(struct worst *worst, const struct game_record *log, int seat)
{
	for (int i = 0; i < log->n_hands && worst->n_wanted; i++) {
		struct worst_loss loss = {.game = log->number, .hand = i};
		if (find(log, &log->hands[i], seat, &loss) && cost_of(&loss) > 1e-12) /* not only a rounding error */
			keep(worst, &loss);
	}
}

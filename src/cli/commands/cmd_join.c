/* cmd_join.c - `arena join`: local robots at the tables of a tourney server, each in a process of its own, or a person
 * at a page. */
#include <errno.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/json.h"
#include "cli/command.h"
#include "net/client/join.h"
#include "net/client/join_lanes.h"
#include "output/show.h"
#include "run/seed.h"
#include "run/setup.h"
#include "terminal/browser/seat.h"

enum { LOOK_MS = 200 }; /* interval of checks */

struct party {
	const struct args *args;
	struct tournament tournament;
	struct robot *robots;   /* robots[i], i < n */
	pid_t *child;          /* of robot i; 0: none */
	int n, n_children;
	const volatile sig_atomic_t *stop;
};

/* Prints a line. Results of a robot go to stdout, all other lines to stderr. */
static void say(enum join_news news, const char *text, void *context)
{
	const struct robot *robot = context;
	bool is_result = news == JOIN_SERVER || news == JOIN_LEFT;
	fprintf(is_result ? stdout : stderr, "%s%s: %s\n", is_result ? "" : "arena: ", robot->label, text);
	fflush(stdout);
}

static const char *player_of(const struct party *party)
{
	const struct passwd *user = getpwuid(geteuid());
	const char *player = args_text(party->args, "player");
	return player ? player : user ? user->pw_name : "arena";
}

static json_t *meta_of(const struct party *party, const struct robot *robot, struct err *err)
{
	const struct args *args = party->args;
	json_t *meta = join_meta(robot, player_of(party), err);
	bool is_stateful = args_flag(args, "stateful") || robot->kind == ROBOT_HUMAN;
	int n_games = is_stateful ? 1 : lanes_games(robot, (int)args_number(args, "lanes"));
	if (meta)
		json_add(meta, "{s:b, s:i, s:b, s:b, s:b}", "stateless", !is_stateful && !lanes_keeps_processes(robot),
			 "max_games", n_games, "software_engineer", args_flag(args, "software-engineer"),
			 "machine_learning", args_flag(args, "machine-learning"),
			 "internet", args_flag(args, "internet"));
	return meta;
}

static struct join_plan plan_of(const struct party *party, struct robot *robot)
{
	const struct args *args = party->args;
	return (struct join_plan){
		.server = args->operands[0], .secret_path = args_text(args, "key"),
		.server_path = args_text(args, "server-key"), .tournament = &party->tournament, .robot = robot,
		.n_games = (int)args_number(args, "lanes"), .stop = party->stop, .say = say, .context = robot,
	};
}

/* Joins the server with one robot. Each robot has a process of its own, so a slow or failed robot does not delay the
 * others. Returns an exit code. */

static int child_main(const struct party *party, struct robot *robot)
{
	struct err err = {0};
	struct join_plan plan = plan_of(party, robot);
	plan.meta = meta_of(party, robot, &err);
	if (!plan.meta || join_play(&plan, &err))
		fprintf(stderr, "arena: %s: %s\n", robot->label, err.text);
	json_decref(plan.meta);
	/* The child checks its own output, because main checks only that of the parent. */
	struct err full = {0};
	bool is_closed_pipe;
	if (show_finish(&is_closed_pipe, &full) && !is_closed_pipe) {
		fprintf(stderr, "arena: %s: %s\n", robot->label, full.text);
		return full.code;
	}
	return err.code;
}

/* Starts the children in process groups of their own, so that signals from the terminal reach only this process, which
 * passes them on once. When this process ends for any reason, the children end too. */
static int start_children(struct party *party, struct err *err)
{
	pid_t parent = getpid();
	for (int i = 0; i < party->n; i++) {
		if (party->robots[i].fault.verdict) {
			fprintf(stderr, "arena: %s cannot be loaded and does not join: %s\n", party->robots[i].label,
				party->robots[i].fault.cause);
			continue;
		}
		fflush(NULL);
		pid_t pid = fork();
		if (pid < 0)
			return err_errno(err, "cannot start a process for %s", party->robots[i].label);
		if (pid == 0) {
			setpgid(0, 0);
			prctl(PR_SET_PDEATHSIG, SIGTERM);
			int code = getppid() == parent ? child_main(party, &party->robots[i]) : EXIT_WORLD;
			fflush(NULL);
			_exit(code);
		}
		party->child[i] = pid;
		party->n_children++;
	}
	return party->n_children ? 0 : err_set(err, EXIT_ROBOT, "no robot can be loaded");
}

static void send_all(const struct party *party, int number)
{
	for (int i = 0; i < party->n; i++)
		if (party->child[i] > 0)
			kill(party->child[i], number);
}

/* Returns the exit code of a child. If the child was already stopping when it got the signal that this process passes
 * on, it counts two signals and dies, which is not an error. */
static int exit_of(const struct robot *robot, int status, bool is_told)
{
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	if (is_told && WTERMSIG(status) == SIGTERM)
		return EXIT_OK;
	fprintf(stderr, "arena: %s: its process was killed by signal %d\n", robot->label, WTERMSIG(status));
	return EXIT_WORLD;
}

/* Waits until all children have ended. Returns the worst of their exit codes. */
static int wait_children(struct party *party)
{
	bool is_told = false;
	int worst = EXIT_OK, status;
	while (party->n_children > 0) {
		if (*party->stop && !is_told) {
			is_told = true;
			send_all(party, SIGTERM);
		}
		pid_t pid = waitpid(-1, &status, WNOHANG);
		if (pid == 0)
			poll(NULL, 0, LOOK_MS); /* a signal ends the wait */
		for (int i = 0; pid > 0 && i < party->n; i++) {
			if (party->child[i] != pid)
				continue;
			party->child[i] = 0;
			party->n_children--;
			int code = exit_of(&party->robots[i], status, is_told);
			worst = code > worst ? code : worst;
		}
		bug_if(pid < 0 && errno != EINTR);
	}
	return worst;
}

static int join_person(struct party *party, struct err *err)
{
	const char *where = args_text(party->args, "listen");
	struct seat *seat = seat_open(player_of(party), where ? where : "0", &party->tournament.rules,
				      args_number(party->args, "turn-time"), err);
	struct join_plan plan = plan_of(party, party->robots);
	int failed = !seat || !(plan.meta = meta_of(party, party->robots, err)) ? -1 : 0;
	if (!failed) {
		plan.person = seat_person(seat);
		failed = join_play(&plan, err);
	}
	seat_close(seat);
	json_decref(plan.meta);
	return failed ? -1 : EXIT_OK;
}

/* Checks that a person plays on a page, and that no robots play in the same process, because they would wait for the
 * person. */
static int check_person(const struct party *party, struct err *err)
{
	bool is_at_page = args_flag(party->args, "browser");
	for (int i = 0; i < party->n; i++)
		if ((party->robots[i].kind == ROBOT_HUMAN) != is_at_page || (is_at_page && party->n > 1))
			return err_set(err, EXIT_USAGE, "%s: arena join --browser HOST human",
				       is_at_page ? "--browser is for one person" : "a person needs --browser");
	if (!is_at_page && (args_text(party->args, "listen") || args_number(party->args, "turn-time")))
		return err_set(err, EXIT_USAGE, "option '--%s' needs '--browser'",
			       args_text(party->args, "listen") ? "listen" : "turn-time");
	return 0;
}

static int join(struct party *party, struct err *err)
{
	party->stop = setup_stop();
	struct join_plan plan = plan_of(party, NULL);
	if (check_person(party, err))
		return -1;
	if (args_flag(party->args, "browser"))
		return join_check(&plan, err) ? -1 : join_person(party, err);
	if (join_check(&plan, err) || tournament_probe(&party->tournament, err))
		return -1;
	setup_warn(&party->tournament);
	if (start_children(party, err)) {
		send_all(party, SIGTERM);
		wait_children(party);
		return -1;
	}
	return wait_children(party);
}

static int open_party(struct party *party, struct err *err)
{
	const struct args *args = party->args;
	struct request request;
	struct tournament *tournament = &party->tournament;
	if (request_args_read(args, &request, err) || rules_init(&request.rules, "tourney", err) ||
	    request_args_rules(args, &request.rules, err) ||
	    setup_robots(args->operands + 1, args->n_operands - 1, &party->robots, err))
		return -1;
	party->n = args->n_operands - 1;
	if (network_robots_allow(&request, party->robots, party->n, err))
		return -1;
	party->child = NEW_ARRAY(pid_t, (size_t)party->n);
	AUTO_FREE char *seed = seed_choose(request.seed, false, err);
	if (!seed)
		return -1;
	request.seed = seed;
	request_tournament(&request, tournament);
	tournament->robots = party->robots;
	tournament->schedule.n_robots = party->n;
	return 0;
}

static int run(const struct args *args, struct err *err)
{
	if (args->n_operands < 2)
		return err_set(err, EXIT_USAGE, "join needs the host of a server and at least one robot");
	struct party party = {.args = args};
	int code = open_party(&party, err);
	if (!code)
		code = join(&party, err);
	setup_close(party.robots, party.n);
	free(party.child);
	return code;
}

COMMAND(join, NAMES_ROBOTS, run);

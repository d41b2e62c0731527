/* tournament.c - before a run: what the robots say of themselves. */
#include "match/tournament.h"

#include "base/mem.h"
#include "robot/inprocess.h"
#include "robot/program.h"
#include "robot/sandbox.h"

int tournament_meet(struct tournament *tournament, struct err *err)
{
	AUTO_STR struct str rules = {0};
	rules_to_text(&tournament->rules, &rules);
	struct boards boards;
	boards_init(&boards, 1, 64, 64);
	if (!boards_make(&boards, 0, err)) {
		boards_release(&boards);
		return -1;
	}
	struct port_plan plan = {
		.boards = &boards, .hands_size = 64, .n_lanes = 1, .rules = str_text(&rules),
		.limits = tournament->limits, .allows_weak = tournament->allows_weak_sandbox,
		.is_trusted = tournament->is_trusted, .hidden = tournament->hidden,
	};
	int failed = 0;
	for (int i = 0; i < tournament->schedule.n_robots && !failed; i++) {
		struct robot *robot = &tournament->robots[i];
		if (robot->kind == ROBOT_PROGRAM)
			failed = program_meet(robot, &plan, err);
		else if (robot->kind != ROBOT_HUMAN)
			failed = tournament->is_trusted ? inprocess_meet(robot, err) : sandbox_meet(robot, &plan, err);
	}
	boards_release(&boards);
	return failed;
}

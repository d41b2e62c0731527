/* probe.c - loads a robot once, to read its manifest or the reason why it cannot be loaded. */
#include <unistd.h>

#include "robot/so/process.h"

/* Copies the manifest with checks, because the robot can write to it at any time. */
static void take_manifest(struct robot_manifest *manifest, const struct robot_manifest *said)
{
	struct robot_manifest read = *said;
#define TAKE(field) fault_text(manifest->field, sizeof manifest->field, read.field, sizeof read.field);
	ROBOT_MANIFEST_TEXTS(TAKE)
	manifest->max_lanes = read.max_lanes;
	manifest->has_options = read.has_options != 0;
}

int sandbox_probe(struct robot *robot, const struct transport_plan *plan, struct err *err)
{
	struct start_failure failure;
	if (robot_check_data(robot, plan->hidden, err))
		return -1;
	AUTO_CLOSE int image = process_image(robot, err);
	if (image < 0)
		return -1;
	struct process_plan one = {.robot = robot, .transport = plan, .n_wanted = 1, .is_shared = robot->can_share,
		.image = image};
	struct process *process = process_start(&one, &failure, err);
	if (!process && failure.cannot_share) {
		one.is_shared = robot->can_share = false;
		process = process_start(&one, &failure, err);
	}
	robot->fault = failure.fault;
	if (process) {
		take_manifest(&robot->manifest, &process->channel->manifest);
		process_end(process, PROCESS_DONE, &plan->limits, NULL);
	} else if (failure.is_option) {
		return err_set(err, EXIT_USAGE, "the robot '%s': %s", robot->label, failure.fault.cause);
	} else if (failure.fault.verdict == VERDICT_OK) {
		return -1;
	}
	return 0;
}

/* runner.h - the interface between the arena and the program of a robot's process (runner.c). */
#pragma once

/* Descriptors of the process: the private area, the shared area, the robot's image; for a template the socket through
 * which it sends its listener (permit.h); the filters (filter_file.h); then the program itself, which is closed when it runs. */
enum {
	RUNNER_FD_CHANNEL = 3, RUNNER_FD_SHARED_AREA, RUNNER_FD_IMAGE, RUNNER_FD_PERMIT, RUNNER_FD_FILTERS, RUNNER_FD_FILE, RUNNER_FD_END,
};

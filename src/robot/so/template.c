/* template.c - a process with loaded instances of a robot, which is copied when fresh instances are needed
 * (template.h). */
#include "robot/so/template.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "robot/idle.h"
#include "robot/killed.h"
#include "robot/so/permit.h"

enum { MS = 1000000 };

struct template *template_start(struct process_plan plan, struct start_failure *failure, struct err *err)
{
	plan.n_channels = CHANNEL_MOST;
	struct process *process = process_start(&plan, failure, err);
	if (!process)
		return NULL;
	struct template *template = NEW(struct template);
	*template = (struct template){.process = process, .attempt = plan.attempt, .is_given_up = process->permit < 0};
	return template;
}

/* Orders and permits one copy. Returns true if the template reports that it has made the copy. */
static bool order(struct template *template, int number)
{
	enum { STEP_MS = 50, MOST_STEPS = 200 };
	struct process *process = template->process;
	struct channel *channel = process->channel;
	bool is_permitted = false;
	/* Limit on the template's CPU time so far. A copy takes about a millisecond. */
	int64_t most_ns = INT64_C(100) * MS + INT64_C(30) * MS * template->n_made;
	channel->copy = 0;
	process_post(process, (uint32_t)number);
	for (int i = 0; i < MOST_STEPS; i++) {
		uint32_t done = atomic_load_explicit(&channel->done_batch, memory_order_acquire);
		if (done == process->batch)
			return is_permitted;
		if (process_is_dead(process) || process_cpu_ns(process) > most_ns ||
		    (is_permitted && permit_is_asked(process->permit, 0)))
			return false;
		if (!is_permitted)
			is_permitted = permit_grant(process->permit, process->pid, STEP_MS);
		else
			channel_wait(&channel->done_batch, done, (int64_t)STEP_MS * MS);
	}
	return false;
}

/* Returns true if `pid`, which the template has reported and could have forged, is the new copy. Exactly one copy was
 * made, it is alive or unreaped, and it is in the template's process group. So a PID in this group that is not that of
 * a known copy is the new one. */
static bool is_new_copy(const struct template *template, pid_t pid)
{
	siginfo_t info;
	pid_t group = template->process->pid;
	if (pid <= 1 || pid == group || getpgid(pid) != group)
		return false;
	for (int i = 1; i < CHANNEL_MOST; i++)
		if (template->copies[i] == pid)
			return false;
	return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

static void give_up(struct template *template)
{
	template->is_given_up = true;
	kill(template->process->pid, SIGKILL);
}

struct process *template_copy(struct template *template)
{
	int number = 1;
	while (number < CHANNEL_MOST && template->copies[number])
		number++;
	if (template->is_given_up || number == CHANNEL_MOST)
		return NULL;
	struct process *copy = NEW(struct process);
	process_fill_copy(copy, template->process, number);
	template->n_made++;
	bool is_made = order(template, number);
	process_batch_done(template->process);
	pid_t pid = (pid_t)CHANNEL_READ(template->process->channel->copy);
	if (!is_made || !is_new_copy(template, pid)) {
		template->was_killed = killed_from_outside(template->process->pid);
		give_up(template);
		free(copy);
		return NULL;
	}
	copy->template = template;
	copy->pid = template->copies[number] = pid;
	copy->cpu_at_ready = 0;
	if (copy->notes)
		copy->notes->pid = pid;
	return copy;
}

void template_look(struct template *template)
{
	if (!template->is_given_up && process_idle_ns(template->process) > IDLE_MOST_NS)
		give_up(template);
}

void template_release(struct template *template, int number)
{
	template->copies[number] = 0;
}

void template_end(struct template *template, const struct limits *limits)
{
	pid_t group = template->process->pid;
	kill(-group, SIGKILL);
	/* Reaps the template and any other processes of its group. */
	while (waitpid(-group, NULL, 0) > 0 || errno == EINTR)
		;
	template->process->pid = 0;
	process_end(template->process, PROCESS_DONE, limits, NULL);
	free(template);
}

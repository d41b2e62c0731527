/* groups.c - the lanes of a robot that plays in processes (groups.h). */
#include "robot/groups.h"

void groups_init(struct lane_groups *groups, struct transport *transport, int n_lanes)
{
	size_t n = (size_t)n_lanes;
	*groups = (struct lane_groups){
		.transport = transport, .n_lanes = n_lanes, .places = NEW_ARRAY(struct lane_place, n),
		.pending = NEW_ARRAY(struct lane_group *, n),
		.faults = NEW_ARRAY(struct fault, n), /* uses no memory until a robot fails */
	};
}

void groups_release(struct lane_groups *groups)
{
	bug_if(groups->first);
	FREE_ALL(groups->places, groups->pending, groups->faults);
}

void groups_add(struct lane_groups *groups, struct lane_group *group, int attempt)
{
	group->attempt = attempt;
	group->next = groups->first;
	groups->first = group;
}

void groups_remove(struct lane_groups *groups, struct lane_group *group)
{
	struct lane_group **at = &groups->first;
	while (*at != group)
		at = &(*at)->next;
	*at = group->next;
}

struct lane_place *groups_seat(struct lane_groups *groups, struct lane_group *group, int lane)
{
	struct lane_place *place = &groups->places[lane];
	*place = (struct lane_place){.group = group};
	group->n_seated++;
	return place;
}

void groups_leave(struct lane_groups *groups, int lane)
{
	groups->places[lane].group->n_seated--;
	groups->places[lane].group = NULL;
}

void groups_leave_all(struct lane_groups *groups)
{
	for (int lane = 0; lane < groups->n_lanes; lane++)
		groups->places[lane].group = NULL;
}

int groups_n_spare(const struct lane_groups *groups)
{
	int n = 0;
	for (const struct lane_group *group = groups->first; group; group = group->next)
		n += group->n_seated == 0;
	return n;
}

void groups_make_solo(struct transport *transport, int most_lanes)
{
	transport->is_solo = true;
	transport->is_batched = false;
	transport_limit_lanes(transport, most_lanes);
}

struct fault *groups_lose(struct lane_groups *groups, struct lane_group *group, bool is_alone, bool was_killed)
{
	struct transport *transport = groups->transport;
	struct fault *fault = NULL;
	for (int lane = 0; lane < groups->n_lanes; lane++) {
		if (groups->places[lane].group != group)
			continue;
		groups->places[lane].group = NULL;
		fault = is_alone && !was_killed ? &groups->faults[lane] : NULL;
		transport->events[transport->n_events++] =
			(struct event){.lane = lane, .kind = fault ? EVENT_FAULT : EVENT_LOST, .fault = fault};
	}
	return fault;
}

/* merged_policy.c - the average strategy of a merged solver as a policy (response.h). */

#include "solve/merged.h"

static int mix(void *context, const struct line *line, const float *reach, struct mixture *mixture, struct err *err)
{
	const struct merged *merged = context;
	uint32_t state = 0;
	for (int i = 0; i < line->n_bids; i++)
		state = merged_after(merged, state, line->bid[i]);
	int n = merged_n_actions(merged, state), stride = mixture->stride;
	AUTO_FREE float *rows = NEW_ARRAY(float, (size_t)(n * stride));
	merged_mix(merged, state, rows);
	for (int k = 0; k < n; k++)
		memcpy(mixture_row(mixture, merged_action(merged, state, k) + 1), rows + k * stride, (size_t)stride * sizeof(float));
	return 0;
}

struct policy merged_policy(struct merged *merged)
{
	return (struct policy){mix, merged};
}

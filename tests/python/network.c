/* network.c - arena_network.h as a library, for policies_test.py: the bits, the legal actions and the logits of an
 * ask. */
#include "arena_network.h"

static struct network net;

void probe_start(const void *data, const char *me, const char *letters, const char *rules)
{
	struct arena_game_start start = {sizeof start, (uint32_t)strlen(letters), me, letters, rules};
	memset(&net, 0, sizeof net);
	network_start(&net, data, &start);
}

int probe(const char *me, const char *hands, const char *history, uint8_t *bits, uint8_t *mask, float *logits)
{
	network_play(&net, me, hands, history);
	memcpy(bits, net.bits, (size_t)net.head->n_bits);
	memcpy(mask, net.mask, (size_t)net.head->n_actions);
	memcpy(logits, network_logits(&net), (size_t)net.head->n_actions * sizeof *logits);
	return net.fits;
}

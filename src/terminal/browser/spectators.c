/* spectators.c - the pages of spectators (spectators.h). */
#include "terminal/browser/spectators.h"

#include "base/json.h"

#define SECOND_NS INT64_C(1000000000)

enum { POLL_MS = 250, POLL_MS_EACH = 10 };

static bool is_open(const struct spectator *page, int64_t now_ns)
{
	return page->seen_ns && now_ns - page->seen_ns < SITE_AWAY_NS;
}

int spectators_count(const struct spectators *spectators, int64_t now_ns)
{
	return COUNT_IF(i, SPECTATORS_MOST, is_open(&spectators->page[i], now_ns));
}

bool spectators_are_told(const struct spectators *spectators, unsigned version, int64_t now_ns)
{
	return ALL_OF(i, SPECTATORS_MOST,
		      !is_open(&spectators->page[i], now_ns) || spectators->page[i].seen_version == version);
}

/* Finds the place in which a page is counted, or a free one. Returns -1 if all places are taken. */
static int find_place(const struct spectators *spectators, long long number, int64_t now_ns)
{
	int own = FIND_IF(i, SPECTATORS_MOST,
			  is_open(&spectators->page[i], now_ns) && spectators->page[i].number == number);
	return own >= 0 ? own : FIND_IF(i, SPECTATORS_MOST, !is_open(&spectators->page[i], now_ns));
}

/* Returns true if one more view is allowed in this second. */
static bool take_view(struct spectators *spectators, int64_t now_ns)
{
	if (now_ns - spectators->second_ns >= SECOND_NS) {
		spectators->second_ns = now_ns;
		spectators->n_views = 0;
	}
	return spectators->n_views < SPECTATORS_VIEWS && ++spectators->n_views;
}

json_t *spectators_look(struct spectators *spectators, long long known, long long number, int64_t now_ns)
{
	int at = number < 0 ? -1 : find_place(spectators, number, now_ns);
	bool is_news = known != (long long)spectators->version, is_sent = is_news && take_view(spectators, now_ns);
	json_t *answer = is_sent ? json_copy(spectators->view) : json_pack("{s:I}", "version", (json_int_t)known);
	if (at >= 0) {
		spectators->page[at].number = number;
		spectators->page[at].seen_ns = now_ns;
	}
	if (at >= 0 && (is_sent || !is_news))
		spectators->page[at].seen_version = spectators->version;
	int n = spectators_count(spectators, now_ns);
	json_add(answer, "{s:i, s:i}", "spectators", n, "poll", POLL_MS + POLL_MS_EACH * n);
	return answer;
}

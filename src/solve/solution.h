/* solution.h - writes solved hands to a file that robots play from (sdk/arena_solution.h describes it). */
#pragma once

#include "solve/merged.h"
#include "solve/response.h"
#include "solve/tree.h"

/* The kind of values of the hands in a file, as returned by hands_form. */
enum solution_form { SOLUTION_FORM_HAND, SOLUTION_FORM_NEXT };

enum { SOLUTION_ALL_BIDS = 255 }; /* a value of `memory`: every bid is remembered */

struct solution_hand_draft;

struct solution_draft {
	int faces;
	enum liars_wild wild;
	enum solution_form form;
	int n_hands;
	struct solution_hand_draft *hands; /* owned */
};

void solution_draft_release(struct solution_draft *draft);

/* Begins a hand, to which the next states belong. `memory` is SOLUTION_ALL_BIDS, or as in merged.h. */
void solution_draft_hand(struct solution_draft *draft, int n_first, int n_second, int memory);

/* Adds a hand with all states that the average strategy can reach. */
void solution_draft_tree(struct solution_draft *draft, const struct tree *tree);
void solution_draft_merged(struct solution_draft *draft, const struct merged *merged);

/* Adds the states that a best response reaches against its policy to the current hand. Returns non-zero with err on
 * failure, with EXIT_USAGE if a hand has more bids than fit in a key. */
int solution_draft_response(struct solution_draft *draft, const struct response *response, struct err *err);

/* A state with full memory. */
struct solution_seen {
	int n_dice[2];            /* of the opener, and of the other player */
	uint64_t bids;            /* the bids made; bit b is bid b */
	int n_actions;
	const uint8_t *actions;   /* actions[k], k < n_actions: 0 is a call, 1 + b the bid b */
	const uint16_t *chances;  /* chances[holding * n_actions + k] in units of 1/65535; all 0 if the state cannot be
	                           * reached with the holding */
};

/* Calls visit for each state of the hands with full memory until it returns non-zero, and returns that value. */
int solution_draft_each(const struct solution_draft *draft,
			int (*visit)(const struct solution_seen *seen, void *context), void *context);

/* Adds the whole file. */
void solution_draft_bytes(struct solution_draft *draft, struct str *out);
int solution_draft_save(struct solution_draft *draft, const char *path, struct err *err);

/* Writes the name of the file that robots open for these hands: "none-6.solution", "none-6-next.solution". */
void solution_file_name(int faces, enum liars_wild wild, enum solution_form form, struct str *out);

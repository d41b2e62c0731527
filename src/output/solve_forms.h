/* solve_forms.h - solved hands, and how exploitable a robot is, as a table, as CSV and as JSON (docs/solve.md). */
#pragma once

#include <jansson.h>

#include "exploit/adaptive.h"
#include "exploit/exploit.h"
#include "exploit/maexchen_exploit.h"
#include "solve/hands.h"
#include "solve/maexchen/solver.h"

void solve_add_table(const struct hands *hands, bool has_colour, struct str *out);
void solve_add_csv(const struct hands *hands, struct str *out);
json_t *solve_json(const struct hands *hands); /* the caller's */

void maexchen_solve_add_table(const struct maexchen_solver *solver, const struct rules *rules, bool has_colour,
			      struct str *out);
void maexchen_solve_add_csv(const struct maexchen_solver *solver, struct str *out);
json_t *maexchen_solve_json(const struct maexchen_solver *solver, const struct rules *rules); /* the caller's */

void exploit_add_table(const struct exploit *exploit, bool has_colour, struct str *out);
void exploit_add_csv(const struct exploit *exploit, struct str *out);
json_t *exploit_json(const struct exploit *exploit); /* the caller's */

/* Add the results. `command` is the command that replays a match. */
void adaptive_add_table(const struct adaptive *adaptive, const char *command, bool has_colour, struct str *out);
void adaptive_add_csv(const struct adaptive *adaptive, struct str *out);
json_t *adaptive_json(const struct adaptive *adaptive, const char *command); /* the caller's */

void maexchen_exploit_add_table(const struct maexchen_exploit *exploit, bool has_colour, struct str *out);
void maexchen_exploit_add_csv(const struct maexchen_exploit *exploit, struct str *out);
json_t *maexchen_exploit_json(const struct maexchen_exploit *exploit); /* the caller's */

/* early_state - as state, but in a constructor. */
#define EARLY
#include "state.c"

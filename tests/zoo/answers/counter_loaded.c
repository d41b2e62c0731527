/* counter_loaded - counter with a constructor and large statics, so that each instance is a loaded copy of the file.
 * Expected: as counter. */
static int n_loaded, ballast[5000] = {1};

__attribute__((constructor)) static void begin(void)
{
	n_loaded += ballast[0];
}

#include "counter.c"

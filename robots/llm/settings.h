/* settings.h - what the robot was told: by options (arguments key=value), and by the environment for what
 * none of them says. The table of both is in settings.c. */
#ifndef ROBOTS_LLM_SETTINGS_H
#define ROBOTS_LLM_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum { MAX_LANES = 256 };

struct settings {
	char *url;             /* of the service, without "/chat/completions" and '/' at the end; http or https */
	char *model;
	char *key;             /* NULL: none. Printable, without blanks. Never to be printed */
	char *key_file;        /* where the key was read, or NULL */
	long long lanes;       /* games at once, 1 .. MAX_LANES */
	long long max_requests, max_tokens; /* of all processes of the run together; 0: no limit */
	long long reply_tokens;/* most tokens of one reply */
	long long retries;     /* of a request that failed */
	double temperature;
	double timeout_s;      /* of one request */
	double patience_s;     /* of one ask, with all that is tried for it */
	double backoff_s;      /* before the first retry; each next one waits twice as long */
	double price_in, price_out; /* dollars for a million tokens, which is millionths of a dollar for one */
};

/* Reads arguments and environment. EXIT_USAGE names what is wrong and what to do; never the key. */
int settings_read(struct settings *settings, int n_arguments, char *const *arguments, struct err *err);

/* Then: finds the service, what is usual for it, and the key. Errors as above. */
int settings_find_service(struct settings *settings, struct err *err);

void settings_release(struct settings *settings);

#endif

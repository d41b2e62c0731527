/* settings.c - the table of settings, the known services, and the key (settings.h). */
#include "settings.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <curl/curl.h>

#include "base/mem.h"
#include "base/str.h"
#include "base/typed.h"

enum { LONGEST_KEY = 4096 };

static const char *const answer_forms[] = {"schema", "tool", "text", NULL};

static const struct typed_key options[] = {
#define OPTION(key, field, key_kind, low, high, value, variable) \
	{.name = key, .kind = key_kind, .at = offsetof(struct settings, field), .min = low, .max = high, \
	 .fallback = value, .environment = variable}
	OPTION("url", url, TYPED_TOKEN, 0, 0, NULL, "ARENA_LLM_URL"),
	OPTION("model", model, TYPED_TOKEN, 0, 0, NULL, "ARENA_LLM_MODEL"),
	OPTION("key_file", key_file, TYPED_TEXT, 1, LONGEST_PATH, NULL, "ARENA_LLM_KEY_FILE"),
	OPTION("lanes", lanes, TYPED_INT, 1, MAX_LANES, "16", NULL),
	OPTION("max_requests", max_requests, TYPED_INT, 0, 1e15, "1000", "ARENA_LLM_MAX_REQUESTS"),
	OPTION("max_tokens", max_tokens, TYPED_INT, 0, 1e15, "1000000", "ARENA_LLM_MAX_TOKENS"),
	OPTION("reply_tokens", reply_tokens, TYPED_INT, 1, 100000, "400", NULL),
	OPTION("retries", retries, TYPED_INT, 0, 100, "4", NULL),
	{.name = "answer", .kind = TYPED_WORD, .at = offsetof(struct settings, answer), .fallback = "schema",
	 .words = answer_forms, .environment = "ARENA_LLM_ANSWER"},
	OPTION("temperature", temperature, TYPED_REAL, 0, 2, "0.7", NULL),
	OPTION("timeout", timeout_s, TYPED_REAL, 0.01, 3600, "30", NULL),
	OPTION("patience", patience_s, TYPED_REAL, 0.01, 36000, "60", NULL),
	OPTION("backoff", backoff_s, TYPED_REAL, 0.001, 60, "1", NULL),
	OPTION("price_in", price_in, TYPED_REAL, 0, 1e6, NULL, "ARENA_LLM_PRICE_IN"),
	OPTION("price_out", price_out, TYPED_REAL, 0, 1e6, NULL, "ARENA_LLM_PRICE_OUT"),
};
enum { N_OPTIONS = sizeof options / sizeof options[0] };

/* Known services; the first is the default. A variable named after one service is never used for another of them. */
static const struct service {
	const char *host, *url, *model, *key;
	double price_in, price_out;
} services[] = {
	{"api.deepseek.com", "https://api.deepseek.com", "deepseek-chat", "DEEPSEEK_API_KEY", 0.30, 1.20},
	{"api.openai.com", "https://api.openai.com/v1", NULL, "OPENAI_API_KEY", 0, 0},
};
enum { N_SERVICES = sizeof services / sizeof services[0] };

/* Takes an argument "key=value". An unknown argument may be a secret, so the error does not repeat it and lists only
 * the valid names. */
static int take_argument(struct settings *settings, const char *argument, bool *is_set, struct err *err)
{
	size_t n = strcspn(argument, "=");
	if (n == 3 && strncmp(argument, "key", n) == 0)
		return err_set(err, EXIT_USAGE,
			       "llm: the key cannot be an option, because everybody can see the options "
			       "of a program. Put it into the environment as ARENA_LLM_KEY, or into a file, "
			       "key_file=PATH");
	for (int i = 0; i < N_OPTIONS && argument[n]; i++)
		if (strncmp(options[i].name, argument, n) == 0 && !options[i].name[n]) {
			is_set[i] = true;
			return typed_set_text(&options[i], settings, argument + n + 1, "llm", err);
		}
	AUTO_STR struct str names = {0};
	for (int i = 0; i < N_OPTIONS; i++)
		str_addf(&names, " %s", options[i].name);
	return err_set(err, EXIT_USAGE, "llm: an option must be one of these, followed by '=' and a value:%s",
		       names.text);
}

/* ---- the service ------------------------------------------------------------------------ */

static bool is_loopback(const char *host)
{
	return strcmp(host, "localhost") == 0 || strncmp(host, "127.", 4) == 0 || strcmp(host, "[::1]") == 0;
}

/* Checks the URL, and fills in `host`, which the caller owns, and is_plain. */
static int read_url(const char *url, char **host, bool *is_plain, struct err *err)
{
	CURLU *parts = curl_url();
	char *scheme = NULL, *found = NULL, *user = NULL;
	bool is_good = strcspn(url, "?#@\\ \t\r\n") == strlen(url) && strlen(url) < 1000 &&
		curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK &&
		curl_url_get(parts, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
		curl_url_get(parts, CURLUPART_HOST, &found, 0) == CURLUE_OK &&
		curl_url_get(parts, CURLUPART_USER, &user, 0) != CURLUE_OK &&
		(strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0);
	if (is_good) {
		*host = mem_strdup(found);
		*is_plain = scheme[4] == '\0';
	}
	curl_free(scheme);
	curl_free(found);
	curl_free(user);
	curl_url_cleanup(parts);
	if (!is_good)
		return err_set(err, EXIT_USAGE,
			       "llm: url= takes an address such as https://api.deepseek.com, without user, "
			       "password or question mark");
	return 0;
}

static int take_key(struct settings *settings, const char *key, const char *where, struct err *err)
{
	size_t n = strlen(key);
	for (size_t i = 0; i < n; i++)
		if (key[i] <= ' ' || key[i] > '~')
			return err_set(err, EXIT_USAGE, "llm: %s does not contain a key: it must be one line without "
				       "spaces", where);
	if (n == 0 || n > LONGEST_KEY)
		return err_set(err, EXIT_USAGE, "llm: there is no key in %s", where);
	settings->key = mem_strdup(key);
	return 0;
}

static int read_key_file(struct settings *settings, struct err *err)
{
	AUTO_STR struct str text = {0};
	struct err why = {0};
	if (str_read_text(&text, settings->key_file, LONGEST_KEY, &why))
		return err_set(err, EXIT_USAGE,
			       "llm: key_file: %s. In the sandbox a robot can read only its own folder "
			       "and llm.data beside it", why.text);
	size_t n = text.length;
	while (n > 0 && (text.text[n - 1] == '\n' || text.text[n - 1] == '\r'))
		text.text[--n] = '\0';
	return take_key(settings, str_text(&text), "the file of key_file=", err);
}

/* Finds the key: in the file, otherwise in the environment, where a key for this robot comes before one for its
 * service. */
static int find_key(struct settings *settings, const char *host, struct err *err)
{
	bool is_known = false;
	const char *name = "ARENA_LLM_KEY", *key = getenv(name);
	if (settings->key_file[0])
		return read_key_file(settings, err);
	for (int i = 0; i < N_SERVICES; i++)
		is_known = is_known || strcmp(host, services[i].host) == 0;
	for (int i = 0; i < N_SERVICES && !key; i++) {
		name = services[i].key;
		if (!is_known || strcmp(host, services[i].host) == 0)
			key = getenv(name);
	}
	if (key)
		return take_key(settings, key, name, err);
	if (is_known)
		return err_set(err, EXIT_USAGE,
			       "llm: %s needs a key: put it into the environment as ARENA_LLM_KEY, which "
			       "--network llm lets through, or into a file, key_file=PATH", host);
	return 0; /* a private server may not need a key */
}

int settings_find_service(struct settings *settings, struct err *err)
{
	AUTO_FREE char *host = NULL;
	bool is_plain = false;
	const struct service *service = NULL;
	if (!settings->url)
		settings->url = mem_strdup(services[0].url);
	if (read_url(settings->url, &host, &is_plain, err) || find_key(settings, host, err))
		return -1;
	for (size_t n = strlen(settings->url); n > 0 && settings->url[n - 1] == '/';)
		settings->url[--n] = '\0';
	if (settings->key && is_plain && !is_loopback(host))
		return err_set(err, EXIT_USAGE, "llm: a key is not sent over http, which is not encrypted: use https");
	for (int i = 0; i < N_SERVICES; i++)
		if (strcmp(host, services[i].host) == 0)
			service = &services[i];
	if (!settings->model && service && service->model)
		settings->model = mem_strdup(service->model);
	if (!settings->model)
		return err_set(err, EXIT_USAGE, "llm: %s has several models: choose one with model=NAME", host);
	if (settings->price_in < 0)
		settings->price_in = service ? service->price_in : 0;
	if (settings->price_out < 0)
		settings->price_out = service ? service->price_out : 0;
	return 0;
}

int settings_read(struct settings *settings, int n_arguments, char *const *arguments, struct err *err)
{
	bool is_set[N_OPTIONS] = {false};
	*settings = (struct settings){.price_in = -1, .price_out = -1};
	typed_set_fallbacks(options, N_OPTIONS, settings);
	for (int i = 0; i < n_arguments; i++)
		if (take_argument(settings, arguments[i], is_set, err))
			return -1;
	for (int i = 0; i < N_OPTIONS; i++) {
		const char *value = options[i].environment && !is_set[i] ? getenv(options[i].environment) : NULL;
		if (value && typed_set_text(&options[i], settings, value, "llm", err))
			return -1;
	}
	return 0;
}

void settings_release(struct settings *settings)
{
	free(settings->url);
	free(settings->model);
	free(settings->key);
	*settings = (struct settings){0};
}

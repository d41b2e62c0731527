/* preview.c - the link preview of a page (frame.h). */
#include "page/frame.h"

#include <ctype.h>

#include "base/json.h"
#include "base/text.h"
#include "page/moment.h"

/* Adds a name as a part of an address. */
static void add_encoded(const char *name, struct str *out)
{
	for (; *name; name++)
		if (isalnum((unsigned char)*name) || strchr("-._~", *name))
			str_add_char(out, *name);
		else
			str_addf(out, "%%%02X", (unsigned char)*name);
}

int preview_set(json_t *data, const char *url, const char *image, struct err *err)
{
	const char *host = !strncmp(url, "https://", 8) ? url + 8 : !strncmp(url, "http://", 7) ? url + 7 : NULL;
	if (!host || !*host || *host == '/' || !text_is_clean(url) || strpbrk(url, " \"'<>\\`{}|^"))
		return err_set(err, EXIT_USAGE,
			       "--url needs the address of the page, such as https://example.org/report.html");
	json_object_set_new(data, "url", json_string(url));
	if (image && (str_ends(image, ".png") || str_ends(image, ".gif"))) {
		const char *slash = strrchr(host, '/'), *name = strrchr(image, '/');
		AUTO_STR struct str address = str_of("%.*s/", slash ? (int)(slash - url) : (int)strlen(url), url);
		add_encoded(name ? name + 1 : image, &address);
		json_object_set_new(data, "image", json_string(address.text));
	}
	return 0;
}

static void add_leader(const json_t *data, struct str *out)
{
	const json_t *robots = json_object_get(data, "robots");
	const json_t *first = json_array_get(robots, 0), *share = json_object_get(first, "win_rate");
	if (json_is_number(share))
		str_addf(out, "%s won %.1f\u202f%% of its games, the most of %zu robots.",
			 json_string_value(json_object_get(first, "robot")),
			 100 * json_number_value(share), json_array_size(robots));
}

static void add_boldest(const json_t *data, struct str *out)
{
	const json_t *game = moments_boldest_game(data);
	AUTO_MOMENTS struct moments moments;
	double drama;
	moments_of(data, game, &moments);
	int at = moments_boldest(&moments, &drama);
	if (!drama)
		return;
	str_addf(out, "%sThe boldest bid, in hand %zu of game %lld: ", out->length ? " " : "",
		 moments.list[at].hand + 1, (long long)json_integer_at(game, "number"));
	moment_words(&moments, &moments.list[at], out);
	str_add(out, ". ");
	moment_truth(&moments, &moments.list[at], out);
}

json_t *preview_values(const json_t *data)
{
	AUTO_STR struct str description = {0};
	const char *url = json_string_value(json_object_get(data, "url"));
	const char *image = json_string_value(json_object_get(data, "image"));
	const char *ready = json_string_value(json_object_get(data, "description"));
	if (ready) {
		str_add(&description, ready);
	} else {
		add_leader(data, &description);
		add_boldest(data, &description);
	}
	if (!description.length && !url)
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:s}", "description", json_clean(str_text(&description)),
			 "url", url ? json_string(url) : json_null(),
			 "image", image ? json_string(image) : json_null(),
			 "card", image ? "summary_large_image" : "summary");
}

/* faces.c - the marks of the robots (faces.h). The shapes, colours and the hash are those of web/faces.js. */
#include "page/faces.h"

#include "base/json.h"

static const char *const shapes[FACES_SHAPES] = {
	"M2 10a8 8 0 1 0 16 0a8 8 0 1 0-16 0z", "M3 3h14v14H3z", "M10 2l8.5 15.5h-17z", "M10 1l9 9-9 9-9-9z",
	"M7 2h6v5h5v6h-5v5H7v-5H2V7h5z",
	"M10 1l2.6 6.2 6.7.5-5.1 4.4 1.6 6.5L10 15.1l-5.8 3.5 1.6-6.5L.7 7.7l6.7-.5z", "M10 18L1.5 2.5h17z",
	"M3 2h14l-5 8 5 8H3l5-8z",
};
static const char *const colours[] = {"#0072b2", "#f0e442", "#d55e00", "#56b4e9", "#000000", "#cc79a7"};
enum { SHAPES = FACES_SHAPES, PLAIN = FACES_PLAIN, ALL = FACES_ALL };

struct robot_face {
	const char *identity, *name;
	long long index;
	int face;
};

static int by_identity(const void *a, const void *b)
{
	const struct robot_face *one = a, *other = b;
	int order = strcmp(one->identity, other->identity);
	return order ? order : strcmp(one->name, other->name);
}

/* Returns FNV-1a of the code points. */
static uint32_t hash(const char *text)
{
	uint32_t h = 2166136261;
	for (const unsigned char *at = (const unsigned char *)text; *at;) {
		int n = *at >= 0xf0 ? 3 : *at >= 0xe0 ? 2 : *at >= 0xc0 ? 1 : 0;
		uint32_t code = *at++ & (n ? 0x3fu >> n : 0x7fu);
		for (; n && *at; n--)
			code = code << 6 | (*at++ & 0x3f);
		h = (h ^ code) * 16777619;
	}
	return h;
}

int faces_choose(struct faces *faces, const char *identity)
{
	int first = (int)(hash(identity) % PLAIN);
	for (int n = 0; n < ALL; n++) {
		int face = (first + n) % PLAIN + n / PLAIN * PLAIN;
		if (faces->is_taken[face])
			continue;
		faces->is_taken[face] = true;
		return face;
	}
	return first;
}

void faces_of_game(const json_t *data, const json_t *game, int *faces)
{
	const json_t *robots = json_object_get(data, "robots"), *seats = json_object_get(game, "seats");
	size_t n = json_array_size(robots);
	AUTO_FREE struct robot_face *list = NEW_ARRAY(struct robot_face, n);
	struct faces taken = {0};
	JSON_EACH(i, robot, robots) {
		const char *name = json_string_value(json_object_get(robot, "robot"));
		const char *sha256 = json_string_value(json_object_get(robot, "sha256"));
		list[i] = (struct robot_face){sha256 && *sha256 ? sha256 : name, name,
			json_integer_value(json_object_get(robot, "index")), 0};
	}
	qsort(list, n, sizeof *list, by_identity);
	for (size_t k = 0; k < n; k++)
		list[k].face = faces_choose(&taken, list[k].identity);
	JSON_EACH(i, seat, seats) {
		faces[i] = 0;
		for (size_t k = 0; k < n; k++)
			if (list[k].index == json_integer_value(json_object_get(seat, "robot")))
				faces[i] = list[k].face;
	}
}

void face_add_svg(int face, double x, double y, double size, struct str *out)
{
	str_addf(out, "<g class=\"face\" data-face=\"%d\" transform=\"translate(%.1f %.1f) "
		      "scale(%.3f)\" stroke=\"#1f2428\" stroke-width=\"1.5\" stroke-linejoin=\"round\"><path "
		      "fill=\"%s\" d=\"%s\"/>", face, x, y, size / 20,
		colours[face % PLAIN / SHAPES], shapes[face % SHAPES]);
	if (face >= PLAIN)
		str_addf(out, "<path d=\"M0 10h20\" transform=\"rotate(%d 10 10)\"/>", 45 * (face / PLAIN - 1));
	str_add(out, "</g>\n");
}

void face_add_html(int face, struct str *out)
{
	str_addf(out,
		 "<svg class=\"face\" viewBox=\"0 0 20 20\" aria-hidden=\"true\"><path class=\"colour-%d\" d=\"%s\"/>",
		 face % PLAIN / SHAPES, shapes[face % SHAPES]);
	if (face >= PLAIN)
		str_addf(out, "<path class=\"bar\" d=\"M0 10h20\" transform=\"rotate(%d 10 10)\"/>",
			 45 * (face / PLAIN - 1));
	str_add(out, "</svg>");
}

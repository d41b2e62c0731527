/* picture_files.c - pictures of games as files (picture.h). Programs of the system convert the SVG. They read it from
 * memory, so there are no temporary files. */
#include "page/picture.h"

#include <stdio.h>
#include <unistd.h>

#include "base/file.h"
#include "base/tool.h"

enum { PNG_WIDTH = 1200, GIF_WIDTH = 720, GIF_MOST = 120 }; /* moments; each takes 2 MB of the converter's memory */
enum { CONVERT_SECONDS = 120, MOST = 100 << 20 };
#define STEP_DELAY "120" /* hundredths of a second */
#define END_DELAY "300"

enum format { FORMAT_NONE = 0, FORMAT_SVG, FORMAT_PNG, FORMAT_GIF };

static enum format format_of(const char *path)
{
	return str_ends(path, ".svg") ? FORMAT_SVG : str_ends(path, ".png") ? FORMAT_PNG
		: str_ends(path, ".gif") ? FORMAT_GIF : FORMAT_NONE;
}

int picture_check(const char *path, struct err *err)
{
	if (format_of(path) == FORMAT_NONE)
		return err_set(err, EXIT_USAGE, "the name of a picture must end with .svg, .png or .gif, not '%s'",
			       path);
	return file_check(path, err);
}

static int convert(const char *const *argv, const char *package, const int *fds, int n_fds, struct str *out,
		   struct err *err)
{
	struct err why = {0};
	const struct tool tool = {.argv = argv, .package = package, .fds = fds, .n_fds = n_fds,
		.seconds = CONVERT_SECONDS, .most = MOST};
	if (tool_run(&tool, out, &why) == 0)
		return 0;
	return err_set(err, why.code,
		       "the picture cannot be made: %s. A file that ends with .svg needs no other program", why.text);
}

static int add_png(const struct moments *moments, const struct moment *moment, int width, struct str *out,
		   struct err *err)
{
	AUTO_STR struct str svg = {0}, width_text = str_of("%d", width);
	picture_svg(moments, moment, &svg);
	AUTO_CLOSE int fd = tool_file(&svg, err);
	const char *const argv[] = {"rsvg-convert", "--format", "png", "--width", width_text.text, "/dev/fd/3", NULL};
	return fd < 0 ? -1 : convert(argv, "librsvg2-bin", &fd, 1, out, err);
}

/* Chooses the moments, beginning with *from: all of the game, or the last ones of the hand with the most dramatic
 * moment. Returns their number. */
static int choose_moments(const struct moments *moments, int *from, long *only_hand)
{
	size_t hand = moments->list[moments_boldest(moments, NULL)].hand;
	int first = 0, end = moments->n;
	*only_hand = -1;
	if (moments->n > GIF_MOST) {
		*only_hand = (long)hand;
		while (moments->list[first].hand < hand)
			first++;
		while (moments->list[end - 1].hand > hand)
			end--;
	}
	*from = end - first > GIF_MOST ? end - GIF_MOST : first;
	return end - *from;
}

static int add_gif(const struct moments *moments, struct str *out, long *only_hand, struct err *err)
{
	enum { WORDS = 3, AFTER = 4 }; /* arguments for each moment, and at the end */
	int from, n = choose_moments(moments, &from, only_hand), n_fds = 0, failed = 0, at = 0;
	AUTO_FREE int *fds = NEW_ARRAY(int, (size_t)n);
	AUTO_FREE const char **argv = NEW_ARRAY(const char *, (size_t)(WORDS * n + 3 + AFTER));
	AUTO_FREE char *names = NEW_ARRAY(char, 32 * (size_t)n);
	argv[at++] = "convert";
	argv[at++] = "-loop";
	argv[at++] = "0";
	for (; n_fds < n && !failed; n_fds += !failed) {
		const struct moment *moment = &moments->list[from + n_fds];
		AUTO_STR struct str png = {0};
		failed = add_png(moments, moment, GIF_WIDTH, &png, err) || (fds[n_fds] = tool_file(&png, err)) < 0;
		snprintf(names + 32 * n_fds, 32, "png:fd:%d", TOOL_FIRST_FD + n_fds);
		argv[at++] = "-delay";
		argv[at++] = moment->kind == MOMENT_END ? END_DELAY : STEP_DELAY;
		argv[at++] = names + 32 * n_fds;
	}
	argv[at++] = "-layers";
	argv[at++] = "optimize";
	argv[at++] = "gif:-";
	failed = failed || convert(argv, "imagemagick", fds, n_fds, out, err);
	while (n_fds-- > 0)
		close(fds[n_fds]);
	return failed ? -1 : 0;
}

int picture_write(const json_t *data, const json_t *game, const char *path, long *only_hand, struct err *err)
{
	AUTO_MOMENTS struct moments moments;
	AUTO_STR struct str bytes = {0};
	int failed = 0;
	moments_of(data, game, &moments);
	if (!moments.n)
		return err_set(err, EXIT_ROBOT, "no hand was played in this game, so there is no picture of it");
	const struct moment *boldest = &moments.list[moments_boldest(&moments, NULL)];
	*only_hand = -1;
	switch (format_of(path)) {
	case FORMAT_PNG: failed = add_png(&moments, boldest, PNG_WIDTH, &bytes, err); break;
	case FORMAT_GIF: failed = add_gif(&moments, &bytes, only_hand, err); break;
	default: picture_svg(&moments, boldest, &bytes);
	}
	return failed ? -1 : file_write(path, &bytes, err);
}

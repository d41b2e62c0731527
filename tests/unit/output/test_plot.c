/* test_plot.c - intervals and bars as text, every column of them. */
#include <check.h>

#include "output/pictures.h"
#include "same_text.h"

static const struct plot_line five[] = {
	{"prober", PLOT_INTERVAL, 20, 30, 45}, {"b", PLOT_POINT, 0, 62, 0}, {"least", PLOT_AT_LEAST, 50, 0, 0},
	{"most", PLOT_AT_MOST, 0, 0, 25}, {"none", PLOT_NOTHING, 0, 0, 0},
};
static const struct plot_line elo[] = {{"a", PLOT_INTERVAL, -120.5, -100, -80}, {"b", PLOT_INTERVAL, 33, 40, 47}};
static const struct plot_line zero[] = {{"a", PLOT_POINT, 0, 0, 0}}, all[] = {{"a", PLOT_INTERVAL, 100, 100, 100}};
static const struct plot_line small[] = {{"a", PLOT_INTERVAL, 0.0012, 0.0013, 0.0016}};
static const struct plot_line large[] = {{"a", PLOT_INTERVAL, 1234567890, 1234567891, 1234567894}};
static const struct plot_line high[] = {{"a", PLOT_INTERVAL, 97, 98.4, 99.9}, {"b", PLOT_INTERVAL, 95.1, 96, 97}};
static const struct plot_line low[] = {{"a", PLOT_INTERVAL, -3, 1, 8}};
static const struct plot_line beyond[] = {{"a", PLOT_INTERVAL, 60, 80, 104}};
static const struct plot_line wordy[] = {{"a very long name of a robot", PLOT_INTERVAL, 1, 2, 3},
	{"ä", PLOT_INTERVAL, 0, 1, 2}};

static const struct {
	struct plot plot;
	const char *text;
} intervals[] = {
	{{.lines = five, .n = 5, .unit = "%", .is_share = true, .width = 50},
	 "  prober ├─────●────────┤\n"
	 "  b                               ●\n"
	 "  least                    ├─────────────────▶\n"
	 "  most   ◀──┤\n"
	 "  none   \n"
	 "         ┴───────────┴───────────┴───────────┴\n"
	 "         20%        40%         60%         80%\n"},
	{{.lines = five, .n = 5, .unit = "%", .is_share = true, .has_mark = true, .mark = 50, .width = 50},
	 "  prober ├─────●────────┤  ┊\n"
	 "  b                        ┊      ●\n"
	 "  least                    ├─────────────────▶\n"
	 "  most   ◀──┤              ┊\n"
	 "  none                     ┊\n"
	 "         ┴───────────┴───────────┴───────────┴\n"
	 "         20%        40%         60%         80%\n"},
	{{.lines = elo, .n = 2, .unit = "", .has_mark = true, .width = 60},
	 "  a         ├────●────┤                   ┊\n"
	 "  b                                       ┊        ├●─┤\n"
	 "    ┴────────────┴────────────┴───────────┴────────────┴\n"
	 "    -150       -100          -50          0           50\n"},
	/* the mark is within the axis */
	{{.lines = elo, .n = 2, .unit = "", .has_mark = true, .mark = 100, .width = 60},
	 "  a       ├───●───┤                                    ┊\n"
	 "  b                                      ├─●┤          ┊\n"
	 "    ┴─────────┴─────────┴──────────┴─────────┴─────────┴\n"
	 "    -150    -100       -50         0        50        100\n"},
	/* 80 columns */
	{{.lines = elo, .n = 2, .unit = ""},
	 "  a           ├───────●──────┤\n"
	 "  b                                                                  ├─●──┤\n"
	 "    ┴─────────────────┴─────────────────┴────────────────┴─────────────────┴\n"
	 "    -150            -100               -50               0                50\n"},
	/* all the same */
	{{.lines = zero, .n = 1, .unit = "", .width = 40},
	 "  a ●\n"
	 "    ┴──────────────────────────────┴\n"
	 "    0                             0.5\n"},
	{{.lines = all, .n = 1, .unit = "%", .is_share = true, .width = 40},
	 "  a                                ●\n"
	 "    ┴──────────────────────────────┴\n"
	 "    99.5%                        100%\n"},
	{{.lines = small, .n = 1, .unit = "", .width = 40},
	 "  a           ├────●───────────────┤\n"
	 "    ┴─────────┴──────────┴─────────┴\n"
	 "    0.001  0.0012     0.0014    0.0016\n"},
	/* numbers that have no room are left out */
	{{.lines = large, .n = 1, .unit = " mm", .width = 40},
	 "  a ├───────●──────────────────────┤\n"
	 "    ┴───────────────┴──────────────┴\n"
	 "    1234567890 mm            1234567894 mm\n"},
	{{.lines = high, .n = 2, .unit = "%", .is_share = true, .width = 70},
	 "  a                         ├────────────────●──────────────────┤\n"
	 "  b  ├──────────●───────────┤\n"
	 "    ┴───────────┴───────────┴────────────┴───────────┴───────────┴\n"
	 "    95%        96%         97%          98%         99%        100%\n"},
	{{.lines = low, .n = 1, .unit = "%", .is_share = true, .width = 40},
	 "  a ├──●─────────────────────┤\n"
	 "    ┴───────────────┴──────────────┴\n"
	 "    0%             5%             10%\n"},
	{{.lines = beyond, .n = 1, .unit = "%", .is_share = true, .width = 40},
	 "  a ├───────────────●──────────────┤\n"
	 "    ┴───────────────┴──────────────┴\n"
	 "    60%            80%           100%\n"},
	/* labels are cut */
	{{.lines = wordy, .n = 2, .unit = "", .width = 30, .has_colour = true},
	 "  a very lon      ├────●───┤\n"
	 "  ä          ├────●────┤\n"
	 "             \033[2m┴─────────┴────────┴\033[0m\n"
	 "             \033[2m0         2        4\033[0m\n"},
	/* too narrow for labels */
	{{.lines = wordy, .n = 2, .unit = "", .width = 1},
	 "        ├────●───┤\n"
	 "   ├────●────┤\n"
	 "   ┴─────────┴────────┴\n"
	 "   0         2        4\n"},
	/* without a number there is nothing */
	{{.lines = &five[4], .n = 1, .has_mark = true, .mark = 3}, ""},
	{{.lines = five, .n = 0}, ""},
};

START_TEST(intervals_are_drawn_on_an_axis)
{
	AUTO_STR struct str out = {0};
	plot_intervals(&intervals[_i].plot, &out);
	check_same_text(str_text(&out), intervals[_i].text);
}
END_TEST

START_TEST(pictures_have_a_largest_width)
{
	AUTO_STR struct str out = {0};
	int n = 0;
	plot_intervals(&(struct plot){.lines = elo, .n = 2, .width = 1000}, &out);
	const char *axis = strstr(out.text, "┴");
	ck_assert_ptr_nonnull(axis);
	for (; *axis != '\n'; axis += strlen("┴"))
		n++;
	ck_assert_int_eq(n, 400);
}
END_TEST

static const struct plot_line shares[] = {
	{"a", PLOT_INTERVAL, 0, 100, 0}, {"b", PLOT_INTERVAL, 0, 0.4, 0}, {"c", PLOT_INTERVAL, 0, 0, 0},
	{"none", PLOT_NOTHING, 0, 50, 0}, {"e", PLOT_INTERVAL, 0, 33.3333, 0}, {"f", PLOT_INTERVAL, 0, 52.5, 0},
};
static const struct plot_line half[] = {{"a", PLOT_POINT, 0, 50, 0}};
static const struct plot_line sizes[] = {
	{"aa", PLOT_POINT, 0, 3, 0}, {"b", PLOT_POINT, 0, 1.25, 0}, {"c", PLOT_NOTHING, 0, 9, 0},
	{"d", PLOT_POINT, 0, -2, 0},
};

static const struct {
	struct plot plot;
	const char *text;
} bars[] = {
	{{.lines = shares, .n = 6, .unit = "%", .is_share = true, .width = 40},
	 "  a    ████████████████████ 100%\n"
	 "  b    ▏ 0.4%\n"
	 "  c    0%\n"
	 "  none \n"
	 "  e    ██████▋ 33.33%\n"
	 "  f    ██████████▌ 52.5%\n"},
	{{.lines = half, .n = 1, .unit = "%", .is_share = true, .width = 40}, "  a ███████████ 50%\n"},
	{{.lines = sizes, .n = 4, .unit = " x", .width = 50},
	 "  aa ███████████████████████████████ 3 x\n"
	 "  b  ████████████▉ 1.25 x\n"
	 "  c  \n"
	 "  d  -2 x\n"},
	{{.lines = sizes, .n = 4, .unit = " x", .width = 10},
	 "  aa ████████████████████ 3 x\n"
	 "  b  ████████▍ 1.25 x\n"
	 "  c  \n"
	 "  d  -2 x\n"},
	{{.lines = zero, .n = 1, .unit = "", .width = 40},
	 "  a 0\n"},
};

START_TEST(bars_are_as_long_as_their_numbers)
{
	AUTO_STR struct str out = {0};
	plot_bars(&bars[_i].plot, &out);
	check_same_text(str_text(&out), bars[_i].text);
}
END_TEST

SUITE(0,
	LOOP(intervals_are_drawn_on_an_axis, 0, COUNT(intervals)),
	TEST(pictures_have_a_largest_width),
	LOOP(bars_are_as_long_as_their_numbers, 0, COUNT(bars)))

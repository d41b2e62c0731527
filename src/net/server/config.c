/* config.c - the table of the tourney server's settings (serve.h). */
#include "net/server/serve.h"

#include "base/typed.h"

const char *const config_scorings[] = {"531", "even", NULL};

static const struct typed_key keys[] = {
#define KEY(field, key_kind, low, high, value) \
	{.name = #field, .kind = key_kind, .at = offsetof(struct config, field), .min = low, .max = high, \
	 .fallback = value}
	KEY(games_per_tourney_per_bot, TYPED_INT, 1, 100000, "100"),
	KEY(tourney_freq_S, TYPED_REAL, 0, 1e6, "60"),
	KEY(tourney_min_gap_S, TYPED_REAL, 0, 1e6, "10"),
	KEY(tourney_tag, TYPED_TEXT, 1, CONFIG_TEXT - 1, "default"),
	KEY(dice_count, TYPED_INT, 1, 20, "5"),
	KEY(player_count, TYPED_RANGE, 2, 26, "[3, 6]"),
	{.name = "scoring_method", .kind = TYPED_WORD, .at = offsetof(struct config, scoring_method),
		.words = config_scorings, .fallback = "even"}, KEY(score_mult, TYPED_REAL, -1e9, 1e9, "1"),
	KEY(move_timeout_mS, TYPED_INT, 1, 3600000, "500"), KEY(game_timeout_mS, TYPED_INT, 1, 86400000, "30000"),
	KEY(do_drop_wilds, TYPED_BOOL, 0, 0, "true"), KEY(game_port, TYPED_INT, 0, 65535, "5555"),
	KEY(logs_port, TYPED_INT, 0, 65535, "5556"),
	KEY(logs_path, TYPED_TEXT, 1, CONFIG_TEXT - 1, "results"),
	KEY(max_bots_per_player, TYPED_INT, 1, 100000, "2"),
	KEY(max_bots, TYPED_INT, 2, 10000, "256"),
	KEY(logs_kept, TYPED_INT, 1, 1e12, "100000"),
};
enum { N_KEYS = sizeof keys / sizeof *keys };

void config_init(struct config *config)
{
	*config = (struct config){0};
	typed_set_fallbacks(keys, N_KEYS, config);
}

int config_load(struct config *config, const char *path, struct err *err)
{
	return typed_load(keys, N_KEYS, config, path, err);
}

int config_set(struct config *config, const char *setting, const char *where, struct err *err)
{
	return typed_set(keys, N_KEYS, config, setting, where, err);
}

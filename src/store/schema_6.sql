-- From version 5 to version 6: seasons of the tourney server. bots has the sums of the season in progress.

CREATE TABLE seasons (
	number   INTEGER PRIMARY KEY, -- from 1
	name     TEXT NOT NULL,
	end_time TEXT NOT NULL        -- YYYY-MM-DD HH:MM:SS
) STRICT;

-- The sums of each robot at the end of the season.
CREATE TABLE season_scores (
	season   INTEGER NOT NULL REFERENCES seasons (number),
	bot      INTEGER NOT NULL REFERENCES bots (id),
	tourneys INTEGER NOT NULL,
	games    INTEGER NOT NULL,
	wins     INTEGER NOT NULL,
	score    REAL NOT NULL,
	PRIMARY KEY (season, bot)
) STRICT, WITHOUT ROWID;

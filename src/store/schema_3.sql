-- From version 2 to version 3: the tourney server (docs/tourney.md), with its robots, tourneys and games.

-- A robot is identified by what its client registers, in any session. Its sums are over all tourneys and grow with
-- every game.
CREATE TABLE bots (
	id       INTEGER PRIMARY KEY,
	player   TEXT NOT NULL,
	name     TEXT NOT NULL,
	version  TEXT NOT NULL,
	meta     TEXT NOT NULL,             -- META as last registered (JSON)
	tourneys INTEGER NOT NULL DEFAULT 0,
	games    INTEGER NOT NULL DEFAULT 0,
	wins     INTEGER NOT NULL DEFAULT 0,
	score    REAL NOT NULL DEFAULT 0,
	UNIQUE (player, name, version)
) STRICT;

CREATE TABLE tourneys (
	number         INTEGER PRIMARY KEY, -- tourney_index, from 0; continues after restarts of the server
	uuid           TEXT NOT NULL UNIQUE,
	tag            TEXT NOT NULL,
	seed           TEXT NOT NULL,       -- all dice follow from it and the numbers of tourney and game
	scoring_method TEXT NOT NULL,       -- '531', 'even'
	score_mult     REAL NOT NULL,
	start_time     TEXT NOT NULL,       -- YYYY-MM-DD HH:MM:SS, as in the logs
	end_time       TEXT,                -- NULL: in progress
	games          INTEGER NOT NULL     -- finished ones
) STRICT;

CREATE TABLE entries (
	tourney      INTEGER NOT NULL REFERENCES tourneys (number),
	session_uuid TEXT NOT NULL,
	bot          INTEGER NOT NULL REFERENCES bots (id),
	games        INTEGER NOT NULL,
	wins         INTEGER NOT NULL,
	score        REAL NOT NULL,
	PRIMARY KEY (tourney, session_uuid)
) STRICT, WITHOUT ROWID;

-- The latest games; the oldest are dropped when there are more than `logs_kept`.
CREATE TABLE tourney_games (
	id       INTEGER PRIMARY KEY,
	uuid     TEXT NOT NULL UNIQUE,
	tourney  INTEGER NOT NULL REFERENCES tourneys (number),
	match    INTEGER NOT NULL, -- in the tourney, from 0
	end_time TEXT NOT NULL,
	log      TEXT NOT NULL     -- GameLog (JSON)
) STRICT;

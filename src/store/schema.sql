-- The arena's database, version 6 (PRAGMA user_version). What a run played and what came out of its matches; every table
-- that the arena prints can be made again from it, to the byte. An older file gets this form step by step: schema_2.sql to
-- schema_6.sql.
--
-- A checksum is over all that a row holds and that results are made from (checksum.h). It is NULL in rows from before
-- version 5, which are checked by their contents alone.

PRAGMA application_id = 1634887022; -- 'aren'

-- A robot is its file.
CREATE TABLE robots (
	id       INTEGER PRIMARY KEY,
	sha256   TEXT NOT NULL UNIQUE, -- of the file, 64 hexadecimal digits
	name     TEXT NOT NULL,        -- what it says of itself; '' when it says nothing
	version  TEXT NOT NULL,
	author   TEXT NOT NULL
) STRICT;

-- One row per tournament. With the robots this is all that its games depend on.
CREATE TABLE runs (
	id           INTEGER PRIMARY KEY,
	name         TEXT NOT NULL UNIQUE, -- of its folder of results: '0007'
	arena        TEXT NOT NULL,        -- version of the arena that began it
	command      TEXT NOT NULL,        -- canonical: without what cannot change a result
	seed         TEXT NOT NULL,
	rules        TEXT NOT NULL,        -- variant and every option
	format       TEXT NOT NULL,        -- 'table', 'round-robin', 'gauntlet', 'pool', 'paired'
	n_seats      INTEGER NOT NULL,
	games        INTEGER NOT NULL,     -- as asked for on the command line
	move_time_ns INTEGER NOT NULL,
	memory       INTEGER NOT NULL,     -- bytes
	shard        INTEGER NOT NULL,     -- from 0: only matches with number % n_shards = shard are played
	n_shards     INTEGER NOT NULL,     -- 1: all of them
	log          TEXT NOT NULL DEFAULT 'none', -- what is kept beyond the tables: 'games', how each ended; 'hands', every play
	match_length INTEGER NOT NULL DEFAULT 0,   -- blocks in a match; 0: it followed from games
	is_as_given  INTEGER NOT NULL DEFAULT 0,   -- the circle is the order of the robots
	checksum     INTEGER,              -- of the run with its robots and its test
	seal         INTEGER NOT NULL DEFAULT 0,   -- exclusive or of the checksums of its chunks: none is missing
	fault_seal   INTEGER NOT NULL DEFAULT 0    -- likewise of its faults
) STRICT;

-- The robots of a run, in the order of the command line.
CREATE TABLE run_robots (
	run      INTEGER NOT NULL REFERENCES runs (id),
	position INTEGER NOT NULL, -- from 0
	robot    INTEGER NOT NULL REFERENCES robots (id),
	label    TEXT NOT NULL,    -- unique in the run: 'computer#2'
	spec     TEXT NOT NULL,    -- as given: 'prober:risk=0.4'
	PRIMARY KEY (run, position)
) STRICT, WITHOUT ROWID;

-- A run that has a row here asks whether its first robot is as good as its second; the others are tournaments.
CREATE TABLE tests (
	run       INTEGER PRIMARY KEY REFERENCES runs (id),
	model     TEXT NOT NULL,    -- of the Elo: 'logistic', 'normalized'
	elo0      REAL NOT NULL,
	elo1      REAL NOT NULL,
	alpha     REAL NOT NULL,
	beta      REAL NOT NULL,
	n_matches INTEGER           -- after which it was decided, and ended: later ones do not count; NULL: not yet, or never
) STRICT;

-- Finished matches, a run of them to a row: first, first + stride, ..., n_matches of them. Tables, dice and circles follow
-- from their numbers. Not WITHOUT ROWID: outcomes would not fit the pages of an index.
CREATE TABLE chunks (
	run       INTEGER NOT NULL REFERENCES runs (id),
	first     INTEGER NOT NULL, -- from 0
	stride    INTEGER NOT NULL, -- 1 but for shards
	n_matches INTEGER NOT NULL,
	n_blocks  INTEGER NOT NULL, -- in each match
	signature INTEGER,          -- sum over games of a hash of what was played; NULL: not known
	n_alike   INTEGER,          -- blocks in which all rotations went play by play alike; NULL: not known
	checksum  INTEGER,          -- with its rows in chunk_robots
	outcomes  BLOB NOT NULL,    -- distinct blocks and how often each came (encoding.h)
	ordering  BLOB,             -- which of them each match had; NULL: not kept
	details   BLOB,             -- what was played and asked, match by match; NULL: not kept
	PRIMARY KEY (run, first)
) STRICT;

-- The same matches, summed for each robot that played in them.
CREATE TABLE chunk_robots (
	run          INTEGER NOT NULL,
	first        INTEGER NOT NULL, -- of the chunk
	robot        INTEGER NOT NULL, -- run_robots.position
	matches      INTEGER NOT NULL,
	games        INTEGER NOT NULL,
	wins         REAL NOT NULL,    -- a shared first place is that share of a win
	places       REAL NOT NULL,    -- sum of places, shared ones averaged
	scores       REAL NOT NULL,    -- sum of (n - place) / (n - 1)
	asks         INTEGER NOT NULL,
	illegal      INTEGER NOT NULL,
	timeouts     INTEGER NOT NULL,
	crashes      INTEGER NOT NULL,
	failed_games INTEGER NOT NULL,
	PRIMARY KEY (run, first, robot)
) STRICT, WITHOUT ROWID;

-- What the robots of a chunk answered, where it was kept: of each match in turn its size in bytes as a varint and its plays
-- (move_log.h). A row without a checksum is of a single match and has no size.
CREATE TABLE plays (
	run      INTEGER NOT NULL REFERENCES runs (id),
	first    INTEGER NOT NULL, -- of the chunk
	plays    BLOB NOT NULL,
	checksum INTEGER,
	PRIMARY KEY (run, first)
) STRICT;

-- The first ten faults of each robot in a run; their crash reports are files in the run's folder.
CREATE TABLE faults (
	run      INTEGER NOT NULL,
	robot    INTEGER NOT NULL, -- run_robots.position
	game     INTEGER NOT NULL, -- from 1, as the replay counts
	ask      INTEGER NOT NULL, -- of the robot in the game, from 0
	number   INTEGER NOT NULL, -- of the match
	verdict  TEXT NOT NULL,    -- 'timeout', 'crash', 'load'
	cause    TEXT NOT NULL,
	me       TEXT NOT NULL,    -- the three strings of the ask
	hands    TEXT NOT NULL,
	history  TEXT NOT NULL,
	offset   INTEGER,          -- within the robot's file, when known
	symbol   TEXT,             -- and the function there: 'get_play+0x12'
	output   TEXT NOT NULL,    -- the last it printed
	checksum INTEGER,
	PRIMARY KEY (run, robot, game, ask)
) STRICT, WITHOUT ROWID;

-- The tourney server (docs/tourney.md). A bot is what its client says of itself, whatever session it plays in; with its sums
-- over all tourneys, which grow with every game.
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
	number         INTEGER PRIMARY KEY, -- tourney_index, from 0; goes on over restarts of the server
	uuid           TEXT NOT NULL UNIQUE,
	tag            TEXT NOT NULL,
	seed           TEXT NOT NULL,       -- all dice follow from it and the numbers of tourney and game
	scoring_method TEXT NOT NULL,       -- '531', 'even'
	score_mult     REAL NOT NULL,
	start_time     TEXT NOT NULL,       -- YYYY-MM-DD HH:MM:SS, as in the logs
	end_time       TEXT,                -- NULL: goes on
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

-- Seasons that have ended; bots has the sums of the one in progress.
CREATE TABLE seasons (
	number   INTEGER PRIMARY KEY, -- from 1
	name     TEXT NOT NULL,
	end_time TEXT NOT NULL        -- YYYY-MM-DD HH:MM:SS
) STRICT;

-- What each robot had when the season ended.
CREATE TABLE season_scores (
	season   INTEGER NOT NULL REFERENCES seasons (number),
	bot      INTEGER NOT NULL REFERENCES bots (id),
	tourneys INTEGER NOT NULL,
	games    INTEGER NOT NULL,
	wins     INTEGER NOT NULL,
	score    REAL NOT NULL,
	PRIMARY KEY (season, bot)
) STRICT, WITHOUT ROWID;

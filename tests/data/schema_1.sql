-- The arena's database, version 1 (PRAGMA user_version). What a run played and what came out of each
-- of its matches; every table that the arena prints can be made again from it, to the byte.
-- Later versions are reached step by step: schema_2.sql and what else stands in database.c.

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
	n_shards     INTEGER NOT NULL      -- 1: all of them
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

-- A finished match: its blocks, counted by outcome (blocks.h). Not WITHOUT ROWID: with many seats the
-- outcomes would not fit the pages of an index.
CREATE TABLE matches (
	run      INTEGER NOT NULL REFERENCES runs (id),
	number   INTEGER NOT NULL, -- from 0; tables and dice follow from it
	n_blocks INTEGER NOT NULL,
	outcomes BLOB NOT NULL,    -- distinct blocks and how often each came
	PRIMARY KEY (run, number)
) STRICT;

-- The same match, summed for each player of the table.
CREATE TABLE seats (
	run           INTEGER NOT NULL,
	number        INTEGER NOT NULL,
	player        INTEGER NOT NULL, -- from 0: letter A, B, ...
	robot         INTEGER NOT NULL, -- run_robots.position
	games         INTEGER NOT NULL,
	wins          REAL NOT NULL,    -- a shared first place is that share of a win
	block_sum     REAL NOT NULL,    -- over blocks, of the share of wins in the block
	block_squares REAL NOT NULL,
	places        REAL NOT NULL,    -- sum of places, shared ones averaged
	scores        REAL NOT NULL,    -- sum of (n - place) / (n - 1)
	asks          INTEGER NOT NULL,
	illegal       INTEGER NOT NULL,
	timeouts      INTEGER NOT NULL,
	crashes       INTEGER NOT NULL,
	failed_games  INTEGER NOT NULL,
	PRIMARY KEY (run, number, player)
) STRICT, WITHOUT ROWID;

-- The first ten faults of each robot in a run; their capsules are files in the run's folder.
CREATE TABLE faults (
	run     INTEGER NOT NULL,
	robot   INTEGER NOT NULL, -- run_robots.position
	game    INTEGER NOT NULL, -- from 1, as the replay counts
	ask     INTEGER NOT NULL, -- of the robot in the game, from 0
	number  INTEGER NOT NULL, -- of the match
	verdict TEXT NOT NULL,    -- 'timeout', 'crash', 'load'
	cause   TEXT NOT NULL,
	me      TEXT NOT NULL,    -- the three strings of the ask
	hands   TEXT NOT NULL,
	history TEXT NOT NULL,
	offset  INTEGER,          -- within the robot's file, when known
	symbol  TEXT,             -- and the function there: 'get_play+0x12'
	output  TEXT NOT NULL,    -- the last it printed
	PRIMARY KEY (run, robot, game, ask)
) STRICT, WITHOUT ROWID;

CREATE INDEX faults_by_match ON faults (run, number);

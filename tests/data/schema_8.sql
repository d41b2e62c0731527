-- The tables of a database of version 8, as an arena of that time made them step by step. Later versions are reached by schema_9.sql and
-- those after it.

PRAGMA application_id = 1634887022;
PRAGMA user_version = 8;
CREATE TABLE robots (
	id       INTEGER PRIMARY KEY,
	sha256   TEXT NOT NULL UNIQUE,
	name     TEXT NOT NULL,
	version  TEXT NOT NULL,
	author   TEXT NOT NULL
) STRICT;
CREATE TABLE runs (
	id           INTEGER PRIMARY KEY,
	name         TEXT NOT NULL UNIQUE,
	arena        TEXT NOT NULL,
	command      TEXT NOT NULL,
	seed         TEXT NOT NULL,
	rules        TEXT NOT NULL,
	format       TEXT NOT NULL,
	n_seats      INTEGER NOT NULL,
	games        INTEGER NOT NULL,
	move_time_ns INTEGER NOT NULL,
	memory       INTEGER NOT NULL,
	shard        INTEGER NOT NULL,
	n_shards     INTEGER NOT NULL
, log TEXT NOT NULL DEFAULT 'none', match_length INTEGER NOT NULL DEFAULT 0, is_as_given  INTEGER NOT NULL DEFAULT 0, checksum     INTEGER, seal         INTEGER NOT NULL DEFAULT 0, fault_seal   INTEGER NOT NULL DEFAULT 0, tables TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE run_robots (
	run      INTEGER NOT NULL REFERENCES runs (id),
	position INTEGER NOT NULL,
	robot    INTEGER NOT NULL REFERENCES robots (id),
	label    TEXT NOT NULL,
	spec     TEXT NOT NULL,
	PRIMARY KEY (run, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE faults (
	run     INTEGER NOT NULL,
	robot   INTEGER NOT NULL,
	game    INTEGER NOT NULL,
	ask     INTEGER NOT NULL,
	number  INTEGER NOT NULL,
	verdict TEXT NOT NULL,
	cause   TEXT NOT NULL,
	me      TEXT NOT NULL,
	hands   TEXT NOT NULL,
	history TEXT NOT NULL,
	offset  INTEGER,
	symbol  TEXT,
	output  TEXT NOT NULL, checksum INTEGER,
	PRIMARY KEY (run, robot, game, ask)
) STRICT, WITHOUT ROWID;
CREATE TABLE tests (
	run       INTEGER PRIMARY KEY REFERENCES runs (id),
	model     TEXT NOT NULL,
	elo0      REAL NOT NULL,
	elo1      REAL NOT NULL,
	alpha     REAL NOT NULL,
	beta      REAL NOT NULL,
	n_matches INTEGER
) STRICT;
CREATE TABLE bots (
	id       INTEGER PRIMARY KEY,
	player   TEXT NOT NULL,
	name     TEXT NOT NULL,
	version  TEXT NOT NULL,
	meta     TEXT NOT NULL,
	tourneys INTEGER NOT NULL DEFAULT 0,
	games    INTEGER NOT NULL DEFAULT 0,
	wins     INTEGER NOT NULL DEFAULT 0,
	score    REAL NOT NULL DEFAULT 0,
	UNIQUE (player, name, version)
) STRICT;
CREATE TABLE tourneys (
	number         INTEGER PRIMARY KEY,
	uuid           TEXT NOT NULL UNIQUE,
	tag            TEXT NOT NULL,
	seed           TEXT NOT NULL,
	scoring_method TEXT NOT NULL,
	score_mult     REAL NOT NULL,
	start_time     TEXT NOT NULL,
	end_time       TEXT,
	games          INTEGER NOT NULL
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
CREATE TABLE tourney_games (
	id       INTEGER PRIMARY KEY,
	uuid     TEXT NOT NULL UNIQUE,
	tourney  INTEGER NOT NULL REFERENCES tourneys (number),
	match    INTEGER NOT NULL,
	end_time TEXT NOT NULL,
	log      TEXT NOT NULL
) STRICT;
CREATE TABLE plays (
	run    INTEGER NOT NULL REFERENCES runs (id),
	first INTEGER NOT NULL,
	plays  BLOB NOT NULL, checksum INTEGER,
	PRIMARY KEY (run, first)
) STRICT;
CREATE TABLE chunks (
	run       INTEGER NOT NULL REFERENCES runs (id),
	first     INTEGER NOT NULL,
	stride    INTEGER NOT NULL,
	n_matches INTEGER NOT NULL,
	n_blocks  INTEGER NOT NULL,
	signature INTEGER,
	n_alike   INTEGER,
	checksum  INTEGER,
	outcomes  BLOB NOT NULL,
	ordering  BLOB,
	details   BLOB,
	PRIMARY KEY (run, first)
) STRICT;
CREATE TABLE chunk_robots (
	run          INTEGER NOT NULL,
	first        INTEGER NOT NULL,
	robot        INTEGER NOT NULL,
	matches      INTEGER NOT NULL,
	games        INTEGER NOT NULL,
	wins         REAL NOT NULL,
	places       REAL NOT NULL,
	scores       REAL NOT NULL,
	asks         INTEGER NOT NULL,
	illegal      INTEGER NOT NULL,
	timeouts     INTEGER NOT NULL,
	crashes      INTEGER NOT NULL,
	failed_games INTEGER NOT NULL,
	PRIMARY KEY (run, first, robot)
) STRICT, WITHOUT ROWID;
CREATE TABLE seasons (
	number   INTEGER PRIMARY KEY,
	name     TEXT NOT NULL,
	end_time TEXT NOT NULL
) STRICT;
CREATE TABLE season_scores (
	season   INTEGER NOT NULL REFERENCES seasons (number),
	bot      INTEGER NOT NULL REFERENCES bots (id),
	tourneys INTEGER NOT NULL,
	games    INTEGER NOT NULL,
	wins     INTEGER NOT NULL,
	score    REAL NOT NULL,
	PRIMARY KEY (season, bot)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_seeds ON runs (seed);
CREATE TABLE contest_versions (
	id       INTEGER PRIMARY KEY,
	team     TEXT NOT NULL,
	robot    TEXT NOT NULL,
	name     TEXT NOT NULL,
	sha256   TEXT NOT NULL,
	file     TEXT NOT NULL,
	arrived  TEXT NOT NULL,
	round    INTEGER NOT NULL,
	season   INTEGER NOT NULL,
	reason   TEXT NOT NULL,
	is_active INTEGER NOT NULL, checksum INTEGER,
	UNIQUE (team, name),
	UNIQUE (team, robot, sha256)
) STRICT;
CREATE TABLE contest_notes (
	team TEXT NOT NULL,
	note TEXT NOT NULL
) STRICT;
CREATE TABLE contest_seasons (
	number INTEGER PRIMARY KEY,
	name   TEXT NOT NULL,
	begun  TEXT NOT NULL,
	frozen TEXT,
	ended  TEXT,
	seal   TEXT NOT NULL
, checksum INTEGER) STRICT;
CREATE TABLE contest_ratings (
	season  INTEGER NOT NULL REFERENCES contest_seasons (number),
	round   INTEGER NOT NULL,
	version INTEGER NOT NULL REFERENCES contest_versions (id),
	elo     REAL NOT NULL,
	low     REAL NOT NULL,
	high    REAL NOT NULL,
	matches INTEGER NOT NULL, checksum INTEGER,
	PRIMARY KEY (season, round, version)
) STRICT, WITHOUT ROWID;

-- The arena's database, version 13 (PRAGMA user_version). It has the configuration of each run and the outcomes of its
-- matches. Every table that the arena prints can be made again from it, byte for byte. Older files are migrated step by
-- step: schema_9.sql to schema_13.sql.
--
-- A checksum covers the contents of a row from which results are made (checksum.h). It is NULL in rows from before
-- version 5 (of contests: version 8), of which only the contents are checked.

PRAGMA application_id = 1634887022; -- 'aren'

-- A robot is its file, with its data folder if it has one (robot/data_hash.h).
CREATE TABLE robots (
	id       INTEGER PRIMARY KEY,
	sha256   TEXT NOT NULL UNIQUE, -- of the file, 64 hexadecimal digits
	name     TEXT NOT NULL,        -- from its manifest; '' when it has none
	version  TEXT NOT NULL,
	author   TEXT NOT NULL
) STRICT;

-- One row per run. With the robots it has everything that the games depend on.
CREATE TABLE runs (
	id           INTEGER PRIMARY KEY,
	name         TEXT NOT NULL UNIQUE, -- of its folder of results: '0007'
	arena        TEXT NOT NULL,        -- version of the arena that began it
	command      TEXT NOT NULL,        -- canonical: without options that cannot change a result
	seed         TEXT NOT NULL,
	rules        TEXT NOT NULL,        -- variant and every option
	format       TEXT NOT NULL,        -- 'table', 'round-robin', 'gauntlet', 'pool', 'paired', 'listed'
	n_seats      INTEGER NOT NULL,
	games        INTEGER NOT NULL,     -- as given on the command line
	move_time_ns INTEGER NOT NULL,
	memory       INTEGER NOT NULL,     -- bytes
	shard        INTEGER NOT NULL,     -- from 0: only matches with number % n_shards = shard are played
	n_shards     INTEGER NOT NULL,     -- 1: all of them
	log          TEXT NOT NULL DEFAULT 'none', -- 'games': the outcome of each match in order; 'hands': also every play
	match_length INTEGER NOT NULL DEFAULT 0,   -- blocks in a match; 0: an older run, where it depended on games
	checksum     INTEGER,              -- of the run with its robots and its test
	seal         INTEGER NOT NULL DEFAULT 0,   -- exclusive or of the checksums of its chunks, to detect missing ones
	fault_seal   INTEGER NOT NULL DEFAULT 0,   -- likewise of its faults
	tables       TEXT NOT NULL DEFAULT '',     -- '0-1 2-0': the robots of each table; '': they follow from the format
	start_time_ns INTEGER NOT NULL DEFAULT 3000000000,
	readable     TEXT NOT NULL DEFAULT '',     -- folders that all robots may read, separated by ':'
	deals        TEXT NOT NULL DEFAULT 'by-table', -- enum deals: 'shuffled', 'same'; of older runs 'by-table' or 'in-turn'
	has_luck     INTEGER NOT NULL DEFAULT 0,   -- its chunks have what the dice favoured
	epoch        INTEGER NOT NULL DEFAULT 0,   -- RESULTS_EPOCH of the arena (run_config.h)
	settings     TEXT NOT NULL DEFAULT '{}'    -- JSON: the settings of the schedule that are not 0 (match/schedule.h)
) STRICT;

-- The robots of a run, in the order of the command line.
CREATE TABLE run_robots (
	run      INTEGER NOT NULL REFERENCES runs (id),
	position INTEGER NOT NULL, -- from 0
	robot    INTEGER NOT NULL REFERENCES robots (id),
	label    TEXT NOT NULL,    -- unique in the run: 'computer#2'
	spec     TEXT NOT NULL,    -- as given, without a name: 'prober:risk=0.4' (robot/spec.h)
	PRIMARY KEY (run, position)
) STRICT, WITHOUT ROWID;

-- The tests of `arena regress`: is the first robot of the run as good as the second? A tournament has a row only with
-- --stop-on-fault: model is 'stop-on-fault', elo0 has the bits of its kinds of faults, n_matches is when it ended.
CREATE TABLE tests (
	run       INTEGER PRIMARY KEY REFERENCES runs (id),
	model     TEXT NOT NULL,    -- of the Elo: 'logistic', 'normalized'
	elo0      REAL NOT NULL,
	elo1      REAL NOT NULL,
	alpha     REAL NOT NULL,
	beta      REAL NOT NULL,
	n_matches INTEGER           -- number of matches after which it was decided; later ones do not count; NULL: undecided
) STRICT;

-- A chunk of finished matches: first, first + stride, ..., n_matches of them. Tables, dice and circles follow from their
-- numbers. Not WITHOUT ROWID: outcomes would not fit the pages of an index.
CREATE TABLE chunks (
	run       INTEGER NOT NULL REFERENCES runs (id),
	first     INTEGER NOT NULL, -- from 0
	stride    INTEGER NOT NULL, -- 1 except in shards
	n_matches INTEGER NOT NULL,
	n_blocks  INTEGER NOT NULL, -- in each match
	signature INTEGER,          -- sum over games of a hash of the plays; NULL: unknown
	n_alike   INTEGER,          -- blocks in which all rotations had the same plays; NULL: unknown
	checksum  INTEGER,          -- with its rows in chunk_robots
	outcomes  BLOB NOT NULL,    -- distinct blocks with their counts (encoding.h)
	ordering  BLOB,             -- the block of each match; NULL: not stored
	details   BLOB,             -- signatures and asks, match by match; NULL: not stored
	luck      BLOB,             -- what the dice favoured, robot by robot; NULL: not stored
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
	calls          INTEGER NOT NULL DEFAULT 0, -- its own and of its bids (match/leak.h), and in how many it was right
	calls_right    INTEGER NOT NULL DEFAULT 0,
	evidence       INTEGER NOT NULL DEFAULT 0, -- that it knows hidden dice: in the first rotations, and in the later ones
	evidence_later INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (run, first, robot)
) STRICT, WITHOUT ROWID;

-- The plays of a chunk, if they were stored: for each match its size in bytes as a varint, and its plays
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
	output   TEXT NOT NULL,    -- its last output
	checksum INTEGER,
	PRIMARY KEY (run, robot, game, ask)
) STRICT, WITHOUT ROWID;

-- The tourney server (docs/tourney.md). A bot is identified by its registration, in any session. Its sums are over all
-- tourneys and grow with every game.
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

-- Seasons that have ended; bots has the sums of the one in progress.
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

CREATE INDEX run_seeds ON runs (seed); -- a contest finds its rounds by their seeds

-- A contest (docs/contest.md). One row for each submission that became a version.
CREATE TABLE contest_versions (
	id       INTEGER PRIMARY KEY,
	team     TEXT NOT NULL,    -- name of its folder
	robot    TEXT NOT NULL,    -- whose version it is
	name     TEXT NOT NULL,    -- 'prober-2': also the name of the version's folder
	sha256   TEXT NOT NULL,    -- of its files
	file     TEXT NOT NULL,    -- the robot, within the folder of the contest; '' when there is none
	arrived  TEXT NOT NULL,    -- YYYY-MM-DD HH:MM:SS, UTC
	round    INTEGER NOT NULL, -- the first round of the season in which it may play
	season   INTEGER NOT NULL,
	reason   TEXT NOT NULL,    -- why it may not take part; '': it may
	is_active INTEGER NOT NULL, -- it plays in the next round, unless it is replaced or withdrawn
	checksum INTEGER,
	UNIQUE (team, name),
	UNIQUE (team, robot, sha256)
) STRICT;

-- Submissions that could not become versions, with the reason, as of the latest check.
CREATE TABLE contest_notes (
	team TEXT NOT NULL,
	note TEXT NOT NULL
) STRICT;

CREATE TABLE contest_seasons (
	number INTEGER PRIMARY KEY, -- from 1
	name   TEXT NOT NULL,
	begun  TEXT NOT NULL,       -- YYYY-MM-DD HH:MM:SS, UTC, like the next two
	frozen TEXT,                -- when the season was closed to new versions; NULL: it is open
	ended  TEXT,                -- when the final ended
	seal   TEXT NOT NULL,       -- SHA-256 of the seed of the final
	checksum INTEGER
) STRICT;

-- The rating of a version after a round, in Elo. The mean over the versions of the season that have played is 0.
CREATE TABLE contest_ratings (
	season  INTEGER NOT NULL REFERENCES contest_seasons (number),
	round   INTEGER NOT NULL, -- from 1
	version INTEGER NOT NULL REFERENCES contest_versions (id),
	elo     REAL NOT NULL,
	low     REAL NOT NULL,
	high    REAL NOT NULL,
	matches INTEGER NOT NULL,
	checksum INTEGER,
	PRIMARY KEY (season, round, version)
) STRICT, WITHOUT ROWID;

-- From version 6 to version 7: runs that list their tables; contests.

ALTER TABLE runs ADD COLUMN tables TEXT NOT NULL DEFAULT ''; -- '0-1 2-0': the robots of each table; '': the format says who meets whom

CREATE INDEX run_seeds ON runs (seed); -- a contest finds its rounds by them

-- A contest (docs/contest.md). What a team has handed in, each time it was changed.
CREATE TABLE contest_versions (
	id       INTEGER PRIMARY KEY,
	team     TEXT NOT NULL,    -- name of its folder
	robot    TEXT NOT NULL,    -- of which it is a version
	name     TEXT NOT NULL,    -- 'prober-2': of the version's folder
	sha256   TEXT NOT NULL,    -- of its files
	file     TEXT NOT NULL,    -- the robot, within the folder of the contest; '' when there is none
	arrived  TEXT NOT NULL,    -- YYYY-MM-DD HH:MM:SS, UTC
	round    INTEGER NOT NULL, -- of the season in which it arrived: the first in which it may play
	season   INTEGER NOT NULL,
	reason   TEXT NOT NULL,    -- why it does not take part; '': it is sound
	is_active INTEGER NOT NULL, -- it plays in the next round
	UNIQUE (team, name),
	UNIQUE (team, robot, sha256)
) STRICT;

-- What was handed in and is no version, as it was found last.
CREATE TABLE contest_notes (
	team TEXT NOT NULL,
	note TEXT NOT NULL
) STRICT;

CREATE TABLE contest_seasons (
	number INTEGER PRIMARY KEY, -- from 1
	name   TEXT NOT NULL,
	begun  TEXT NOT NULL,       -- YYYY-MM-DD HH:MM:SS, UTC, like the next two
	frozen TEXT,                -- since then no versions are taken; NULL: they are
	ended  TEXT,                -- when the final was over
	seal   TEXT NOT NULL        -- SHA-256 of the seed of the final
) STRICT;

-- What was known of a version after a round. Elo, the mean of all versions of the season is 0.
CREATE TABLE contest_ratings (
	season  INTEGER NOT NULL REFERENCES contest_seasons (number),
	round   INTEGER NOT NULL, -- from 1
	version INTEGER NOT NULL REFERENCES contest_versions (id),
	elo     REAL NOT NULL,
	low     REAL NOT NULL,
	high    REAL NOT NULL,
	matches INTEGER NOT NULL,
	PRIMARY KEY (season, round, version)
) STRICT, WITHOUT ROWID;

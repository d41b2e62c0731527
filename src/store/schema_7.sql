-- From version 6 to version 7: runs that list their tables; contests.

ALTER TABLE runs ADD COLUMN tables TEXT NOT NULL DEFAULT ''; -- '0-1 2-0': the robots of each table; '': they follow from the format

CREATE INDEX run_seeds ON runs (seed); -- a contest finds its rounds by them

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
	seal   TEXT NOT NULL        -- SHA-256 of the seed of the final
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
	PRIMARY KEY (season, round, version)
) STRICT, WITHOUT ROWID;

-- From version 4 to version 5: chunks, and checksums. Robots keep what they remember through a match, which is as long as
-- the run says; many matches are one row.
--
-- A checksum is over all that a row holds and that results are made from (checksum.h); NULL in rows from before version 5,
-- which are checked by their contents alone.

ALTER TABLE runs ADD COLUMN match_length INTEGER NOT NULL DEFAULT 0; -- blocks in a match; 0: it followed from games
ALTER TABLE runs ADD COLUMN is_as_given  INTEGER NOT NULL DEFAULT 0; -- the circle is the order of the robots
ALTER TABLE runs ADD COLUMN checksum     INTEGER; -- of the run with its robots and its test
ALTER TABLE runs ADD COLUMN seal         INTEGER NOT NULL DEFAULT 0; -- exclusive or of the checksums of its chunks: none is missing
ALTER TABLE runs ADD COLUMN fault_seal   INTEGER NOT NULL DEFAULT 0; -- likewise of its faults

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

INSERT INTO chunks SELECT run, number, coalesce((SELECT n_shards FROM runs WHERE id = run), 1), 1, n_blocks, signature,
	n_alike, NULL, outcomes, ordering, NULL FROM matches ORDER BY run, number;
INSERT INTO chunk_robots SELECT run, number, robot, 1, games, wins, places, scores, asks, illegal, timeouts, crashes,
	failed_games FROM seats;
DROP TABLE seats;
DROP TABLE matches;

-- What the robots of a chunk answered: of each match in turn its size in bytes as a varint and its plays (move_log.h). A row
-- without a checksum is of a single match and has no size.
ALTER TABLE plays RENAME COLUMN number TO first;
ALTER TABLE plays ADD COLUMN checksum INTEGER;

ALTER TABLE faults ADD COLUMN checksum INTEGER;
DROP INDEX faults_by_match; -- they are few, and what an index says could be wrong

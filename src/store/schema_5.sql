-- From version 4 to version 5: chunks, and checksums. Robots keep their state during a match, whose length the run
-- defines. One row stores many matches.
--
-- A checksum covers the contents of a row from which results are made (checksum.h). It is NULL in rows from before
-- version 5, of which only the contents are checked.

ALTER TABLE runs ADD COLUMN match_length INTEGER NOT NULL DEFAULT 0; -- blocks in a match; 0: it followed from games
ALTER TABLE runs ADD COLUMN is_as_given  INTEGER NOT NULL DEFAULT 0; -- the circle is the order of the robots
ALTER TABLE runs ADD COLUMN checksum     INTEGER; -- of the run with its robots and its test
ALTER TABLE runs ADD COLUMN seal         INTEGER NOT NULL DEFAULT 0; -- exclusive or of the checksums of its chunks, to
                                                                     -- detect missing ones
ALTER TABLE runs ADD COLUMN fault_seal   INTEGER NOT NULL DEFAULT 0; -- likewise of its faults

-- A chunk of finished matches: first, first + stride, ..., n_matches of them. Tables, dice and circles follow from
-- their numbers. Not WITHOUT ROWID: outcomes would not fit the pages of an index.
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

-- The answers of the robots in a chunk: for each match its size in bytes as a varint, and its plays (move_log.h). A row
-- without a checksum is of a single match and has no size.
ALTER TABLE plays RENAME COLUMN number TO first;
ALTER TABLE plays ADD COLUMN checksum INTEGER;

ALTER TABLE faults ADD COLUMN checksum INTEGER;
DROP INDEX faults_by_match; -- an index is not needed for so few rows, and could be wrong in a damaged file

-- From version 1 to version 2: the tests of `arena regress`.

-- What was played in the match (result.h); NULL in a match that version 1 stored. If a match is compared block by block
-- with its twin (format 'paired'), the order of its blocks is stored, too.
ALTER TABLE matches ADD COLUMN signature INTEGER; -- equal in two matches with the same dice: the same plays
ALTER TABLE matches ADD COLUMN n_alike   INTEGER; -- blocks in which all rotations had the same plays
ALTER TABLE matches ADD COLUMN ordering  BLOB;    -- which of the outcomes each block had (blocks.h); NULL: not stored

-- A run with a row here tests whether its first robot is as good as its second; the other runs are tournaments.
CREATE TABLE tests (
	run       INTEGER PRIMARY KEY REFERENCES runs (id),
	model     TEXT NOT NULL,    -- of the Elo: 'logistic', 'normalized'
	elo0      REAL NOT NULL,
	elo1      REAL NOT NULL,
	alpha     REAL NOT NULL,
	beta      REAL NOT NULL,
	n_matches INTEGER           -- number of matches after which it was decided and ended; NULL: undecided
) STRICT;

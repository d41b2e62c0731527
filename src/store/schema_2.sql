-- From version 1 to version 2: the tests of `arena regress`.

-- What was played in the match, as result.h has it; NULL in a match that version 1 stored. A match that is compared
-- with its twin block by block (format 'paired') also has the order of its blocks.
ALTER TABLE matches ADD COLUMN signature INTEGER; -- equal in two matches with the same dice: the same plays
ALTER TABLE matches ADD COLUMN n_alike   INTEGER; -- blocks in which all rotations went play by play alike
ALTER TABLE matches ADD COLUMN ordering  BLOB;    -- which of the outcomes each block had (blocks.h); else NULL

-- A run that has a row here asks whether its first robot is as good as its second; the others are tournaments.
CREATE TABLE tests (
	run       INTEGER PRIMARY KEY REFERENCES runs (id),
	model     TEXT NOT NULL,    -- of the Elo: 'logistic', 'normalized'
	elo0      REAL NOT NULL,
	elo1      REAL NOT NULL,
	alpha     REAL NOT NULL,
	beta      REAL NOT NULL,
	n_matches INTEGER           -- after which it was decided, and ended; NULL: not yet, or never
) STRICT;

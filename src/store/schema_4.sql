-- From version 3 to version 4: stored plays (--log), for games whose robots would not play the same again.

-- What is stored of a run's games besides their counts: 'none'; 'games': the outcome of each game in order, in
-- matches.ordering; 'hands': also every play.
ALTER TABLE runs ADD COLUMN log TEXT NOT NULL DEFAULT 'none';

-- The answers of the robots in a match, ask by ask (move_log.h).
CREATE TABLE plays (
	run    INTEGER NOT NULL REFERENCES runs (id),
	number INTEGER NOT NULL, -- of the match
	plays  BLOB NOT NULL,
	PRIMARY KEY (run, number)
) STRICT;

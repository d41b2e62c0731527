-- From version 3 to version 4: plays that were kept (--log), for games whose robots would not play them again.

-- What is kept of a run's games beyond their counts: 'none'; 'games', in which order they ended how, which is
-- matches.ordering; 'hands', that and every play.
ALTER TABLE runs ADD COLUMN log TEXT NOT NULL DEFAULT 'none';

-- What the robots of a match answered, ask by ask (move_log.h).
CREATE TABLE plays (
	run    INTEGER NOT NULL REFERENCES runs (id),
	number INTEGER NOT NULL, -- of the match
	plays  BLOB NOT NULL,
	PRIMARY KEY (run, number)
) STRICT;

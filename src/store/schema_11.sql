-- From version 10 to version 11: whether robots were right when bids were called (match/leak.h).

ALTER TABLE chunk_robots ADD COLUMN calls INTEGER NOT NULL DEFAULT 0;
ALTER TABLE chunk_robots ADD COLUMN calls_right INTEGER NOT NULL DEFAULT 0;
ALTER TABLE chunk_robots ADD COLUMN evidence INTEGER NOT NULL DEFAULT 0;
ALTER TABLE chunk_robots ADD COLUMN evidence_later INTEGER NOT NULL DEFAULT 0;

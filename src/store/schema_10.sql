-- From version 9 to version 10: what the dice favoured (match/luck.h).

ALTER TABLE runs ADD COLUMN has_luck INTEGER NOT NULL DEFAULT 0;
ALTER TABLE chunks ADD COLUMN luck BLOB;

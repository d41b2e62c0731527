-- From version 11 to version 12: the results epoch of a run (run_config.h).

ALTER TABLE runs ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;

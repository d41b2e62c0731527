-- From version 8 to version 9: the limit for starting a robot, which was 3 s, and folders that all robots may read.

ALTER TABLE runs ADD COLUMN start_time_ns INTEGER NOT NULL DEFAULT 3000000000;
ALTER TABLE runs ADD COLUMN readable TEXT NOT NULL DEFAULT '';

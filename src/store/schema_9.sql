-- From version 8 to version 9: the limit for starting a robot, which was 3 s; folders that all robots may read; and runs whose
-- tables take turns.

ALTER TABLE runs ADD COLUMN start_time_ns INTEGER NOT NULL DEFAULT 3000000000;
ALTER TABLE runs ADD COLUMN readable TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN deals TEXT NOT NULL DEFAULT 'by-table'; -- one table is played after the other

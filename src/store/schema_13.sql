-- From version 12 to version 13: all settings of the schedule in one column (match/schedule.h).

ALTER TABLE runs ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
UPDATE runs SET settings = '{"as_given":true}' WHERE is_as_given;
ALTER TABLE runs DROP COLUMN is_as_given;

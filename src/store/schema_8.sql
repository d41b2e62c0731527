-- From version 7 to version 8: checksums of the rows of contests. They are NULL in rows from before.

ALTER TABLE contest_versions ADD COLUMN checksum INTEGER;
ALTER TABLE contest_seasons ADD COLUMN checksum INTEGER;
ALTER TABLE contest_ratings ADD COLUMN checksum INTEGER;

-- statements.sql: the statements that run often, which are prepared once (STATEMENT_NAME). Each is a line "-- NAME:", and SQL up to an
-- empty line. CHUNK_COLUMNS stands for the columns of a chunk (database_inside.h).

-- BEGIN:
BEGIN IMMEDIATE

-- COMMIT:
COMMIT

-- ROLLBACK:
ROLLBACK

-- FIND_OVERLAP:
SELECT first + (n_matches - 1) * stride >= ?2 FROM chunks WHERE run = ?1 AND first <= ?3 AND (first - ?2) % ?4 = 0 ORDER
BY first DESC LIMIT 1

-- PUT_CHUNK:
INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- PUT_ROBOT:
INSERT INTO chunk_robots VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- PUT_PLAYS:
INSERT INTO plays VALUES (?, ?, ?, ?)

-- COUNT_FAULTS:
SELECT count(*) FROM faults WHERE run = ? AND robot = ? AND (game, ask) < (?, ?)

-- PUT_FAULT:
INSERT OR IGNORE INTO faults VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- TRIM_FAULTS:
DELETE FROM faults WHERE run = ?1 AND robot = ?2 AND (game, ask) > (SELECT game, ask FROM faults WHERE run = ?1 AND
robot = ?2 ORDER BY game, ask LIMIT 1 OFFSET ?3) RETURNING checksum

-- SEAL: There is no operator for exclusive or.
UPDATE runs SET seal = (seal | ?2) - (seal & ?2) WHERE id = ?1

-- FAULT_SEAL:
UPDATE runs SET fault_seal = (fault_seal | ?2) - (fault_seal & ?2) WHERE id = ?1

-- GET_CHUNK:
SELECT CHUNK_COLUMNS FROM chunks WHERE run = ? AND first = ?

-- GET_ROBOTS:
SELECT robot, matches, games, asks, illegal, timeouts, crashes, failed_games, calls, calls_right, evidence, evidence_later,
wins, places, scores FROM chunk_robots WHERE run = ? AND first = ? ORDER BY robot

-- GET_FAULTS:
SELECT * FROM faults WHERE run = ?1 AND number BETWEEN ?2 AND ?3 AND (number - ?2) % ?4 = 0 ORDER BY game, robot, ask

-- GET_PLAYS:
SELECT first, stride, n_matches, plays, plays.checksum FROM chunks LEFT JOIN plays USING (run, first) WHERE run = ?1 AND
first <= ?2 AND (?2 - first) % stride = 0 AND first + (n_matches - 1) * stride >= ?2 ORDER BY first DESC LIMIT 1

-- PUT_TOURNEY_GAME:
INSERT INTO tourney_games (uuid, tourney, match, end_time, log) VALUES (?, ?, ?, ?, ?)

-- ADD_TOURNEY_GAME:
UPDATE tourneys SET games = games + 1 WHERE number = ?

-- ADD_TO_ENTRY:
UPDATE entries SET games = games + 1, wins = wins + ?3, score = round(score + ?4, 9) WHERE tourney = ?1 AND session_uuid
= ?2

-- ADD_TO_BOT:
UPDATE bots SET games = games + 1, wins = wins + ?3, score = round(score + ?4, 9) WHERE id = (SELECT bot FROM entries
WHERE tourney = ?1 AND session_uuid = ?2)

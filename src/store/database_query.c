/* database_query.c - executes statements, and explains their results and errors. */
#include <errno.h>

#include "store/checksum.h"
#include "store/database_inside.h"

static const char *remedy(int code, int system)
{
	if (system == ENOSPC || system == EDQUOT || system == EFBIG)
		return "; free some space on the disk";
	switch (code) {
	case SQLITE_FULL: return "; free some space on the disk";
	case SQLITE_READONLY:
	case SQLITE_PERM:
	case SQLITE_CANTOPEN: return "; check the permissions, or name another file";
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
	case SQLITE_ERROR: /* no such table */
	case SQLITE_MISMATCH:
	case SQLITE_CONSTRAINT: /* an index that contradicts its table */
	case SQLITE_DONE:       /* a row that must exist is missing */
		return "; the file is damaged or not a database of the arena: move it away, or name another one";
	case SQLITE_IOERR: return "; is there space on the disk?";
	case SQLITE_BUSY:
	case SQLITE_LOCKED: return ": another program has locked it";
	default: return "";
	}
}

int database_failed(struct database *database, struct err *err, const char *what)
{
	int code = sqlite3_extended_errcode(database->handle) & 0xff;
	/* The system's error is more precise, but it is only valid for failures of the system. */
	bool is_system = code == SQLITE_CANTOPEN || code == SQLITE_IOERR || code == SQLITE_FULL ||
		code == SQLITE_READONLY;
	database->is_unreadable = is_system || code == SQLITE_NOMEM || code == SQLITE_BUSY || code == SQLITE_LOCKED;
	int system = is_system ? sqlite3_system_errno(database->handle) : 0;
	return err_set(err, EXIT_WORLD, "cannot %s the database '%s': %s%s%s%s%s", what, database->path,
		       sqlite3_errmsg(database->handle), system ? " (" : "", system ? strerror(system) : "",
		       system ? ")" : "", remedy(code, system));
}

static const char *const statement_texts[STATEMENT_COUNT] = {
#define STATEMENT(name, text) [STATEMENT_##name] = text,
#include "store/statements.inc"
};

static void bind(sqlite3_stmt *statement, const struct value *values)
{
	for (int at = 1; values && values->type != VALUE_END; at++, values++)
		switch (values->type) {
		case VALUE_NUMBER: sqlite3_bind_int64(statement, at, values->number); break;
		case VALUE_REAL: sqlite3_bind_double(statement, at, values->real); break;
		case VALUE_TEXT: sqlite3_bind_text(statement, at, values->bytes, -1, SQLITE_STATIC); break;
		case VALUE_BLOB: sqlite3_bind_blob64(statement, at, values->bytes, values->size, SQLITE_STATIC); break;
		default: sqlite3_bind_null(statement, at);
		}
}

sqlite3_stmt *database_statement(struct database *database, enum statement which, const struct value *values,
				 struct err *err)
{
	sqlite3_stmt **statement = &database->statements[which];
	if (!*statement && sqlite3_prepare_v3(database->handle, statement_texts[which], -1, SQLITE_PREPARE_PERSISTENT,
					      statement, NULL)) {
		database_failed(database, err, "use");
		return NULL;
	}
	sqlite3_reset(*statement);
	bind(*statement, values);
	return *statement;
}

int database_finish(struct database *database, sqlite3_stmt *statement, const char *what, struct err *err)
{
	int failed = sqlite3_step(statement) == SQLITE_DONE ? 0 : database_failed(database, err, what);
	sqlite3_reset(statement);
	return failed;
}

int database_do(struct database *database, enum statement which, const struct value *values, const char *what,
		struct err *err)
{
	sqlite3_stmt *statement = database_statement(database, which, values, err);
	return statement ? database_finish(database, statement, what, err) : -1;
}

int database_begin(struct database *database, struct err *err)
{
	return database_check_file(database, err) ? -1 : database_do(database, STATEMENT_BEGIN, NULL, "lock", err);
}

int database_settle(struct database *database, int failed, struct err *err)
{
	if (!failed && !database_do(database, STATEMENT_COMMIT, NULL, "write to", err))
		return 0;
	database_do(database, STATEMENT_ROLLBACK, NULL, "leave", NULL);
	return -1;
}

sqlite3_stmt *database_query(struct database *database, const char *sql, const struct value *values, struct err *err)
{
	sqlite3_stmt *statement = NULL;
	if (sqlite3_prepare_v2(database->handle, sql, -1, &statement, NULL))
		database_failed(database, err, "use");
	else
		bind(statement, values);
	return statement;
}

int database_write(struct database *database, const char *sql, const struct value *values, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *statement = database_query(database, sql, values, err);
	return statement ? database_finish(database, statement, "write to", err) : -1;
}

void database_end_query(sqlite3_stmt **statement)
{
	sqlite3_finalize(*statement);
}

bool database_next(struct database *database, sqlite3_stmt *query, int *failed, struct err *err)
{
	int code = query ? sqlite3_step(query) : SQLITE_ERROR;
	*failed = code == SQLITE_ROW || code == SQLITE_DONE ? 0 : -1;
	if (query && *failed)
		database_failed(database, err, "read");
	return code == SQLITE_ROW;
}

int database_row(struct database *database, sqlite3_stmt *query, const char *what, struct err *err)
{
	if (!query)
		return -1;
	return sqlite3_step(query) == SQLITE_ROW ? 0 : database_failed(database, err, what);
}

int database_numbers(struct database *database, const char *sql, const struct value *values, int64_t *numbers, int n,
		     struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database, sql, values, err);
	if (database_row(database, query, "read", err))
		return -1;
	for (int i = 0; i < n; i++)
		numbers[i] = sqlite3_column_int64(query, i);
	return 0;
}

const char *database_text(sqlite3_stmt *statement, int column)
{
	const unsigned char *text = sqlite3_column_text(statement, column);
	return text ? (const char *)text : "";
}

static void sum_values(sqlite3_context *context, int n, sqlite3_value **values)
{
	uint64_t sum = 0;
	for (int i = 0; i < n; i++) {
		switch (sqlite3_value_type(values[i])) {
		case SQLITE_INTEGER: sum = checksum_number(sum, (uint64_t)sqlite3_value_int64(values[i])); break;
		case SQLITE_FLOAT: sum = checksum_real(sum, sqlite3_value_double(values[i])); break;
		case SQLITE_NULL: sum = checksum_text(sum, NULL); break;
		default: sum = checksum_text(sum, (const char *)sqlite3_value_text(values[i]));
		}
	}
	sqlite3_result_int64(context, (int64_t)sum);
}

int database_add_checksum(struct database *database, struct err *err)
{
	return sqlite3_create_function(database->handle, "checksum_of", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC |
		SQLITE_DIRECTONLY, NULL, sum_values, NULL, NULL) ? database_failed(database, err, "open") : 0;
}

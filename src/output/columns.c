/* columns.c - rows of a list of columns as text, CSV and JSON (columns.h). */
#include "output/columns.h"

#include "base/json.h"

static bool is_in_csv(const struct column *column)
{
	return column->csv ? *column->csv : column->key != NULL;
}

/* Sets order[i] to the index of the i-th column of CSV. Returns the number of columns. */
static int csv_order(const struct column *columns, int n, int order[COLUMNS_MOST])
{
	int n_placed = 0, n_all = 0;
	bug_if(n > COLUMNS_MOST);
	for (int i = 0; i < n; i++)
		n_placed += is_in_csv(&columns[i]) && columns[i].csv_at;
	for (int i = 0; i < n; i++) {
		if (!is_in_csv(&columns[i]))
			continue;
		bug_if(columns[i].csv_at > n_placed);
		order[columns[i].csv_at ? columns[i].csv_at - 1 : n_placed++] = i;
		n_all++;
	}
	return n_all;
}

void columns_add_csv_titles(const struct column *columns, int n, struct str *out)
{
	int order[COLUMNS_MOST], n_csv = csv_order(columns, n, order);
	for (int i = 0; i < n_csv; i++) {
		const struct column *column = &columns[order[i]];
		str_add_n(out, ",", i > 0);
		str_add(out, column->csv ? column->csv : column->key);
	}
	str_add(out, "\n");
}

static void add_field(const json_t *value, struct str *out)
{
	switch (json_typeof(value)) {
	case JSON_ARRAY:
		JSON_EACH(i, element, value) {
			str_add_n(out, ",", i > 0);
			add_field(element, out);
		}
		break;
	case JSON_STRING: show_add_csv(out, json_string_value(value)); break;
	case JSON_INTEGER:
	case JSON_REAL: show_add_number(out, json_number_value(value)); break;
	case JSON_NULL: break;
	default: bug("a value that is not a field of CSV");
	}
}

void columns_add_csv(const struct column *columns, int n, const void *row, struct str *out)
{
	int order[COLUMNS_MOST], n_csv = csv_order(columns, n, order);
	for (int i = 0; i < n_csv; i++) {
		AUTO_JSON json_t *value = columns[order[i]].value(row);
		bug_if(!value);
		str_add_n(out, ",", i > 0);
		add_field(value, out);
	}
	str_add(out, "\n");
}

json_t *columns_json(const struct column *columns, int n, const void *row)
{
	json_t *object = json_object();
	for (int i = 0; i < n; i++) {
		json_t *value = columns[i].key ? columns[i].value(row) : NULL;
		if (value)
			json_object_set_new(object, columns[i].key, value);
	}
	return object;
}

static bool is_in_text(const struct column *column, unsigned shown)
{
	return column->title && (!column->shown_with || column->shown_with & shown);
}

json_t *columns_titles_json(const struct column *columns, int n, unsigned shown)
{
	json_t *list = json_array();
	for (int i = 0; i < n; i++)
		if (is_in_text(&columns[i], shown) && columns[i].key)
			json_array_append_new(list,
				json_pack("{s:s, s:s}", "key", columns[i].key, "title", columns[i].title));
	return list;
}

void columns_add_titles(const struct column *columns, int n, unsigned shown, struct table *table)
{
	for (int i = 0; i < n; i++)
		if (is_in_text(&columns[i], shown)) {
			table->is_joined[table->n_columns] = columns[i].is_joined;
			table_column(table, columns[i].title, !columns[i].is_left);
		}
}

static void add_text(const struct column *column, const void *row, struct str *text)
{
	AUTO_JSON json_t *value = column->add_text ? NULL : column->value(row);
	if (column->add_text)
		column->add_text(row, text);
	else if (json_is_string(value))
		str_add(text, json_string_value(value)); /* without the quotes of JSON */
	else
		add_field(value, text);
}

void columns_add_row(const struct column *columns, int n, unsigned shown, const void *row, struct table *table)
{
	for (int i = 0; i < n; i++) {
		AUTO_STR struct str text = {0};
		if (!is_in_text(&columns[i], shown))
			continue;
		add_text(&columns[i], row, &text);
		table_cells(table, "%s", str_text(&text));
	}
}

json_t *columns_table_texts(const struct column *columns, int n, unsigned shown, json_t *rows)
{
	json_t *titles = json_array();
	for (int i = 0; i < n; i++)
		if (is_in_text(&columns[i], shown))
			json_array_append_new(titles, json_string(columns[i].title));
	return json_pack("{s:o, s:o}", "titles", titles, "rows", rows);
}

json_t *columns_row_texts(const struct column *columns, int n, unsigned shown, const void *row)
{
	json_t *texts = json_array();
	for (int i = 0; i < n; i++) {
		AUTO_STR struct str text = {0};
		if (!is_in_text(&columns[i], shown))
			continue;
		add_text(&columns[i], row, &text);
		json_array_append_new(texts, json_clean(str_text(&text)));
	}
	return texts;
}

void columns_add_table(const struct column *columns, int n, unsigned shown, const void *rows, size_t n_rows,
		       size_t size, bool has_colour, struct str *out)
{
	AUTO_TABLE struct table table = {0};
	columns_add_titles(columns, n, shown, &table);
	for (size_t i = 0; i < n_rows; i++)
		columns_add_row(columns, n, shown, (const char *)rows + i * size, &table);
	table_text(&table, has_colour, out);
}

void columns_add_all_csv(const struct column *columns, int n, const void *rows, size_t n_rows, size_t size,
			 struct str *out)
{
	columns_add_csv_titles(columns, n, out);
	for (size_t i = 0; i < n_rows; i++)
		columns_add_csv(columns, n, (const char *)rows + i * size, out);
}

json_t *columns_all_json(const struct column *columns, int n, const void *rows, size_t n_rows, size_t size)
{
	return JSON_LIST(i, (int)n_rows, columns_json(columns, n, (const char *)rows + (size_t)i * size));
}

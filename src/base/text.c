/* text.c - cleans and wraps text, including text from outside (text.h). */
#include "base/text.h"

#include <locale.h>
#include <wchar.h>

/* Returns true if the character changes the direction of writing, ends a line, or may not appear in XML. */
static bool is_excluded(uint32_t code)
{
	return code == 0x61c || code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
	       (code >= 0x2066 && code <= 0x2069) || code == 0xfffe || code == 0xffff;
}

static size_t decode(const char *text, uint32_t *code)
{
	const unsigned char *s = (const unsigned char *)text;
	*code = s[0];
	if (s[0] < 0x80)
		return s[0] >= 0x20 && s[0] != 0x7f;
	size_t n = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
	*code &= 0x7fu >> n;
	for (size_t i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (s[i] & 0x3f);
	}
	static const uint32_t least[] = {0, 0, 0xa0, 0x800, 0x10000};
	bool is_valid = *code >= least[n] && *code <= 0x10ffff && (*code < 0xd800 || *code > 0xdfff) && s[0] < 0xf8;
	return is_valid && s[0] >= 0xc0 && !is_excluded(*code) ? n : 0;
}

size_t text_character(const char *text)
{
	uint32_t code;
	return decode(text, &code);
}

void text_add_clean(struct str *out, const char *text)
{
	while (*text) {
		size_t n = text_character(text);
		str_add_n(out, n ? text : "?", n ? n : 1);
		text += n ? n : 1;
	}
}

struct str text_cleaned(const char *text)
{
	struct str clean = {0};
	text_add_clean(&clean, text);
	return clean;
}

void text_add_markup(struct str *out, const char *text)
{
	for (; *text; text++)
		switch (*text) {
		case '<': str_add(out, "&lt;"); break;
		case '>': str_add(out, "&gt;"); break;
		case '&': str_add(out, "&amp;"); break;
		case '"': str_add(out, "&quot;"); break;
		case '\'': str_add(out, "&#39;"); break;
		default: str_add_char(out, *text);
		}
}

bool text_is_clean(const char *text)
{
	while (*text) {
		size_t n = text_character(text);
		if (!n)
			return false;
		text += n;
	}
	return true;
}

void text_add_shell_word(struct str *out, const char *text)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=.,:/+@%#";
	if (*text && text[0] != '#' && strspn(text, plain) == strlen(text)) {
		str_add(out, text);
		return;
	}
	str_add(out, "'");
	for (; *text; text++) {
		if (*text == '\'')
			str_add(out, "'\\''");
		else
			str_add_n(out, text, 1);
	}
	str_add(out, "'");
}

void text_add_without_folders(struct str *out, const char *text)
{
	static const char borders[] = " '\"=:,(";
	for (const char *at = text; *at;) {
		bool is_path = at[0] == '/' && at[1] && !strchr("/ ", at[1]) && (at == text || strchr(borders, at[-1]));
		bool is_quoted = is_path && at > text && strchr("'\"", at[-1]);
		size_t n = is_path ? strcspn(at, is_quoted ? "'\":," : " '\":,") : 1;
		const char *slash = is_path ? memrchr(at, '/', n - 1) : NULL, *name = slash ? slash + 1 : at;
		str_add_n(out, name, (size_t)(at + n - name));
		at += n;
	}
}

void text_add_shell_words(struct str *out, char *const *words, int n)
{
	for (int i = 0; i < n; i++) {
		str_add(out, " ");
		text_add_shell_word(out, words[i]);
	}
}

int text_check_path(const char *what, const char *path, struct err *err)
{
	AUTO_STR struct str clean = text_cleaned(path);
	return text_is_clean(path) ? 0 : err_set(err, EXIT_USAGE, "%s '%s' has a path with a tab, a newline or other "
		"characters that are not printable UTF-8 text: rename it", what, clean.text);
}

/* Returns the columns of a character on a terminal: 2 for an emoji or a Chinese character, 0 for an accent that
 * combines with the character before it, otherwise 1. */
static int columns_of(uint32_t code)
{
	static locale_t utf8;
	if (!utf8)
		utf8 = mem_checked(newlocale(LC_CTYPE_MASK, "C.UTF-8", NULL));
	if (!utf8)
		return 1;
	locale_t before = uselocale(utf8);
	int width = wcwidth((wchar_t)code);
	uselocale(before);
	return width < 0 ? 1 : width;
}

int text_width(const char *text)
{
	int width = 0;
	while (*text) {
		uint32_t code;
		size_t n = *text == '\033' ? strcspn(text, "m") : decode(text, &code);
		if (*text == '\033')
			n += text[n] != '\0';
		else
			width += n > 1 ? columns_of(code) : 1;
		text += n ? n : 1;
	}
	return width;
}

void text_add_wrapped(struct str *out, const char *text, int at, int indent, int width)
{
	bool begins = true; /* the line is empty, so the next word is added even if it is too long */
	for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
		AUTO_STR struct str word = {0};
		str_add_n(&word, text, strcspn(text, " "));
		int n = text_width(word.text);
		if (!begins && at + 1 + n > width) {
			str_add(out, "\n");
			at = 0;
			begins = true;
		}
		int blanks = !begins ? 1 : at < indent ? indent - at : 0;
		str_addf(out, "%*s%s", blanks, "", word.text);
		at += blanks + n;
		begins = false;
		text += word.length;
	}
}

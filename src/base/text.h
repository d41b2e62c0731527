/* text.h - text from outside: names of files and robots, output of programs and servers. It is cleaned here before it is
 * printed. */
#pragma once

#include "base/base.h"

/* Returns the bytes of the character at text that may be printed, or 0 if there is none. UTF-8 (RFC 3629: nothing
 * overlong, no surrogates, nothing above U+10FFFF) without control characters, U+0080 to U+009F among them, without
 * those that change the direction of writing (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069) and without
 * separators of lines (U+2028, U+2029). */
size_t text_character(const char *text);

/* Adds text; every byte outside such characters becomes '?'. */
void text_add_clean(struct str *out, const char *text);
struct str text_cleaned(const char *text); /* a new text */

/* Adds text as the content of an element or attribute of HTML or XML. */
void text_add_markup(struct str *out, const char *text);

/* Adds text as a word of a shell's command line, quoted where needed; or n words, each with a space before it. */
void text_add_shell_word(struct str *out, const char *text);
void text_add_shell_words(struct str *out, char *const *words, int n);

/* Adds text without the folders of absolute paths in it: "'/home/ann/a b.so:risk=1' /x/c" as "'a b.so:risk=1' c". */
void text_add_without_folders(struct str *out, const char *text);

/* Does the text consist only of such characters? */
bool text_is_clean(const char *text);

/* Fails with EXIT_USAGE if runs cannot store this file name, because JSON and the database hold text. what: "the robot". */
int text_check_path(const char *what, const char *path, struct err *err);

/* Returns the columns that text takes on a terminal: wcwidth for UTF-8 characters, 0 for an escape sequence, 1 for any
 * other byte. */
int text_width(const char *text);

/* Adds the words of text as lines of at most `width` columns, all but the first indented by `indent`;
 * the first continues at column `at`. No newline at the end. */
void text_add_wrapped(struct str *out, const char *text, int at, int indent, int width);

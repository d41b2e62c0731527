/* text.h - cleans text from outside before it is printed: names of files and robots, output of programs and servers. */
#pragma once

#include "base/base.h"

/* Returns the length in bytes of the character at `text`, or 0 if it must not be printed. All valid UTF-8 may be
 * printed (RFC 3629: nothing overlong, no surrogates, nothing above U+10FFFF), except control characters, including
 * U+0080 to U+009F; characters that change the direction of writing (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066
 * to U+2069); line separators (U+2028, U+2029); and U+FFFE and U+FFFF, which XML excludes. */
size_t text_character(const char *text);

/* Adds text, and replaces every byte outside a printable character with '?'. */
void text_add_clean(struct str *out, const char *text);
struct str text_cleaned(const char *text); /* the same as a new text */

/* Adds text as the content of an element or attribute of HTML or XML. */
void text_add_markup(struct str *out, const char *text);

/* Add text as a word of a shell's command line, quoted if necessary, or n such words, each preceded by a space. */
void text_add_shell_word(struct str *out, const char *text);
void text_add_shell_words(struct str *out, char *const *words, int n);

/* Adds text without the folders of absolute paths in it: "'/home/ann/a b.so:risk=1' /x/c" as "'a b.so:risk=1' c". */
void text_add_without_folders(struct str *out, const char *text);

/* Returns true if the text consists only of printable characters. */
bool text_is_clean(const char *text);

/* Fails with EXIT_USAGE if this file name is not clean text, which JSON and the database require. `what` describes the
 * file: "the robot". */
int text_check_path(const char *what, const char *path, struct err *err);

/* Returns how many columns the text takes on a terminal: wcwidth for UTF-8 characters, 0 for an escape sequence, 1 for
 * any other byte. */
int text_width(const char *text);

/* Adds the words of the text as lines of at most `width` columns. The first line continues at column `at`; the others
 * are indented by `indent`. Adds no newline at the end. */
void text_add_wrapped(struct str *out, const char *text, int at, int indent, int width);

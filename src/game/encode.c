/* encode.c - integers to digits, for strings that are built in place on the hot path (encode.h). */
#include "game/encode.h"

#define ROW(t) t "0" t "1" t "2" t "3" t "4" t "5" t "6" t "7" t "8" t "9"
const char encode_pairs[201] =
	ROW("0") ROW("1") ROW("2") ROW("3") ROW("4") ROW("5") ROW("6") ROW("7") ROW("8") ROW("9");

char *encode_long(char *at, int value)
{
	uint32_t rest = value < 0 ? -(uint32_t)value : (uint32_t)value;
	char digits[ENCODE_MAX];
	int n = 0;
	do {
		digits[n++] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest);
	if (value < 0)
		*at++ = '-';
	while (n)
		*at++ = digits[--n];
	return at;
}

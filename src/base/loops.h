/* loops.h - expressions that loop over a list, and comparisons for sorting. `condition` is an expression of i, from 0
 * to n - 1. */
#pragma once

/* Returns true if the condition is true for any i. Stops at the first one. */
#define ANY_OF(i, n, condition) \
	({ \
		_Bool any_##i = 0; \
		for (__typeof__((n) + 0) i = 0; i < (n) && !any_##i; i++) \
			any_##i = (condition); \
		any_##i; \
	})

/* Returns true if the condition is true for all i. Stops at the first one for which it is not. */
#define ALL_OF(i, n, condition) (!ANY_OF(i, n, !(condition)))

/* Returns for how many i the condition is true. */
#define COUNT_IF(i, n, condition) \
	({ \
		int count_##i = 0; \
		for (__typeof__((n) + 0) i = 0; i < (n); i++) \
			count_##i += (condition) ? 1 : 0; \
		count_##i; \
	})

/* Returns the first i for which the condition is true, or -1 if there is none. */
#define FIND_IF(i, n, condition) \
	({ \
		int first_##i = -1; \
		for (__typeof__((n) + 0) i = 0; i < (n) && first_##i < 0; i++) \
			first_##i = (condition) ? (int)i : -1; \
		first_##i; \
	})

/* Returns a pointer to the first of the n elements of a list for which the condition, an expression of the pointer
 * `item`, is true; or NULL if there is none. */
#define FIND_IN(item, list, n, condition) \
	({ \
		__typeof__((list) + 0) found_##item = NULL; \
		for (__typeof__((n) + 0) at_##item = 0; at_##item < (n) && !found_##item; at_##item++) { \
			__typeof__((list) + 0) item = &(list)[at_##item]; \
			found_##item = (condition) ? item : NULL; \
		} \
		found_##item; \
	})

/* Returns a negative number if a comes before b, 0 if they are equal, else a positive one. Chain several comparisons
 * with `?:`. */
#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* Defines a function for qsort, which sorts by a number: `key` is an expression of `item`, a pointer to an element of
 * the type. */
#define ORDER_BY(name, type, key) \
	static int name(const void *a, const void *b) \
	{ \
		const __typeof__(type) *item = a; \
		__typeof__((key) + 0) first = (key); \
		item = b; \
		__typeof__((key) + 0) second = (key); \
		return ORDER(first, second); \
	}

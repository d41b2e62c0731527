/* bisect.h - binary search. */
#pragma once

#include <stddef.h>

/* Returns the lowest i < n for which is_before is false; n if it is always true. is_before is an expression of i that stays false
 * from the first i for which it is. */
#define BISECT(i, n, is_before) \
	({ \
		size_t bisect_low = 0, bisect_high = (size_t)(n); \
		while (bisect_low < bisect_high) { \
			size_t i = bisect_low + (bisect_high - bisect_low) / 2; \
			if (is_before) \
				bisect_low = i + 1; \
			else \
				bisect_high = i; \
		} \
		bisect_low; \
	})

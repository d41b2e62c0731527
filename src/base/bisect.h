/* bisect.h - binary search. */
#pragma once

#include <stddef.h>

/* Returns the lowest i < n for which is_before is false, or n if it is always true. is_before is an expression of i
 * that, once false, stays false for all higher i. */
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

/* vec.h - arithmetic on several floats at once. Arrays are aligned to 16 bytes and consist of whole vectors. The
 * results do not depend on how many floats the machine computes at a time. */
#pragma once

#include "base/base.h"

enum { VEC = 4 };
typedef float vec __attribute__((vector_size(4 * VEC), aligned(16), may_alias));
typedef int32_t vec_mask __attribute__((vector_size(4 * VEC), aligned(16), may_alias));

/* Returns n rounded up to whole vectors. */
static inline int vec_stride(int n)
{
	return (n + VEC - 1) / VEC * VEC;
}

static inline vec vec_positive(vec x)
{
	return (vec)((vec_mask)x & (x > (vec){0}));
}

static inline bool vec_is_zero(const float *a, int stride)
{
	vec_mask any = {0};
	for (int i = 0; i < stride; i += VEC)
		any |= *(const vec *)(a + i) != (vec){0};
	int32_t all = 0;
	for (int i = 0; i < VEC; i++)
		all |= any[i];
	return !all;
}

/* Sets to = a * b, elementwise. */
static inline void vec_multiply(float *to, const float *a, const float *b, int stride)
{
	for (int i = 0; i < stride; i += VEC)
		*(vec *)(to + i) = *(const vec *)(a + i) * *(const vec *)(b + i);
}

static inline void vec_add(float *to, const float *a, int stride)
{
	for (int i = 0; i < stride; i += VEC)
		*(vec *)(to + i) += *(const vec *)(a + i);
}

static inline void vec_add_product(float *to, const float *a, const float *b, int stride)
{
	for (int i = 0; i < stride; i += VEC)
		*(vec *)(to + i) += *(const vec *)(a + i) * *(const vec *)(b + i);
}

static inline double vec_sum(const float *a, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += (double)a[i];
	return sum;
}

static inline double vec_dot(const float *a, const float *b, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += (double)a[i] * (double)b[i];
	return sum;
}

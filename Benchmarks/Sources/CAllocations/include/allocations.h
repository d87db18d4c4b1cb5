#pragma once
#include <stdint.h>

// The number of allocations of this process: malloc, calloc, realloc and their aligned variants.
uint64_t allocation_count(void);

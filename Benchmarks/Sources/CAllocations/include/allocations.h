#pragma once
#include <stdint.h>

// How often this process has asked for memory: malloc, calloc, realloc and their aligned kin.
uint64_t allocation_count(void);

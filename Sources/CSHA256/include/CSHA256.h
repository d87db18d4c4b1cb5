#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns whether this processor can hash a number of messages at once: 16 with AVX-512, 8 with AVX2. It needs nothing
/// to hash none.
bool formrec_sha256_supports(int lanes);

/// Returns how many messages this processor should hash at once, or 0 if libcrypto is as fast, because the processor has
/// SHA extensions, or no vectors of 8 numbers.
int formrec_sha256_lanes(void);

/// Writes the first `size` bytes of the SHA-256 digest (FIPS 180-4) of each of `count` messages, one after the other.
///
/// Message i is the byte `first`, followed by the bytes from `ends[i - 1]`, or 0, to `ends[i]`. The digests may replace
/// messages of one block if `size` is not greater than their length.
///
/// `lanes` is a number that the processor supports, and not 0.
void formrec_sha256(int lanes, uint8_t first, const uint8_t *bytes, const size_t *ends, size_t count, uint8_t *digests,
                    size_t size);

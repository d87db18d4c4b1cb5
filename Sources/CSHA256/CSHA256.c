#include "CSHA256.h"

#if defined(__x86_64__)
#include <string.h>

enum { block_size = 64, word_count = 16, maximum_lanes = 16 };

static const uint32_t initial_state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                          0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/// The state of each lane, and the words of its next block.
struct lanes {
  _Alignas(64) uint32_t state[8][maximum_lanes];
  _Alignas(64) uint32_t words[word_count][maximum_lanes];
};

#define ROTATE(x, n) ((x) >> (n) | (x) << (32 - (n)))

/// Defines a function that hashes the next block of each lane.
#define DEFINE_HASH_BLOCKS(name, count, instructions)                                                       \
  __attribute__((target(instructions))) static void name(struct lanes *lanes) {                             \
    typedef uint32_t vector __attribute__((vector_size(4 * count)));                                        \
    vector w[word_count], s[8];                                                                             \
    for (int i = 0; i < word_count; i++) w[i] = *(const vector *)lanes->words[i];                           \
    for (int i = 0; i < 8; i++) s[i] = *(const vector *)lanes->state[i];                                    \
    vector a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];                  \
    for (int round = 0; round < 64; round += word_count) {                                                  \
      _Pragma("clang loop unroll(full)") for (int i = 0; i < word_count; i++) {                             \
        if (round > 0) {                                                                                    \
          vector early = w[(i + 1) % 16], late = w[(i + 14) % 16];                                          \
          w[i] += (ROTATE(early, 7) ^ ROTATE(early, 18) ^ early >> 3) + w[(i + 9) % 16] +                   \
                  (ROTATE(late, 17) ^ ROTATE(late, 19) ^ late >> 10);                                       \
        }                                                                                                   \
        vector first = h + (ROTATE(e, 6) ^ ROTATE(e, 11) ^ ROTATE(e, 25)) + (g ^ (e & (f ^ g))) +           \
                       constants[round + i] + w[i];                                                         \
        vector second = (ROTATE(a, 2) ^ ROTATE(a, 13) ^ ROTATE(a, 22)) + ((a & b) | (c & (a | b)));         \
        h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;                        \
      }                                                                                                     \
    }                                                                                                       \
    vector next[8] = {a, b, c, d, e, f, g, h};                                                              \
    for (int i = 0; i < 8; i++) *(vector *)lanes->state[i] = s[i] + next[i];                                \
  }

DEFINE_HASH_BLOCKS(hash_blocks_8, 8, "avx2")
DEFINE_HASH_BLOCKS(hash_blocks_16, 16, "avx512f")

/// The message of a lane, if it has one.
struct message {
  bool exists;
  size_t number;
  const uint8_t *bytes;
  /// The number of bytes with the first one.
  size_t count;
  /// The number of bytes that are hashed, a multiple of the block size.
  size_t done;
};

/// Copies the next block of a message, with its padding, into the words of its lane.
static void load_block(struct lanes *lanes, int lane, uint8_t first, const struct message *message) {
  uint8_t block[block_size];
  const uint8_t *source = block;
  size_t start = message->done, end = start + block_size;
  if (start > 0 && end <= message->count) {
    source = message->bytes + start - 1;
  } else {
    size_t length = message->count > start ? message->count - start : 0;
    if (length > block_size) length = block_size;
    memset(block, 0, block_size);
    if (start == 0) {
      block[0] = first;
      if (length > 1) memcpy(block + 1, message->bytes, length - 1);
    } else {
      memcpy(block, message->bytes + start - 1, length);
    }
    if (message->count >= start && message->count < end) block[length] = 0x80;
    if (message->count + 9 <= end) {
      uint64_t bits = __builtin_bswap64(8 * (uint64_t)message->count);
      memcpy(block + block_size - sizeof bits, &bits, sizeof bits);
    }
  }
  for (int i = 0; i < word_count; i++) {
    uint32_t word;
    memcpy(&word, source + 4 * i, sizeof word);
    lanes->words[i][lane] = __builtin_bswap32(word);
  }
}

bool formrec_sha256_supports(int lanes) {
  return lanes == 0 || (lanes == 8 && __builtin_cpu_supports("avx2")) ||
         (lanes == 16 && __builtin_cpu_supports("avx512f"));
}

int formrec_sha256_lanes(void) {
  // Vectors of 16 numbers hash more than the SHA extensions in the same time, those of 8 less.
  if (formrec_sha256_supports(16)) return 16;
  unsigned a = 7, b, c = 0, d;
  __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  bool has_extensions = b >> 29 & 1;
  return formrec_sha256_supports(8) && !has_extensions ? 8 : 0;
}

void formrec_sha256(int lane_count, uint8_t first, const uint8_t *bytes, const size_t *ends, size_t count,
                    uint8_t *digests, size_t size) {
  struct lanes lanes;
  struct message messages[maximum_lanes];
  memset(&lanes, 0, sizeof lanes);
  for (int lane = 0; lane < lane_count; lane++) messages[lane].exists = false;
  size_t next = 0;
  for (;;) {
    int active = 0;
    for (int lane = 0; lane < lane_count; lane++) {
      struct message *message = &messages[lane];
      if (!message->exists) {
        if (next == count) continue;
        size_t start = next > 0 ? ends[next - 1] : 0;
        *message = (struct message){true, next, bytes + start, ends[next] - start + 1, 0};
        for (int i = 0; i < 8; i++) lanes.state[i][lane] = initial_state[i];
        next++;
      }
      load_block(&lanes, lane, first, message);
      active++;
    }
    if (active == 0) return;
    if (lane_count == 16) {
      hash_blocks_16(&lanes);
    } else {
      hash_blocks_8(&lanes);
    }
    for (int lane = 0; lane < lane_count; lane++) {
      struct message *message = &messages[lane];
      if (!message->exists) continue;
      message->done += block_size;
      if (message->done < message->count + 9) continue;
      uint32_t digest[8];
      for (int i = 0; i < 8; i++) digest[i] = __builtin_bswap32(lanes.state[i][lane]);
      memcpy(digests + message->number * size, digest, size);
      message->exists = false;
    }
  }
}
#else
bool formrec_sha256_supports(int lanes) { return lanes == 0; }

int formrec_sha256_lanes(void) { return 0; }

void formrec_sha256(int lanes, uint8_t first, const uint8_t *bytes, const size_t *ends, size_t count, uint8_t *digests,
                    size_t size) {
  __builtin_trap();
}
#endif

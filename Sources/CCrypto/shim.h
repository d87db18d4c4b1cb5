#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <string.h>

/// Writes the first `size` bytes of the SHA-256 digest of a byte and `count` further bytes, which may overlap
/// `digest`.
///
/// Texts of at most two blocks are padded here: EVP and the other functions of libcrypto would take longer around the
/// blocks than for them.
static inline void formrec_sha256(
  unsigned char first, const void *bytes, size_t count, unsigned char *digest, size_t size) {
  unsigned char whole[SHA256_DIGEST_LENGTH];
  SHA256_CTX state;
  SHA256_Init(&state);
  if (count < 2 * SHA256_CBLOCK - 9) {
    unsigned char padded[2 * SHA256_CBLOCK];
    size_t end = count < SHA256_CBLOCK - 9 ? SHA256_CBLOCK : 2 * SHA256_CBLOCK;
    size_t bits = 8 * (count + 1);
    padded[0] = first;
    memcpy(padded + 1, bytes, count);
    padded[count + 1] = 0x80;
    memset(padded + count + 2, 0, end - count - 4);
    padded[end - 2] = bits >> 8;
    padded[end - 1] = bits & 0xff;
    SHA256_Transform(&state, padded);
    if (end > SHA256_CBLOCK) SHA256_Transform(&state, padded + SHA256_CBLOCK);
    for (int i = 0; i < 8; i++) {
      SHA_LONG word = state.h[i];
      whole[4 * i] = word >> 24;
      whole[4 * i + 1] = word >> 16;
      whole[4 * i + 2] = word >> 8;
      whole[4 * i + 3] = word;
    }
  } else {
    SHA256_Update(&state, &first, 1);
    SHA256_Update(&state, bytes, count);
    SHA256_Final(whole, &state);
  }
  memcpy(digest, whole, size < sizeof whole ? size : sizeof whole);
}

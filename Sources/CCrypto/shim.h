#define OPENSSL_SUPPRESS_DEPRECATED
#include <arpa/inet.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <string.h>

/// The number of bytes of a node of a hash tree.
enum { formrec_node_size = 27 };

/// Writes the first bytes of the SHA-256 digest of a byte and `count` further bytes, which may overlap `node`.
///
/// Texts of at most two blocks are padded here: EVP and the other functions of libcrypto would take longer around the
/// blocks than for them.
static inline void formrec_write_node(unsigned char first, const void *bytes, size_t count, unsigned char *node) {
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256_CTX state;
  SHA256_Init(&state);
  if (count < 2 * SHA256_CBLOCK - 9) {
    unsigned char padded[2 * SHA256_CBLOCK] = {first};
    size_t end = count < SHA256_CBLOCK - 9 ? SHA256_CBLOCK : 2 * SHA256_CBLOCK;
    size_t bits = 8 * (count + 1);
    memcpy(padded + 1, bytes, count);
    padded[count + 1] = 0x80;
    padded[end - 2] = bits >> 8;
    padded[end - 1] = bits & 0xff;
    SHA256_Transform(&state, padded);
    if (end > SHA256_CBLOCK) SHA256_Transform(&state, padded + SHA256_CBLOCK);
    for (int i = 0; i < 8; i++) {
      SHA_LONG word = htonl(state.h[i]);
      memcpy(digest + 4 * i, &word, sizeof word);
    }
  } else {
    SHA256_Update(&state, &first, 1);
    SHA256_Update(&state, bytes, count);
    SHA256_Final(digest, &state);
  }
  memcpy(node, digest, formrec_node_size);
}

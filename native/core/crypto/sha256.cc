#include "core/crypto/sha256.h"

#include <openssl/sha.h>

namespace sdkpp::crypto {

Sha256Digest Sha256(std::span<const std::uint8_t> bytes) noexcept {
  Sha256Digest digest;
  SHA256(bytes.data(), bytes.size(), digest.data());
  return digest;
}

}  // namespace sdkpp::crypto

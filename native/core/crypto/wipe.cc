#include "core/crypto/wipe.h"

#include <openssl/mem.h>

namespace sdkpp::crypto {

void Wipe(std::span<std::uint8_t> bytes) noexcept { OPENSSL_cleanse(bytes.data(), bytes.size()); }

}  // namespace sdkpp::crypto

#include "core/crypto/hkdf.h"

#include <openssl/digest.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>

#include "core/crypto/sha256.h"

namespace sdkpp::crypto {

struct HkdfExpand::Hmac {
  HMAC_CTX context;
};

void HkdfExpand::HmacDeleter::operator()(Hmac* hmac) const noexcept {
  HMAC_CTX_cleanup(&hmac->context);
  delete hmac;
}

HkdfExpand::HkdfExpand() : hmac_(new Hmac{}) {
  HMAC_CTX_init(&hmac_->context);
  // One whole run makes the three digest contexts, which later runs find and use again.
  Secret unused;
  if (!Expand(std::array<std::uint8_t, 1>{}, {}, kSha256Size, unused)) hmac_.reset();
}

bool HkdfExpand::Expand(std::span<const std::uint8_t> key, std::span<const std::uint8_t> info,
                        std::size_t size, Secret& out) noexcept {
  if (!hmac_) return false;
  // T(1) = HMAC(key, info | 1); key and context go before out is touched
  constexpr std::uint8_t kFirstBlock = 1;
  HMAC_CTX* context = &hmac_->context;
  std::array<std::uint8_t, kSha256Size> block;
  unsigned int block_size = 0;
  const bool done = HMAC_Init_ex(context, key.data(), key.size(), EVP_sha256(), nullptr) == 1 &&
                    HMAC_Update(context, info.data(), info.size()) == 1 &&
                    HMAC_Update(context, &kFirstBlock, 1) == 1 &&
                    HMAC_Final(context, block.data(), &block_size) == 1;
  // leaves nothing of this key in the contexts
  constexpr std::array<std::uint8_t, 1> kNoKey{};
  const bool forgotten = HMAC_Init_ex(context, kNoKey.data(), kNoKey.size(), EVP_sha256(), nullptr) == 1;
  if (done && forgotten) {
    std::ranges::copy(std::span(block).first(std::min(size, block.size())), out.Resize(size).begin());
  } else {
    out.Clear();
  }
  Wipe(block);
  return done && forgotten;
}

}  // namespace sdkpp::crypto

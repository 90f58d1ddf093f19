#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/crypto/secret.h"

namespace sdkpp::crypto {

/// HKDF-Expand with SHA-256 (RFC 5869) for outputs of one block, up to 32 bytes. BoringSSL's own call
/// allocates its HMAC contexts; this one makes them once, so that a key can be derived on the media thread.
class HkdfExpand {
 public:
  /// Allocates. When there is no memory every Expand fails.
  HkdfExpand();

  /// `key` has 1 to 64 bytes, `size` is 1 to 32. `out` may hold the same bytes as `key`. False, with nothing
  /// in `out`, when BoringSSL fails. Media thread.
  [[nodiscard]] bool Expand(std::span<const std::uint8_t> key, std::span<const std::uint8_t> info,
                            std::size_t size, Secret& out) noexcept;

 private:
  struct Hmac;
  struct HmacDeleter {
    void operator()(Hmac* hmac) const noexcept;
  };

  std::unique_ptr<Hmac, HmacDeleter> hmac_;
};

}  // namespace sdkpp::crypto

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/crypto/hkdf.h"
#include "core/crypto/secret.h"
#include "core/dave/generation.h"

namespace sdkpp::dave {

inline constexpr std::size_t kBaseSize = 16;

/// Bytes a ratchet starts from: what MLS exports for one sender and epoch.
using BaseBytes = std::span<const std::uint8_t, kBaseSize>;

/// The chain of secrets of one sender and epoch: each gives a key and the next secret (RFC 9420
/// DeriveTreeSecret). Copies are walks ahead that leave the original where it is.
class KeyRatchet {
 public:
  explicit KeyRatchet(BaseBytes base) noexcept : secret_(base) {}

  [[nodiscard]] Generation generation() const noexcept { return generation_; }

  /// The 16-byte key of the present generation. Media thread, like what follows.
  [[nodiscard]] bool DeriveKey(crypto::HkdfExpand& hkdf, crypto::Secret& key) const noexcept;
  /// Advances to `generation`, which is not behind; earlier secrets are wiped.
  [[nodiscard]] bool AdvanceTo(crypto::HkdfExpand& hkdf, Generation generation) noexcept;
  /// Wipes the secret; no further key can be derived.
  void Clear() noexcept { secret_.Clear(); }

  /// With the secret: what `out` writes to has to be wiped.
  void Save(FieldWriter& out) const noexcept;
  /// Nothing when `in` has a fault.
  [[nodiscard]] static std::optional<KeyRatchet> Restore(FieldReader& in) noexcept;

 private:
  struct Fields;

  KeyRatchet(Generation generation, std::span<const std::uint8_t> secret) noexcept
      : generation_(generation), secret_(secret) {}

  Generation generation_ = 0;
  crypto::Secret secret_;  ///< of this generation
};

}  // namespace sdkpp::dave

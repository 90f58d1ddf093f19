#pragma once

#include <optional>
#include <string_view>

#include "core/crypto/aead.h"

namespace sdkpp::gateway {

/// Names of the AEAD modes in op 1, 2 and 4, in the order of crypto::AeadAlgorithm.
inline constexpr std::string_view kModeNames[] = {"aead_aes256_gcm_rtpsize",
                                                  "aead_xchacha20_poly1305_rtpsize"};

[[nodiscard]] constexpr std::string_view ModeName(crypto::AeadAlgorithm algorithm) noexcept {
  return kModeNames[static_cast<std::size_t>(algorithm)];
}

[[nodiscard]] constexpr crypto::AeadAlgorithm OtherAlgorithm(crypto::AeadAlgorithm algorithm) noexcept {
  return algorithm == crypto::AeadAlgorithm::kAes256Gcm ? crypto::AeadAlgorithm::kXChaCha20Poly1305
                                                        : crypto::AeadAlgorithm::kAes256Gcm;
}

[[nodiscard]] constexpr std::optional<crypto::AeadAlgorithm> AlgorithmOf(std::string_view mode) noexcept {
  if (mode == kModeNames[0]) return crypto::AeadAlgorithm::kAes256Gcm;
  if (mode == kModeNames[1]) return crypto::AeadAlgorithm::kXChaCha20Poly1305;
  return std::nullopt;
}

}  // namespace sdkpp::gateway

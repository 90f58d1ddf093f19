#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/base/result.h"

namespace sdkpp::crypto {

/// The AEAD algorithms of the voice transport.
enum class AeadAlgorithm : std::uint8_t { kAes256Gcm, kXChaCha20Poly1305 };

enum class AeadError : std::uint8_t { kBadKey };

inline constexpr std::size_t kAeadKeySize = 32;
inline constexpr std::size_t kAeadTagSize = 16;

/// Nonce size in bytes: 12 for AES-256-GCM, 24 for XChaCha20-Poly1305.
[[nodiscard]] std::size_t NonceSize(AeadAlgorithm algorithm) noexcept;

/// Whether AES-256-GCM runs on the CPU's AES instructions here.
[[nodiscard]] bool HasAesHardware() noexcept;

/// One key with its schedule, computed once. Seals and opens in place; neither allocates.
class Aead {
 public:
  /// `key` must have 32 bytes.
  static Result<Aead, AeadError> Create(AeadAlgorithm algorithm, std::span<const std::uint8_t> key);

  /// Encrypts `text` in place and writes the 16-byte tag. `nonce` has NonceSize bytes. Media thread.
  [[nodiscard]] bool Seal(std::span<const std::uint8_t> nonce, std::span<const std::uint8_t> aad,
                          std::span<std::uint8_t> text,
                          std::span<std::uint8_t, kAeadTagSize> tag) const noexcept;

  /// Decrypts `text` in place when `tag` proves it and `aad`; otherwise false, and `text` is worthless. Media
  /// thread.
  [[nodiscard]] bool Open(std::span<const std::uint8_t> nonce, std::span<const std::uint8_t> aad,
                          std::span<std::uint8_t> text,
                          std::span<const std::uint8_t, kAeadTagSize> tag) const noexcept;

  [[nodiscard]] AeadAlgorithm algorithm() const noexcept { return algorithm_; }

 private:
  /// Owns BoringSSL's context; wipes the key schedule when it goes.
  struct Context;
  struct ContextDeleter {
    void operator()(Context* context) const noexcept;
  };

  Aead(AeadAlgorithm algorithm, std::unique_ptr<Context, ContextDeleter> context) noexcept;

  AeadAlgorithm algorithm_;
  std::unique_ptr<Context, ContextDeleter> context_;
};

}  // namespace sdkpp::crypto

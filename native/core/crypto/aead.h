#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/base/result.h"

namespace sdkpp::crypto {

/// The first two seal packets of the voice transport, the third seals frames end to end.
enum class AeadAlgorithm : std::uint8_t { kAes256Gcm, kXChaCha20Poly1305, kAes128GcmTag8 };

enum class AeadError : std::uint8_t { kBadKey };

/// Bytes of key and tag of the two algorithms of the voice transport.
inline constexpr std::size_t kAeadKeySize = 32;
inline constexpr std::size_t kAeadTagSize = 16;

/// 32 bytes, or 16 for kAes128GcmTag8.
[[nodiscard]] std::size_t KeySize(AeadAlgorithm algorithm) noexcept;
/// 16 bytes, or 8 for kAes128GcmTag8.
[[nodiscard]] std::size_t TagSize(AeadAlgorithm algorithm) noexcept;
/// 12 bytes, or 24 for XChaCha20-Poly1305.
[[nodiscard]] std::size_t NonceSize(AeadAlgorithm algorithm) noexcept;

/// Whether AES-256-GCM runs on the CPU's AES instructions here.
[[nodiscard]] bool HasAesHardware() noexcept;

/// One key with its schedule, computed once. Only Create allocates. Wiped when it goes.
class Aead {
 public:
  /// `key` must have KeySize bytes.
  static Result<Aead, AeadError> Create(AeadAlgorithm algorithm, std::span<const std::uint8_t> key);

  /// Replaces the key; the old one is wiped. Returns false, and holds no key, when the size is wrong. Media
  /// thread.
  [[nodiscard]] bool Rekey(std::span<const std::uint8_t> key) noexcept;

  /// Wipes the key: nothing seals or opens until SetKey. Media thread.
  void ClearKey() noexcept;

  /// Encrypts `text` in place and writes the tag. `nonce` has NonceSize bytes, `tag` TagSize. Media thread.
  [[nodiscard]] bool Seal(std::span<const std::uint8_t> nonce, std::span<const std::uint8_t> aad,
                          std::span<std::uint8_t> text, std::span<std::uint8_t> tag) const noexcept;

  /// Decrypts `text` in place when `tag` authenticates it and `aad`; otherwise returns false, and `text` is
  /// undefined. Media thread.
  [[nodiscard]] bool Open(std::span<const std::uint8_t> nonce, std::span<const std::uint8_t> aad,
                          std::span<std::uint8_t> text, std::span<const std::uint8_t> tag) const noexcept;

  /// The same into `out`, which has the size of `text` and does not overlap it: on failure `text` is
  /// unchanged and another key can be tried. Media thread.
  [[nodiscard]] bool OpenInto(std::span<std::uint8_t> out, std::span<const std::uint8_t> nonce,
                              std::span<const std::uint8_t> aad, std::span<const std::uint8_t> text,
                              std::span<const std::uint8_t> tag) const noexcept;

  /// Asks the processor for the key schedule.
  void Prefetch() const noexcept;

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

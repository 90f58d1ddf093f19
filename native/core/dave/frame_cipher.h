#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/crypto/aead.h"
#include "core/dave/frame_layout.h"

namespace sdkpp::dave {

/// Largest body with clear ranges, in bytes: it is taken apart in a buffer on the stack. More than one RTP
/// packet carries.
inline constexpr std::size_t kMaxRangedBody = 2048;

/// Seals in place: `buffer` starts with `size` plain bytes and has room behind for tag and trailer. `ranges`
/// stay in clear; they must be ascending, apart and inside. Gives the frame's size, or 0 when that cannot be.
/// `aead` is AES-128-GCM with an 8-byte tag. Media thread.
[[nodiscard]] std::size_t SealFrame(const crypto::Aead& aead, std::uint32_t nonce,
                                    std::span<std::uint8_t> buffer, std::size_t size,
                                    std::span<const ClearRange> ranges = {}) noexcept;

/// A parsed frame, made ready for trying keys on it: bytes in clear together, sealed bytes together.
class SealedFrame {
 public:
  /// `layout` must outlive this.
  explicit SealedFrame(const FrameLayout& layout) noexcept;
  SealedFrame(const SealedFrame&) = delete;
  SealedFrame& operator=(const SealedFrame&) = delete;

  /// Writes the plain frame to the front of `out`, which has at least the body's size and does not overlap
  /// the frame, when `aead` opens it. Otherwise returns false, and `out` is undefined. Media thread.
  [[nodiscard]] bool Open(const crypto::Aead& aead, std::span<std::uint8_t> out) const noexcept;

  [[nodiscard]] const FrameLayout& layout() const noexcept { return layout_; }

 private:
  void Scatter(std::span<std::uint8_t> out) const noexcept;

  const FrameLayout& layout_;
  bool too_large_ = false;
  std::span<const std::uint8_t> clear_;
  std::span<const std::uint8_t> sealed_;
  std::array<std::uint8_t, kMaxRangedBody> joined_;  ///< used when there are ranges
};

}  // namespace sdkpp::dave

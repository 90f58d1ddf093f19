#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "decoder/flac_library.h"

namespace sdkpp::decoder {

/// The STREAMINFO block of a FLAC stream (RFC 9639, 8.2).
struct FlacInfo {
  std::array<std::uint8_t, kSdkppFlacInfoSize> bytes{};
  std::uint32_t most_samples = 0;  ///< per channel, of a frame
  std::uint32_t most_bytes = 0;    ///< of a frame; 0: not said
  std::uint32_t rate = 0;
  std::uint32_t channels = 0;
  std::uint32_t bits = 0;

  /// Of its data.
  [[nodiscard]] static FlacInfo Parse(std::span<const std::uint8_t, kSdkppFlacInfoSize> data) noexcept;
  /// What a frame can need at most, whether it is compressed or not.
  [[nodiscard]] std::size_t longest_frame() const noexcept;
};

/// Reads what stands before the frames of a FLAC stream (RFC 9639, 8); pictures of any size are passed over.
class FlacHeader {
 public:
  /// What there is to read; it takes from its front, and says how many bytes. 0: more are needed, or it has
  /// ended.
  [[nodiscard]] std::size_t Read(std::span<const std::uint8_t> bytes) noexcept;
  /// Passes over the rest of a tag or block without its bytes, and says how many.
  [[nodiscard]] std::size_t Pass() noexcept;

  /// The next byte is the first of a frame.
  [[nodiscard]] bool is_read() const noexcept { return stage_ == Stage::kFrames; }
  /// It is none.
  [[nodiscard]] bool is_bad() const noexcept { return stage_ == Stage::kBad; }
  [[nodiscard]] const FlacInfo& info() const noexcept { return info_; }

 private:
  enum class Stage { kMark, kInfo, kBlock, kFrames, kBad };

  [[nodiscard]] std::size_t ReadMark(std::span<const std::uint8_t> bytes) noexcept;
  [[nodiscard]] std::size_t ReadInfo(std::span<const std::uint8_t> bytes) noexcept;
  [[nodiscard]] std::size_t ReadBlock(std::span<const std::uint8_t> bytes) noexcept;
  void EndLastBlock() noexcept;

  Stage stage_ = Stage::kMark;
  bool is_last_ = false;  ///< no block follows
  std::size_t skip_ = 0;  ///< bytes of the tag or block that is passed over
  FlacInfo info_;
};

}  // namespace sdkpp::decoder

#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace sdkpp::decoder {

/// What the frame that describes an MP3 file says about the silence that its encoder has added; all of it is
/// 0 where it says nothing. Samples per channel.
struct Mp3Description {
  std::uint32_t before = 0;
  std::uint64_t sound = 0;
  std::uint32_t behind = 0;

  /// Reads the first frame of a file: the headers "Xing" and "Info", with the fields of LAME, and "VBRI".
  /// @param samples that this frame and each other one holds
  /// @returns nothing when it describes none and is sound
  [[nodiscard]] static std::optional<Mp3Description> Read(std::span<const std::uint8_t> frame,
                                                          std::uint32_t samples) noexcept;
};

/// Leaves out the silence that an encoder has added. Sound behind the described file, as where several were
/// joined, is kept.
class Mp3Trim {
 public:
  Mp3Trim() = default;
  explicit Mp3Trim(const Mp3Description& description) noexcept : added_(description) {}

  /// @param samples those of the next frame, interleaved
  /// @returns the part of them that is sound
  [[nodiscard]] std::span<const float> Cut(std::span<const float> samples, std::size_t channels) noexcept;

 private:
  Mp3Description added_{};
  std::uint64_t position_ = 0;
};

}  // namespace sdkpp::decoder

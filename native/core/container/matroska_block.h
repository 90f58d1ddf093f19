#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sdkpp::container {

/// The frames of one block (RFC 9559, 10.3): every way of lacing.
class MatroskaBlock {
 public:
  /// Of the data of a SimpleBlock or Block. False when its sizes contradict each other.
  [[nodiscard]] bool Parse(std::span<const std::uint8_t> data) noexcept;

  [[nodiscard]] std::uint64_t track() const noexcept { return track_; }
  /// Of its first frame, relative to the cluster's.
  [[nodiscard]] std::int16_t timestamp() const noexcept { return timestamp_; }
  [[nodiscard]] std::size_t frames() const noexcept { return count_; }
  /// Where a frame lies in the data.
  [[nodiscard]] std::size_t offset(std::size_t frame) const noexcept { return offsets_[frame]; }
  [[nodiscard]] std::size_t size(std::size_t frame) const noexcept {
    return offsets_[frame + 1] - offsets_[frame];
  }

 private:
  static constexpr std::size_t kMaxFrames = 256;
  using Sizes = std::array<std::uint64_t, kMaxFrames>;

  [[nodiscard]] bool ReadLacing(std::span<const std::uint8_t> data, std::size_t at, unsigned lacing) noexcept;
  [[nodiscard]] bool Place(std::size_t at, std::size_t end, const Sizes& sizes) noexcept;

  std::uint64_t track_ = 0;
  std::int16_t timestamp_ = 0;
  std::size_t count_ = 0;
  std::array<std::size_t, kMaxFrames + 1> offsets_{};
};

}  // namespace sdkpp::container

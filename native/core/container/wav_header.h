#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/container/wav_format.h"

namespace sdkpp::container {

/// What stands before the samples of a WAV file, RF64 too, read as its bytes arrive. Chunks that are not
/// needed are passed over unread.
class WavHeader {
 public:
  /// Takes bytes up to the first sample, and says how many.
  [[nodiscard]] std::size_t Write(std::span<const std::uint8_t> bytes) noexcept;
  /// No more bytes will come.
  void Finish() noexcept;

  /// The next byte is the first of a sample.
  [[nodiscard]] bool is_read() const noexcept { return stage_ == Stage::kSamples; }
  [[nodiscard]] std::optional<WavRefusal> refusal() const noexcept { return refusal_; }
  /// Once it is read.
  [[nodiscard]] const WavFormat& format() const noexcept { return format_; }
  /// Bytes before the samples.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  /// Bytes of samples that are announced; nothing where a writer did not know it, or never wrote it.
  /// `total`: bytes of the whole file, if they are known.
  [[nodiscard]] std::optional<std::uint64_t> samples(std::optional<std::uint64_t> total) const noexcept;

 private:
  enum class Stage { kRiff, kChunk, kFormat, kLongSizes, kSamples, kOver };
  /// The part of a format chunk that means something.
  static constexpr std::size_t kMostOfFormat = 40;

  void Read() noexcept;
  void ReadRiff(std::span<const std::uint8_t> bytes) noexcept;
  void ReadChunk(std::span<const std::uint8_t> bytes) noexcept;
  void ReadFormat(std::span<const std::uint8_t> bytes) noexcept;
  void Need(Stage stage, std::size_t bytes) noexcept;
  void Refuse(WavRefusal refusal) noexcept;

  Stage stage_ = Stage::kRiff;
  std::array<std::uint8_t, kMostOfFormat> part_{};
  std::size_t needed_ = 12;
  std::size_t have_ = 0;
  std::uint64_t skip_ = 0;  ///< bytes that are passed over first
  std::uint64_t rest_ = 0;  ///< of the chunk that is being read
  std::uint64_t size_ = 0;
  std::uint32_t riff_ = 0;       ///< what the file says of its size, without the first 8 bytes
  std::uint32_t claimed_ = 0;    ///< of the samples
  std::uint64_t long_data_ = 0;  ///< of RF64; 0: none
  WavFormat format_;
  bool has_format_ = false;
  std::optional<WavRefusal> refusal_;
};

}  // namespace sdkpp::container

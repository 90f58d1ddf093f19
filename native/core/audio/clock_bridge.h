#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/audio/drift_control.h"
#include "core/audio/sinc_table.h"
#include "core/base/instant.h"

namespace sdkpp::audio {

/// Interleaved stereo between two threads whose clocks differ in rate and run slightly apart, as those of a
/// sound card and of the media thread do. A ring without locks; the reading side resamples, and follows the
/// drift of the clocks by a ratio that changes slowly. Neither side waits or allocates.
class ClockBridge {
 public:
  static constexpr int kMinRate = 8'000;
  static constexpr int kMaxRate = 192'000;

  struct Shape {
    int from_rate;  ///< Hz, [kMinRate, kMaxRate]; others are clamped
    int to_rate;
    std::size_t write_frames;  ///< written at once, as a rule
    std::size_t read_frames;   ///< read at once, as a rule
  };

  /// Allocates.
  explicit ClockBridge(const Shape& shape);

  /// Writing thread. Samples without room are dropped, and before the first read those that are older. `now`
  /// is of a clock that both sides read.
  void Write(Instant now, std::span<const float> frames) noexcept;
  /// Reading thread. Fills `out`, with silence where there is nothing: at first, and after a gap, until
  /// enough is there. False when all of it is silence.
  bool Read(Instant now, std::span<float> out) noexcept;

  // any thread

  /// How long sound is inside, milliseconds, at the newest read.
  [[nodiscard]] double latency_ms() const noexcept { return latency_ms_.load(std::memory_order_relaxed); }
  /// How often sound was missing or had to be dropped.
  [[nodiscard]] std::uint64_t gaps() const noexcept { return gaps_.load(std::memory_order_relaxed); }
  /// The correction for the clocks' drift, as a share of 1.
  [[nodiscard]] double correction() const noexcept { return correction_.load(std::memory_order_relaxed); }

 private:
  [[nodiscard]] bool Begin(std::size_t available) noexcept;
  [[nodiscard]] std::size_t Room(std::uint64_t written) const noexcept;
  void DropTo(std::size_t frames) noexcept;
  void Follow(Instant now, std::size_t available, std::size_t frames) noexcept;
  /// False when the ring has run dry; silence goes in then.
  bool FeedOne() noexcept;
  void CountGap() noexcept { gaps_.fetch_add(1, std::memory_order_relaxed); }
  [[nodiscard]] double Seconds(std::size_t frames) const noexcept {
    return static_cast<double>(frames) / from_rate_;
  }

  int from_rate_;
  int to_rate_;
  std::size_t capacity_;  ///< frames
  std::size_t target_;    ///< frames inside before a read
  std::size_t most_target_;
  std::unique_ptr<float[]> ring_;
  alignas(64) std::atomic<std::uint64_t> written_{0};
  std::atomic<Duration::rep> written_at_{0};
  alignas(64) std::atomic<std::uint64_t> read_{0};
  SincTable table_;
  SincHistory history_;
  DriftControl drift_;
  double phase_ = 1;                  ///< place of the next output between inputs
  std::atomic<bool> flowing_{false};  ///< changed by the reading thread
  std::atomic<double> latency_ms_{0};
  std::atomic<double> correction_{0};
  std::atomic<std::uint64_t> gaps_{0};
};

}  // namespace sdkpp::audio

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "decoder/place_search.h"

namespace sdkpp::decoder {

/// A place from which a stream can be read.
struct Landmark {
  std::uint64_t position = 0;  ///< in bytes
  std::int64_t sample = 0;     ///< its first, per channel, counted from the beginning of the sound
  std::uint32_t number = 0;    ///< of a page, in Ogg
};

/// Looks for the last landmark at a sample or before it, where bytes are in the order of time. It guesses by
/// what lies between the two nearest landmarks; where that does not halve them, it looks in their middle.
class Bisection {
 public:
  static constexpr unsigned kMostReads = 20;
  static constexpr std::size_t kMostBytes = 262'144;  ///< that are wanted at once

  /// `begin`: where the sound begins, in bytes.
  Bisection(std::uint64_t begin, std::uint64_t size, std::int64_t target) noexcept;

  [[nodiscard]] std::optional<WantedBytes> Wanted() const noexcept;
  /// The landmarks among the bytes that were wanted, in their order.
  void Give(std::span<const Landmark> seen) noexcept;
  /// Once nothing is wanted. Nothing when none was seen, or they contradict each other.
  [[nodiscard]] std::optional<Landmark> Found() const noexcept;

  [[nodiscard]] std::int64_t target() const noexcept { return target_; }

 private:
  [[nodiscard]] bool IsInOrder(std::span<const Landmark> seen) const noexcept;
  void Widen() noexcept;
  void Narrow(std::span<const Landmark> seen) noexcept;
  void Aim(bool by_time) noexcept;
  /// Bytes in which it may begin.
  [[nodiscard]] std::uint64_t span() const noexcept { return end_ - std::min(end_, low_.position); }

  std::int64_t target_;
  Landmark low_;                      ///< the last one that is known to be at the target or before it
  bool is_low_seen_ = false;          ///< it is not the beginning of the stream
  std::uint64_t end_;                 ///< behind it there is nothing to look for
  std::optional<Landmark> behind_{};  ///< the first one that is known to be behind the target
  std::uint64_t next_ = 0;            ///< the place to look at
  std::size_t bytes_;                 ///< there
  unsigned reads_ = 0;
  bool is_over_ = false;
  bool is_odd_ = false;
};

}  // namespace sdkpp::decoder

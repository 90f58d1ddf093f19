#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/turns/echo/echo_reference.h"
#include "core/turns/echo/echo_spectrum.h"

namespace sdkpp::turns {

/// Finds how late own sound comes back. For each delay of whole rows it sums up, over the last 300 ms of
/// sound, how the phases of what is heard differ from those of what was sent so long ago: they only add up at
/// the delay of an echo.
class EchoDelay {
 public:
  /// The phases under the window that ends at `end`, a place of the reference. @returns the delay in samples
  /// of 16 kHz when there is little doubt of it. media thread
  [[nodiscard]] std::optional<std::int64_t> Search(const EchoBins& heard, std::uint64_t end,
                                                   const EchoReference& own) noexcept;

 private:
  static constexpr std::size_t kReach = EchoReference::kReach;

  /// The sums of one delay.
  struct Sum {
    EchoBins bins;
    float rows = 0;  ///< with own sound, that the sums have, by their weights
  };

  [[nodiscard]] static float Add(Sum& sum, const EchoBins& heard, const EchoBins* own) noexcept;
  [[nodiscard]] float ContrastOf(std::size_t best) const noexcept;

  std::array<Sum, kReach> sums_{};
  std::array<float, kReach> scores_{};  ///< negative: too little own sound
  float heard_ = 0;                     ///< rows that the sums have, by their weights
  std::size_t best_ = 0;
  int steady_ = 0;  ///< rows in which the same delay was the best
};

}  // namespace sdkpp::turns

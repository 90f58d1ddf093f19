#pragma once

#include <array>
#include <cstddef>

#include "core/turns/echo/echo_spectrum.h"

namespace sdkpp::turns {

/// How much of the last 100 ms another signal explains: their coherence, with one gain for each of 13 bands,
/// so that the signals need the same phases and not the same colour.
class EchoShare {
 public:
  /// One row more. @returns the share, 0 to 1; unrelated speech has less than 0.2. media thread
  float Process(const EchoBins& heard, const EchoBins& sent) noexcept;
  /// A row of silence. media thread
  void Fade() noexcept;

 private:
  static constexpr std::size_t kBands = 13;
  static constexpr std::size_t kWidth = 8;  ///< bins, 250 Hz

  struct Band {
    float re = 0;  ///< of heard by conjugated sent
    float im = 0;
    float heard = 0;  ///< power
    float sent = 0;
  };

  void Add(const EchoBins& heard, const EchoBins& sent) noexcept;

  std::array<Band, kBands> bands_{};
};

}  // namespace sdkpp::turns

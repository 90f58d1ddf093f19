#pragma once

#include <array>
#include <cstddef>

#include "core/turns/echo/echo_spectrum.h"

namespace sdkpp::turns {

/// The way of own sound through somebody's loudspeaker, room and microphone, learned as it comes back: a
/// normalized least-mean-squares filter for each bin over four rows, 80 ms.
class EchoPath {
 public:
  static constexpr std::size_t kRows = 4;
  using Sent = std::array<EchoBins, kRows>;

  /// What comes back of these rows, the newest first. media thread
  void Predict(const Sent& sent, EchoBins& out) const noexcept;
  /// Learns from what came instead of `predicted`. media thread
  void Learn(const Sent& sent, const EchoBins& heard, const EchoBins& predicted) noexcept;
  /// media thread
  void Forget() noexcept { gains_ = {}; }

 private:
  Sent gains_{};
  float usual_ = 0;  ///< power of a bin of what is sent, lately
};

}  // namespace sdkpp::turns

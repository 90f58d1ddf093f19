#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/turns/echo/echo_spectrum.h"

namespace sdkpp::turns {

/// What a session has sent in the last two seconds, 16 kHz mono, for ears that look for it in what they hear.
/// Places are samples of 16 kHz on the connection's clock. Some 250 KB; nothing allocates.
class EchoReference {
 public:
  /// How far behind a place its own sound is looked for: rows of kEchoHop, 1.3 s.
  static constexpr std::size_t kReach = 66;

  /// Silence up to this place. A place far ahead, or behind, begins anew there. media thread
  void Advance(std::uint64_t place) noexcept;
  /// Sound behind all that came before, of any values. media thread
  void Push(std::span<const float> samples) noexcept;

  /// The samples in front of `end`; silence where there is nothing. media thread
  void Window(std::int64_t end, std::span<float, kEchoWindow> out) const noexcept;
  /// The phases under the window that ends with row `row`, at `row` times kEchoHop; nullptr when there is no
  /// sound. media thread
  [[nodiscard]] const EchoBins* PhasesOf(std::uint64_t row) const noexcept;
  /// Whether there was sound within reach of this place. media thread
  [[nodiscard]] bool SoundsBefore(std::uint64_t place) const noexcept;
  [[nodiscard]] const EchoSpectrum& spectrum() const noexcept { return spectrum_; }

 private:
  static constexpr std::size_t kSamples = 32'768;
  static constexpr std::size_t kRows = 128;

  struct Row {
    std::uint64_t number = 0;
    bool sounds = false;
    EchoBins phases;
  };

  void Restart(std::uint64_t place) noexcept;
  void FinishRow() noexcept;

  EchoSpectrum spectrum_;
  std::uint64_t begin_ = 0;  ///< of what there is
  std::uint64_t end_ = 0;
  std::uint64_t last_sound_ = 0;  ///< row
  std::array<float, kSamples> samples_{};
  std::array<Row, kRows> rows_{};
};

}  // namespace sdkpp::turns

#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/turns/ear_frame.h"

namespace sdkpp::turns {

/// When somebody who speaks over the own sound interrupts it.
struct BargeInSettings {
  /// Speech that it takes, without what is between words; backchannels are shorter.
  Duration min_speech = std::chrono::milliseconds(300);
  /// The probability, 0 to 1, from which a frame counts as speech.
  float min_probability = 0.6F;
  /// Silence after which an interruption that came to nothing was a false start; 0: none is.
  Duration resume_after{};
  /// An interrupter who said more than this means it, and is no false start.
  Duration max_false_start = std::chrono::milliseconds(1'000);
};

struct BargeInDecision {
  enum class Kind : std::uint8_t {
    kInterrupt,   ///< stop or duck the own sound
    kFalseStart,  ///< the interrupter said no more: the own sound may go on
    kMeant,       ///< the interrupter went on: it is no false start
  };

  Kind kind = Kind::kInterrupt;
  UserId user;
  std::uint64_t speech_began = 0;  ///< in samples of 48 kHz on the connection's clock
  std::uint64_t time = 0;          ///< of the end of the frame that decided, on the same clock
};

/// Decides who interrupts, for one call. The caller chooses whose frames come in.
class BargeInRule {
 public:
  /// Speakers at once; of more, those who spoke least lately are forgotten.
  static constexpr std::size_t kMostUsers = 25;

  /// Counts from the next frame on. media thread
  void Apply(const BargeInSettings& settings) noexcept;
  /// `is_playing`: own sound that may be interrupted leaves now. Speech that began before counts from its
  /// beginning. The frames of a user come in the order of their times. media thread
  void HandleFrame(UserId user, const EarFrame& frame, bool is_playing) noexcept;
  /// The outcome of an interruption is known: no false start is told of it any more. A speech that goes on
  /// has interrupted, and the next one of the same user may interrupt again. media thread
  void Settle() noexcept;
  /// Whether the newest speech of the user interrupts, or has interrupted. media thread
  [[nodiscard]] bool HasInterrupted(UserId user) const noexcept;
  /// Decisions in order, until there is none; take them after each frame: one is kept. media thread
  [[nodiscard]] std::optional<BargeInDecision> Poll() noexcept;

 private:
  /// The newest speech of one user.
  struct Voice {
    UserId user;
    bool used = false;
    std::uint64_t began = 0;
    std::uint64_t ended = 0;       ///< of its last frame
    std::uint64_t spoken = 0;      ///< samples, without what is between words
    bool has_interrupted = false;  ///< a speech interrupts once
    bool may_be_false = false;     ///< it has interrupted, and may come to nothing
  };

  [[nodiscard]] Voice& Find(UserId user) noexcept;
  void Count(Voice& voice, const EarFrame& frame) noexcept;
  void Interrupt(Voice& voice, std::uint64_t time) noexcept;
  void WatchFalseStart(Voice& voice, std::uint64_t time) noexcept;
  [[nodiscard]] bool GoesOnWithout(UserId user, std::uint64_t time) noexcept;

  BargeInSettings settings_;
  std::array<Voice, kMostUsers> voices_{};
  std::optional<BargeInDecision> decision_;
};

}  // namespace sdkpp::turns

#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/session/listening/ear_time.h"
#include "core/session/listening/turn_policies.h"
#include "core/turns/ear.h"
#include "core/turns/echo/echo_detector.h"
#include "core/turns/turn_machine.h"

namespace sdkpp::session {

/// The ear of one speaker with the turns that it hears. Only construction allocates. Media thread.
class SpeakerEar {
 public:
  /// So long silence is heard behind the last sound and the last turn; then the ear rests.
  static constexpr int kRestAfterTicks = 150;

  explicit SpeakerEar(turns::EarRate rate) : ear_({.rate = rate}) {}

  /// The ear is for somebody else from now on.
  void Begin(UserId user, const TurnPolicy& policy) noexcept;
  [[nodiscard]] const std::optional<UserId>& user() const noexcept { return user_; }
  void Apply(const TurnPolicy& policy) noexcept;
  /// Ends the turn of a user who is gone with the next silence; the ear is free behind it.
  void Leave() noexcept;
  /// Ends the listening to the user.
  void Free() noexcept { user_.reset(); }

  /// The block of this tick; a second one of the same tick is left out. `own` is what may come back in it.
  void Hear(std::span<const float, kBlockValues> block, bool is_concealed, std::uint64_t place,
            std::uint64_t tick, const turns::EchoReference& own) noexcept;
  /// The end of a tick: silence, unless a block was heard. False when the ear rests, and has no frames.
  [[nodiscard]] bool Finish(std::uint64_t tick) noexcept;
  /// Those of the tick, behind Finish().
  [[nodiscard]] std::span<const turns::EarFrame> frames() const noexcept { return ear_.frames(); }
  [[nodiscard]] bool is_silent() const noexcept { return is_silent_; }

  [[nodiscard]] turns::TurnMachine& turn() noexcept { return turn_; }
  [[nodiscard]] bool is_in_turn() const noexcept { return turn_.is_in_turn(); }
  [[nodiscard]] const TurnPolicy& policy() const noexcept { return policy_; }
  /// Where the turn that is on began.
  [[nodiscard]] std::uint64_t speech_began() const noexcept { return speech_began_; }
  /// Notes an event that was polled from the turn.
  void Note(const turns::TurnEvent& event, Instant now) noexcept;

  /// A pause on which the detector has to say something until then.
  struct Question {
    std::uint64_t pause = 0;
    Instant until{};
  };
  [[nodiscard]] const std::optional<Question>& question() const noexcept { return question_; }
  /// Whether the detector's answer to this pause counts: it is in question, or it was told before the answer
  /// to the one in question came, so that the detector may have been asked of it next.
  [[nodiscard]] bool Awaits(std::uint64_t pause) const noexcept {
    const bool is_in_question = question_ && question_->pause == pause;
    return is_in_question || (pause > answered_ && pause <= crossed_);
  }
  /// This pause is answered. @returns the newest pause, which the answer is for: the silence is the same
  [[nodiscard]] std::uint64_t TakeAnswer(std::uint64_t pause) noexcept {
    question_.reset();
    answered_ = pause;
    crossed_ = newest_pause_;
    return newest_pause_;
  }
  /// There is no answer in time. @returns the newest pause
  [[nodiscard]] std::uint64_t TakeQuestion() noexcept {
    ForgetQuestions();
    return newest_pause_;
  }

  /// Ticks since the last sound; the user may lose the ear to somebody else when it rests.
  [[nodiscard]] int silent_ticks() const noexcept { return silent_ticks_; }
  [[nodiscard]] bool rests() const noexcept {
    return silent_ticks_ >= kRestAfterTicks && !turn_.is_in_turn();
  }

  /// Blocks that found no room on their way to JavaScript, since one did.
  [[nodiscard]] std::uint32_t lost() const noexcept { return lost_; }
  void NoteSent() noexcept { lost_ = 0; }
  void NoteLost() noexcept { ++lost_; }

 private:
  void ForgetQuestions() noexcept {
    question_.reset();
    answered_ = crossed_ = 0;
  }

  std::optional<UserId> user_;
  bool is_fed_ = false;  ///< in this tick
  bool is_silent_ = false;
  bool is_leaving_ = false;
  int silent_ticks_ = 0;
  std::uint32_t lost_ = 0;
  std::uint64_t speech_began_ = 0;
  std::uint64_t newest_pause_ = 0;
  std::optional<Question> question_;
  std::uint64_t answered_ = 0;  ///< of this silence; the pauses behind it,
  std::uint64_t crossed_ = 0;   ///< up to this one, may have been told before the answer came
  EarTime time_;
  TurnPolicy policy_;
  turns::TurnMachine turn_;
  turns::Ear ear_;
  turns::EchoDetector echo_;
};

}  // namespace sdkpp::session

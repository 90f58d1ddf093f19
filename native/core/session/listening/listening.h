#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/audio_format.h"
#include "core/base/fixed_vector.h"
#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/session/listening/ear_record.h"
#include "core/session/listening/speaker_ear.h"
#include "core/session/listening/turn_policies.h"
#include "core/session/sound/own_sound.h"
#include "core/session/sound/receive_queue.h"
#include "core/turns/ear.h"
#include "core/turns/turn_event.h"

namespace sdkpp::session {

/// The users that JavaScript listens to at one rate, with an ear for each who speaks: their frames, and what
/// their turns come to, go to the queue to JavaScript, in order. Made by the JavaScript thread, and used by
/// the media thread, which neither allocates nor frees with it.
class Listening {
 public:
  /// Speakers at once; of more, those who have been silent for longest lose their ears, and nobody who is
  /// named.
  static constexpr std::size_t kMostEars = 25;

  /// Bytes that everything else leaves free in the queue for turns.
  static constexpr std::size_t kRoomForTurns = std::size_t{64} * 1024;

  /// The rate whose turns JavaScript is told of.
  static constexpr turns::EarRate kToldRate = turns::EarRate::k16kHz;

  /// The users who are listened to: those who are named, or all.
  enum class Whom : std::uint8_t { kNamed, kEveryone };

  /// At most kMostEars of `users` count: each is sure of an ear. Allocates an ear for each of them, or
  /// kMostEars for everyone.
  Listening(turns::EarRate rate, Whom whom, std::span<const UserId> users);

  /// Goes on where the one before is: takes the ears of those who are wanted still. media thread
  void Inherit(Listening& before) noexcept;
  /// media thread
  void Apply(const TurnPolicies& policies) noexcept;
  [[nodiscard]] turns::EarRate rate() const noexcept { return rate_; }
  /// Whether somebody listens to the user. media thread
  [[nodiscard]] bool Wants(UserId user) const noexcept { return is_everyone_ || Names(user); }
  /// Whether somebody listens to this very user, however quiet. media thread
  [[nodiscard]] bool Names(UserId user) const noexcept;

  /// 20 ms of a user.
  struct Block {
    std::span<const float, kBlockValues> samples;
    bool is_concealed = false;
    std::uint64_t place = 0;  ///< of their packets on the SoundClock
    std::uint64_t tick = 0;   ///< that plays them
  };
  /// `own` is what may come back in it. False when all ears have others who speak. media thread
  [[nodiscard]] bool Hear(UserId user, const Block& block, const TurnPolicies& policies,
                          const turns::EchoReference& own) noexcept;
  /// What the session sends goes there, when this is the first Listening of the session. media thread
  [[nodiscard]] OwnSound& own_sound() noexcept { return *own_sound_; }
  /// The user is not in the call any more: their turn ends. media thread
  void Leave(UserId user) noexcept;

  /// The moment of a tick.
  struct Moment {
    Instant now{};
    std::uint64_t sound = 0;  ///< the same on the SoundClock
    std::uint64_t tick = 0;   ///< that is played, on the SoundClock
  };
  /// The end of a tick: silence for those who sent nothing, frames and events into the queue. media thread
  void Finish(const Moment& moment, ReceiveQueue& queue) noexcept;

  /// The answer of the developer's detector to a pause.
  enum class Verdict : std::uint8_t { kEnds, kGoesOn, kPolicy };
  /// Nothing when another pause is in question. media thread
  void Judge(UserId user, std::uint64_t pause, Verdict verdict, const Moment& moment,
             ReceiveQueue& queue) noexcept;

  /// Calls visit(user, frame) for each frame of the tick that has finished, oldest first for each user. media
  /// thread
  template <class Visit>
  void EachFrame(const Visit& visit) const noexcept {
    for (const Heard& each : heard_) {
      for (const turns::EarFrame& frame : each.ear->frames()) visit(each.user, frame);
    }
  }

 private:
  /// An ear that has frames of this tick.
  struct Heard {
    UserId user;
    const SpeakerEar* ear = nullptr;
  };

  /// The end of the turn of somebody who lost the ear in this tick.
  struct Taken {
    UserId user;
    turns::TurnEvent event;
  };

  [[nodiscard]] SpeakerEar* Find(UserId user) noexcept;
  /// For somebody who is named that of anybody who is not; for others nullptr when all have users who speak.
  [[nodiscard]] SpeakerEar* FindFree(UserId user) noexcept;
  /// The turn of who loses it ends.
  void Give(SpeakerEar& ear, UserId user, const TurnPolicy& policy, std::uint64_t place) noexcept;
  void TellFrames(SpeakerEar& ear, const Moment& moment, ReceiveQueue& queue) noexcept;
  void TellTurns(SpeakerEar& ear, const Moment& moment, ReceiveQueue& queue) noexcept;
  void ReviewDeadline(SpeakerEar& ear, const Moment& moment, ReceiveQueue& queue) noexcept;
  [[nodiscard]] EarRecord Describe(const SpeakerEar& ear) const noexcept;
  void PushFrames(SpeakerEar& ear, ReceiveQueue& queue) const noexcept;
  void Tell(TurnRecord record, std::uint64_t time, const Moment& moment, ReceiveQueue& queue) const noexcept;

  turns::EarRate rate_;
  bool is_everyone_;
  FixedVector<UserId, kMostEars> named_;
  std::vector<std::unique_ptr<SpeakerEar>> ears_;  ///< never grows
  std::unique_ptr<OwnSound> own_sound_;
  FixedVector<Heard, kMostEars> heard_;
  FixedVector<Taken, kMostEars> taken_;
};

}  // namespace sdkpp::session

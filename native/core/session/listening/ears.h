#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/strong.h"
#include "core/session/listening/listening.h"
#include "core/session/listening/turn_policies.h"

namespace sdkpp::session {

/// The ears of a voice agent in a session: one Listening for each rate, and the policies of turns. Media
/// thread.
class Ears {
 public:
  /// In place of that of its rate; nullptr only takes it away. @returns the one before, to be freed elsewhere
  [[nodiscard]] std::unique_ptr<Listening> Set(turns::EarRate rate,
                                               std::unique_ptr<Listening> listening) noexcept;
  /// Before the first Listening. @returns those before, to be freed elsewhere
  [[nodiscard]] std::unique_ptr<TurnPolicies> Set(std::unique_ptr<TurnPolicies> policies) noexcept;

  [[nodiscard]] bool any() const noexcept { return by_rate_[0] != nullptr || by_rate_[1] != nullptr; }
  [[nodiscard]] bool Wants(UserId user) const noexcept;
  /// Whether somebody listens to this very user, however quiet.
  [[nodiscard]] bool Names(UserId user) const noexcept;

  /// What the session sends has to go there; nullptr while nobody is listened to. Until the next Set().
  [[nodiscard]] OwnSound* own_sound() const noexcept {
    for (const auto& each : by_rate_) {
      if (each) return &each->own_sound();
    }
    return nullptr;
  }
  /// A tick begins: time on the SoundClock.
  void BeginTick(std::uint64_t time) noexcept {
    if (OwnSound* own = own_sound()) own->BeginTick(time);
  }

  /// As Listening::Hear. False when there was no ear at a rate.
  [[nodiscard]] bool Hear(UserId user, const Listening::Block& block) noexcept;
  void Leave(UserId user) noexcept;
  void Finish(const Listening::Moment& moment, ReceiveQueue& queue) noexcept;
  void Judge(UserId user, std::uint64_t pause, Listening::Verdict verdict, const Listening::Moment& moment,
             ReceiveQueue& queue) noexcept;

  /// Calls visit(user, frame) for each frame of the tick that has finished, at the lowest rate that is
  /// listened to: oldest first for each user.
  template <class Visit>
  void EachFrame(const Visit& visit) const noexcept {
    for (const auto& each : by_rate_) {
      if (each) return each->EachFrame(visit);
    }
  }

 private:
  std::array<std::unique_ptr<Listening>, 2> by_rate_;
  std::unique_ptr<TurnPolicies> policies_;
};

}  // namespace sdkpp::session

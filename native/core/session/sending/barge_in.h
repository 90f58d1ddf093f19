#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/player/source.h"
#include "core/session/exchange/event_sink.h"
#include "core/session/exchange/media_message.h"
#include "core/session/sending/restraint.h"
#include "core/turns/barge_in.h"

namespace sdkpp::session {

/// Stops or ducks the own sound when somebody speaks over it, without JavaScript, which is told of it. A
/// BargeInRule decides who interrupts. A new process begins without an interruption: the agent that could end
/// it is made anew. Media thread.
class BargeIn {
 public:
  /// From the next frame on: who speaks then begins to. An interruption that is on is over; what was not told
  /// of it is not told any more.
  void Apply(const command::SetBargeIn& settings) noexcept;
  /// One more who may interrupt when not anyone may; of too many the last ones may not.
  void Let(UserId user) noexcept;
  /// The JavaScript thread has drawn its conclusions from interruption `number`: the own sound may flow
  /// again.
  void Release(std::uint32_t number) noexcept;

  [[nodiscard]] bool active() const noexcept { return settings_.action != BargeInAction::kOff; }
  /// 10 ms of a user; `is_playing`: own sound left in this tick.
  void HandleFrame(Instant now, UserId user, const turns::EarFrame& frame, bool is_playing) noexcept;
  /// Behind the frames of a tick. `position`: how far the input has left.
  void Tick(Instant now, const std::optional<player::SourcePosition>& position, EventSink& events) noexcept;
  [[nodiscard]] const Restraint& restraint() const noexcept { return restraint_; }

 private:
  using Kind = event::BargeIn::Kind;

  [[nodiscard]] bool May(UserId user) const noexcept;
  void CarryOut(const turns::BargeInDecision& decision) noexcept;
  void Begin(const turns::BargeInDecision& decision) noexcept;
  void GoOn() noexcept;
  void Tell(Kind kind) noexcept;

  command::SetBargeIn settings_{};
  turns::BargeInRule rule_;
  std::array<UserId, turns::BargeInRule::kMostUsers> named_{};
  std::size_t named_count_ = 0;
  Restraint restraint_;
  event::BargeIn newest_{};      ///< interruption
  bool is_open_ = false;         ///< the newest one may still be a false start
  bool is_untold_ = false;       ///< the newest one, or what came of it
  bool lacks_position_ = false;  ///< the newest one began in this tick
  Instant heard_at_{};           ///< the newest speech of who interrupts
};

}  // namespace sdkpp::session

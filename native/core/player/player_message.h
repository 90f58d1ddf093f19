#pragma once

#include <cstdint>
#include <memory>
#include <variant>

#include "core/base/instant.h"
#include "core/player/filters/filter_chain.h"
#include "core/player/overlays.h"
#include "core/player/source.h"
#include "core/player/track.h"

namespace sdkpp::player {

/// Values from the JavaScript thread. Objects travel inside them, so that the media thread neither allocates
/// nor frees.
namespace command {

/// In place of the present track; the next one stays.
struct Play {
  Track track;
};
/// After the present track, without a gap; at once when there is none. Replaces another next one.
struct SetNext {
  Track track;
};
/// After the present track, and before the next one: the same source once more, as a rule.
struct SetAgain {
  Track track;
};
/// Mixes a source in, from the next tick on, or behind the last sample of another one, in its place. There is
/// room for Overlays::kMost, and as many that follow them.
struct Mix {
  std::unique_ptr<Overlay> overlay;
};
/// Ends track `number` when it is the present one, and plays the next, into which it fades where the player
/// cross-fades; drops it when it is the next one; ends
/// it when it is mixed in.
struct Skip {
  std::uint32_t number;
};
/// Ends the present track and all that is mixed in, and drops what was to follow.
struct Stop {};
struct Pause {
  bool on;
};
/// A linear gain, 0 to GainRamp's largest, within `fade`.
struct SetGain {
  float gain;
  Duration fade;
};
/// In place of all filters before; nullptr: none.
struct SetFilters {
  std::unique_ptr<filters::FilterChain> filters;
};

}  // namespace command

using PlayerCommand =
    std::variant<std::monostate, command::Play, command::SetNext, command::SetAgain, command::Mix,
                 command::Skip, command::Stop, command::Pause, command::SetGain, command::SetFilters>;

enum class TrackEnd : std::uint8_t {
  kFinished,  ///< played to its end
  kStopped,   ///< by a command: stopped, skipped, replaced, or dropped before it began
};

/// Values to the JavaScript thread.
namespace event {

/// The first sound of a track, also of one that is mixed in.
struct Started {
  std::uint32_t number;
};
/// The track has nothing to be played now. What is not collected in time may be left out, in pairs.
struct Starved {
  std::uint32_t number;
};
struct Refilled {
  std::uint32_t number;
  Duration starved;
};
struct Ended {
  std::uint32_t number;
  TrackEnd end;
  SourceLosses losses;
  SourceRefusal refusal = SourceRefusal::kNone;
};
/// Whether a session takes frames.
struct Listening {
  bool any;
};
/// To be freed.
struct Retired {
  std::unique_ptr<Source> source{};
  std::unique_ptr<Overlay> overlay{};
  std::unique_ptr<filters::FilterChain> filters{};

  [[nodiscard]] const Source* held() const noexcept {
    const Source* const given = overlay ? overlay->track.source.get() : source.get();
    return given == nullptr ? nullptr : given->origin();
  }
};

}  // namespace event

using PlayerEvent = std::variant<std::monostate, event::Started, event::Starved, event::Refilled,
                                 event::Ended, event::Listening, event::Retired>;

}  // namespace sdkpp::player

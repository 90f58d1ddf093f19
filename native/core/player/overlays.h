#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/audio_format.h"
#include "core/base/instant.h"
#include "core/opus/decoder.h"
#include "core/player/block_line.h"
#include "core/player/track.h"

namespace sdkpp::player {

/// By how much the track is turned down while a source is mixed in.
struct Ducking {
  float gain = 1;  ///< linear, of the track; 1 leaves it
  Duration attack{};
  Duration release{};
};

/// A source that sounds over the track.
struct Overlay {
  Overlay(Track mixed, opus::Decoder decoder) noexcept : track(std::move(mixed)), line(std::move(decoder)) {}
  Track track;
  BlockLine line;
  float gain = 1;  ///< linear
  Ducking ducking{};
  std::uint32_t after = 0;          ///< the track that it follows; 0: none
  std::unique_ptr<Overlay> next{};  ///< follows it
  bool sounded = false;
};

/// The sources that are mixed in. Media thread.
class Overlays {
 public:
  static constexpr std::size_t kMost = 8;

  /// Allocates what it will ever need.
  Overlays() { overlays_.reserve(kMost); }

  [[nodiscard]] bool empty() const noexcept { return overlays_.empty(); }
  /// Behind the track that it follows, in place of another one; now when that is not there. Returns the one
  /// for which there is no room; otherwise nullptr.
  [[nodiscard]] std::unique_ptr<Overlay> Add(std::unique_ptr<Overlay> overlay) noexcept;
  /// Takes out the one of track `number`, and the one that follows it begins; nullptr when there is none.
  [[nodiscard]] std::unique_ptr<Overlay> Take(std::uint32_t number) noexcept;
  /// Takes out any without one that follows it; nullptr when there is none.
  [[nodiscard]] std::unique_ptr<Overlay> TakeAny() noexcept;
  /// The one that turns the track down most; its gain is 1 when none does.
  [[nodiscard]] Ducking ducking() const noexcept;

  /// Adds one block of each to `sum`. Hands the number of each track that is heard first to `started`, and
  /// each that has played to its end to `ended`; what follows it sounds from its last sample on. Whether any
  /// sounds.
  template <class Started, class Ended>
  [[nodiscard]] bool Play(SoundBlock& sum, const Started& started, const Ended& ended) noexcept {
    bool sounds = false;
    for (std::size_t at = 0; at < overlays_.size();) {
      Overlay& overlay = *overlays_[at];
      bool over = overlay.line.Gather(*overlay.track.source);
      if (!overlay.line.empty() && !std::exchange(overlay.sounded, true)) started(overlay.track.number);
      if (over && overlay.next) {
        ended(GoOn(overlay));
        over = overlay.line.Gather(*overlay.track.source);
      }
      sounds = AddBlock(overlay, sum) || sounds;
      over ? ended(TakeAt(at)) : void(++at);
    }
    return sounds;
  }

 private:
  [[nodiscard]] static bool AddBlock(Overlay& overlay, SoundBlock& sum) noexcept;
  /// The next track, in the place of the one that is returned: as loud, and over the same line.
  [[nodiscard]] static std::unique_ptr<Overlay> GoOn(Overlay& overlay) noexcept;
  [[nodiscard]] std::unique_ptr<Overlay> TakeAt(std::size_t at) noexcept;

  std::vector<std::unique_ptr<Overlay>> overlays_;
};

}  // namespace sdkpp::player

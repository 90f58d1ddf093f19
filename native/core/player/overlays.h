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
};

/// The sources that are mixed in. Media thread.
class Overlays {
 public:
  static constexpr std::size_t kMost = 8;

  /// Allocates what it will ever need.
  Overlays() { overlays_.reserve(kMost); }

  [[nodiscard]] bool empty() const noexcept { return overlays_.empty(); }
  /// Returns the overlay when there is no room for it; otherwise nullptr.
  [[nodiscard]] std::unique_ptr<Overlay> Add(std::unique_ptr<Overlay> overlay) noexcept;
  /// Takes out the one of track `number`; nullptr when there is none.
  [[nodiscard]] std::unique_ptr<Overlay> Take(std::uint32_t number) noexcept;
  /// Takes out any; nullptr when there is none.
  [[nodiscard]] std::unique_ptr<Overlay> TakeAny() noexcept;
  /// The one that turns the track down most; its gain is 1 when none does.
  [[nodiscard]] Ducking ducking() const noexcept;

  /// Adds one block of each to `sum`, and hands each that has played to its end to `ended`. Whether any
  /// sounds.
  template <class Ended>
  [[nodiscard]] bool Play(SoundBlock& sum, const Ended& ended) noexcept {
    bool sounds = false;
    for (std::size_t at = 0; at < overlays_.size();) {
      const BlockLine::Filled played = PlayOne(*overlays_[at], sum);
      sounds = sounds || played.sounds;
      played.over ? ended(TakeAt(at)) : void(++at);
    }
    return sounds;
  }

 private:
  [[nodiscard]] static BlockLine::Filled PlayOne(Overlay& overlay, SoundBlock& sum) noexcept;
  [[nodiscard]] std::unique_ptr<Overlay> TakeAt(std::size_t at) noexcept;

  std::vector<std::unique_ptr<Overlay>> overlays_;
};

}  // namespace sdkpp::player

#pragma once

#include <memory>
#include <optional>
#include <tuple>

#include "core/base/audio_format.h"
#include "core/player/filters/channel_mix.h"
#include "core/player/filters/distortion.h"
#include "core/player/filters/equalizer.h"
#include "core/player/filters/karaoke.h"
#include "core/player/filters/low_pass.h"
#include "core/player/filters/rotation.h"
#include "core/player/filters/tremolo.h"
#include "core/player/filters/vibrato.h"

namespace sdkpp::player::filters {

/// The filters of a player with all that they remember. `Settings` has the order of Lavalink's list; sound
/// passes the list from its end, as it does in Lavalink.
class FilterChain {
 public:
  /// Louder sound (24 dB above full scale) counts as that loud, and what is no number as silence: neither
  /// may stay in a filter that remembers.
  static constexpr float kLoudest = 16;

  using Settings = std::tuple<std::optional<Equalizer::Settings>, std::optional<Karaoke::Settings>,
                              std::optional<Tremolo::Settings>, std::optional<Vibrato::Settings>,
                              std::optional<Distortion::Settings>, std::optional<Rotation::Settings>,
                              std::optional<ChannelMix::Settings>, std::optional<LowPass::Settings>>;

  /// nullptr when nothing of it changes the sound. JavaScript thread.
  [[nodiscard]] static std::unique_ptr<FilterChain> Create(const Settings& settings);

  /// The next block of the sound. media thread
  void Apply(SoundBlock& sound) noexcept;

 private:
  template <class Filter>
  void Set(const std::optional<typename Filter::Settings>& settings) noexcept {
    if (settings && settings->changes_sound()) std::get<std::optional<Filter>>(filters_).emplace(*settings);
  }
  [[nodiscard]] bool empty() const noexcept;

  /// In the order in which they are applied.
  std::tuple<std::optional<LowPass>, std::optional<ChannelMix>, std::optional<Rotation>,
             std::optional<Distortion>, std::optional<Vibrato>, std::optional<Tremolo>,
             std::optional<Karaoke>, std::optional<Equalizer>>
      filters_;
};

}  // namespace sdkpp::player::filters

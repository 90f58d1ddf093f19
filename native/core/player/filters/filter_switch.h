#pragma once

#include <memory>
#include <utility>

#include "core/base/audio_format.h"
#include "core/player/filters/filter_chain.h"

namespace sdkpp::player::filters {

/// The filters of a player, and those before them while one block fades from these to those: the sound does
/// not jump where they change. Media thread; nullptr stands for no filters.
class FilterSwitch {
 public:
  /// The sound is not changed.
  [[nodiscard]] bool idle() const noexcept { return !present_ && !fading_; }

  /// From the next block on. Returns those that are used no more.
  [[nodiscard]] std::unique_ptr<FilterChain> Set(std::unique_ptr<FilterChain> filters) noexcept {
    auto before = std::exchange(present_, std::move(filters));
    // some that have not sounded yet: what fades out is still what is heard
    if (fading_) return before;
    fading_ = true;
    leaving_ = std::move(before);
    return nullptr;
  }

  /// Nothing sounds: there is nothing to fade from. Returns those that are used no more.
  [[nodiscard]] std::unique_ptr<FilterChain> Jump() noexcept {
    fading_ = false;
    return std::move(leaving_);
  }

  /// Filters a block. Returns those that are used no more.
  [[nodiscard]] std::unique_ptr<FilterChain> Apply(SoundBlock& sound) noexcept;

 private:
  std::unique_ptr<FilterChain> present_;
  std::unique_ptr<FilterChain> leaving_;
  bool fading_ = false;
  SoundBlock before_;  ///< while it fades: the sound as it was heard until then
};

}  // namespace sdkpp::player::filters

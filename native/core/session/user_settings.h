#pragma once

#include <array>
#include <cstddef>

#include "core/base/strong.h"

namespace sdkpp::session {

/// What the player has set for one other user; outlives that user's SSRCs.
struct UserSetting {
  UserId user;
  float gain = 1;
  bool muted = false;
  bool opus = false;  ///< subscribed to packets
  bool pcm = false;   ///< subscribed to blocks
};

/// Settings of up to 256 users, without allocating.
class UserSettings {
 public:
  /// The settings of `user`, made when missing. When all places are taken the last one is reused.
  [[nodiscard]] UserSetting& Of(UserId user) noexcept {
    for (std::size_t at = 0; at < used_; ++at) {
      if (all_[at].user == user) return all_[at];
    }
    UserSetting& place = used_ < all_.size() ? all_[used_++] : all_.back();
    place = UserSetting{};
    place.user = user;
    return place;
  }

 private:
  std::array<UserSetting, 256> all_{};
  std::size_t used_ = 0;
};

}  // namespace sdkpp::session

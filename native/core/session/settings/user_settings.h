#pragma once

#include <cstdint>
#include <unordered_map>

#include "core/base/strong.h"
#include "core/session/sound/receive_queue.h"

namespace sdkpp::session {

/// The player's settings for one other user; they outlive that user's SSRCs.
struct UserSetting {
  float gain = 1;
  bool muted = false;
  bool opus = false;  ///< subscribed to packets
  bool pcm = false;   ///< subscribed to blocks
  SubscriptionTag tag = 0;

  friend bool operator==(const UserSetting&, const UserSetting&) noexcept = default;
};

/// The settings of all users, however many there are. JavaScript thread: Media has a copy of those it hears.
class UserSettings {
 public:
  [[nodiscard]] UserSetting Of(UserId user) const {
    const auto found = all_.find(user.raw());
    return found != all_.end() ? found->second : UserSetting();
  }

  /// Changes a setting; one that is as in the beginning takes no room.
  void Set(UserId user, const UserSetting& setting) {
    if (setting == UserSetting()) {
      all_.erase(user.raw());
    } else {
      all_[user.raw()] = setting;
    }
  }

 private:
  std::unordered_map<std::uint64_t, UserSetting> all_;
};

}  // namespace sdkpp::session

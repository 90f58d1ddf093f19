#pragma once

#include <cstdint>
#include <unordered_map>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
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

  /// Loudness and mute; subscriptions are made anew.
  void Save(FieldWriter& out) const noexcept {
    out.Number(kGain, gain);
    out.Number(kMuted, muted);
  }
  void Restore(FieldReader& in) noexcept {
    gain = in.NumberIn(kGain, 0.0F, kMostGain);
    muted = in.Number<bool>(kMuted);
  }

 private:
  static constexpr Field kGain{1, "gain"};
  static constexpr Field kMuted{2, "muted"};
  /// More than any volume asks for.
  static constexpr float kMostGain = 100;
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

  void Save(FieldWriter& out) const {
    for (const auto& each : all_) {
      out.Record(kUser, [&](FieldWriter& record) {
        record.Number(kId, each.first);
        record.Part(kSetting, each.second);
      });
    }
  }
  void Restore(FieldReader& in) {
    in.EachRecord(kUser, [&](FieldReader record) {
      UserSetting setting;
      record.Part(kSetting, setting);
      Set(record.Number<UserId>(kId), setting);
    });
  }

 private:
  static constexpr Field kUser{1, "user"};
  // of a user
  static constexpr Field kId{1, "id"};
  static constexpr Field kSetting{2, "setting"};

  std::unordered_map<std::uint64_t, UserSetting> all_;
};

}  // namespace sdkpp::session

#pragma once

#include <chrono>
#include <cstddef>

#include "core/base/fixed_vector.h"
#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/turns/turn_settings.h"

namespace sdkpp::session {

/// The policy by which a turn ends, and the time that the developer's detector has to say so.
struct TurnPolicy {
  turns::TurnSettings settings{};
  /// From a pause to the detector's answer; the policy decides behind it.
  Duration deadline = std::chrono::milliseconds(100);
};

/// The policy of everybody, and those of users that have their own. Made by the JavaScript thread.
class TurnPolicies {
 public:
  static constexpr std::size_t kMostOwn = 25;

  explicit TurnPolicies(const TurnPolicy& usual) : usual_(usual) {}

  /// Replaces that of a user. False when kMostOwn others have one.
  [[nodiscard]] bool Set(UserId user, const TurnPolicy& policy) noexcept {
    for (Own& each : own_) {
      if (each.user == user) {
        each.policy = policy;
        return true;
      }
    }
    Own* added = own_.Add();
    if (added != nullptr) *added = {user, policy};
    return added != nullptr;
  }
  [[nodiscard]] const TurnPolicy& Of(UserId user) const noexcept {
    for (const Own& each : own_) {
      if (each.user == user) return each.policy;
    }
    return usual_;
  }

 private:
  struct Own {
    UserId user;
    TurnPolicy policy;
  };

  TurnPolicy usual_;
  FixedVector<Own, kMostOwn> own_;
};

}  // namespace sdkpp::session

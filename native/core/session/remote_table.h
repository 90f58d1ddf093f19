#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/instant.h"
#include "core/base/places.h"
#include "core/base/strong.h"
#include "core/rtp/reports.h"
#include "core/session/media_stats.h"
#include "core/session/remote.h"
#include "core/session/user_settings.h"

namespace sdkpp::session {

/// The remote SSRCs of a session, each in a place that does not move. Media thread.
class RemoteTable {
 public:
  explicit RemoteTable(Reserve& reserve) : remotes_(reserve) {}

  /// nullptr when there is none with that SSRC.
  [[nodiscard]] Remote* Find(Ssrc ssrc) noexcept;
  /// Whether a user has an SSRC that stays.
  [[nodiscard]] bool HasSsrc(UserId user) const noexcept;
  /// A place for one more: a free one, or that of the remote that has been without a speaker for longest,
  /// which is still `used` and has to be retired. nullptr when all are heard.
  [[nodiscard]] Remote* FindPlace() noexcept;
  [[nodiscard]] std::uint16_t PlaceOf(const Remote& remote) const noexcept {
    return static_cast<std::uint16_t>(&remote - remotes_.data());
  }

  /// The other SSRCs of a user retire at `when`.
  void Replace(UserId user, Ssrc by, Instant when) noexcept;
  /// All SSRCs of a user retire at `when`.
  void Leave(UserId user, Instant when) noexcept;
  void SetUser(UserId user, const UserSetting& setting) noexcept;
  /// Reports on those of whom packets came since the last ones. @returns how many blocks were written
  [[nodiscard]] std::size_t Report(Instant now, std::span<rtp::ReportBlock> blocks) noexcept;
  void Clear() noexcept { remotes_.Clear(); }

  [[nodiscard]] bool empty() const noexcept { return remotes_.size() == 0; }
  [[nodiscard]] std::span<Remote> all() noexcept { return remotes_.all(); }
  // every place, also free ones
  [[nodiscard]] Remote* begin() noexcept { return remotes_.begin(); }
  [[nodiscard]] Remote* end() noexcept { return remotes_.end(); }
  [[nodiscard]] const Remote* begin() const noexcept { return remotes_.begin(); }
  [[nodiscard]] const Remote* end() const noexcept { return remotes_.end(); }

 private:
  Places<Remote, kMaxRemotes> remotes_;
};

}  // namespace sdkpp::session

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/field.h"
#include "core/base/fixed_vector.h"
#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/rtp/reports.h"
#include "core/session/exchange/media_stats.h"
#include "core/session/receiving/remote.h"
#include "core/session/settings/user_settings.h"

namespace sdkpp::session {

/// The remote SSRCs of a session, each in a place that does not move. Media thread.
class RemoteTable {
 public:
  explicit RemoteTable(Reserve& reserve) : remotes_(reserve), ssrcs_(reserve), hints_(reserve) {}

  /// nullptr when there is none with that SSRC.
  [[nodiscard]] Remote* Find(Ssrc ssrc) noexcept {
    const Remote* likely = Likely(ssrc);
    return likely != nullptr ? &remotes_[IndexOf(*likely)] : Search(ssrc);
  }
  /// The one with that SSRC, unless only a search would find it.
  [[nodiscard]] const Remote* Likely(Ssrc ssrc) const noexcept {
    const Remote* remote = Hinted(ssrc);
    return remote != nullptr && remote->used && remote->ssrc == ssrc ? remote : nullptr;
  }
  /// Prefetches where Likely() will look.
  void Prefetch(Ssrc ssrc) const noexcept {
    if (const Remote* remote = Hinted(ssrc)) remote->Prefetch();
  }
  /// Whether a user has an SSRC that stays.
  [[nodiscard]] bool HasSsrc(UserId user) const noexcept;
  /// A place for one more: a free one, or that of the remote that has been without a speaker for longest,
  /// which is still `used` and has to be retired. nullptr when all are heard.
  [[nodiscard]] Remote* FindRoom() noexcept;
  /// Gives a place that is free or cleared to an SSRC.
  void Occupy(Remote& place, Ssrc ssrc) noexcept;
  [[nodiscard]] std::uint16_t IndexOf(const Remote& remote) const noexcept {
    return static_cast<std::uint16_t>(&remote - remotes_.data());
  }

  /// The other SSRCs of a user retire at `when`.
  void Replace(UserId user, Ssrc by, Instant when) noexcept;
  /// All SSRCs of a user retire at `when`.
  void Leave(UserId user, Instant when) noexcept;
  void SetUser(UserId user, const UserSetting& setting) noexcept;
  /// Reports on users whose packets came since the last reports. @returns how many blocks were written
  [[nodiscard]] std::size_t Report(Instant now, std::span<rtp::ReportBlock> blocks) noexcept;
  void Clear() noexcept {
    remotes_.Clear();
    ssrcs_.Clear();
  }

  void Save(FieldWriter& out) const noexcept;
  /// Into an empty table.
  void Restore(FieldReader& in);

  [[nodiscard]] bool empty() const noexcept { return remotes_.size() == 0; }
  [[nodiscard]] std::span<Remote> all() noexcept { return remotes_.all(); }
  [[nodiscard]] std::span<const Remote> all() const noexcept { return {remotes_.data(), remotes_.size()}; }
  // every place, also free ones
  [[nodiscard]] Remote* begin() noexcept { return remotes_.begin(); }
  [[nodiscard]] Remote* end() noexcept { return remotes_.end(); }
  [[nodiscard]] const Remote* begin() const noexcept { return remotes_.begin(); }
  [[nodiscard]] const Remote* end() const noexcept { return remotes_.end(); }

 private:
  struct Fields;

  static constexpr int kSlotBits = 11;
  /// By slot: the place where the last search for an SSRC ended. It may be out of date: Likely() checks it.
  using Hints = std::array<std::uint16_t, std::size_t{1} << kSlotBits>;
  static_assert(kMaxRemotes <= UINT16_MAX);

  /// By the golden ratio: SSRCs that follow each other spread evenly.
  [[nodiscard]] static std::size_t Slot(Ssrc ssrc) noexcept {
    return static_cast<std::uint32_t>(ssrc.raw() * 0x9e37'79b1U) >> (32 - kSlotBits);
  }
  [[nodiscard]] const Remote* Hinted(Ssrc ssrc) const noexcept {
    if (hints_.size() == 0) return nullptr;
    const std::size_t index = hints_[0][Slot(ssrc)];
    return index < remotes_.size() ? &remotes_[index] : nullptr;
  }
  [[nodiscard]] Remote* Search(Ssrc ssrc) noexcept;

  FixedVector<Remote, kMaxRemotes> remotes_;
  FixedVector<Ssrc, kMaxRemotes> ssrcs_;  ///< of each place, side by side: a search reads a few lines
  FixedVector<Hints, 1> hints_;           ///< made with the first remote
};

}  // namespace sdkpp::session

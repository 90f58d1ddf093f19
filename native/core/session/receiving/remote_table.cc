#include "core/session/receiving/remote_table.h"

#include <algorithm>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

namespace sdkpp::session {

Remote* RemoteTable::Search(Ssrc ssrc) noexcept {
  for (std::size_t at = 0; at < ssrcs_.size(); ++at) {
    if (ssrcs_[at] != ssrc || !remotes_[at].used) continue;
    hints_[0][Slot(ssrc)] = static_cast<std::uint16_t>(at);
    return &remotes_[at];
  }
  return nullptr;
}

void RemoteTable::Occupy(Remote& place, Ssrc ssrc) noexcept {
  place.used = true;
  place.ssrc = ssrc;
  ssrcs_[IndexOf(place)] = ssrc;
}

bool RemoteTable::HasSsrc(UserId user) const noexcept {
  return std::ranges::any_of(
      remotes_, [&](const Remote& each) { return each.used && each.user == user && !each.retire_at; });
}

Remote* RemoteTable::FindRoom() noexcept {
  Remote* longest = nullptr;
  for (Remote& each : remotes_) {
    if (!each.used) return &each;
    if (!each.speaker && (longest == nullptr || each.heard_at < longest->heard_at)) longest = &each;
  }
  if (hints_.size() == 0) (void)hints_.Add();
  (void)ssrcs_.Add();
  Remote* added = remotes_.Add();
  return added != nullptr ? added : longest;
}

void RemoteTable::Replace(UserId user, Ssrc by, Instant when) noexcept {
  for (Remote& each : remotes_) {
    if (each.used && each.user == user && each.ssrc != by && !each.retire_at) each.retire_at = when;
  }
}

void RemoteTable::Leave(UserId user, Instant when) noexcept {
  for (Remote& each : remotes_) {
    if (each.used && each.user == user) each.retire_at = when;
  }
}

void RemoteTable::SetUser(UserId user, const UserSetting& setting) noexcept {
  for (Remote& each : remotes_) {
    if (each.used && each.user == user) each.setting = setting;
  }
}

std::size_t RemoteTable::Report(Instant now, std::span<rtp::ReportBlock> blocks) noexcept {
  std::size_t count = 0;
  for (Remote& each : remotes_) {
    if (count == blocks.size()) break;
    if (each.speaker && each.received > each.received_before) blocks[count++] = each.MakeReport(now);
  }
  return count;
}

struct RemoteTable::Fields {
  static constexpr Field kRemote{1, "remote"};
  // of a remote, in front of its own
  static constexpr Field kSsrc{1, "SSRC"};
};

void RemoteTable::Save(FieldWriter& out) const noexcept {
  for (const Remote& each : remotes_) {
    if (!each.used) continue;
    out.Record(Fields::kRemote, [&](FieldWriter& record) noexcept {
      record.Number(Fields::kSsrc, each.ssrc);
      each.Save(record);
    });
  }
}

void RemoteTable::Restore(FieldReader& in) {
  in.EachRecord(Fields::kRemote, [&](FieldReader record) {
    const auto ssrc = record.Number<Ssrc>(Fields::kSsrc);
    const bool fits = remotes_.size() < kMaxRemotes && Find(ssrc) == nullptr;
    Remote* remote = fits ? FindRoom() : nullptr;
    if (remote == nullptr) return in.Refuse(Fields::kRemote);
    Occupy(*remote, ssrc);
    remote->Restore(record);
  });
}

}  // namespace sdkpp::session

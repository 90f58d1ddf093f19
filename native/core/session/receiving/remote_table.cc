#include "core/session/receiving/remote_table.h"

#include <algorithm>

namespace sdkpp::session {

Remote* RemoteTable::Search(Ssrc ssrc) noexcept {
  for (Remote& each : remotes_) {
    if (!each.used || each.ssrc != ssrc) continue;
    hints_[0][Slot(ssrc)] = static_cast<std::uint8_t>(IndexOf(each));
    return &each;
  }
  return nullptr;
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

}  // namespace sdkpp::session

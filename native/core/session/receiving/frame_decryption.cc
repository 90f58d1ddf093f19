#include "core/session/receiving/frame_decryption.h"

#include <algorithm>
#include <utility>

#include "core/dave/frame_layout.h"

namespace sdkpp::session {

struct FrameDecryption::Fields {
  static constexpr Field kSending{1, "sending"};
  static constexpr Field kClearEnds{2, "clear ends"};
  static constexpr Field kPassthroughUntil{3, "passthrough until"};
  static constexpr Field kSlot{4, "slot"};
};

struct FrameDecryption::SlotFields {
  static constexpr Field kUser{1, "user"};
  static constexpr Field kUsed{2, "used"};
  static constexpr Field kSeals{3, "seals"};
  static constexpr Field kOpener{4, "opener"};
};

std::size_t FrameDecryption::Find(UserId user) const noexcept {
  return static_cast<std::size_t>(std::ranges::find(users_, user) - users_.begin());
}

std::optional<std::size_t> FrameDecryption::FindFreePlace() noexcept {
  if (slots_.Add() != nullptr && users_.Add() != nullptr) return slots_.size() - 1;
  std::optional<std::size_t> found;
  for (std::size_t at = 0; at < kUsers; ++at) {
    if (slots_[at].opener.ratchets() > 0) continue;
    if (!found || slots_[at].used < slots_[*found].used) found = at;
  }
  return found;
}

FrameDecryption::Slot* FrameDecryption::Claim(Instant now, UserId user) noexcept {
  std::size_t at = Find(user);
  if (at == slots_.size()) {
    const auto free_place = FindFreePlace();
    if (!free_place) return nullptr;
    at = *free_place;
    users_[at] = user;
    slots_[at].opener = dave::FrameOpener();
    slots_[at].seals = false;
  }
  slots_[at].used = now;
  return &slots_[at];
}

void FrameDecryption::Install(Instant now, UserId user,
                              std::unique_ptr<dave::ReceiveRatchet> ratchet) noexcept {
  if (Slot* slot = Claim(now, user)) {
    slot->opener.Install(now, std::move(ratchet), retired_);
  } else {
    retired_.Put(std::move(ratchet));
  }
  CountRatchets();
}

void FrameDecryption::Expire(Instant now, UserId user) noexcept {
  if (const std::size_t at = Find(user); at < slots_.size()) slots_[at].opener.ExpireAll(now);
}

void FrameDecryption::SetPassthrough(Instant now, Duration duration) noexcept {
  passthrough_until_.reset();
  if (duration != kForever) passthrough_until_ = now + duration;
  for (std::size_t at = 0; at < slots_.size(); ++at) slots_[at].seals = false;
}

void FrameDecryption::Reset() noexcept {
  for (std::size_t at = 0; at < slots_.size(); ++at) slots_[at].opener.Clear(retired_);
  ratchets_ = 0;
  passthrough_until_.reset();
  sending_ = false;
}

std::optional<dave::OpenedFrame> FrameDecryption::Open(Instant now, UserId user,
                                                       std::span<const std::uint8_t> frame,
                                                       EventSink& events) noexcept {
  if (dave::IsSilence(frame)) return dave::OpenedFrame{frame};
  if (!inspects()) return dave::OpenedFrame{frame, true};
  Slot* slot = Claim(now, user);
  if (slot == nullptr) {
    const bool passes = ClearAllowed(now) && !dave::ParseFrame(frame);
    return passes ? std::optional(dave::OpenedFrame{frame, true}) : std::nullopt;
  }
  const bool clear_allowed = ClearAllowed(now) && !slot->seals;
  const auto plain = slot->opener.Open(now, frame, clear_allowed, opened_);
  if (plain && !plain->clear) slot->seals = clear_ends();
  dave::FailureStreak& failures = slot->opener.failures();
  if (!plain && failures.due() && events.OfferState(event::Undecryptable{user})) failures.Restart();
  return plain;
}

std::optional<dave::FrameLayout> FrameDecryption::ParseSealed(std::span<const std::uint8_t> frame) noexcept {
  if (dave::IsSilence(frame) || frame.size() > kMaxReceivedPayload) return std::nullopt;
  const auto layout = dave::ParseFrame(frame);
  return layout ? std::optional(*layout) : std::nullopt;
}

std::optional<bool> FrameDecryption::Opens(Instant now, UserId user,
                                           std::span<const std::uint8_t> frame) noexcept {
  const auto layout = ParseSealed(frame);
  if (!layout) return std::nullopt;
  const std::size_t at = Find(user);
  return at < slots_.size() && slots_[at].opener.Opens(now, *layout, opened_);
}

void FrameDecryption::Sweep(Instant now, EventSink& events) noexcept {
  for (std::size_t at = 0; at < slots_.size(); ++at) slots_[at].opener.Sweep(now, retired_);
  CountRatchets();
  SendRetired(events);
}

void FrameDecryption::CountRatchets() noexcept {
  ratchets_ = 0;
  for (std::size_t at = 0; at < slots_.size(); ++at) ratchets_ += slots_[at].opener.ratchets();
}

/// One event carries all of them; while there is no room they wait, already wiped.
void FrameDecryption::SendRetired(EventSink& events) noexcept {
  if (retired_.empty() || !events.HasRoom()) return;
  events.Send(event::Retired{.receive_ratchets = std::move(retired_)});
}

dave::FrameCryptoStats FrameDecryption::StatsOf(UserId user) const noexcept {
  const std::size_t at = Find(user);
  return at < slots_.size() ? slots_[at].opener.stats() : dave::FrameCryptoStats();
}

void FrameDecryption::Save(FieldWriter& out) const noexcept {
  out.Number(Fields::kSending, sending_);
  out.Number(Fields::kClearEnds, clear_ends());
  out.Time(Fields::kPassthroughUntil, passthrough_until_);
  for (std::size_t at = 0; at < slots_.size(); ++at) {
    out.Record(Fields::kSlot, [&](FieldWriter& slot) { SaveSlot(slot, users_[at], slots_[at]); });
  }
}

void FrameDecryption::SaveSlot(FieldWriter& out, UserId user, const Slot& slot) noexcept {
  out.Number(SlotFields::kUser, user);
  out.Time(SlotFields::kUsed, std::optional(slot.used));
  out.Number(SlotFields::kSeals, slot.seals);
  out.Part(SlotFields::kOpener, slot.opener);
}

void FrameDecryption::Restore(FieldReader& in) {
  sending_ = in.Number<bool>(Fields::kSending);
  // a time that got lost must not let frames in the clear pass for good
  if (in.Number<bool>(Fields::kClearEnds)) passthrough_until_ = in.RequiredTime(Fields::kPassthroughUntil);
  in.EachRecord(Fields::kSlot, [&](FieldReader slot) {
    if (in.ok()) RestoreSlot(slot);
  });
  CountRatchets();
}

void FrameDecryption::RestoreSlot(FieldReader& in) {
  const auto user = in.Number<UserId>(SlotFields::kUser);
  if (Find(user) < users_.size() || slots_.size() == kUsers) return in.Refuse(SlotFields::kUser);
  *users_.Add() = user;
  Slot& slot = *slots_.Add();
  slot.used = in.RequiredTime(SlotFields::kUsed);
  slot.seals = in.Number<bool>(SlotFields::kSeals);
  in.Part(SlotFields::kOpener, slot.opener);
}

}  // namespace sdkpp::session

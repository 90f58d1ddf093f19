#include "core/dave/frame_opener.h"

#include <algorithm>
#include <utility>

#include "core/base/saved_statistics.h"
#include "core/dave/frame_cipher.h"
#include "core/dave/frame_layout.h"

namespace sdkpp::dave {

struct FrameOpener::Fields {
  static constexpr Field kRatchet{1, "ratchet"};
  static constexpr Field kStats{2, "stats"};
};

void FrameOpener::Install(Instant now, std::unique_ptr<ReceiveRatchet> ratchet,
                          RetiredRatchets& retired) noexcept {
  if (!ratchet) return;
  Sweep(now, retired);
  if (Has(ratchet->id())) return retired.Put(std::move(ratchet));
  ExpireAll(now);
  if (used_ == kRatchets) Remove(kRatchets - 1, retired);
  ratchet->Start(now);
  const auto end = ratchets_.begin() + static_cast<std::ptrdiff_t>(used_);
  std::move_backward(ratchets_.begin(), end, end + 1);
  ratchets_[0] = std::move(ratchet);
  ++used_;
  failures_.Restart();
}

void FrameOpener::ExpireAll(Instant now) noexcept {
  for (std::size_t at = 0; at < used_; ++at) ratchets_[at]->ExpireAt(now + kOldKeyLife);
}

void FrameOpener::Sweep(Instant now, RetiredRatchets& retired) noexcept {
  for (std::size_t at = used_; at-- > 0;) {
    if (ratchets_[at]->expired(now)) Remove(at, retired);
  }
}

void FrameOpener::Clear(RetiredRatchets& retired) noexcept {
  while (used_ > 0) Remove(used_ - 1, retired);
  failures_.Restart();
}

void FrameOpener::Remove(std::size_t at, RetiredRatchets& retired) noexcept {
  retired.Put(std::move(ratchets_[at]));
  const auto place = ratchets_.begin() + static_cast<std::ptrdiff_t>(at);
  std::move(place + 1, ratchets_.begin() + static_cast<std::ptrdiff_t>(used_), place);
  --used_;
}

std::optional<OpenedFrame> FrameOpener::Open(Instant now, std::span<const std::uint8_t> frame,
                                             bool clear_allowed, std::span<std::uint8_t> out) noexcept {
  if (IsSilence(frame)) return OpenedFrame{frame};
  const auto layout = ParseFrame(frame);
  if (!layout) {
    if (clear_allowed) {
      ++stats_.passthrough;
      return OpenedFrame{frame, true};
    }
    Fail(now);
    return std::nullopt;
  }
  if (!OpenSealed(now, *layout, out)) {
    Fail(now);
    return std::nullopt;
  }
  ++stats_.opened;
  failures_.Restart();
  return OpenedFrame{out.first(layout->body.size())};
}

bool FrameOpener::Opens(Instant now, const FrameLayout& layout, std::span<std::uint8_t> out) noexcept {
  constexpr std::size_t kTried = 2;
  const SealedFrame frame(layout);
  for (std::size_t at = 0; at < std::min(used_, kTried); ++at) {
    if (!ratchets_[at]->expired(now) && ratchets_[at]->Opens(now, frame, out)) return true;
  }
  return false;
}

bool FrameOpener::OpenSealed(Instant now, const FrameLayout& layout, std::span<std::uint8_t> out) noexcept {
  const SealedFrame frame(layout);
  for (std::size_t at = 0; at < used_; ++at) {
    if (ratchets_[at]->expired(now) || !ratchets_[at]->Open(now, frame, out)) continue;
    stats_.late_epoch += at > 0 ? 1 : 0;
    return true;
  }
  return false;
}

void FrameOpener::Fail(Instant now) noexcept {
  ++stats_.undecryptable;
  failures_.Add(now);
}

bool FrameOpener::Has(RatchetId id) const noexcept {
  const auto in_use = std::span(ratchets_).first(used_);
  return std::ranges::any_of(in_use, [id](const auto& ratchet) { return ratchet->id() == id; });
}

void FrameOpener::Save(FieldWriter& out) const noexcept {
  for (std::size_t at = 0; at < used_; ++at) {
    out.Part(Fields::kRatchet, *ratchets_[at]);
  }
  out.Record(Fields::kStats, [this](FieldWriter& stats) { SaveStatistics(stats, stats_); });
}

void FrameOpener::Restore(FieldReader& in) {
  in.EachRecord(Fields::kRatchet, [&](FieldReader each) {
    if (!in.ok()) return;
    auto ratchet = ReceiveRatchet::Restore(each);
    if (!ratchet || used_ == kRatchets || Has(ratchet->id())) return in.Refuse(Fields::kRatchet);
    ratchets_[used_++] = std::move(ratchet);
  });
  RestoreStatistics(in.Record(Fields::kStats), stats_);
}

}  // namespace sdkpp::dave

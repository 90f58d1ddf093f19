#include "core/audio/ptt_gate.h"

#include <algorithm>
#include <optional>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

namespace sdkpp::audio {

void PttGate::SetActive(bool active, Instant now) noexcept {
  if (active_ && !active) {
    released_ = true;
    released_at_ = now;
  }
  active_ = active;
}

void PttGate::SetReleaseDelay(Duration delay) noexcept { delay_ = std::max(delay, Duration::zero()); }

bool PttGate::IsOpen(Instant at) const noexcept {
  return active_ || (released_ && at - released_at_ < delay_);
}

struct PttGate::Fields {
  static constexpr Field kReleasedAt{1, "released at"};
};

void PttGate::Save(FieldWriter& out) const noexcept {
  if (released_) out.Time(Fields::kReleasedAt, std::optional(released_at_));
}

void PttGate::Restore(FieldReader& in) noexcept {
  const auto released_at = in.MaybeTime(Fields::kReleasedAt);
  released_ = released_at.has_value();
  released_at_ = released_at.value_or(Instant{});
}

}  // namespace sdkpp::audio

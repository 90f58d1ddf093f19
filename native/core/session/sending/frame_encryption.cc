#include "core/session/sending/frame_encryption.h"

#include <algorithm>

namespace sdkpp::session {

namespace {

void SaveSealer(FieldWriter& out, Field field, const dave::FrameSealer* sealer) noexcept {
  if (sealer != nullptr) out.Part(field, *sealer);
}

std::unique_ptr<dave::FrameSealer> RestoreSealer(FieldReader& in, Field field, Resumption resumption) {
  auto record = in.MaybeRecord(field);
  if (!record) return nullptr;
  auto sealer = dave::FrameSealer::Restore(*record, resumption);
  if (!sealer) in.Refuse(field);
  return sealer;
}

}  // namespace

void FrameEncryption::Confine(const NumberRange& range) noexcept {
  if (sealer_) range.Confine(*sealer_);
  if (waiting_) range.Confine(*waiting_);
}

std::uint64_t FrameEncryption::used() const noexcept {
  const auto of = [](const auto& sealer) noexcept { return sealer ? sealer->number() : 0; };
  return std::max(of(sealer_), of(waiting_));
}

struct FrameEncryption::Fields {
  static constexpr Field kMode{1, "mode"};
  static constexpr Field kSealer{2, "sealer"};
  static constexpr Field kWaiting{3, "waiting"};
};

void FrameEncryption::Save(FieldWriter& out) const noexcept {
  out.Number(Fields::kMode, mode_);
  SaveSealer(out, Fields::kSealer, sealer_.get());
  SaveSealer(out, Fields::kWaiting, waiting_.get());
}

void FrameEncryption::Restore(FieldReader& in, Resumption resumption) {
  mode_ = in.Enumerator(Fields::kMode, Mode::kSealed);
  sealer_ = RestoreSealer(in, Fields::kSealer, resumption);
  waiting_ = RestoreSealer(in, Fields::kWaiting, resumption);
  if (mode_ != Mode::kSealed || sealer_) return;
  in.Refuse(Fields::kMode);
  mode_ = Mode::kNothing;
}

}  // namespace sdkpp::session

#include "core/session/sending/framing.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/audio/gain.h"
#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/session/sending/time_line.h"

namespace sdkpp::session {
namespace {

constexpr float kLossForFec = 0.01F;
constexpr Duration kFecHold = std::chrono::seconds(10);
/// Saved samples travel as they lie in memory.
constexpr std::size_t kBytesOfSample = kChannels * sizeof(std::int16_t);
static_assert(std::endian::native == std::endian::little);

}  // namespace

void Framing::Install(opus::Encoder encoder) noexcept {
  encoder_ = std::move(encoder);
  if (!inside_frame()) settings_ = wanted_;
  encoder_.SetMusic(settings_.music);
  encoder_.SetExpectedLoss(fec_percent_);
  ApplySettings();
}

void Framing::SetWanted(const EncoderSettings& settings) noexcept {
  wanted_ = settings;
  ApplySettings();
}

void Framing::LimitComplexity(int most) noexcept {
  most_complexity_ = most;
  ApplySettings();
}

void Framing::ApplySettings() noexcept {
  encoder_.SetBitrate(wanted_.bitrate);
  encoder_.SetComplexity(std::min(wanted_.complexity, most_complexity_));
  if (inside_frame()) return;
  if (wanted_.music != settings_.music) {
    encoder_.SetMusic(wanted_.music);
    encoder_.SetExpectedLoss(fec_percent_);
  }
  settings_ = wanted_;
}

void Framing::SetReportedLoss(Instant now, float fraction) noexcept {
  if (!(fraction > kLossForFec)) return;
  fec_until_ = now + kFecHold;
  const int percent = static_cast<int>(std::lround(std::min(fraction, 1.0F) * 100.0F));
  if (percent == fec_percent_) return;
  fec_percent_ = percent;
  encoder_.SetExpectedLoss(percent);
}

void Framing::UpdateFec(Instant now) noexcept {
  if (!fec_until_ || now < *fec_until_) return;
  fec_until_.reset();
  fec_percent_ = 0;
  encoder_.SetExpectedLoss(0);
}

void Framing::Gather(Instant now, std::span<const std::int16_t> block) noexcept {
  if (!inside_frame()) gathered_since_ = now;
  const auto end = gathered_.begin() + static_cast<std::ptrdiff_t>(gathered_samples_ * kChannels);
  if (block.empty()) {
    std::fill_n(end, kBlockValues, std::int16_t{0});
  } else {
    std::ranges::copy(block, end);
    audio::ApplyGain(std::span(end, kBlockValues), gain_);
  }
  gathered_samples_ += kBlockSamples;
}

std::size_t Framing::FrameSamples() const noexcept {
  return static_cast<std::size_t>(settings_.frame_ms) * (kSampleRate / 1000);
}

Framing::Frame Framing::EncodeOne(std::size_t from, std::size_t length,
                                  std::array<std::uint8_t, opus::kMaxPayload>& payload) noexcept {
  const auto values = std::span(gathered_).subspan(from * kChannels, length * kChannels);
  const std::size_t bytes = encoder_.Encode(values, payload);
  return {std::span(payload).first(bytes), length, gathered_since_ + DurationOf(from)};
}

std::span<const std::int16_t> Framing::AtVolume(std::span<const std::int16_t> block) noexcept {
  const auto values = std::span(gathered_).first(block.size());
  std::ranges::copy(block, values.begin());
  audio::ApplyGain(values, gain_);
  return values;
}

struct Framing::Fields {
  static constexpr Field kGathered{1, "gathered"};
  static constexpr Field kGatheredSince{2, "gathered since"};
  static constexpr Field kFrameMs{3, "frame length"};
  static constexpr Field kFecUntil{4, "FEC until"};
  static constexpr Field kFecPercent{5, "FEC percent"};
};

void Framing::Save(FieldWriter& out) const noexcept {
  if (inside_frame()) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(gathered_.data());
    out.Bytes(Fields::kGathered, {bytes, gathered_samples_ * kBytesOfSample});
    out.Time(Fields::kGatheredSince, gathered_since_);
    out.Number(Fields::kFrameMs, settings_.frame_ms);
  }
  out.Time(Fields::kFecUntil, fec_until_);
  out.Number(Fields::kFecPercent, fec_percent_);
}

void Framing::Restore(FieldReader& in) noexcept {
  fec_until_ = in.MaybeTime(Fields::kFecUntil);
  fec_percent_ = in.NumberIn(Fields::kFecPercent, 0, 100);
  encoder_.SetExpectedLoss(fec_percent_);
  const auto frame_ms = in.Maybe<int>(Fields::kFrameMs);
  if (!frame_ms) return;
  settings_.frame_ms = *frame_ms;
  if (!IsValid(settings_)) return in.Refuse(Fields::kFrameMs);
  RestoreGathered(in);
}

void Framing::RestoreGathered(FieldReader& in) noexcept {
  const auto bytes = in.Bytes(Fields::kGathered);
  const std::size_t samples = bytes.size() / kBytesOfSample;
  // whole blocks, and room for one more
  if (bytes.size() % (kBlockSamples * kBytesOfSample) != 0 || samples + kBlockSamples > kMaxFrameSamples)
    return in.Refuse(Fields::kGathered);
  std::memcpy(gathered_.data(), bytes.data(), bytes.size());
  gathered_samples_ = samples;
  gathered_since_ = in.Time(Fields::kGatheredSince);
}

}  // namespace sdkpp::session

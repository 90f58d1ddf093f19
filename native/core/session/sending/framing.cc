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
  Prime();
}

/// What was gathered is encoded; the end of it stays in front of what is gathered next.
void Framing::Keep(std::size_t encoded) noexcept {
  const auto from = values_.begin() + static_cast<std::ptrdiff_t>(encoded * kChannels);
  std::copy_n(from, kKept * kChannels, values_.begin());
  kept_samples_ = std::min(kept_samples_ + encoded, kKept);
  gathered_samples_ = 0;
}

/// The codec holds back the end of what it was given, and blends frames into each other: a new encoder hears
/// what came before the first frame that it makes. What comes out is not sent.
void Framing::Prime() noexcept {
  if (kept_samples_ == 0) return;
  const std::size_t length = std::min(FrameSamples(), kBlockSamples) * kChannels;
  for (auto rest = kept(); !rest.empty(); rest = rest.subspan(length))
    (void)encoder_.Encode(rest.first(length), payloads_[0]);
  joins_ = true;
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
    ForgetKept();
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
  const auto end = gathered().subspan(gathered_samples_ * kChannels, kBlockValues);
  if (block.empty()) {
    std::ranges::fill(end, std::int16_t{0});
  } else {
    std::ranges::copy(block, end.begin());
    audio::ApplyGain(end, gain_);
  }
  gathered_samples_ += kBlockSamples;
}

std::size_t Framing::FrameSamples() const noexcept {
  return static_cast<std::size_t>(settings_.frame_ms) * (kSampleRate / 1000);
}

Framing::Frame Framing::EncodeOne(std::size_t from, std::size_t length,
                                  std::array<std::uint8_t, opus::kMaxPayload>& payload) noexcept {
  const auto values = gathered().subspan(from * kChannels, length * kChannels);
  const bool joins = std::exchange(joins_, false);
  if (joins) encoder_.SetIndependent(true);
  const std::size_t bytes = encoder_.Encode(values, payload);
  if (joins) encoder_.SetIndependent(false);
  return {std::span(payload).first(bytes), length, gathered_since_ + DurationOf(from)};
}

std::span<const std::int16_t> Framing::AtVolume(std::span<const std::int16_t> block) noexcept {
  const auto values = gathered().first(block.size());
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
  static constexpr Field kEncoded{6, "encoded"};

  [[nodiscard]] static std::span<const std::uint8_t> BytesOf(std::span<const std::int16_t> values) noexcept {
    return {reinterpret_cast<const std::uint8_t*>(values.data()), values.size_bytes()};
  }
};

void Framing::Save(FieldWriter& out) const noexcept {
  if (kept_samples_ > 0) out.Bytes(Fields::kEncoded, Fields::BytesOf(kept()));
  if (inside_frame()) {
    const auto gathered = std::span(values_).subspan(kKept * kChannels, gathered_samples_ * kChannels);
    out.Bytes(Fields::kGathered, Fields::BytesOf(gathered));
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
  RestoreKept(in);
  const auto frame_ms = in.Maybe<int>(Fields::kFrameMs);
  if (!frame_ms) return;
  settings_.frame_ms = *frame_ms;
  if (!IsValid(settings_)) return in.Refuse(Fields::kFrameMs);
  RestoreGathered(in);
}

void Framing::RestoreKept(FieldReader& in) noexcept {
  in.EachBytes(Fields::kEncoded, [&](std::span<const std::uint8_t> bytes) noexcept {
    const std::size_t samples = bytes.size() / kBytesOfSample;
    if (bytes.size() % (kBlockSamples * kBytesOfSample) != 0 || samples > kKept)
      return in.Refuse(Fields::kEncoded);
    kept_samples_ = samples;
    std::memcpy(gathered().data() - samples * kChannels, bytes.data(), bytes.size());
  });
  Prime();
}

void Framing::RestoreGathered(FieldReader& in) noexcept {
  const auto bytes = in.Bytes(Fields::kGathered);
  const std::size_t samples = bytes.size() / kBytesOfSample;
  // whole blocks, and room for one more
  if (bytes.size() % (kBlockSamples * kBytesOfSample) != 0 || samples + kBlockSamples > kMaxFrameSamples)
    return in.Refuse(Fields::kGathered);
  std::memcpy(gathered().data(), bytes.data(), bytes.size());
  gathered_samples_ = samples;
  gathered_since_ = in.Time(Fields::kGatheredSince);
}

}  // namespace sdkpp::session

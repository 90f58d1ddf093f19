#include "core/audio/resampler.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/base/audio_format.h"
#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

namespace sdkpp::audio {
namespace {

std::int16_t ToSample(float value) noexcept {
  return static_cast<std::int16_t>(std::lrintf(std::clamp(value, -32768.0F, 32767.0F)));
}

}  // namespace

Resampler::Resampler(int rate)
    : rate_(std::clamp(rate, kMinRate, kMaxRate)),
      passthrough_(rate_ == kSampleRate),
      table_(rate_, kSampleRate),
      history_(table_.taps()) {}

struct Resampler::Fields {
  static constexpr Field kPhase{1, "phase"};
  static constexpr Field kHistory{2, "history"};

  /// Of the window at the highest rate, in samples per channel.
  static constexpr std::size_t kMostTaps = 128;
  /// Both channels, oldest first, as they lie in memory.
  using History = std::array<std::int16_t, kMostTaps * kChannels>;
};
static_assert(std::endian::native == std::endian::little);

void Resampler::Save(FieldWriter& out) const noexcept {
  if (passthrough_) return;
  Fields::History history;
  for (std::size_t at = 0; at < table_.taps(); ++at) {
    history[2 * at] = static_cast<std::int16_t>(history_.left()[at]);
    history[2 * at + 1] = static_cast<std::int16_t>(history_.right()[at]);
  }
  out.Number(Fields::kPhase, phase_);
  out.Bytes(Fields::kHistory,
            {reinterpret_cast<const std::uint8_t*>(history.data()), 2 * sizeof(history[0]) * table_.taps()});
}

void Resampler::Restore(FieldReader& in) noexcept {
  if (passthrough_) return;
  const auto most = static_cast<std::uint64_t>(kSampleRate) + static_cast<std::uint64_t>(rate_);
  phase_ = in.NumberIn<std::uint64_t>(Fields::kPhase, 0, most);
  Fields::History history;
  const auto bytes = in.Bytes(Fields::kHistory);
  if (bytes.size() != 2 * sizeof(history[0]) * table_.taps() || bytes.size() > sizeof(history))
    return in.Refuse(Fields::kHistory);
  std::memcpy(history.data(), bytes.data(), bytes.size());
  for (std::size_t at = 0; at < table_.taps(); ++at) history_.Feed(history[2 * at], history[2 * at + 1]);
}

void Resampler::Reset() noexcept {
  history_.Reset();
  phase_ = 0;
}

Resampler::Progress Resampler::Process(std::span<const std::int16_t> in,
                                       std::span<std::int16_t> out) noexcept {
  const std::size_t available = in.size() / kChannels;
  const std::size_t room = out.size() / kChannels;
  if (passthrough_) {
    const std::size_t count = std::min(available, room);
    std::copy_n(in.begin(), count * kChannels, out.begin());
    return {count, count};
  }
  Progress progress{0, 0};
  while (true) {
    while (phase_ >= kSampleRate && progress.taken < available) {
      const std::int16_t* frame = &in[progress.taken++ * kChannels];
      history_.Feed(frame[0], frame[1]);
      phase_ -= kSampleRate;
    }
    if (phase_ >= kSampleRate || progress.written == room) return progress;
    const auto sums = table_.At(static_cast<double>(phase_) / kSampleRate, history_.left(), history_.right());
    std::transform(sums.begin(), sums.end(), &out[progress.written++ * kChannels], ToSample);
    phase_ += static_cast<std::uint64_t>(rate_);
  }
}

}  // namespace sdkpp::audio

#include "core/audio/wav_reader.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include "core/audio/samples.h"
#include "core/base/byte_reader.h"

namespace sdkpp::audio {
namespace {

constexpr std::uint32_t kRiff = 0x52494646;
constexpr std::uint32_t kWave = 0x57415645;
constexpr std::uint32_t kFmt = 0x666D7420;
constexpr std::uint32_t kData = 0x64617461;
constexpr std::uint16_t kPcm = 1;
constexpr std::uint16_t kFloat = 3;
constexpr std::uint16_t kExtensible = 0xFFFE;
constexpr int kMaxChannels = 32;
constexpr std::size_t kReadAtOnce = 256;  ///< samples per channel read at once

std::int16_t SampleOf(float value) noexcept {
  if (!(std::abs(value) <= 2.0F)) value = std::isnan(value) ? 0.0F : std::copysign(2.0F, value);
  return Rounded(value);
}

}  // namespace

struct WavReader::Format {
  Codec codec;
  int rate;
  int channels;
  std::size_t frame_bytes;
};

const char* Describe(WavError error) noexcept {
  switch (error) {
    case WavError::kTooShort:
      return "the file is too short for a WAV header";
    case WavError::kNotWav:
      return "the file is not a RIFF/WAVE file";
    case WavError::kNoFormat:
      return "the WAV file has no format chunk before its samples";
    case WavError::kBadFormat:
      return "the WAV file's format chunk is damaged or contradicts itself";
    case WavError::kUnsupportedCodec:
      return "the WAV file is neither PCM of 8, 16, 24 or 32 bits nor 32-bit float";
    case WavError::kBadRate:
      return "the WAV file's sample rate is outside 8000 to 192000 Hz";
    case WavError::kBadChannels:
      return "the WAV file has no channels, or more than 32";
    case WavError::kNoData:
      return "the WAV file has no samples";
  }
  return "unknown error";
}

Result<WavReader::Format, WavError> WavReader::ParseFormat(std::span<const std::uint8_t> chunk) noexcept {
  ByteReader reader(chunk);
  std::uint16_t tag = reader.U16Le();
  const std::uint16_t channels = reader.U16Le();
  const std::uint32_t rate = reader.U32Le();
  reader.Skip(4);  // bytes per second: often wrong, never needed
  const std::uint16_t frame_bytes = reader.U16Le();
  const std::uint16_t bits = reader.U16Le();
  if (!reader.ok()) return WavError::kBadFormat;
  if (tag == kExtensible) {
    reader.Skip(8);  // size of the extension, valid bits, speaker positions
    tag = reader.U16Le();
    if (!reader.ok()) return WavError::kBadFormat;
  }
  if (channels == 0 || channels > kMaxChannels) return WavError::kBadChannels;
  if (rate < Resampler::kMinRate || rate > Resampler::kMaxRate) return WavError::kBadRate;
  std::optional<Codec> codec;
  if (tag == kPcm && bits == 8) codec = Codec::kU8;
  if (tag == kPcm && bits == 16) codec = Codec::kS16;
  if (tag == kPcm && bits == 24) codec = Codec::kS24;
  if (tag == kPcm && bits == 32) codec = Codec::kS32;
  if (tag == kFloat && bits == 32) codec = Codec::kF32;
  if (!codec) return WavError::kUnsupportedCodec;
  if (frame_bytes != channels * bits / 8) return WavError::kBadFormat;
  return Format{*codec, static_cast<int>(rate), channels, frame_bytes};
}

Result<WavReader, WavError> WavReader::Open(std::vector<std::uint8_t> file) {
  ByteReader reader(file);
  const std::uint32_t riff = reader.U32();
  reader.Skip(4);  // the size: streams leave it wrong
  const std::uint32_t wave = reader.U32();
  if (!reader.ok()) return WavError::kTooShort;
  if (riff != kRiff || wave != kWave) return WavError::kNotWav;
  std::optional<Format> format;
  while (reader.remaining() >= 8) {
    const std::uint32_t name = reader.U32();
    const std::size_t claimed = reader.U32Le();
    const std::size_t size = std::min(claimed, reader.remaining());
    if (name == kData) {
      if (!format) return WavError::kNoFormat;
      const std::size_t start = reader.position();
      const std::size_t frames = size / format->frame_bytes;
      if (frames == 0) return WavError::kNoData;
      return WavReader(std::move(file), *format, start, frames);
    }
    const auto chunk = reader.Bytes(size);
    if (size % 2 == 1 && reader.remaining() > 0) reader.Skip(1);
    if (name != kFmt) continue;
    const auto parsed = ParseFormat(chunk);
    if (!parsed) return parsed.error();
    format = *parsed;
  }
  return format ? WavError::kNoData : WavError::kNoFormat;
}

WavReader::WavReader(std::vector<std::uint8_t> file, const Format& format, std::size_t start,
                     std::size_t frames)
    : file_(std::move(file)),
      codec_(format.codec),
      rate_(format.rate),
      channels_(format.channels),
      frame_bytes_(format.frame_bytes),
      start_(start),
      frames_(frames),
      flush_(0),
      resampler_(format.rate) {
  Rewind();
}

void WavReader::Rewind() noexcept {
  at_ = 0;
  flush_ = resampler_.delay();
  resampler_.Reset();
}

float WavReader::Sample(std::size_t frame, int channel) const noexcept {
  const std::size_t size = frame_bytes_ / static_cast<std::size_t>(channels_);
  const std::uint8_t* bytes =
      &file_[start_ + frame * frame_bytes_ + static_cast<std::size_t>(channel) * size];
  std::uint32_t raw = 0;
  for (std::size_t i = 0; i < size; ++i) raw |= std::uint32_t{bytes[i]} << (8 * (4 - size + i));
  switch (codec_) {
    case Codec::kU8:
      return (static_cast<float>(bytes[0]) - 128.0F) / 128.0F;
    case Codec::kF32:
      return std::bit_cast<float>(raw);
    default:
      return static_cast<float>(static_cast<std::int32_t>(raw)) / 2147483648.0F;
  }
}

/// Even channels go left and odd ones right, as speaker order suggests; a single last one goes to both.
void WavReader::ReadFrame(std::size_t frame, std::int16_t* stereo) const noexcept {
  float sides[2] = {0, 0};
  float counts[2] = {0, 0};
  for (int channel = 0; channel < channels_; ++channel) {
    const float value = Sample(frame, channel);
    const bool lone = channel == channels_ - 1 && channel % 2 == 0;
    for (int side = 0; side < 2; ++side) {
      if (!lone && channel % 2 != side) continue;
      sides[side] += value;
      counts[side] += 1;
    }
  }
  for (int side = 0; side < 2; ++side) stereo[side] = SampleOf(sides[side] / counts[side]);
}

/// Reads samples at the file's rate, and at the end the silence that pushes the resampler's last samples out.
std::size_t WavReader::Fill(std::span<std::int16_t> stereo) noexcept {
  const std::size_t room = stereo.size() / kChannels;
  std::size_t count = 0;
  while (count < room) {
    if (at_ == frames_ && loop_) at_ = 0;
    if (at_ < frames_) {
      ReadFrame(at_++, &stereo[kChannels * count++]);
    } else if (flush_ > 0) {
      --flush_;
      stereo[kChannels * count] = stereo[kChannels * count + 1] = 0;
      ++count;
    } else {
      break;
    }
  }
  return count;
}

bool WavReader::Next(std::span<std::int16_t, kBlockValues> out) noexcept {
  std::size_t written = resampler_.Process({}, out).written;
  std::array<std::int16_t, kReadAtOnce * kChannels> piece;
  while (written < kBlockSamples) {
    // never more than the rest of the block can take, so that nothing is left over
    const std::size_t needed = (kBlockSamples - written) * static_cast<std::size_t>(rate_) / kSampleRate;
    const std::size_t wanted = std::clamp<std::size_t>(needed, 1, kReadAtOnce);
    const std::size_t read = Fill(std::span(piece).first(kChannels * wanted));
    if (read == 0) break;
    const auto in = std::span<const std::int16_t>(piece).first(kChannels * read);
    written += resampler_.Process(in, out.subspan(kChannels * written)).written;
  }
  if (written == 0) return false;
  std::fill(out.begin() + static_cast<std::ptrdiff_t>(kChannels * written), out.end(), std::int16_t{0});
  return true;
}

}  // namespace sdkpp::audio

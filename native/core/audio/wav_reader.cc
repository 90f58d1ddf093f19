#include "core/audio/wav_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/audio/file_kind.h"
#include "core/audio/samples.h"
#include "core/container/wav_header.h"

namespace sdkpp::audio {

using container::WavFormat;

namespace {

constexpr std::size_t kReadAtOnce = 256;  ///< samples per channel read at once
static_assert(WavFormat::kMaxChannels == SpeakerMix::kMaxChannels);
static_assert(WavFormat::kMinRate == Resampler::kMinRate && WavFormat::kMaxRate == Resampler::kMaxRate);

std::int16_t SampleOf(float value) noexcept {
  if (!(std::abs(value) <= 2.0F)) value = std::isnan(value) ? 0.0F : std::copysign(2.0F, value);
  return Rounded(value);
}

std::string Sentence(const std::string& what, const char* conversion) { return what + ": " + conversion; }

std::string DescribeCodec(const WavRefusal& refusal) {
  const std::string name = NameOfWavCodec(refusal.codec);
  const std::string bits = std::to_string(refusal.bits) + " bits";
  if (refusal.codec == container::kWavPcm) return "PCM of " + bits;
  if (refusal.codec == container::kWavFloat) return "floating point of " + bits;
  return name.empty() ? "format " + std::to_string(refusal.codec) : name;
}

std::string DescribeOther(std::span<const std::uint8_t> file) {
  const std::string kind = KindOfFile(file);
  return "the file is " + (kind.empty() ? "not a WAV file" : kind + ", not a WAV file");
}

}  // namespace

std::string Describe(const WavRefusal& refusal, std::span<const std::uint8_t> file) {
  switch (refusal.error) {
    case WavError::kTooShort:
      return "the file is too short for a WAV header";
    case WavError::kNotWav:
      return Sentence(DescribeOther(file), kConvertToWav);
    case WavError::kNoFormat:
      return "the WAV file has no format chunk before its samples";
    case WavError::kBadFormat:
      return "the WAV file's format chunk is damaged or contradicts itself";
    case WavError::kUnsupportedCodec:
      return Sentence("the WAV file holds " + DescribeCodec(refusal) +
                          ", not PCM of 8, 16, 24 or 32 bits or 32-bit float",
                      kConvertToWav);
    case WavError::kBadRate:
      return "the WAV file's sample rate is outside 8000 to 192000 Hz";
    case WavError::kBadChannels:
      return "the WAV file has no channels, or more than 32";
    case WavError::kNoData:
      return "the WAV file has no samples";
  }
  return "unknown error";
}

Result<WavReader, WavRefusal> WavReader::Open(std::vector<std::uint8_t> file) {
  container::WavHeader header;
  const std::size_t start = header.Write(file);
  header.Finish();
  if (header.refusal()) return *header.refusal();
  const std::size_t rest = file.size() - start;
  const std::uint64_t announced = header.samples(file.size()).value_or(rest);
  const auto bytes = static_cast<std::size_t>(std::min<std::uint64_t>(announced, rest));
  if (bytes < header.format().frame_bytes) return WavRefusal{WavError::kNoData};
  return WavReader(std::move(file), header.format(), Data{start, bytes, announced - bytes});
}

WavReader::WavReader(std::vector<std::uint8_t> file, const WavFormat& format, const Data& data)
    : file_(std::move(file)),
      format_(format),
      start_(data.start),
      frames_(data.bytes / format.frame_bytes),
      missing_(data.missing),
      mix_(format.speakers, static_cast<std::size_t>(format.channels)),
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
  const std::size_t size = format_.frame_bytes / static_cast<std::size_t>(format_.channels);
  const std::size_t at = start_ + frame * format_.frame_bytes + static_cast<std::size_t>(channel) * size;
  return container::WavSample(format_.codec, std::span(file_).subspan(at, size));
}

void WavReader::ReadFrame(std::size_t frame, std::int16_t* stereo) const noexcept {
  float left = 0;
  float right = 0;
  for (int channel = 0; channel < format_.channels; ++channel) {
    const float value = Sample(frame, channel);
    const SpeakerMix::Share& share = mix_[static_cast<std::size_t>(channel)];
    // a speaker that is not heard may hold anything, also no number
    if (share.left != 0) left += share.left * value;
    if (share.right != 0) right += share.right * value;
  }
  stereo[0] = SampleOf(left);
  stereo[1] = SampleOf(right);
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

std::size_t WavReader::Next(std::span<std::int16_t, kBlockValues> out) noexcept {
  std::size_t written = resampler_.Process({}, out).written;
  std::array<std::int16_t, kReadAtOnce * kChannels> piece;
  while (written < kBlockSamples) {
    // never more than the rest of the block can take, so that nothing is left over
    const std::size_t needed =
        (kBlockSamples - written) * static_cast<std::size_t>(format_.rate) / kSampleRate;
    const std::size_t wanted = std::clamp<std::size_t>(needed, 1, kReadAtOnce);
    const std::size_t read = Fill(std::span(piece).first(kChannels * wanted));
    if (read == 0) break;
    const auto in = std::span<const std::int16_t>(piece).first(kChannels * read);
    written += resampler_.Process(in, out.subspan(kChannels * written)).written;
  }
  if (written == 0) return 0;
  std::fill(out.begin() + static_cast<std::ptrdiff_t>(kChannels * written), out.end(), std::int16_t{0});
  return written;
}

}  // namespace sdkpp::audio

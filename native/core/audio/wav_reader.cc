#include "core/audio/wav_reader.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include "core/audio/file_kind.h"
#include "core/audio/samples.h"
#include "core/base/byte_reader.h"

namespace sdkpp::audio {
namespace {

constexpr std::uint32_t kRiff = 0x52494646;
constexpr std::uint32_t kRf64 = 0x52463634;
constexpr std::uint32_t kBw64 = 0x42573634;
constexpr std::uint32_t kWave = 0x57415645;
constexpr std::uint32_t kDs64 = 0x64733634;
constexpr std::uint32_t kFmt = 0x666D7420;
constexpr std::uint32_t kData = 0x64617461;
constexpr std::uint16_t kPcm = 1;
constexpr std::uint16_t kFloat = 3;
constexpr std::uint16_t kExtensible = 0xFFFE;
constexpr int kMaxChannels = static_cast<int>(SpeakerMix::kMaxChannels);
constexpr std::size_t kReadAtOnce = 256;  ///< samples per channel read at once
/// A writer that does not know the size yet, and may never return, writes the field's maximum, or half of it.
constexpr std::uint32_t kNeverWritten = 0x7FFF'0000;
constexpr std::uint32_t kSizeElsewhere = 0xFFFF'FFFF;

std::int16_t SampleOf(float value) noexcept {
  if (!(std::abs(value) <= 2.0F)) value = std::isnan(value) ? 0.0F : std::copysign(2.0F, value);
  return Rounded(value);
}

std::string Sentence(const std::string& what, const char* conversion) { return what + ": " + conversion; }

std::string DescribeCodec(const WavRefusal& refusal) {
  const std::string name = NameOfWavCodec(refusal.codec);
  const std::string bits = std::to_string(refusal.bits) + " bits";
  if (refusal.codec == kPcm) return "PCM of " + bits;
  if (refusal.codec == kFloat) return "floating point of " + bits;
  return name.empty() ? "format " + std::to_string(refusal.codec) : name;
}

std::string DescribeOther(std::span<const std::uint8_t> file) {
  const std::string kind = KindOfFile(file);
  return "the file is " + (kind.empty() ? "not a WAV file" : kind + ", not a WAV file");
}

}  // namespace

struct WavReader::Format {
  Codec codec;
  int rate;
  int channels;
  std::size_t frame_bytes;
  std::uint32_t speakers;
};

/// The sizes that the header states.
struct WavReader::Sizes {
  std::size_t file = 0;         ///< as it is
  std::uint32_t riff = 0;       ///< as it says it is, without the first 8 bytes
  std::uint64_t long_data = 0;  ///< of RF64; 0: none
};

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

Result<WavReader::Format, WavRefusal> WavReader::ParseFormat(std::span<const std::uint8_t> chunk) noexcept {
  ByteReader reader(chunk);
  std::uint16_t tag = reader.U16Le();
  const std::uint16_t channels = reader.U16Le();
  const std::uint32_t rate = reader.U32Le();
  reader.Skip(4);  // bytes per second: often wrong, never needed
  const std::uint16_t frame_bytes = reader.U16Le();
  const std::uint16_t bits = reader.U16Le();
  if (!reader.ok()) return WavRefusal{WavError::kBadFormat};
  std::uint32_t speakers = 0;
  if (tag == kExtensible) {
    reader.Skip(4);  // size of the extension, valid bits
    speakers = reader.U32Le();
    tag = reader.U16Le();
    if (!reader.ok()) return WavRefusal{WavError::kBadFormat};
  }
  if (channels == 0 || channels > kMaxChannels) return WavRefusal{WavError::kBadChannels};
  if (rate < Resampler::kMinRate || rate > Resampler::kMaxRate) return WavRefusal{WavError::kBadRate};
  std::optional<Codec> codec;
  if (tag == kPcm && bits == 8) codec = Codec::kU8;
  if (tag == kPcm && bits == 16) codec = Codec::kS16;
  if (tag == kPcm && bits == 24) codec = Codec::kS24;
  if (tag == kPcm && bits == 32) codec = Codec::kS32;
  if (tag == kFloat && bits == 32) codec = Codec::kF32;
  if (!codec) return WavRefusal{WavError::kUnsupportedCodec, tag, bits};
  const std::size_t needed = std::size_t{channels} * bits / 8;
  if (frame_bytes != 0 && frame_bytes != needed) return WavRefusal{WavError::kBadFormat};
  return Format{*codec, static_cast<int>(rate), channels, needed, speakers};
}

/// A size of 0 was never written, unless the file says that it ends there.
WavReader::Data WavReader::FindData(const Sizes& sizes, std::uint32_t claimed, std::size_t start) noexcept {
  const std::size_t rest = sizes.file - start;
  const bool elsewhere = claimed == kSizeElsewhere && sizes.long_data > 0;
  const bool open = claimed >= kNeverWritten || (claimed == 0 && sizes.riff + std::uint64_t{8} != sizes.file);
  if (open && !elsewhere) return {start, rest, 0};
  const std::uint64_t bytes = elsewhere ? sizes.long_data : claimed;
  return {start, static_cast<std::size_t>(std::min<std::uint64_t>(bytes, rest)),
          bytes > rest ? bytes - rest : 0};
}

Result<WavReader, WavRefusal> WavReader::Open(std::vector<std::uint8_t> file) {
  ByteReader reader(file);
  const std::uint32_t riff = reader.U32();
  Sizes sizes{.file = file.size(), .riff = reader.U32Le()};
  const std::uint32_t wave = reader.U32();
  if (!reader.ok()) return WavRefusal{WavError::kTooShort};
  if ((riff != kRiff && riff != kRf64 && riff != kBw64) || wave != kWave)
    return WavRefusal{WavError::kNotWav};
  std::optional<Format> format;
  while (reader.remaining() >= 8) {
    const std::uint32_t name = reader.U32();
    const std::uint32_t claimed = reader.U32Le();
    if (name == kData) {
      if (!format) return WavRefusal{WavError::kNoFormat};
      const Data data = FindData(sizes, claimed, reader.position());
      if (data.bytes < format->frame_bytes) return WavRefusal{WavError::kNoData};
      return WavReader(std::move(file), *format, data);
    }
    const std::size_t size = std::min<std::size_t>(claimed, reader.remaining());
    const auto chunk = reader.Bytes(size);
    if (size % 2 == 1 && reader.remaining() > 0) reader.Skip(1);
    if (name == kDs64 && size >= 16) {
      ByteReader longs(chunk.subspan(8));
      const std::uint64_t low = longs.U32Le();
      sizes.long_data = std::uint64_t{longs.U32Le()} << 32 | low;
    }
    if (name != kFmt) continue;
    const auto parsed = ParseFormat(chunk);
    if (!parsed) return parsed.error();
    format = *parsed;
  }
  return WavRefusal{format ? WavError::kNoData : WavError::kNoFormat};
}

WavReader::WavReader(std::vector<std::uint8_t> file, const Format& format, const Data& data)
    : file_(std::move(file)),
      codec_(format.codec),
      rate_(format.rate),
      channels_(format.channels),
      frame_bytes_(format.frame_bytes),
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

void WavReader::ReadFrame(std::size_t frame, std::int16_t* stereo) const noexcept {
  float left = 0;
  float right = 0;
  for (int channel = 0; channel < channels_; ++channel) {
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

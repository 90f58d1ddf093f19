#include "core/container/wav_format.h"

#include <optional>

#include "core/base/byte_reader.h"

namespace sdkpp::container {
namespace {

constexpr std::uint16_t kExtensible = 0xFFFE;

std::optional<WavCodec> CodecOf(std::uint16_t tag, std::uint16_t bits) noexcept {
  if (tag == kWavPcm && bits == 8) return WavCodec::kU8;
  if (tag == kWavPcm && bits == 16) return WavCodec::kS16;
  if (tag == kWavPcm && bits == 24) return WavCodec::kS24;
  if (tag == kWavPcm && bits == 32) return WavCodec::kS32;
  if (tag == kWavFloat && bits == 32) return WavCodec::kF32;
  return std::nullopt;
}

}  // namespace

Result<WavFormat, WavRefusal> ParseWavFormat(std::span<const std::uint8_t> chunk) noexcept {
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
  if (channels == 0 || channels > WavFormat::kMaxChannels) return WavRefusal{WavError::kBadChannels};
  if (rate < WavFormat::kMinRate || rate > WavFormat::kMaxRate) return WavRefusal{WavError::kBadRate};
  const auto codec = CodecOf(tag, bits);
  if (!codec) return WavRefusal{WavError::kUnsupportedCodec, tag, bits};
  const std::size_t needed = std::size_t{channels} * bits / 8;
  if (frame_bytes != 0 && frame_bytes != needed) return WavRefusal{WavError::kBadFormat};
  return WavFormat{*codec, static_cast<int>(rate), channels, needed, speakers};
}

}  // namespace sdkpp::container

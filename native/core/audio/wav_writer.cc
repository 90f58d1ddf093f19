#include "core/audio/wav_writer.h"

#include <string_view>

#include "core/base/byte_writer.h"

namespace sdkpp::audio {
namespace {

/// The value of a 32-bit size field when the real size is in the ds64 chunk.
constexpr std::uint32_t kSeeDs64 = 0xFFFF'FFFF;
constexpr std::uint64_t kAfterRiffSize = WavWriter::kHeaderBytes - 8;
constexpr std::uint32_t kDs64Bytes = 28;
constexpr std::uint16_t kFrameBytes = kChannels * 2;

void WriteName(ByteWriter& writer, std::string_view name) noexcept {
  for (const char letter : name) writer.U8(static_cast<std::uint8_t>(letter));
}

void WriteU64Le(ByteWriter& writer, std::uint64_t value) noexcept {
  writer.U32Le(static_cast<std::uint32_t>(value));
  writer.U32Le(static_cast<std::uint32_t>(value >> 32));
}

}  // namespace

WavWriter::HeaderBytes WavWriter::HeaderFor(std::uint64_t data_bytes) noexcept {
  const std::uint64_t riff_bytes = data_bytes + kAfterRiffSize;
  const bool is_large = riff_bytes >= kSeeDs64;
  HeaderBytes header{};
  ByteWriter writer(header);
  WriteName(writer, is_large ? "RF64" : "RIFF");
  writer.U32Le(is_large ? kSeeDs64 : static_cast<std::uint32_t>(riff_bytes));
  WriteName(writer, is_large ? "WAVEds64" : "WAVEJUNK");
  writer.U32Le(kDs64Bytes);
  WriteU64Le(writer, is_large ? riff_bytes : 0);
  WriteU64Le(writer, is_large ? data_bytes : 0);
  WriteU64Le(writer, is_large ? data_bytes / kFrameBytes : 0);
  writer.U32Le(0);  // no table of further chunk sizes
  WriteName(writer, "fmt ");
  writer.U32Le(16);
  writer.U16Le(1);  // PCM
  writer.U16Le(kChannels);
  writer.U32Le(kSampleRate);
  writer.U32Le(kSampleRate * kFrameBytes);
  writer.U16Le(kFrameBytes);
  writer.U16Le(16);
  WriteName(writer, "data");
  writer.U32Le(is_large ? kSeeDs64 : static_cast<std::uint32_t>(data_bytes));
  return header;
}

std::span<const std::uint8_t> WavWriter::Bytes(std::span<const std::int16_t, kBlockValues> block) noexcept {
  ByteWriter writer(bytes_);
  for (const std::int16_t value : block) writer.U16Le(static_cast<std::uint16_t>(value));
  data_bytes_ += writer.size();
  return writer.written();
}

}  // namespace sdkpp::audio

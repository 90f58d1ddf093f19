#include "core/audio/wav_writer.h"

#include <algorithm>
#include <string_view>

#include "core/base/byte_writer.h"

namespace sdkpp::audio {
namespace {

constexpr std::uint32_t kHeaderAfterSize = WavWriter::kHeaderBytes - 8;
constexpr std::uint64_t kMaxData = 0xFFFF'FFFFULL - kHeaderAfterSize;

void WriteName(ByteWriter& writer, std::string_view name) noexcept {
  for (char letter : name) writer.U8(static_cast<std::uint8_t>(letter));
}

}  // namespace

std::array<std::uint8_t, WavWriter::kHeaderBytes> WavWriter::Header() const noexcept {
  std::array<std::uint8_t, kHeaderBytes> header{};
  const auto data = static_cast<std::uint32_t>(std::min(data_bytes_, kMaxData));
  constexpr std::uint16_t kFrameBytes = kChannels * 2;
  ByteWriter writer(header);
  WriteName(writer, "RIFF");
  writer.U32Le(data + kHeaderAfterSize);
  WriteName(writer, "WAVEfmt ");
  writer.U32Le(16);
  writer.U16Le(1);  // PCM
  writer.U16Le(kChannels);
  writer.U32Le(kSampleRate);
  writer.U32Le(kSampleRate * kFrameBytes);
  writer.U16Le(kFrameBytes);
  writer.U16Le(16);
  WriteName(writer, "data");
  writer.U32Le(data);
  return header;
}

std::span<const std::uint8_t> WavWriter::Bytes(std::span<const std::int16_t, kBlockValues> block) noexcept {
  ByteWriter writer(bytes_);
  for (std::int16_t value : block) writer.U16Le(static_cast<std::uint16_t>(value));
  data_bytes_ += writer.size();
  return writer.written();
}

}  // namespace sdkpp::audio

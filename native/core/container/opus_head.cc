#include "core/container/opus_head.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace sdkpp::container {
namespace {

constexpr std::string_view kHeadName = "OpusHead";
constexpr std::string_view kTagsName = "OpusTags";

bool StartsWith(std::span<const std::uint8_t> bytes, std::string_view text) noexcept {
  return bytes.size() >= text.size() &&
         std::equal(text.begin(), text.end(), bytes.begin(),
                    [](char letter, std::uint8_t byte) { return static_cast<std::uint8_t>(letter) == byte; });
}

}  // namespace

Result<OpusHead, OpusHeadError> ParseOpusHead(std::span<const std::uint8_t> packet) noexcept {
  if (!StartsWith(packet, kHeadName)) return OpusHeadError::kOther;
  ByteReader reader(packet.subspan(kHeadName.size()));
  const std::uint8_t version = reader.U8();
  OpusHead head;
  head.channels = reader.U8();
  head.pre_skip = reader.U16Le();
  reader.Skip(4);  // original rate
  head.gain_db = static_cast<std::int16_t>(reader.U16Le()) / 256.0;
  const std::uint8_t mapping = reader.U8();
  if (!reader.ok() || version / 16 != 0 || head.channels == 0) return OpusHeadError::kBad;
  if (mapping > 1 || head.channels > 2) return OpusHeadError::kUnsupportedMapping;
  if (mapping == 0) return head;
  const std::uint8_t streams = reader.U8();
  const std::uint8_t coupled = reader.U8();
  if (!reader.ok()) return OpusHeadError::kBad;
  if (streams != 1 || coupled != head.channels - 1) return OpusHeadError::kUnsupportedMapping;
  return head;
}

std::array<std::uint8_t, 19> WriteOpusHead(const OpusHead& head) noexcept {
  constexpr std::uint32_t kRate = 48'000;
  std::array<std::uint8_t, 19> bytes{};
  ByteWriter writer(bytes);
  for (const char letter : kHeadName) writer.U8(static_cast<std::uint8_t>(letter));
  writer.U8(1);
  writer.U8(static_cast<std::uint8_t>(head.channels));
  writer.U16Le(static_cast<std::uint16_t>(head.pre_skip));
  writer.U32Le(kRate);
  writer.U16Le(static_cast<std::uint16_t>(std::lround(head.gain_db * 256)));
  writer.U8(0);
  return bytes;
}

bool BeginsOpusTags(std::span<const std::uint8_t> packet) noexcept { return StartsWith(packet, kTagsName); }

}  // namespace sdkpp::container

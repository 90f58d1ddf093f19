#include "core/rtp/header.h"

#include "core/base/byte_reader.h"

namespace sdkpp::rtp {

namespace {
constexpr std::uint8_t kVersion = 2;
constexpr std::uint8_t kVersionByte = kVersion << 6;
}  // namespace

Result<Header, PacketError> ParseHeader(std::span<const std::uint8_t> packet) noexcept {
  ByteReader in(packet);
  const std::uint8_t first = in.U8();
  const std::uint8_t second = in.U8();
  Header header;
  header.sequence = Sequence(in.U16());
  header.timestamp = RtpTimestamp(in.U32());
  header.ssrc = Ssrc(in.U32());
  in.Skip(std::size_t{4} * (first & 0x0fU));
  header.padding = (first & 0x20) != 0;
  header.extension = (first & 0x10) != 0;
  header.marker = (second & 0x80) != 0;
  header.payload_type = second & 0x7f;
  if (header.extension) {
    in.Skip(2);  // profile: whatever it is, its length follows
    header.extension_size = std::size_t{4} * in.U16();
  }
  if (!in.ok()) return PacketError::kTooShort;
  if (first >> 6 != kVersion) return PacketError::kBadVersion;
  header.clear_size = in.position();
  return header;
}

std::optional<Ssrc> PeekSsrc(std::span<const std::uint8_t> packet) noexcept {
  ByteReader in(packet);
  in.Skip(8);
  const Ssrc ssrc(in.U32());
  return in.ok() ? std::optional(ssrc) : std::nullopt;
}

void WriteHeader(ByteWriter& out, Sequence sequence, RtpTimestamp timestamp, Ssrc ssrc) noexcept {
  out.U8(kVersionByte);
  out.U8(kOpusPayloadType);
  out.U16(sequence.raw());
  out.U32(timestamp.raw());
  out.U32(ssrc.raw());
}

}  // namespace sdkpp::rtp

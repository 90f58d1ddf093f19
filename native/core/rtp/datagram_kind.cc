#include "core/rtp/datagram_kind.h"

#include "core/base/byte_reader.h"
#include "core/rtp/control.h"
#include "core/rtp/header.h"

namespace sdkpp::rtp {

namespace {

constexpr std::size_t kShortestSealed = 28;  // an empty receiver report: 8 clear + tag + counter

DatagramKind ClassifyDiscovery(std::uint16_t type) noexcept {
  if (type == 1) return DatagramKind::kDiscoveryRequest;
  return type == 2 ? DatagramKind::kDiscoveryResponse : DatagramKind::kDrop;
}

DatagramKind ClassifyEightBytes(std::uint32_t magic) noexcept {
  if (magic == kPingRequestMagic) return DatagramKind::kPingRequest;
  return magic == kPingResponseMagic ? DatagramKind::kPingResponse : DatagramKind::kKeepalive;
}

}  // namespace

DatagramKind Classify(std::span<const std::uint8_t> datagram) noexcept {
  ByteReader in(datagram);
  const std::uint16_t first = in.U16();
  const std::uint16_t second = in.U16();
  if (datagram.size() == kDiscoverySize && (first == 1 || first == 2) && second == kDiscoveryLength) {
    return ClassifyDiscovery(first);
  }
  if (datagram.size() == kPingSize) {
    return ClassifyEightBytes(static_cast<std::uint32_t>(first) << 16 | second);
  }
  if (datagram.size() < kShortestSealed || first >> 14 != 2) return DatagramKind::kDrop;
  const auto type = static_cast<std::uint8_t>(first & 0xff);
  if (type >= 200 && type <= 207) return DatagramKind::kRtcp;
  return (type & 0x7f) == kOpusPayloadType ? DatagramKind::kRtp : DatagramKind::kDrop;
}

}  // namespace sdkpp::rtp

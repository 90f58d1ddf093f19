#include "core/rtp/control.h"

#include <algorithm>
#include <charconv>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace sdkpp::rtp {

namespace {

constexpr std::size_t kAddressSize = 64;

bool IsOctet(std::string_view part) noexcept {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
  return error == std::errc() && end == part.data() + part.size() && value <= 255 && part.size() <= 3;
}

bool IsIpv4(std::string_view text) noexcept {
  for (int dots = 3; dots > 0; --dots) {
    const std::size_t dot = text.find('.');
    if (dot == std::string_view::npos || !IsOctet(text.substr(0, dot))) return false;
    text.remove_prefix(dot + 1);
  }
  return IsOctet(text);
}

/// A plausible IPv6 literal; the socket layer is the one that truly parses it.
bool IsIpv6(std::string_view text) noexcept {
  const auto colons = std::ranges::count(text, ':');
  return colons >= 2 && colons <= 8 && text.find_first_not_of("0123456789abcdefABCDEF:.") == text.npos;
}

}  // namespace

std::array<std::uint8_t, kDiscoverySize> WriteDiscoveryRequest(Ssrc ssrc) noexcept {
  std::array<std::uint8_t, kDiscoverySize> bytes{};
  ByteWriter out(bytes);
  out.U16(1);
  out.U16(kDiscoveryLength);
  out.U32(ssrc.raw());
  return bytes;
}

Result<DiscoveredAddress, DiscoveryError> ParseDiscoveryResponse(std::span<const std::uint8_t> datagram,
                                                                 Ssrc ssrc) noexcept {
  ByteReader in(datagram);
  const bool shape = datagram.size() == kDiscoverySize && in.U16() == 2 && in.U16() == kDiscoveryLength;
  if (!shape) return DiscoveryError::kNotAResponse;
  if (Ssrc(in.U32()) != ssrc) return DiscoveryError::kForeignSsrc;
  DiscoveredAddress found;
  const auto text = in.Bytes(kAddressSize);
  if (std::ranges::find(text, 0) == text.end()) return DiscoveryError::kNoTerminator;
  std::ranges::copy(text, found.text.begin());
  if (!IsIpv4(found.address()) && !IsIpv6(found.address())) return DiscoveryError::kBadAddress;
  found.port = in.U16();
  return found;
}

std::array<std::uint8_t, kPingSize> WritePing(std::uint32_t token) noexcept {
  std::array<std::uint8_t, kPingSize> bytes{};
  ByteWriter out(bytes);
  out.U32(kPingRequestMagic);
  out.U32(token);
  return bytes;
}

std::uint32_t ParsePingToken(std::span<const std::uint8_t> datagram) noexcept {
  ByteReader in(datagram);
  in.Skip(4);
  return in.U32();
}

}  // namespace sdkpp::rtp

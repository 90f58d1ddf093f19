#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/udp_socket.h"

// Included behind the system's own socket headers: their names are the same everywhere, their files are not.

namespace sdkpp::engine {

inline std::optional<UdpSocket::Remote> UdpSocket::Parse(std::string_view ip, std::uint16_t port) noexcept {
  std::array<char, INET6_ADDRSTRLEN + 1> text{};
  if (ip.size() >= text.size()) return std::nullopt;
  ip.copy(text.data(), ip.size());
  Remote remote;
  static_assert(sizeof(sockaddr_in6) <= sizeof(remote.bytes));
  auto* v4 = reinterpret_cast<sockaddr_in*>(remote.bytes.data());
  if (inet_pton(AF_INET, text.data(), &v4->sin_addr) == 1) {
    v4->sin_family = AF_INET;
    v4->sin_port = htons(port);
    remote.size = sizeof(sockaddr_in);
    return remote;
  }
  auto* v6 = reinterpret_cast<sockaddr_in6*>(remote.bytes.data());
  if (inet_pton(AF_INET6, text.data(), &v6->sin6_addr) == 1) {
    v6->sin6_family = AF_INET6;
    v6->sin6_port = htons(port);
    remote.size = sizeof(sockaddr_in6);
    return remote;
  }
  return std::nullopt;
}

}  // namespace sdkpp::engine

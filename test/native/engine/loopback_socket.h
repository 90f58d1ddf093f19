#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>

namespace sdkpp::engine {

/// A UDP socket of a test, bound to a free port of 127.0.0.1.
class LoopbackSocket {
 public:
  LoopbackSocket() : handle_(::socket(AF_INET, SOCK_DGRAM, 0)) {
    sockaddr_in any{};
    any.sin_family = AF_INET;
    any.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(any);
    EXPECT_EQ(::bind(handle_, reinterpret_cast<sockaddr*>(&any), size), 0);
    EXPECT_EQ(::getsockname(handle_, reinterpret_cast<sockaddr*>(&any), &size), 0);
    port_ = ntohs(any.sin_port);
  }
  ~LoopbackSocket() { ::close(handle_); }
  LoopbackSocket(const LoopbackSocket&) = delete;
  LoopbackSocket& operator=(const LoopbackSocket&) = delete;

  [[nodiscard]] int handle() const noexcept { return handle_; }
  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }

 private:
  int handle_;
  std::uint16_t port_ = 0;
};

}  // namespace sdkpp::engine

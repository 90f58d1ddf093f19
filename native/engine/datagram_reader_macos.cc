#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <utility>

#include "engine/datagram_reader.h"

namespace sdkpp::engine {

namespace {

Duration WallTime(const timeval& time) noexcept {
  return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

/// What the kernel noted when the datagram came, by the wall clock.
std::optional<Duration> NotedTime(msghdr& message) noexcept {
  for (cmsghdr* each = CMSG_FIRSTHDR(&message); each != nullptr; each = CMSG_NXTHDR(&message, each)) {
    if (each->cmsg_level != SOL_SOCKET || each->cmsg_type != SCM_TIMESTAMP) continue;
    timeval time{};
    std::memcpy(&time, CMSG_DATA(each), sizeof(time));
    return WallTime(time);
  }
  return std::nullopt;
}

}  // namespace

struct DatagramReader::Parts {
  std::array<std::array<std::uint8_t, kLargest>, kBatch> bytes;
  std::array<Datagram, kBatch> datagrams;
  Duration wall{};

  /// False when no datagram waits.
  bool ReadOne(UdpSocket& socket, std::size_t at, std::optional<Duration>& noted) noexcept {
    alignas(cmsghdr) std::array<std::uint8_t, CMSG_SPACE(sizeof(timeval))> notes;
    iovec place{bytes[at].data(), bytes[at].size()};
    // an ICMP "port unreachable" shows up here as an error once; the datagram behind it is then read
    for (int tries = 0; tries < 2; ++tries) {
      msghdr message{};
      message.msg_iov = &place;
      message.msg_iovlen = 1;
      message.msg_control = notes.data();
      message.msg_controllen = static_cast<socklen_t>(notes.size());
      const ssize_t size = ::recvmsg(socket.handle(), &message, 0);
      if (size >= 0) {
        datagrams[at].bytes = std::span(bytes[at]).first(static_cast<std::size_t>(size));
        noted = NotedTime(message);
        return true;
      }
      if (errno != ECONNREFUSED && errno != EINTR) return false;
    }
    return false;
  }
};

DatagramReader::DatagramReader(std::unique_ptr<Parts> parts) noexcept : parts_(std::move(parts)) {}
DatagramReader::~DatagramReader() = default;

std::unique_ptr<DatagramReader> DatagramReader::Create() {
  return std::unique_ptr<DatagramReader>(new DatagramReader(std::make_unique<Parts>()));
}

void DatagramReader::Begin(Instant now) noexcept {
  since_ = std::exchange(now_, now);
  timeval wall{};
  (void)gettimeofday(&wall, nullptr);
  parts_->wall = WallTime(wall);
}

std::span<const Datagram> DatagramReader::Read(UdpSocket& socket) noexcept {
  std::size_t used = 0;
  std::optional<Duration> noted;
  for (; used < kBatch && parts_->ReadOne(socket, used, noted); ++used) {
    parts_->datagrams[used].arrived = noted ? Arrived(parts_->wall - *noted) : now_;
  }
  return std::span(parts_->datagrams).first(used);
}

}  // namespace sdkpp::engine

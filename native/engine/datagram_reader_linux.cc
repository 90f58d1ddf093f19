#include <sys/socket.h>
#include <sys/uio.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <optional>
#include <utility>

#include "engine/datagram_reader.h"

namespace sdkpp::engine {

namespace {

Duration WallTime(const timespec& time) noexcept {
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// What the kernel noted when the datagram came, by the wall clock.
std::optional<Duration> NotedTime(msghdr& message) noexcept {
  for (cmsghdr* each = CMSG_FIRSTHDR(&message); each != nullptr; each = CMSG_NXTHDR(&message, each)) {
    if (each->cmsg_level != SOL_SOCKET || each->cmsg_type != SO_TIMESTAMPNS) continue;
    timespec time{};
    std::memcpy(&time, CMSG_DATA(each), sizeof(time));
    return WallTime(time);
  }
  return std::nullopt;
}

}  // namespace

struct DatagramReader::Parts {
  struct Slot {
    std::array<std::uint8_t, kLargest> bytes;
    alignas(cmsghdr) std::array<std::uint8_t, CMSG_SPACE(sizeof(timespec))> notes;
    iovec place{};
  };
  std::array<Slot, kBatch> slots;
  std::array<mmsghdr, kBatch> messages{};
  std::array<Datagram, kBatch> datagrams;
  Duration wall{};

  Parts() noexcept {
    for (std::size_t at = 0; at < kBatch; ++at) {
      slots[at].place = {slots[at].bytes.data(), slots[at].bytes.size()};
      messages[at].msg_hdr.msg_iov = &slots[at].place;
      messages[at].msg_hdr.msg_iovlen = 1;
      messages[at].msg_hdr.msg_control = slots[at].notes.data();
      messages[at].msg_hdr.msg_controllen = slots[at].notes.size();
    }
  }
};

DatagramReader::DatagramReader(std::unique_ptr<Parts> parts) noexcept : parts_(std::move(parts)) {}
DatagramReader::~DatagramReader() = default;

std::unique_ptr<DatagramReader> DatagramReader::Create() {
  return std::unique_ptr<DatagramReader>(new DatagramReader(std::make_unique<Parts>()));
}

void DatagramReader::Begin(Instant now) noexcept {
  since_ = std::exchange(now_, now);
  timespec wall{};
  (void)clock_gettime(CLOCK_REALTIME, &wall);
  parts_->wall = WallTime(wall);
}

std::span<const Datagram> DatagramReader::Read(UdpSocket& socket) noexcept {
  Parts& parts = *parts_;
  int count = -1;
  // an ICMP "port unreachable" shows up here as an error once; the datagram behind it is then read
  for (int tries = 0; count < 0 && tries < 2; ++tries) {
    count = ::recvmmsg(socket.handle(), parts.messages.data(), kBatch, MSG_DONTWAIT, nullptr);
    if (count < 0 && errno != ECONNREFUSED && errno != EINTR) return {};
  }
  if (count <= 0) return {};
  const auto used = static_cast<std::size_t>(count);
  for (std::size_t at = 0; at < used; ++at) {
    mmsghdr& message = parts.messages[at];
    const auto noted = NotedTime(message.msg_hdr);
    parts.datagrams[at] = {std::span(parts.slots[at].bytes).first(message.msg_len),
                           noted ? Arrived(parts.wall - *noted) : now_};
    message.msg_hdr.msg_controllen = parts.slots[at].notes.size();
  }
  return std::span(parts.datagrams).first(used);
}

}  // namespace sdkpp::engine

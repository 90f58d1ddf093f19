#include <winsock2.h>

#include <array>
#include <utility>

#include "engine/datagram_reader.h"

namespace sdkpp::engine {

struct DatagramReader::Parts {
  std::array<std::array<std::uint8_t, kLargest>, kBatch> bytes;
  std::array<Datagram, kBatch> datagrams;
};

namespace {

/// The size of the next datagram, or a negative number when none waits.
int ReadOne(UdpSocket& socket, std::span<std::uint8_t> bytes) noexcept {
  // an ICMP "port unreachable" shows up here as WSAECONNRESET once; the datagram behind it is then read
  for (int tries = 0; tries < 2; ++tries) {
    const int size =
        ::recv(socket.handle(), reinterpret_cast<char*>(bytes.data()), static_cast<int>(bytes.size()), 0);
    if (size >= 0 || WSAGetLastError() != WSAECONNRESET) return size;
  }
  return -1;
}

}  // namespace

DatagramReader::DatagramReader(std::unique_ptr<Parts> parts) noexcept : parts_(std::move(parts)) {}
DatagramReader::~DatagramReader() = default;

std::unique_ptr<DatagramReader> DatagramReader::Create() {
  return std::unique_ptr<DatagramReader>(new DatagramReader(std::make_unique<Parts>()));
}

void DatagramReader::Begin(Instant now) noexcept { since_ = std::exchange(now_, now); }

std::span<const Datagram> DatagramReader::Read(UdpSocket& socket) noexcept {
  std::size_t used = 0;
  for (; used < kBatch; ++used) {
    const int size = ReadOne(socket, parts_->bytes[used]);
    if (size < 0) break;
    parts_->datagrams[used] = {std::span(parts_->bytes[used]).first(static_cast<std::size_t>(size)), now_};
  }
  return std::span(parts_->datagrams).first(used);
}

}  // namespace sdkpp::engine

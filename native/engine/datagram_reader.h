#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/base/instant.h"
#include "core/rtp/sealer.h"
#include "engine/udp_socket.h"

namespace sdkpp::engine {

/// A datagram of a socket. Its bytes may be changed in place.
struct Datagram {
  std::span<std::uint8_t> bytes;
  Instant arrived;
};

/// Reads the datagrams that wait on sockets, many with one system call where the system can. Media thread.
class DatagramReader {
 public:
  /// Datagrams that one Read gives at most.
  static constexpr std::size_t kBatch = 32;
  /// Longer ones are cut off, and then fail to open.
  static constexpr std::size_t kLargest = rtp::kMaxDatagram;

  [[nodiscard]] static std::unique_ptr<DatagramReader> Create();
  ~DatagramReader();
  DatagramReader(const DatagramReader&) = delete;
  DatagramReader& operator=(const DatagramReader&) = delete;

  /// Reads happen now. What is read next has arrived since the Begin before, at the time the system noted; at
  /// `now` where the socket has no such notes.
  void Begin(Instant now) noexcept;
  [[nodiscard]] Instant now() const noexcept { return now_; }

  /// The next datagrams of a socket, oldest first; less than kBatch when no more were waiting. Valid until
  /// the next Read.
  [[nodiscard]] std::span<const Datagram> Read(UdpSocket& socket) noexcept;

 private:
  struct Parts;
  explicit DatagramReader(std::unique_ptr<Parts> parts) noexcept;
  /// When a datagram arrived that is `age` old by the system's note. The note is of the wall clock, which may
  /// have been set meanwhile.
  [[nodiscard]] Instant Arrived(Duration age) const noexcept;

  std::unique_ptr<Parts> parts_;
  Instant since_{};
  Instant now_{};
};

}  // namespace sdkpp::engine

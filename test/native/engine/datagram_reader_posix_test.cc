#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <chrono>
#include <thread>
#include <vector>

#include "engine/clock.h"
#include "engine/datagram_reader.h"
#include "engine/loopback_socket.h"
#include "engine/waiter.h"

namespace sdkpp::engine {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

/// The other end of a socket: learns its address from the first datagram, then sends to it.
class Peer {
 public:
  UdpSocket Connect() {
    auto socket = UdpSocket::Connect("127.0.0.1", own_.port());
    const std::array<std::uint8_t, 1> hello{};
    EXPECT_EQ(socket->Send(hello), session::SendResult::kSent);
    sockaddr_in from{};
    socklen_t size = sizeof(from);
    std::array<std::uint8_t, 8> bytes{};
    EXPECT_EQ(
        ::recvfrom(own_.handle(), bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&from), &size),
        1);
    EXPECT_EQ(::connect(own_.handle(), reinterpret_cast<sockaddr*>(&from), size), 0);
    return std::move(*socket);
  }

  void Send(std::uint8_t number) { EXPECT_EQ(::send(own_.handle(), &number, 1, 0), 1); }

 private:
  LoopbackSocket own_;
};

/// A socket whose datagrams the kernel stamps: it begins to some time after the first socket of the machine
/// asks for it, and stamps them when they are read until then.
UdpSocket ConnectStamped(Peer& peer) {
  UdpSocket socket = peer.Connect();
  auto reader = DatagramReader::Create();
  for (int attempt = 0; attempt < 1000; ++attempt) {
    peer.Send(0);
    std::this_thread::sleep_for(3ms);
    const Instant now = Now();
    reader->Begin(now);
    const auto read = reader->Read(socket);
    if (read.size() == 1 && read[0].arrived < now - 2ms) return socket;
  }
  ADD_FAILURE() << "the kernel stamps no datagrams";
  return socket;
}

TEST(DatagramReader, TellsWhenDatagramsArrivedThatWereReadMuchLater) {
  Peer peer;
  UdpSocket socket = ConnectStamped(peer);
  ASSERT_TRUE(socket.notes_arrival());
  auto reader = DatagramReader::Create();
  reader->Begin(Now());
  std::array<Instant, 5> before;
  std::array<Instant, 5> after;
  for (std::uint8_t at = 0; at < 5; ++at) {
    std::this_thread::sleep_for(7ms);  // the pace of the sender
    before[at] = Now();
    peer.Send(at);
    after[at] = Now();
  }
  std::this_thread::sleep_for(20ms);
  reader->Begin(Now());
  const auto read = reader->Read(socket);
  ASSERT_EQ(read.size(), 5u);
  for (std::uint8_t at = 0; at < 5; ++at) {
    EXPECT_EQ(read[at].bytes[0], at);
    // two clocks are compared, which differ by the time between reading them
    EXPECT_GE(read[at].arrived, before[at] - 1ms);
    EXPECT_LE(read[at].arrived, after[at] + 1ms);
  }
  EXPECT_TRUE(reader->Read(socket).empty());
}

TEST(DatagramReader, NeverTellsATimeOutsideOfWhatPassedSinceTheReadBefore) {
  Peer peer;
  UdpSocket socket = ConnectStamped(peer);
  auto reader = DatagramReader::Create();
  peer.Send(1);
  std::this_thread::sleep_for(5ms);
  const Instant first = Now();
  reader->Begin(first);
  reader->Begin(first + 1ms);
  const auto read = reader->Read(socket);
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].arrived, first) << "as if the wall clock had been set";
}

TEST(DatagramReader, GivesAFloodInShares) {
  Peer peer;
  UdpSocket socket = peer.Connect();
  auto reader = DatagramReader::Create();
  for (int at = 0; at < 70; ++at) peer.Send(static_cast<std::uint8_t>(at));
  reader->Begin(Now());
  std::vector<std::uint8_t> numbers;
  for (const std::size_t share : {32u, 32u, 6u}) {
    const auto read = reader->Read(socket);
    EXPECT_EQ(read.size(), share);
    for (const Datagram& each : read) numbers.push_back(each.bytes[0]);
  }
  for (std::size_t at = 0; at < numbers.size(); ++at) EXPECT_EQ(numbers[at], at);
}

TEST(Waiter, NamesTheOwnersOfSocketsWithDatagramsUntilTheyAreReadOrUnwatched) {
  Peer quiet_peer;
  Peer peer;
  UdpSocket quiet = quiet_peer.Connect();
  UdpSocket socket = peer.Connect();
  int quiet_owner = 0;
  int owner = 0;
  auto waiter = Waiter::Create();
  waiter->Watch(quiet.handle(), &quiet_owner);
  waiter->Watch(socket.handle(), &owner);
  EXPECT_TRUE(waiter->TakeReady()->empty());
  peer.Send(1);
  EXPECT_TRUE(waiter->WaitUntil(Now() + 5s, Waiter::For::kDatagram));
  for (int time = 0; time < 2; ++time) {
    const auto ready = waiter->TakeReady();
    ASSERT_EQ(ready->size(), 1u);
    EXPECT_EQ((*ready)[0], &owner);
  }
  waiter->Unwatch(socket.handle());
  EXPECT_TRUE(waiter->TakeReady()->empty());
}

TEST(Waiter, WaitsForTheDeadlineAloneWhileNobodyWantsDatagramsEarlier) {
  Peer peer;
  UdpSocket socket = peer.Connect();
  int owner = 0;
  auto waiter = Waiter::Create();
  waiter->Watch(socket.handle(), &owner);
  peer.Send(1);
  const Instant deadline = Now() + 10ms;
  EXPECT_FALSE(waiter->WaitUntil(deadline, Waiter::For::kDeadline));
  EXPECT_GE(Now(), deadline);
}

TEST(Waiter, AWakeUpBeforeTheWaitIsNotLost) {
  auto waiter = Waiter::Create();
  waiter->Wake();
  waiter->Wake();
  const Instant begin = Now();
  EXPECT_FALSE(waiter->WaitUntil(begin + 10s, Waiter::For::kDatagram));
  EXPECT_LT(Now() - begin, 10s);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::engine

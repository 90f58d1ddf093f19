#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include "core/opus/packet.h"
#include "core/player/opus_source.h"
#include "core/rtp/control.h"
#include "core/rtp/datagram_kind.h"
#include "engine/engine.h"
#include "engine/engine_scene.h"
#include "engine/loopback_socket.h"

namespace sdkpp::engine {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

/// A loopback socket that answers discovery and throws every sealed packet back to its sender.
class Echo {
 public:
  explicit Echo(int family = AF_INET) : handle_(::socket(family, SOCK_DGRAM, 0)) {
    sockaddr_storage any{};
    socklen_t size = family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
    any.ss_family = static_cast<sa_family_t>(family);
    if (family == AF_INET) {
      reinterpret_cast<sockaddr_in*>(&any)->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    } else {
      reinterpret_cast<sockaddr_in6*>(&any)->sin6_addr = in6addr_loopback;
    }
    usable = ::bind(handle_, reinterpret_cast<sockaddr*>(&any), size) == 0 &&
             ::getsockname(handle_, reinterpret_cast<sockaddr*>(&any), &size) == 0;
    port = ntohs(family == AF_INET ? reinterpret_cast<sockaddr_in*>(&any)->sin_port
                                   : reinterpret_cast<sockaddr_in6*>(&any)->sin6_port);
    if (usable) thread_ = std::thread([this] { Run(); });
  }

  ~Echo() {
    stop_.store(true);
    if (thread_.joinable()) thread_.join();
    ::close(handle_);
  }

  bool usable = false;
  std::uint16_t port = 0;

 private:
  void Run() {
    while (!stop_.load()) {
      pollfd waiting{handle_, POLLIN, 0};
      if (::poll(&waiting, 1, 20) <= 0) continue;
      std::array<std::uint8_t, 2048> bytes;
      sockaddr_storage from{};
      socklen_t size = sizeof(from);
      const auto count =
          ::recvfrom(handle_, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&from), &size);
      if (count <= 0) continue;
      auto datagram = std::span(bytes).first(static_cast<std::size_t>(count));
      if (rtp::Classify(datagram) == rtp::DatagramKind::kDiscoveryRequest) {
        datagram[1] = 2;
        std::memcpy(datagram.data() + 8, "127.0.0.1", 10);
      }
      (void)::sendto(handle_, datagram.data(), datagram.size(), 0, reinterpret_cast<sockaddr*>(&from), size);
    }
  }

  int handle_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

TEST(Engine, FindsItsAddressOverASocket) {
  Echo echo;
  ASSERT_TRUE(echo.usable);
  Bell bell;
  auto engine = Engine::Start(bell);
  auto session = MakeSession();
  engine->Add(session.get());
  Attach(*session, "127.0.0.1", echo.port);
  engine->Nudge();
  EXPECT_TRUE(Await<session::event::AddressFound>(bell, *session));
  engine->Remove(std::move(session));
}

TEST(Engine, FindsItsAddressOverIpv6) {
  Echo echo(AF_INET6);
  if (!echo.usable) {
    std::puts("no IPv6 loopback on this machine: nothing to find");
    return;
  }
  Bell bell;
  auto engine = Engine::Start(bell);
  auto session = MakeSession();
  engine->Add(session.get());
  Attach(*session, "::1", echo.port);
  engine->Nudge();
  EXPECT_TRUE(Await<session::event::AddressFound>(bell, *session));
  engine->Remove(std::move(session));
}

/// nullptr when none comes.
std::unique_ptr<session::Snapshot> AwaitSnapshot(Bell& bell, MediaSession& session) {
  while (true) {
    while (auto event = session.PopEvent()) {
      if (auto* saved = std::get_if<session::event::Saved>(&*event)) return std::move(saved->snapshot);
    }
    if (!bell.Wait()) return nullptr;
  }
}

/// A session that sends packets of one tick to a socket of this test, on its fast path.
class Sender {
 public:
  explicit Sender(Engine& engine) : engine_(engine) {
    const timeval limit{.tv_sec = 10, .tv_usec = 0};
    (void)::setsockopt(ear_.handle(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    engine_.Add(session_.get());
    Attach(*session_, "127.0.0.1", ear_.port());
    engine_.Nudge();
    AnswerDiscovery();
    packet_[0] = 0xfc;  // CELT, 20 ms, stereo
    auto input = std::make_unique<player::OpusSource>();
    queue_ = input.get();
    Fill();
    AllowSending(*session_, crypto::AeadAlgorithm::kAes256Gcm);
    Post(*session_, session::command::SetInput{std::move(input)});
    engine_.Nudge();
    while (packets_sent() == 0) EXPECT_TRUE(Hears(1, SealedSize(packet_.size())));
  }
  ~Sender() { engine_.Remove(std::move(session_)); }
  Sender(const Sender&) = delete;
  Sender& operator=(const Sender&) = delete;

  void Fill() {
    while (queue_->Write(packet_)) continue;
  }
  /// To the newest tick.
  [[nodiscard]] std::uint64_t packets_sent() { return session_->hot().path.packets_sent(); }
  [[nodiscard]] MediaSession& session() { return *session_; }
  /// Waits until so many datagrams of this size have come.
  [[nodiscard]] bool Hears(int count, std::size_t size) {
    std::array<std::uint8_t, 2048> bytes;
    while (count > 0) {
      const auto length = ::recv(ear_.handle(), bytes.data(), bytes.size(), 0);
      if (length < 0) return false;
      if (static_cast<std::size_t>(length) == size) --count;
    }
    return true;
  }
  /// Takes what has come. @returns how many
  int Drain() {
    int count = 0;
    std::array<std::uint8_t, 2048> bytes;
    while (::recv(ear_.handle(), bytes.data(), bytes.size(), MSG_DONTWAIT) >= 0) ++count;
    return count;
  }
  [[nodiscard]] static std::size_t SealedSize(std::size_t payload) {
    return rtp::kFixedHeaderSize + payload + rtp::kSealOverhead;
  }

 private:
  void AnswerDiscovery() {
    std::array<std::uint8_t, rtp::kDiscoverySize> bytes;
    sockaddr_in from{};
    socklen_t size = sizeof(from);
    auto* address = reinterpret_cast<sockaddr*>(&from);
    EXPECT_GT(::recvfrom(ear_.handle(), bytes.data(), bytes.size(), 0, address, &size), 0);
    bytes[1] = 2;
    std::memcpy(bytes.data() + 8, "127.0.0.1", 10);
    EXPECT_GT(::sendto(ear_.handle(), bytes.data(), bytes.size(), 0, address, size), 0);
  }

  Engine& engine_;
  LoopbackSocket ear_;
  std::unique_ptr<MediaSession> session_ = MakeSession();
  std::vector<std::uint8_t> packet_ = std::vector<std::uint8_t>(160, 1);
  player::OpusSource* queue_ = nullptr;
};

/// Joining waits for the address. Ticks are counted by what another session sends in each of them; one
/// of many attempts must be answered between two ticks.
TEST(Engine, FindsItsAddressWithoutWaitingForATick) {
  Echo echo;
  Bell bell;
  auto engine = Engine::Start(bell);
  Sender ticking(*engine);
  auto session = MakeSession();
  engine->Add(session.get());
  bool found_between_ticks = false;
  for (int attempt = 0; attempt < 50 && !found_between_ticks; ++attempt) {
    ticking.Fill();
    const auto before = ticking.packets_sent();
    Attach(*session, "127.0.0.1", echo.port);
    engine->Nudge();
    ASSERT_TRUE(Await<session::event::AddressFound>(bell, *session));
    found_between_ticks = ticking.packets_sent() == before;
  }
  EXPECT_TRUE(found_between_ticks);
  engine->Remove(std::move(session));
}

TEST(Engine, ACommandEndsWhatASessionSendsOnItsFastPath) {
  Bell bell;
  auto engine = Engine::Start(bell);
  Sender sender(*engine);
  sender.Fill();
  Post(sender.session(), session::command::SetSelfMute{true});
  Post(sender.session(), session::command::SetOutput{});  // answered when both were handled
  engine->Nudge();
  ASSERT_TRUE(Await<session::event::Retired>(bell, sender.session()));
  const auto sent = sender.packets_sent();
  EXPECT_TRUE(sender.Hears(5, Sender::SealedSize(opus::kSilenceFrame.size())))
      << "although packets are waiting";
  EXPECT_EQ(sender.packets_sent(), sent) << "none on the fast path";
}

/// Stops the media thread itself, as a signal would stop the process.
TEST(Engine, ASessionHoldsBackBeforeThePacketAfterAStandstill) {
  static std::atomic<bool> stands{false};
  static std::binary_semaphore go{0};
  Bell bell;
  auto engine = Engine::Start(bell);
  Sender sender(*engine);
  sender.Fill();
  Post(sender.session(), session::command::HoldWhenLate{true});
  engine->Nudge();
  ASSERT_TRUE(sender.Hears(10, Sender::SealedSize(160)));
  Engine::Placement standstill{.take =
                                   [](std::uint64_t) noexcept {
                                     stands.store(true);
                                     go.acquire();
                                     return 0;
                                   },
                               .value = 0};
  engine->BeginPlacement(standstill);
  while (!stands.load()) std::this_thread::yield();
  sender.Drain();
  // the clock of the machine is part of what is tested
  std::this_thread::sleep_for(session::StallWatch::kStandstill);
  Post(sender.session(), session::command::Rediscover{});  // is urgent
  go.release();
  engine->AwaitPlacement();
  ASSERT_TRUE(Await<session::event::Stalled>(bell, sender.session()));
  Post(sender.session(), session::command::SetOutput{});
  engine->Nudge();
  ASSERT_TRUE(Await<session::event::Retired>(bell, sender.session()));
  EXPECT_EQ(sender.Drain(), 0) << "nothing was sent";
  // the urgent command and the tick behind it may both have been late: each counts
  for (std::uint32_t number = 1; number <= 2; ++number) {
    Post(sender.session(), session::command::GoOn{number});
  }
  engine->Nudge();
  EXPECT_TRUE(sender.Hears(5, Sender::SealedSize(160)));
}

/// A session is saved between two ticks, and sends what it would have sent.
TEST(Engine, SavesASessionThatRuns) {
  Bell bell;
  auto engine = Engine::Start(bell);
  Sender sender(*engine);
  sender.Fill();
  for (std::uint32_t number = 1; number <= 20; ++number) {
    Post(sender.session(),
         session::command::Save{std::make_unique<session::Snapshot>(std::size_t{1} << 16, number)});
    engine->Nudge();
    const auto snapshot = AwaitSnapshot(bell, sender.session());
    ASSERT_NE(snapshot, nullptr);
    EXPECT_EQ(snapshot->number, number);
    EXPECT_TRUE(snapshot->is_whole);
    EXPECT_GT(snapshot->bytes.bytes().size(), 100u);
    ASSERT_TRUE(sender.Hears(1, Sender::SealedSize(160)));
    sender.Fill();
  }
}

TEST(Engine, SendsPacketsAndReadsWhatComesBack) {
  Echo echo;
  Bell bell;
  auto engine = Engine::Start(bell);
  auto session = MakeSession();
  engine->Add(session.get());
  Attach(*session, "127.0.0.1", echo.port);
  auto input = std::make_unique<player::OpusSource>();
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(input->Write(opus::kSilenceFrame));
  input->Finish();
  AllowSending(*session, crypto::AeadAlgorithm::kXChaCha20Poly1305);
  Post(*session, session::command::MapSsrc{Ssrc(7), UserId(1), session::Speaker::Create()});
  Post(*session, session::command::SetInput{std::move(input)});
  engine->Nudge();
  EXPECT_TRUE(Await<session::event::InputEnded>(bell, *session));
  const auto end = std::chrono::steady_clock::now() + 5s;
  while (session->stats().packets_received < 10 && std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
  EXPECT_GE(session->stats().packets_received, 10u);
  EXPECT_EQ(session->stats().rejected.authentication, 0u);
  engine->Remove(std::move(session));
}

TEST(Engine, SessionsComeAndGoWhileItRuns) {
  Bell bell;
  auto engine = Engine::Start(bell);
  for (int round = 0; round < 200; ++round) {
    auto session = MakeSession();
    engine->Add(session.get());
    Post(*session, session::command::SetSelfMute{true});
    engine->Remove(std::move(session));
    (void)engine->TakeReleased();
  }
}

TEST(Engine, HasNoLimitOfSessions) {
  constexpr std::size_t kMany = 300;
  Bell bell;
  auto engine = Engine::Start(bell);
  std::vector<std::unique_ptr<MediaSession>> sessions;
  for (std::size_t at = 0; at < kMany; ++at) {
    sessions.push_back(MakeSession());
    engine->Add(sessions.back().get());
  }
  // the last one is carried like the first
  Post(*sessions.back(), session::command::SetInput{std::make_unique<player::OpusSource>()});
  Post(*sessions.back(), session::command::SetInput{nullptr});
  for (bool carried = false; !carried;) {
    (void)engine->TakeReleased();
    engine->Nudge();
    ASSERT_TRUE(bell.Wait());
    while (auto event = sessions.back()->PopEvent()) {
      const auto* retired = std::get_if<session::event::Retired>(&*event);
      carried = carried || (retired != nullptr && retired->input != nullptr);
    }
  }
  for (auto& session : sessions) engine->Remove(std::move(session));
  while (engine->leaving() > 0) {
    ASSERT_TRUE(bell.Wait());
    (void)engine->TakeReleased();
  }
}

TEST(Engine, RejectsAnAddressThatIsNotALiteral) {
  EXPECT_FALSE(UdpSocket::Connect("localhost", 9).has_value());
  EXPECT_FALSE(UdpSocket::Connect("", 9).has_value());
  EXPECT_FALSE(UdpSocket::Connect(std::string(500, '1'), 9).has_value());
}

#ifdef __linux__
/// Runs `act` in a process of its own whose user may have no further thread. What it returns is the exit
/// code.
int WithoutThreads(int (*act)()) {
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t kNobody = 65'534;
    const rlimit one{1, 1};
    // the limit does not bind root
    const bool bound = (::getuid() != 0 || ::setuid(kNobody) == 0) && ::setrlimit(RLIMIT_NPROC, &one) == 0;
    ::_exit(bound ? act() : 99);
  }
  int status = 0;
  (void)::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Engine, ReportsThatTheSystemHasNoThreadLeft) {
  EXPECT_EQ(WithoutThreads([] {
              Bell bell;
              return Engine::Start(bell) == nullptr ? 0 : 1;
            }),
            0);
}
#endif

TEST(Engine, StopsWithSessionsInside) {
  Bell bell;
  auto session = MakeSession();
  auto engine = Engine::Start(bell);
  engine->Add(session.get());
  engine.reset();
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::engine

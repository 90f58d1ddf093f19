#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include "core/opus/packet.h"
#include "core/rtp/control.h"
#include "core/rtp/datagram_kind.h"
#include "core/session/opus_input.h"
#include "engine/engine.h"
#include "engine/placement.h"

namespace sdkpp::engine {
namespace {

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

class Bell final : public WakeSink {
 public:
  void Wake() noexcept override { rung_.release(); }
  [[nodiscard]] bool Wait() { return rung_.try_acquire_for(5s); }

 private:
  std::counting_semaphore<> rung_{0};
};

std::unique_ptr<MediaSession> MakeSession() {
  return std::make_unique<MediaSession>(session::Talker::Create({}), session::MediaSeed{});
}

template <class Command>
void Post(MediaSession& session, Command command) {
  ASSERT_TRUE(session.Push(session::MediaCommand(std::move(command))));
}

/// Waits until an event of this type has come.
template <class Event>
bool Await(Bell& bell, MediaSession& session) {
  while (true) {
    while (auto event = session.PopEvent()) {
      if (std::holds_alternative<Event>(*event)) return true;
    }
    if (!bell.Wait()) return false;
  }
}

void Attach(MediaSession& session, const char* ip, std::uint16_t port) {
  auto socket = UdpSocket::Connect(ip, port);
  ASSERT_TRUE(socket.has_value());
  ASSERT_TRUE(session.Push(AttachSocket{std::move(*socket)}));
  Post(session, session::command::OpenPath{Ssrc(7)});
}

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

/// Whoever joins waits for it. The fastest of several is taken, for the machine may be busy.
TEST(Engine, FindsItsAddressWithoutWaitingForATick) {
  Echo echo;
  Bell bell;
  auto engine = Engine::Start(bell);
  auto session = MakeSession();
  engine->Add(session.get());
  auto fastest = std::chrono::steady_clock::duration::max();
  for (int attempt = 0; attempt < 20; ++attempt) {
    const auto began = std::chrono::steady_clock::now();
    Attach(*session, "127.0.0.1", echo.port);
    engine->Nudge();
    ASSERT_TRUE(Await<session::event::AddressFound>(bell, *session));
    fastest = std::min(fastest, std::chrono::steady_clock::now() - began);
  }
  EXPECT_LT(fastest, kBlockDuration / 2);
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

/// A loopback socket that answers one discovery, and then says how long each datagram is.
class Ear {
 public:
  Ear() : handle_(::socket(AF_INET, SOCK_DGRAM, 0)) {
    sockaddr_in any{};
    any.sin_family = AF_INET;
    any.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(any);
    EXPECT_EQ(::bind(handle_, reinterpret_cast<sockaddr*>(&any), size), 0);
    EXPECT_EQ(::getsockname(handle_, reinterpret_cast<sockaddr*>(&any), &size), 0);
    port = ntohs(any.sin_port);
    const timeval limit{.tv_sec = 10, .tv_usec = 0};
    (void)::setsockopt(handle_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
  }
  ~Ear() { ::close(handle_); }
  Ear(const Ear&) = delete;
  Ear& operator=(const Ear&) = delete;

  [[nodiscard]] bool AnswersDiscovery() {
    std::array<std::uint8_t, rtp::kDiscoverySize> bytes;
    sockaddr_in from{};
    socklen_t size = sizeof(from);
    auto* address = reinterpret_cast<sockaddr*>(&from);
    if (::recvfrom(handle_, bytes.data(), bytes.size(), 0, address, &size) < 0) return false;
    bytes[1] = 2;
    std::memcpy(bytes.data() + 8, "127.0.0.1", 10);
    return ::sendto(handle_, bytes.data(), bytes.size(), 0, address, size) >= 0;
  }
  /// Waits until so many datagrams of this size have come.
  [[nodiscard]] bool Hears(int count, std::size_t size) {
    std::array<std::uint8_t, 2048> bytes;
    while (count > 0) {
      const auto length = ::recv(handle_, bytes.data(), bytes.size(), 0);
      if (length < 0) return false;
      if (static_cast<std::size_t>(length) == size) --count;
    }
    return true;
  }

  std::uint16_t port = 0;

 private:
  int handle_;
};

TEST(Engine, ACommandEndsWhatASessionSendsOnItsFastPath) {
  constexpr std::size_t kAround = rtp::kFixedHeaderSize + rtp::kSealOverhead;
  Ear ear;
  Bell bell;
  auto engine = Engine::Start(bell);
  auto session = MakeSession();
  engine->Add(session.get());
  Attach(*session, "127.0.0.1", ear.port);
  engine->Nudge();
  ASSERT_TRUE(ear.AnswersDiscovery());
  ASSERT_TRUE(Await<session::event::AddressFound>(bell, *session));
  auto input = std::make_unique<session::OpusInput>();
  session::OpusInput* queue = input.get();
  std::vector<std::uint8_t> packet(160, 1);
  packet[0] = 0xfc;
  for (int at = 0; at < 100; ++at) ASSERT_TRUE(input->Write(packet));
  const std::array<std::uint8_t, crypto::kAeadKeySize> key{};
  auto aead = crypto::Aead::Create(crypto::AeadAlgorithm::kAes256Gcm, key);
  Post(*session, session::command::SetKey{std::make_unique<rtp::Sealer>(std::move(*aead), 0xc000'0000)});
  Post(*session, session::command::SetAudioMode{session::AudioMode::kContinuous});
  Post(*session, session::command::Announced{});
  Post(*session, session::command::SetInput{std::move(input)});
  engine->Nudge();
  EXPECT_TRUE(ear.Hears(40, kAround + packet.size()));
  EXPECT_GE(session->hot().path.packets_sent(), 1U) << "it has been there";
  while (queue->Write(packet)) continue;
  Post(*session, session::command::SetSelfMute{true});
  engine->Nudge();
  EXPECT_TRUE(ear.Hears(5, kAround + opus::kSilenceFrame.size())) << "although packets are waiting";
  engine->Remove(std::move(session));
}

TEST(Engine, SendsPacketsAndReadsWhatComesBack) {
  Echo echo;
  Bell bell;
  auto engine = Engine::Start(bell);
  auto session = MakeSession();
  engine->Add(session.get());
  Attach(*session, "127.0.0.1", echo.port);
  auto input = std::make_unique<session::OpusInput>();
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(input->Write(opus::kSilenceFrame));
  input->Finish();
  const std::array<std::uint8_t, crypto::kAeadKeySize> key{};
  auto aead = crypto::Aead::Create(crypto::AeadAlgorithm::kXChaCha20Poly1305, key);
  Post(*session, session::command::SetKey{std::make_unique<rtp::Sealer>(std::move(*aead), 0xc000'0000)});
  Post(*session, session::command::SetAudioMode{session::AudioMode::kContinuous});
  Post(*session, session::command::Announced{});
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
    engine->CollectGarbage();
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
  Post(*sessions.back(), session::command::SetInput{std::make_unique<session::OpusInput>()});
  Post(*sessions.back(), session::command::SetInput{nullptr});
  for (bool carried = false; !carried;) {
    engine->CollectGarbage();
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
    engine->CollectGarbage();
  }
}

#ifdef __linux__
/// The media threads of this process, as the system knows them.
std::vector<pid_t> MediaThreads() {
  std::vector<pid_t> found;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::string name;
    std::getline(std::ifstream(task.path() / "comm"), name);
    if (name == "sdkpp-media") found.push_back(static_cast<pid_t>(std::stol(task.path().filename())));
  }
  return found;
}

TEST(Engine, SetsTheRequestedThreadPriorityOrReportsWhyNot) {
  Bell bell;
  auto engine = Engine::Start(bell);
  ASSERT_EQ(engine->SetPriority(7), 0);
  const auto threads = MediaThreads();
  ASSERT_EQ(threads.size(), 1u);
  EXPECT_EQ(getpriority(PRIO_PROCESS, static_cast<id_t>(threads[0])), 7);
  // the system call: musl's function only answers that POSIX and Linux mean different things by it
  EXPECT_EQ(syscall(SYS_sched_getscheduler, threads[0]), SCHED_OTHER);
  EXPECT_FALSE(engine->realtime());
  auto session = MakeSession();
  engine->Add(session.get());
  const int error = engine->SetPriority(-20);  // only the privileged may
  EXPECT_EQ(getpriority(PRIO_PROCESS, static_cast<id_t>(threads[0])), error == 0 ? -20 : 7);
  EXPECT_EQ(PlacementErrorText(error).empty(), false);
  engine->Remove(std::move(session));
}

TEST(Engine, BindsItsThreadToProcessorsOrReportsWhyNot) {
  Bell bell;
  auto engine = Engine::Start(bell);
  ASSERT_EQ(engine->SetProcessors(1), 0);
  const auto threads = MediaThreads();
  ASSERT_EQ(threads.size(), 1u);
  cpu_set_t bound;
  ASSERT_EQ(sched_getaffinity(threads[0], sizeof(bound), &bound), 0);
  EXPECT_EQ(CPU_COUNT(&bound), 1);
  EXPECT_TRUE(CPU_ISSET(0, &bound));
  EXPECT_EQ(engine->SetProcessors(0), EINVAL);  // none
  ASSERT_EQ(sched_getaffinity(threads[0], sizeof(bound), &bound), 0);
  EXPECT_EQ(CPU_COUNT(&bound), 1);
}
#endif

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

}  // namespace
}  // namespace sdkpp::engine

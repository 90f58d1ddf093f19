#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <set>
#include <vector>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/player/opus_source.h"
#include "core/player/pcm_source.h"
#include "core/rtp/control.h"
#include "core/rtp/datagram_kind.h"
#include "engine/clock.h"
#include "engine/engine_scene.h"
#include "engine/loopback_socket.h"

// Sessions that move between media threads while they are heard.

namespace sdkpp::engine {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;
using Bytes = std::vector<std::uint8_t>;

constexpr auto kAlgorithm = crypto::AeadAlgorithm::kXChaCha20Poly1305;

std::unique_ptr<rtp::Sealer> MakeSealer() {
  const std::array<std::uint8_t, crypto::kAeadKeySize> key{};
  auto aead = crypto::Aead::Create(kAlgorithm, key);
  return std::make_unique<rtp::Sealer>(std::move(*aead), 0);
}

/// A packet as it arrived.
struct Heard {
  Sequence sequence;
  RtpTimestamp timestamp;
  std::uint32_t counter;
  Bytes payload;
};

/// A session, and the voice server that it talks to: a socket that opens what comes and sends it back.
class Caller {
 public:
  Caller(Bell& bell, Engine& first, std::unique_ptr<player::Source> input) : at_(&first) {
    first.Add(session_.get());
    Attach(*session_, "127.0.0.1", socket_.port());
    first.Nudge();
    EXPECT_TRUE(Serve(5s));  // the discovery
    EXPECT_TRUE(Await<session::event::AddressFound>(bell, *session_));
    Post(*session_, session::command::MapSsrc{Ssrc(7), UserId(1), session::Speaker::Create()});
    auto encoder = opus::Encoder::Create(false);
    Post(*session_, session::command::InstallEncoder{std::move(*encoder)});
    AllowSending(*session_, kAlgorithm);
    Post(*session_, session::command::SetInput{std::move(input)});
    first.Nudge();
  }
  ~Caller() { at_->Remove(std::move(session_)); }
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;

  /// False when it stays.
  bool Move(Engine& to) {
    if (at_ == &to || !at_->Move(session_.get(), to)) return false;
    at_ = &to;
    return true;
  }
  /// Another session takes the call over. `input` is the one of this session, and becomes that of the other.
  void Succeed(Bell& bell, player::OpusSource*& input);
  /// Off its thread and back.
  void Rest(Bell& bell);
  [[nodiscard]] Engine& at() { return *at_; }
  [[nodiscard]] MediaSession& session() { return *session_; }
  /// Serves one datagram, and what waits behind it. False when none comes.
  bool Serve(std::chrono::milliseconds limit) {
    pollfd waiting{socket_.handle(), POLLIN, 0};
    if (::poll(&waiting, 1, static_cast<int>(limit.count())) <= 0) return false;
    while (ServeOne()) continue;
    return true;
  }
  /// Sound, without the silence around it.
  std::vector<Heard> heard;

 private:
  void Freeze(Bell& bell);
  bool ServeOne() {
    std::array<std::uint8_t, 2048> bytes;
    sockaddr_in from{};
    socklen_t size = sizeof(from);
    auto* address = reinterpret_cast<sockaddr*>(&from);
    const auto count = ::recvfrom(socket_.handle(), bytes.data(), bytes.size(), MSG_DONTWAIT, address, &size);
    if (count <= 0) return false;
    auto datagram = std::span(bytes).first(static_cast<std::size_t>(count));
    const auto kind = rtp::Classify(datagram);
    if (kind == rtp::DatagramKind::kDiscoveryRequest) {
      datagram[1] = 2;
      std::memcpy(datagram.data() + 8, "127.0.0.1", 10);
    }
    (void)::sendto(socket_.handle(), datagram.data(), datagram.size(), 0, address, size);
    if (kind == rtp::DatagramKind::kRtp) Note(datagram);
    return true;
  }
  void Note(std::span<std::uint8_t> datagram) {
    const auto packet = sealer_->OpenRtp(datagram);
    ASSERT_TRUE(packet);
    ++packets;
    if (packet->payload.size() <= opus::kSilenceFrame.size()) return;
    heard.push_back({packet->header.sequence, packet->header.timestamp, packet->counter,
                     Bytes(packet->payload.begin(), packet->payload.end())});
  }

 public:
  std::uint64_t packets = 0;

 private:
  LoopbackSocket socket_;
  std::unique_ptr<rtp::Sealer> sealer_ = MakeSealer();
  std::unique_ptr<MediaSession> session_ = MakeSession();
  Engine* at_;
};

/// Two threads, between which sessions are moved with every tick.
class Moves : public testing::Test {
 protected:
  Moves() {
    for (auto& engine : engines_) engine = Engine::Start(bell_);
  }
  ~Moves() override {
    callers_.clear();
    for (auto& engine : engines_) engine->Stop();
  }

  Caller& Call(std::unique_ptr<player::Source> input) {
    return *callers_.emplace_back(std::make_unique<Caller>(bell_, *engines_[0], std::move(input)));
  }
  [[nodiscard]] Engine& OtherThan(const Engine& engine) {
    return *engines_[&engine == engines_[0].get() ? 1 : 0];
  }
  /// Serves all until each has sent one more packet at least.
  void Tick() {
    for (auto& caller : callers_) ASSERT_TRUE(caller->Serve(5s));
    for (auto& engine : engines_) (void)engine->TakeReleased();
  }
  /// Ticks that a busy machine made late: a thread that stalls for long skips some, and the other one need
  /// not.
  [[nodiscard]] std::uint32_t late_ticks() const {
    return engines_[0]->late_ticks() + engines_[1]->late_ticks();
  }

  Bell bell_;
  std::array<std::unique_ptr<Engine>, 2> engines_;
  std::vector<std::unique_ptr<Caller>> callers_;
};

/// The call of a caller as another process would have it: a session that knows nothing but what was saved.
class Successor {
 public:
  explicit Successor(std::unique_ptr<MediaSession> frozen) : before_(std::move(frozen)) {
    FieldWriter out(room_, Now());
    before_->Save(out);
    EXPECT_TRUE(out.ok());
    saved_ = out.written();
  }
  /// `port` of the server. What the input before did not play goes into `input`.
  std::unique_ptr<MediaSession> GoOn(std::uint16_t port, std::unique_ptr<player::Source> input) {
    auto session = MakeSession();
    Post(*session, session::command::SetAudioMode{session::AudioMode::kContinuous});
    Post(*session, session::command::SetInput{std::move(input)});
    auto socket = UdpSocket::Connect("127.0.0.1", port);
    EXPECT_TRUE(session->Push(AttachSocket{std::move(*socket)}));
    const std::array<std::uint8_t, crypto::kAeadKeySize> key{};
    auto aead = crypto::Aead::Create(kAlgorithm, key);
    RestoreFault fault;
    FieldReader in(saved_, Now(), "call", fault);
    session->Restore(in, std::move(*aead));
    EXPECT_FALSE(fault) << fault.record << ", " << fault.field;
    return session;
  }

 private:
  std::unique_ptr<MediaSession> before_;
  std::vector<std::uint8_t> room_ = std::vector<std::uint8_t>(std::size_t{64} * 1024);
  std::span<const std::uint8_t> saved_;
};

/// Packets that are told apart: `number` is in each.
Bytes Numbered(std::uint32_t number) {
  Bytes packet(60, 0x55);
  packet[0] = 0xfc;  // CELT, 20 ms, stereo
  std::memcpy(packet.data() + 1, &number, sizeof(number));
  return packet;
}

TEST_F(Moves, ALotOfThemLoseAndDoubleNothingInEitherDirection) {
  constexpr std::size_t kCallers = 8;
  constexpr int kMoves = 1'000;
  std::vector<player::OpusSource*> queues;
  std::vector<std::uint32_t> written(kCallers, 0);
  for (std::size_t each = 0; each < kCallers; ++each) {
    auto input = std::make_unique<player::OpusSource>();
    queues.push_back(input.get());
    while (queues[each]->Write(Numbered(written[each]))) ++written[each];
    Call(std::move(input));
  }
  int moves = 0;
  while (moves < kMoves) {
    // the last one stays: it counts the ticks
    for (std::size_t each = 0; each + 1 < kCallers; ++each)
      moves += callers_[each]->Move(OtherThan(callers_[each]->at())) ? 1 : 0;
    Tick();
    for (std::size_t each = 0; each < kCallers; ++each)
      while (queues[each]->Write(Numbered(written[each]))) ++written[each];
    if (HasFatalFailure()) return;
  }
  const auto ticks = static_cast<double>(callers_.back()->packets);
  const double apart = 3.0 + late_ticks();
  for (auto& caller : callers_) {
    const auto& heard = caller->heard;
    ASSERT_GT(heard.size(), 100u);
    for (std::size_t at = 1; at < heard.size(); ++at) {
      ASSERT_EQ(Distance(heard[at - 1].sequence, heard[at].sequence), 1) << at;
      ASSERT_EQ(Distance(heard[at - 1].timestamp, heard[at].timestamp), 960) << at;
      ASSERT_EQ(heard[at].payload, Numbered(static_cast<std::uint32_t>(at))) << at;
    }
    EXPECT_NEAR(static_cast<double>(caller->packets), ticks, apart) << "a packet for each tick";
    // what the server sent back
    const auto end = std::chrono::steady_clock::now() + 10s;
    while (caller->session().stats().packets_received < heard.size() &&
           std::chrono::steady_clock::now() < end)
      (void)caller->Serve(20ms);
    EXPECT_GE(caller->session().stats().packets_received, heard.size());
    EXPECT_EQ(caller->session().stats().rejected.replay, 0u);
    EXPECT_EQ(caller->session().stats().rejected.duplicate, 0u);
    EXPECT_EQ(caller->session().stats().rejected.authentication, 0u);
  }
}

void Caller::Freeze(Bell& bell) {
  at_->Freeze(session_.get());
  std::vector<MediaSession*> frozen;
  while (frozen.empty()) {
    ASSERT_TRUE(bell.Wait());
    frozen = at_->TakeReleased().frozen;
  }
  bell.woken.TakeAll([](WokenList::Entry&) {});
  ASSERT_EQ(frozen.front(), session_.get());
}

void Caller::Rest(Bell& bell) {
  Freeze(bell);
  if (testing::Test::HasFatalFailure()) return;
  at_->Add(session_.get());
}

void Caller::Succeed(Bell& bell, player::OpusSource*& input) {
  Freeze(bell);
  if (testing::Test::HasFatalFailure()) return;
  Successor successor(std::move(session_));
  auto next = std::make_unique<player::OpusSource>();
  for (auto block = input->Next(); block.kind == player::SourceBlock::Kind::kOpus; block = input->Next())
    ASSERT_TRUE(next->Write(block.opus));
  input = next.get();
  session_ = successor.GoOn(socket_.port(), std::move(next));
  at_->Add(session_.get());
}

TEST_F(Moves, ACallGoesOnInAnotherSessionWithoutAGap) {
  auto first = std::make_unique<player::OpusSource>();
  player::OpusSource* input = first.get();
  std::uint32_t written = 0;
  while (input->Write(Numbered(written))) ++written;
  Caller& caller = Call(std::move(first));
  for (int move = 0; move < 25; ++move) {
    caller.Succeed(bell_, input);
    for (int tick = 0; tick < 4; ++tick) Tick();
    while (input->Write(Numbered(written))) ++written;
    if (HasFatalFailure()) return;
  }
  ASSERT_GT(caller.heard.size(), 80u);
  std::set<std::uint32_t> counters;
  for (std::size_t at = 0; at < caller.heard.size(); ++at) {
    const Heard& heard = caller.heard[at];
    ASSERT_EQ(heard.payload, Numbered(static_cast<std::uint32_t>(at))) << at;
    ASSERT_TRUE(counters.insert(heard.counter).second) << at;
    if (at == 0) continue;
    ASSERT_EQ(Distance(caller.heard[at - 1].sequence, heard.sequence), 1) << at;
  }
}

TEST_F(Moves, AFrozenSessionGoesOnWhereItStopped) {
  auto first = std::make_unique<player::OpusSource>();
  player::OpusSource* input = first.get();
  std::uint32_t written = 0;
  while (input->Write(Numbered(written))) ++written;
  Caller& caller = Call(std::move(first));
  for (int round = 0; round < 10; ++round) {
    caller.Rest(bell_);
    for (int tick = 0; tick < 3; ++tick) Tick();
    while (input->Write(Numbered(written))) ++written;
    if (HasFatalFailure()) return;
  }
  ASSERT_GT(caller.heard.size(), 20u);
  for (std::size_t at = 0; at < caller.heard.size(); ++at)
    ASSERT_EQ(caller.heard[at].payload, Numbered(static_cast<std::uint32_t>(at))) << at;
}

TEST_F(Moves, DoNotChangeWhatAnEncoderMakes) {
  std::vector<std::int16_t> tone(std::size_t{48'000} * 2);
  for (std::size_t at = 0; at < tone.size(); ++at)
    tone[at] = static_cast<std::int16_t>(8'000 * std::sin(static_cast<double>(at * at % 9'973) / 300));
  for (int each = 0; each < 2; ++each) {
    auto input = std::make_unique<player::PcmSource>(48'000, 2);
    (void)input->queue().Write(tone);
    Call(std::move(input));
  }
  Caller& moving = *callers_[0];
  const Caller& staying = *callers_[1];
  constexpr std::size_t kPackets = 45;
  while (moving.heard.size() < kPackets || staying.heard.size() < kPackets) {
    (void)moving.Move(OtherThan(moving.at()));
    Tick();
    if (HasFatalFailure()) return;
  }
  for (std::size_t at = 0; at < kPackets; ++at)
    ASSERT_EQ(moving.heard[at].payload, staying.heard[at].payload) << at;
}

TEST_F(Moves, CommandsFollowASession) {
  auto input = std::make_unique<player::OpusSource>();
  while (input->Write(Numbered(0))) continue;
  Caller& caller = Call(std::move(input));
  for (int round = 0; round < 20; ++round) {
    (void)caller.Move(OtherThan(caller.at()));
    Post(caller.session(), session::command::SetOutput{});
    caller.at().Nudge();
    ASSERT_TRUE(Await<session::event::Retired>(bell_, caller.session())) << round;
    Tick();
  }
}

TEST_F(Moves, ASessionMayEndUnderWay) {
  for (int round = 0; round < 200; ++round) {
    auto session = MakeSession();
    Engine& from = *engines_[static_cast<std::size_t>(round % 2)];
    from.Add(session.get());
    Engine& to = OtherThan(from);
    Engine& owner = from.Move(session.get(), to) ? to : from;
    owner.Remove(std::move(session));
    for (auto& engine : engines_) (void)engine->TakeReleased();
  }
  while (engines_[0]->leaving() + engines_[1]->leaving() > 0) {
    ASSERT_TRUE(bell_.Wait());
    for (auto& engine : engines_) (void)engine->TakeReleased();
  }
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::engine

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/gateway/machine.h"
#include "core/gateway/mode.h"
#include "support/saved_fields.h"

namespace sdkpp::gateway {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

constexpr Instant kStart{1000h};
constexpr Duration kShift = -999h;
const std::vector<std::uint8_t> kKey(32, 7);
const std::string kMode(kModeNames[1]);

/// A machine, and what it asked for.
class Client {
 public:
  explicit Client(Instant begin, Recovery recovery = Recovery::kFull)
      : machine(crypto::AeadAlgorithm::kAes256Gcm, 1, recovery), now(begin) {}
  Client(const test::Record& saved, Instant begin) : Client(begin) {
    test::RestoreInto(machine, saved, now);
    Drain();
  }

  void Drain() {
    while (const auto out = machine.Poll()) std::visit([this](const auto& each) { this->Note(each); }, *out);
  }
  /// Lets `time` pass; every deadline on the way is served.
  void Wait(Duration time) {
    const Instant end = now + time;
    while (machine.NextDeadline() && *machine.NextDeadline() <= end) {
      now = std::max(now, *machine.NextDeadline());
      machine.Timeout(now);
      Drain();
    }
    now = end;
  }
  void Close(int code) {
    machine.SocketClosed(code, now);
    Drain();
    Wait(0s);
  }
  void Open() {
    machine.SocketOpened(now);
    machine.Hello(13750ms, now);
    Drain();
  }
  void Resume() {
    machine.Resumed(now);
    Drain();
  }
  void Describe(std::string_view mode) {
    machine.SessionDescription(mode, kKey, now);
    Drain();
  }
  /// Op 0 to op 4.
  void Connect() {
    machine.ServerUpdate(now);
    Open();
    machine.HandleReady({Ssrc(12), "127.0.0.1", 50'000, {kMode}}, now);
    machine.AddressFound("127.0.0.1", 40'000, now);
    Drain();
    Describe(kMode);
  }
  std::vector<std::string> TakeDone() { return std::exchange(done, {}); }

  Machine machine;
  Instant now;
  std::vector<std::string> done;

 private:
  void Note(const output::RequestSession&) { done.push_back("requestSession"); }
  void Note(const output::OpenSocket&) { done.push_back("openSocket"); }
  void Note(const output::CloseSocket& each) { done.push_back("close " + std::to_string(each.code)); }
  void Note(const output::Identify&) { done.push_back("identify"); }
  void Note(const output::Resume& each) { done.push_back("resume " + std::to_string(each.seq_ack)); }
  void Note(const output::SelectProtocol& each) { done.push_back("select " + each.mode); }
  void Note(const output::SendHeartbeat&) {}
  void Note(const output::AnnounceSpeaking&) { done.push_back("speaking"); }
  void Note(const output::StatusChanged& each) {
    done.push_back("status " + std::to_string(static_cast<int>(each.status)) + " " +
                   std::to_string(static_cast<int>(each.error)) + " " + std::to_string(each.error_detail));
  }
  void Note(const output::Phase& each) {
    if (each.phase == PhaseName::kRediscoverAddress) done.push_back("rediscover " + each.detail);
  }
  void Note(const output::Closed&) {}
  void Note(const output::OpenMedia&) { done.push_back("openMedia"); }
  void Note(const output::KeyMedia&) { done.push_back("key"); }
  void Note(const output::RediscoverMedia&) { done.push_back("rediscoverMedia"); }
  void Note(const output::CheckMedia&) { done.push_back("checkMedia"); }
  void Note(const output::CloseMedia&) { done.push_back("closeMedia"); }
};

/// A whole life, step by step; `look` sees the client after each.
template <class Look>
void Live(const Look& look) {
  Client client(kStart);
  const auto step = [&](auto act) {
    client.now += 100ms;
    act(client);
    client.Drain();
    look(client);
  };
  look(client);
  step([](Client& c) { c.machine.Join(c.now); });
  step([](Client& c) { c.machine.ServerUpdate(c.now); });
  step([](Client& c) { c.Open(); });
  step([](Client& c) { c.machine.HandleReady({Ssrc(12), "127.0.0.1", 50'000, {kMode}}, c.now); });
  step([](Client& c) { c.machine.AddressFound("127.0.0.1", 40'000, c.now); });
  step([](Client& c) { c.Describe(kMode); });
  step([](Client& c) { EXPECT_TRUE(c.machine.AcceptFrame(5, kKey)); });
  step([](Client& c) { c.machine.SocketClosed(kCloseLost, c.now); });
  step([](Client& c) { c.Wait(0s); });
  step([](Client& c) { c.machine.SocketClosed(kCloseLost, c.now); });
  step([](Client& c) { c.Wait(2s); });
  step([](Client& c) { c.Open(); });
  step([](Client& c) { c.Resume(); });
  step([](Client& c) { c.machine.PathSilent(c.now); });
  step([](Client& c) { c.machine.PathLost(c.now); });
  step([](Client& c) { c.Close(4009); });
  step([](Client& c) { c.Open(); });
  step([](Client& c) { c.Resume(); });
  step([](Client& c) { c.Close(4006); });
  step([](Client& c) { c.Wait(3s); });
  step([](Client& c) { c.Connect(); });
  step([](Client& c) { c.Close(kCloseDisconnected); });
  step([](Client& c) { c.Connect(); });
  step([](Client& c) { c.machine.ServerGone(c.now); });
  step([](Client& c) { c.Connect(); });
  step([](Client& c) { c.machine.Leave(c.now); });
}

TEST(SavedMachine, MovesInEveryStateFromOp4On) {
  std::map<State, bool> seen;
  Live([&](Client& client) {
    const auto [at, is_new] = seen.try_emplace(client.machine.state(), client.machine.may_move());
    EXPECT_EQ(at->second, client.machine.may_move()) << Name(at->first);
  });
  EXPECT_EQ(seen.size(), 14u);
  std::set<State> moving;
  for (const auto& [state, may_move] : seen) {
    if (may_move) moving.insert(state);
  }
  EXPECT_EQ(moving,
            (std::set{State::kConnected, State::kResumePause, State::kResumeOpening, State::kResuming}));
}

TEST(SavedMachine, ResumesAtOnceFromWhereverItWasSaved) {
  int moves = 0;
  Live([&](Client& client) {
    if (!client.machine.may_move()) return;
    ++moves;
    SCOPED_TRACE(Name(client.machine.state()));
    Client restored(test::Save(client.machine, client.now), client.now + kShift);
    EXPECT_TRUE(restored.machine.may_move());
    EXPECT_EQ(restored.machine.state(), State::kResumeOpening);
    const auto asked = restored.TakeDone();
    EXPECT_EQ(asked.back(), "openSocket");
    EXPECT_TRUE(asked.size() == 1 || (asked.size() == 2 && asked[0] == "status 5 0 0")) << asked[0];
    restored.Open();
    EXPECT_EQ(restored.TakeDone(), std::vector{"resume " + std::to_string(client.machine.seq_ack())});
    restored.Resume();
    EXPECT_EQ(restored.machine.state(), State::kConnected);
    const auto whole = restored.TakeDone();
    EXPECT_EQ(std::ranges::count(whole, "speaking"), 1);
    EXPECT_EQ(std::ranges::count(whole, "checkMedia"), 1);
    EXPECT_EQ(restored.machine.copies(), client.machine.copies());
  });
  EXPECT_GT(moves, 10);
}

/// What a client does that lost its socket and resumed, and one that was moved instead.
struct Pair {
  explicit Pair(Client& old) : moved(test::Save(old.machine, old.now), old.now + kShift), stayed(old) {
    stayed.TakeDone();
    stayed.Close(kCloseLost);
    EXPECT_EQ(moved.TakeDone(), stayed.TakeDone());
    Both([](Client& c) {
      c.Open();
      c.Resume();
    });
  }
  /// The same happens to both; they do the same.
  template <class Act>
  void Both(const Act& act) {
    for (Client* each : {&moved, &stayed}) {
      each->now += 1500ms;
      act(*each);
      each->Drain();
    }
    EXPECT_EQ(moved.TakeDone(), stayed.TakeDone());
    EXPECT_EQ(moved.machine.state(), stayed.machine.state());
    EXPECT_EQ(moved.machine.seq_ack(), stayed.machine.seq_ack());
  }

  Client moved;
  Client& stayed;
};

Client Connected() {
  Client client(kStart);
  client.machine.Join(client.now);
  client.Connect();
  return client;
}

TEST(SavedMachine, DoesAfterAMoveWhatItDoesAfterALostSocket) {
  constexpr int kCodes[] = {1000, 1001, 1006, 1015, 4000, 4001, 4003, 4004,
                            4006, 4009, 4014, 4015, 4016, 4017, 4021};
  for (const int earlier : {0, 4009}) {
    for (const int code : kCodes) {
      SCOPED_TRACE(code);
      Client old = Connected();
      if (earlier != 0) {
        old.Close(earlier);
        old.Open();
        old.Resume();
      }
      old.now += 2s;
      EXPECT_TRUE(old.machine.AcceptFrame(9, kKey));
      Pair pair(old);
      pair.Both([](Client& c) { EXPECT_TRUE(c.machine.AcceptFrame(10, kKey)); });
      pair.Both([](Client& c) { c.Describe(kMode); });          // another key
      pair.Both([](Client& c) { c.Describe(kModeNames[0]); });  // another mode than op 1 chose
      pair.Both([&](Client& c) { c.Close(code); });
      pair.Both([](Client& c) { c.Wait(6s); });
      if (pair.stayed.machine.state() == State::kEnded) continue;
      pair.Both([](Client& c) { c.Connect(); });
    }
  }
}

TEST(SavedMachine, KeepsTheTroubleOfItsPath) {
  Client old = Connected();
  old.now += 2s;
  old.machine.PathSilent(old.now);
  old.machine.PathLost(old.now);
  old.Drain();
  Pair pair(old);
  pair.Both([](Client& c) { c.machine.PathBack(c.now); });
  pair.Both([](Client& c) { c.machine.PathSilent(c.now); });
  pair.Both([](Client& c) { c.machine.PathLost(c.now); });
  pair.Both([](Client& c) { c.machine.PathLost(c.now); });  // a new session
}

TEST(SavedMachine, TriesASecondModeOnlyOnce) {
  Client old = Connected();
  old.Close(4016);
  old.Wait(3s);
  old.Connect();
  old.now += 2s;
  Pair pair(old);
  pair.Both([](Client& c) { c.Close(4016); });
  EXPECT_EQ(pair.moved.machine.state(), State::kEnded);
}

TEST(SavedMachine, WaitsLongerAfterASocketThatDoesNotOpen) {
  Client old = Connected();
  old.now += 2s;
  Client moved(test::Save(old.machine, old.now), old.now + kShift);
  moved.TakeDone();
  moved.Close(kCloseLost);
  EXPECT_TRUE(moved.TakeDone().empty());
  moved.Wait(600ms);
  EXPECT_EQ(moved.TakeDone(), std::vector<std::string>{"openSocket"});
}

TEST(SavedMachine, NeedsEachFieldAndSurvivesDamage) {
  Client old = Connected();
  old.Close(4009);
  const auto restore = [](FieldReader& in) {
    Client restored(kStart);
    restored.machine.Restore(in);
    restored.Drain();
    if (!in.ok()) return;
    restored.Open();
    restored.Resume();
    restored.Close(4006);
    restored.Wait(3s);
    restored.Connect();
  };
  const auto saved = test::Save(old.machine, old.now);
  EXPECT_LT(saved.size(), 140u);
  test::ExpectEachFieldNeeded(saved, old.now, restore, {9});  // no code was seen yet
  test::RestoreDamaged(saved, old.now, restore);
  const auto field_of = [&](std::uint8_t number, const test::Record& content) {
    return test::FaultOf(test::With(saved, number, content), old.now, restore).field;
  };
  EXPECT_EQ(field_of(1, {2}), "preferred");
  EXPECT_EQ(field_of(2, {2}), "status");
  EXPECT_EQ(field_of(6, {'x'}), "mode");
  EXPECT_EQ(field_of(8, {11}), "short lives");
}

TEST(SavedMachine, RefusesNumbersThatNoFrameHas) {
  const auto restore = [](FieldReader& in) { FrameLog().Restore(in); };
  const auto saved = test::Save(FrameLog(), kStart);
  test::ExpectEachFieldNeeded(saved, kStart, restore);
  EXPECT_EQ(test::FaultOf(test::With(saved, 1, {1, 0, 0}), kStart, restore).field, "seq ack");
  EXPECT_EQ(test::FaultOf(test::With(saved, 1, {0xfe}), kStart, restore).field, "seq ack");
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::gateway

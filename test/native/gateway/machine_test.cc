#include "core/gateway/machine.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "core/gateway/mode.h"

namespace sdkpp::gateway {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;
using crypto::AeadAlgorithm;

const std::vector<std::uint8_t> kKey(32, 7);

/// Drives a machine in virtual time and writes down what it asks for.
class Driver {
 public:
  explicit Driver(AeadAlgorithm preferred = AeadAlgorithm::kAes256Gcm, std::uint64_t seed = 1,
                  Recovery recovery = Recovery::kFull)
      : machine(preferred, seed, recovery) {}
  explicit Driver(Recovery recovery) : Driver(AeadAlgorithm::kAes256Gcm, 1, recovery) {}

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

  void Drain() {
    while (auto out = machine.Poll()) Note(*out);
  }

  void Connect() {
    machine.Join(now);
    machine.ServerUpdate(now);
    HandshakeAfterServerUpdate();
  }

  void HandshakeAfterServerUpdate() {
    machine.SocketOpened(now);
    machine.Hello(13750ms, now);
    machine.HandleReady(
        {Ssrc(12), "127.0.0.1", 50'000, {std::string(kModeNames[0]), std::string(kModeNames[1])}}, now);
    machine.AddressFound("127.0.0.1", 40'000, now);
    Drain();
    machine.SessionDescription(mode, kKey, now);
    Drain();
  }

  void Reopen() {
    machine.SocketOpened(now);
    machine.Hello(13750ms, now);
    Drain();
  }

  [[nodiscard]] int Count(const std::string& name) const {
    return static_cast<int>(std::ranges::count(done, name));
  }

  Machine machine;
  Instant now{10s};
  std::vector<std::string> done;
  std::string mode;
  int resumed_from = -2;
  std::int64_t token = 0;  ///< of the newest heartbeat
  output::StatusChanged status{CallStatus::kDisconnected, CallError::kNone, 0};
  std::vector<output::Closed> closes;
  int closes_at_status = 0;  ///< how many of them came before the newest status

 private:
  void Note(const Output& out) {
    if (std::holds_alternative<output::RequestSession>(out)) done.push_back("requestSession");
    if (std::holds_alternative<output::OpenSocket>(out)) done.push_back("openSocket");
    if (const auto* each = std::get_if<output::CloseSocket>(&out)) {
      done.push_back("close " + std::to_string(each->code));
    }
    if (std::holds_alternative<output::Identify>(out)) done.push_back("identify");
    if (const auto* each = std::get_if<output::Resume>(&out)) {
      done.push_back("resume");
      resumed_from = each->seq_ack;
    }
    if (const auto* each = std::get_if<output::SelectProtocol>(&out)) mode = each->mode;
    if (const auto* each = std::get_if<output::SendHeartbeat>(&out)) {
      done.push_back("heartbeat");
      token = each->t;
    }
    if (std::holds_alternative<output::AnnounceSpeaking>(out)) done.push_back("speaking");
    if (std::holds_alternative<output::OpenMedia>(out)) done.push_back("openMedia");
    if (std::holds_alternative<output::KeyMedia>(out)) done.push_back("key");
    if (std::holds_alternative<output::CloseMedia>(out)) done.push_back("closeMedia");
    if (std::holds_alternative<output::RediscoverMedia>(out)) done.push_back("rediscover");
    if (std::holds_alternative<output::CheckMedia>(out)) done.push_back("checkMedia");
    if (const auto* each = std::get_if<output::Closed>(&out)) closes.push_back(*each);
    if (const auto* each = std::get_if<output::StatusChanged>(&out)) {
      status = *each;
      closes_at_status = static_cast<int>(closes.size());
    }
  }
};

TEST(Machine, ConnectsThroughTheWholeSequence) {
  Driver d;
  d.Connect();
  const std::vector<std::string> expected = {"requestSession", "closeMedia", "openSocket", "identify",
                                             "openMedia",      "key",        "speaking"};
  EXPECT_EQ(d.done, expected);
  EXPECT_EQ(d.status.status, CallStatus::kConnected);
  EXPECT_EQ(d.mode, kModeNames[0]);
}

TEST(Machine, TakesTheOtherModeWhenThePreferredIsNotOffered) {
  Driver d;
  d.machine.Join(d.now);
  d.machine.ServerUpdate(d.now);
  d.machine.SocketOpened(d.now);
  d.machine.HandleReady({Ssrc(1), "127.0.0.1", 1, {std::string(kModeNames[1])}}, d.now);
  d.machine.AddressFound("127.0.0.1", 2, d.now);
  d.Drain();
  EXPECT_EQ(d.mode, kModeNames[1]);
}

TEST(Machine, FailsAtOnceWhenNoModeIsShared) {
  Driver d;
  d.machine.Join(d.now);
  d.machine.ServerUpdate(d.now);
  d.machine.SocketOpened(d.now);
  d.machine.HandleReady({Ssrc(1), "127.0.0.1", 1, {"xsalsa20_poly1305"}}, d.now);
  d.Drain();
  EXPECT_EQ(d.status.error, CallError::kVoiceConnectionFailed);
}

TEST(Machine, EndsWhenTheCallMayNotGoOnWithoutEncryption) {
  Driver d;
  d.Connect();
  d.machine.EncryptionLost(d.now);
  d.Drain();
  EXPECT_EQ(d.status.status, CallStatus::kDisconnected);
  EXPECT_EQ(d.status.error, CallError::kVoiceConnectionFailed);
  EXPECT_EQ(d.status.error_detail, 0);
}

TEST(Machine, RejectsASessionDescriptionForAnotherMode) {
  Driver d;
  d.machine.Join(d.now);
  d.machine.ServerUpdate(d.now);
  d.machine.SocketOpened(d.now);
  d.machine.HandleReady({Ssrc(1), "127.0.0.1", 1, {std::string(kModeNames[0])}}, d.now);
  d.machine.AddressFound("127.0.0.1", 2, d.now);
  d.machine.SessionDescription(kModeNames[1], kKey, d.now);
  d.Drain();
  EXPECT_EQ(d.Count("key"), 0);
  EXPECT_EQ(d.status.error, CallError::kVoiceConnectionFailed);
}

TEST(Machine, JoinTimesOutAfterTenSeconds) {
  Driver d;
  d.machine.Join(d.now);
  d.Drain();
  d.Wait(9999ms);
  EXPECT_EQ(d.status.status, CallStatus::kJoining);
  d.Wait(1ms);
  EXPECT_EQ(d.status.error, CallError::kJoinTimeout);
}

TEST(Machine, BlockedUdpIsNamed) {
  Driver d;
  d.machine.Join(d.now);
  d.machine.ServerUpdate(d.now);
  d.machine.SocketOpened(d.now);
  d.machine.HandleReady({Ssrc(1), "127.0.0.1", 1, {std::string(kModeNames[0])}}, d.now);
  d.machine.AddressNotFound(d.now);
  std::vector<PhaseName> phases;
  while (auto out = d.machine.Poll()) {
    if (const auto* each = std::get_if<output::Phase>(&*out)) phases.push_back(each->phase);
    if (const auto* each = std::get_if<output::StatusChanged>(&*out)) d.status = *each;
  }
  EXPECT_EQ(phases.back(), PhaseName::kUdpBlocked);
  EXPECT_EQ(d.status.error, CallError::kVoiceConnectionFailed);
}

TEST(Machine, ResumesFromTheLastNumberOverTheWrap) {
  Driver d;
  d.Connect();
  const std::vector<std::uint8_t> frame = {1, 2, 3};
  EXPECT_TRUE(d.machine.AcceptFrame(65534, frame));
  d.machine.SocketClosed(4015, d.now);
  d.Drain();
  d.Wait(0ms);
  EXPECT_EQ(d.status.status, CallStatus::kReconnecting);
  d.Reopen();
  EXPECT_EQ(d.resumed_from, 65534);
  d.machine.Resumed(d.now);
  EXPECT_TRUE(d.machine.AcceptFrame(65535, frame));
  EXPECT_TRUE(d.machine.AcceptFrame(0, frame));
  EXPECT_TRUE(d.machine.AcceptFrame(1, frame));
  EXPECT_EQ(d.machine.seq_ack(), 1);
  d.Drain();
  EXPECT_EQ(d.status.status, CallStatus::kConnected);
  EXPECT_EQ(d.Count("closeMedia"), 1) << "media went on over the resume";
  EXPECT_EQ(d.Count("speaking"), 2);
}

TEST(Machine, DropsACopyOfAFrameButNotAnotherOneWithItsNumber) {
  Driver d;
  d.Connect();
  const std::vector<std::uint8_t> one = {1};
  const std::vector<std::uint8_t> two = {2};
  EXPECT_TRUE(d.machine.AcceptFrame(5, one));
  EXPECT_FALSE(d.machine.AcceptFrame(5, one));
  EXPECT_TRUE(d.machine.AcceptFrame(5, two));
  EXPECT_EQ(d.machine.copies(), 1u);
}

/// After a close in a connected session: what happens first.
enum class After { kResume, kNewSession, kWait, kStop };

/// Every documented code, in a connected session.
const std::map<int, After> kAfterClose = {
    {1000, After::kNewSession}, {1001, After::kResume},     {1005, After::kResume},
    {1006, After::kResume},     {4000, After::kResume},     {4001, After::kNewSession},
    {4002, After::kNewSession}, {4003, After::kNewSession}, {4004, After::kNewSession},
    {4005, After::kNewSession}, {4006, After::kNewSession}, {4009, After::kResume},
    {4011, After::kNewSession}, {4012, After::kStop},       {4013, After::kResume},
    {4014, After::kWait},       {4015, After::kResume},     {4016, After::kNewSession},
    {4017, After::kStop},       {4020, After::kNewSession}, {4021, After::kStop},
    {4022, After::kWait}};

TEST(Machine, EveryCloseCodeIsHandledAsDocumented) {
  for (const auto& [code, after] : kAfterClose) {
    SCOPED_TRACE(code);
    Driver d;
    d.Connect();
    d.done.clear();
    d.machine.SocketClosed(code, d.now);
    d.Drain();
    d.Wait(1300ms);
    EXPECT_EQ(d.Count("openSocket"), after == After::kResume ? 1 : 0);
    EXPECT_EQ(d.Count("requestSession"), after == After::kNewSession ? 1 : 0);
    if (after == After::kWait) {
      EXPECT_EQ(d.status.status, CallStatus::kReconnecting);
      d.Wait(5s);
    }
    if (after == After::kWait || after == After::kStop) {
      EXPECT_EQ(d.status.status, CallStatus::kDisconnected);
      EXPECT_EQ(d.status.error, code == 4017 ? CallError::kForbidden : CallError::kSignalingUnexpectedClose);
      EXPECT_EQ(d.status.error_detail, code);
    }
  }
}

void ExpectNoNewSession(Recovery recovery, int code, bool waits) {
  Driver d(recovery);
  d.Connect();
  d.done.clear();
  d.machine.SocketClosed(code, d.now);
  d.Drain();
  ASSERT_EQ(d.closes.size(), 1u);
  const bool resumes = code < 4000 || code == 4015;
  EXPECT_EQ(d.closes[0].will_retry, resumes);
  EXPECT_EQ(d.closes[0].in, waits ? Duration{5s} : Duration::zero());
  EXPECT_EQ(d.status.status, waits || resumes ? CallStatus::kReconnecting : CallStatus::kDisconnected);
  if (waits) d.Wait(5s);
  if (!resumes) {
    const bool forbidden = code == 4004 || code == 4017;
    EXPECT_EQ(d.status.status, CallStatus::kDisconnected);
    EXPECT_EQ(d.status.error, forbidden ? CallError::kForbidden : CallError::kSignalingUnexpectedClose);
    EXPECT_EQ(d.status.error_detail, code);
  }
  d.Wait(20s);
  EXPECT_EQ(d.Count("requestSession"), 0) << "op 4 is the host's business";
  EXPECT_EQ(d.Count("openSocket") > 0, resumes);
}

TEST(MachineWithoutNewSessions, ResumesOrEndsAtOnceAfterEveryCloseCode) {
  for (const auto& [code, after] : kAfterClose) {
    SCOPED_TRACE(code);
    ExpectNoNewSession(Recovery::kSession, code, false);
  }
}

TEST(MachineWithoutNewSessions, OnGivenCredentialsWaitsBehindTheCodesOfAMove) {
  for (const auto& [code, after] : kAfterClose) {
    SCOPED_TRACE(code);
    ExpectNoNewSession(Recovery::kGiven, code, after == After::kWait);
  }
}

TEST(MachineWithoutNewSessions, OnGivenCredentialsGoesOnWithThoseOfAMove) {
  Driver d(Recovery::kGiven);
  d.Connect();
  d.machine.SocketClosed(4014, d.now);
  d.Drain();
  d.Wait(4s);
  d.machine.ServerUpdate(d.now);
  d.HandshakeAfterServerUpdate();
  EXPECT_EQ(d.status.status, CallStatus::kConnected);
}

TEST(MachineWithoutNewSessions, ResumesAGatewayThatAnswersNoHeartbeat) {
  Driver d(Recovery::kSession);
  d.Connect();
  d.Wait(3 * 13750ms);
  EXPECT_EQ(d.Count("openSocket"), 2);
}

TEST(MachineWithoutNewSessions, EndsWhenTheResumeIsRejected) {
  Driver d(Recovery::kSession);
  d.Connect();
  d.machine.SocketClosed(1006, d.now);
  d.Wait(0ms);
  d.Reopen();
  d.machine.SocketClosed(4006, d.now);
  d.Drain();
  EXPECT_EQ(d.status.status, CallStatus::kDisconnected);
  EXPECT_EQ(d.status.error_detail, 4006);
}

TEST(MachineWithoutNewSessions, EndsWithinThirtySecondsWhenNoResumeSucceeds) {
  Driver d(Recovery::kSession);
  d.Connect();
  const Instant lost = d.now;
  d.machine.SocketClosed(1006, d.now);
  while (d.machine.state() != State::kEnded && d.now - lost < 60s) {
    if (d.machine.state() == State::kResumeOpening) d.machine.SocketClosed(1006, d.now);
    d.Drain();
    d.Wait(100ms);
  }
  EXPECT_LE(d.now - lost, 31s);
  EXPECT_EQ(d.status.error, CallError::kSignalingUnexpectedClose);
  EXPECT_EQ(d.status.error_detail, 1006);
  EXPECT_EQ(d.Count("requestSession"), 1);
}

TEST(MachineWithoutNewSessions, EndsAtOnceWhenTheSocketClosesBeforeTheKey) {
  Driver d(Recovery::kSession);
  d.machine.Join(d.now);
  d.machine.ServerUpdate(d.now);
  d.machine.SocketClosed(1006, d.now);
  d.Drain();
  EXPECT_EQ(d.status.error, CallError::kSignalingConnectionFailed);
  EXPECT_EQ(d.status.error_detail, 1006);
}

TEST(MachineWithoutNewSessions, TakesAnotherServerAndEndsWithoutOne) {
  Driver d(Recovery::kSession);
  d.Connect();
  d.machine.ServerUpdate(d.now);
  d.HandshakeAfterServerUpdate();
  EXPECT_EQ(d.status.status, CallStatus::kConnected);
  d.machine.ServerGone(d.now);
  d.Drain();
  EXPECT_EQ(d.status.status, CallStatus::kDisconnected);
  EXPECT_EQ(d.status.error, CallError::kSignalingUnexpectedClose);
  EXPECT_EQ(d.status.error_detail, 0);
}

TEST(MachineWithoutNewSessions, ALostPathIsNotNamedByTheCloseCodeOfAnEarlierResume) {
  Driver d(Recovery::kSession);
  d.Connect();
  d.machine.SocketClosed(4015, d.now);
  d.Wait(0ms);
  d.Reopen();
  d.machine.Resumed(d.now);
  d.machine.PathLost(d.now);
  d.machine.PathLost(d.now);
  d.Drain();
  EXPECT_EQ(d.Count("rediscover"), 1);
  EXPECT_EQ(d.status.status, CallStatus::kDisconnected);
  EXPECT_EQ(d.status.error, CallError::kVoiceConnectionFailed);
  EXPECT_EQ(d.status.error_detail, 0);
}

TEST(Machine, EveryCloseSaysAtOnceWhetherAndWhenTheCallGoesOn) {
  for (const auto& [code, retries, least, most] : std::vector<std::tuple<int, bool, Duration, Duration>>{
           {1006, true, 0ms, 0ms},       // a resume, at once
           {4006, true, 800ms, 1200ms},  // a new session, after the spread back-off
           {4014, false, 5s, 5s},        // the end, unless a server update comes before
           {4017, false, 0ms, 0ms}}) {
    SCOPED_TRACE(code);
    Driver d;
    d.Connect();
    d.machine.SocketClosed(code, d.now);
    d.Drain();
    ASSERT_EQ(d.closes.size(), 1u);
    EXPECT_EQ(d.closes_at_status, 1) << "the close comes before the status that follows from it";
    EXPECT_EQ(d.closes[0].code, code);
    EXPECT_EQ(d.closes[0].will_retry, retries);
    EXPECT_GE(d.closes[0].in, least);
    EXPECT_LE(d.closes[0].in, most);
  }
}

TEST(Machine, AGatewayThatAnswersNoHeartbeatIsReportedAsAClose) {
  Driver d;
  d.Connect();
  d.Wait(3 * 13750ms);
  ASSERT_EQ(d.closes.size(), 1u);
  EXPECT_EQ(d.closes[0].code, kCloseUnresponsive);
  EXPECT_TRUE(d.closes[0].will_retry);
}

TEST(Machine, CodesThatAreTriedOnceEndTheCallTheSecondTime) {
  for (const int code : {1000, 4001, 4002, 4004, 4016, 4020}) {
    SCOPED_TRACE(code);
    Driver d;
    d.Connect();
    d.machine.SocketClosed(code, d.now);
    d.Drain();
    d.Wait(2s);
    d.machine.ServerUpdate(d.now);
    d.HandshakeAfterServerUpdate();
    EXPECT_EQ(d.status.status, CallStatus::kConnected);
    d.machine.SocketClosed(code, d.now);
    d.Drain();
    EXPECT_EQ(d.status.status, CallStatus::kDisconnected);
  }
}

TEST(Machine, AnUnknownModeIsFollowedByTheOtherOne) {
  Driver d;
  d.Connect();
  d.machine.SocketClosed(4016, d.now);
  d.Drain();
  d.Wait(2s);
  d.machine.ServerUpdate(d.now);
  d.HandshakeAfterServerUpdate();
  EXPECT_EQ(d.mode, kModeNames[1]);
}

TEST(Machine, AServerUpdateWhileWaitingAfter4014BeginsANewSession) {
  Driver d;
  d.Connect();
  d.machine.SocketClosed(4014, d.now);
  d.Drain();
  d.Wait(4s);
  d.machine.ServerUpdate(d.now);
  d.HandshakeAfterServerUpdate();
  EXPECT_EQ(d.status.status, CallStatus::kConnected);
}

TEST(Machine, ARegionMoveKeepsTheCallReconnecting) {
  Driver d;
  d.Connect();
  d.machine.ServerGone(d.now);
  d.Drain();
  d.Wait(60s);
  EXPECT_EQ(d.status.status, CallStatus::kReconnecting);
  EXPECT_EQ(d.Count("requestSession"), 1) << "the old endpoint is not retried";
  d.machine.ServerUpdate(d.now);
  d.HandshakeAfterServerUpdate();
  EXPECT_EQ(d.status.status, CallStatus::kConnected);
}

TEST(Machine, AClosedSocketBeforeTheKeyStartsOver) {
  Driver d;
  d.machine.Join(d.now);
  d.machine.ServerUpdate(d.now);
  d.machine.SocketOpened(d.now);
  d.machine.SocketClosed(1006, d.now);
  d.Drain();
  d.Wait(2s);
  EXPECT_EQ(d.Count("requestSession"), 2);
  EXPECT_EQ(d.Count("resume"), 0);
}

TEST(Machine, ASocketThatNeverOpensEndsAsSignallingFailure) {
  Driver d;
  d.machine.Join(d.now);
  for (int i = 0; i < 20 && d.machine.state() != State::kEnded; ++i) {
    if (d.machine.state() == State::kAwaitingServer) d.machine.ServerUpdate(d.now);
    if (d.machine.state() == State::kOpening) d.machine.SocketClosed(1006, d.now);
    d.Drain();
    d.Wait(20s);
  }
  EXPECT_EQ(d.status.error, CallError::kSignalingConnectionFailed);
  EXPECT_EQ(d.Count("requestSession"), 6);
}

TEST(Machine, ResumeTriesEndInANewSessionWithinThirtySeconds) {
  Driver d;
  d.Connect();
  const Instant lost = d.now;
  d.machine.SocketClosed(1006, d.now);
  d.Drain();
  while (d.machine.state() != State::kNewSessionPause && d.now - lost < 60s) {
    if (d.machine.state() == State::kResumeOpening) d.machine.SocketClosed(1006, d.now);
    d.Drain();
    d.Wait(100ms);
  }
  EXPECT_LE(d.now - lost, 31s);
  EXPECT_EQ(d.Count("openSocket"), 7);
}

TEST(Machine, HeartbeatsAtTheServersIntervalAndTimesOutWhenUnanswered) {
  Driver d;
  d.Connect();
  d.done.clear();
  d.Wait(3 * 13750ms);
  EXPECT_EQ(d.Count("heartbeat"), 2);
  EXPECT_EQ(d.Count("close 4900"), 1);
  EXPECT_EQ(d.Count("openSocket"), 1) << "it resumes";
}

TEST(Machine, HeartbeatsOfManySessionsFallOnOneGrid) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Driver d(AeadAlgorithm::kAes256Gcm, seed);
    d.now += Duration(seed * 7'654'321);
    d.Connect();
    for (int beat = 0; beat < 2; ++beat) {
      const Instant next = *d.machine.NextDeadline();
      EXPECT_LE(next - d.now, 13750ms);
      EXPECT_TRUE(next == d.now || next.time_since_epoch() % 500ms == 0ms);
      d.now = next;
      d.machine.Timeout(d.now);
      d.machine.HeartbeatAck(d.token, d.now);
      EXPECT_TRUE(d.machine.AcceptFrame(-1, {}));
      d.Drain();
    }
  }
}

TEST(Machine, KeepsAShortIntervalAsItIs) {
  Driver d;
  d.machine.Join(d.now);
  d.machine.ServerUpdate(d.now);
  d.machine.SocketOpened(d.now);
  d.machine.Hello(200ms, d.now);
  d.Drain();
  d.Wait(200ms);
  EXPECT_EQ(d.Count("heartbeat"), 1);
}

TEST(Machine, ASuspectedPathHasToBeAnsweredByTheGatewayWithinFiveSeconds) {
  Driver d;
  d.Connect();
  d.done.clear();
  d.machine.PathSuspected(d.now);
  d.machine.PathSuspected(d.now);
  d.Drain();
  EXPECT_EQ(d.Count("heartbeat"), 1) << "at once, and once";
  d.Wait(4999ms);
  EXPECT_EQ(d.Count("close 4900"), 0);
  d.Wait(1ms);
  EXPECT_EQ(d.Count("close 4900"), 1);
  EXPECT_EQ(d.Count("openSocket"), 1) << "it resumes";
}

TEST(Machine, AnAnswerClearsTheSuspicion) {
  Driver d;
  d.Connect();
  d.machine.PathSuspected(d.now);
  d.Drain();
  d.Wait(20ms);
  d.machine.HeartbeatAck(d.token, d.now);
  EXPECT_EQ(d.machine.round_trip(), Duration(20ms));
  d.done.clear();
  d.Wait(5s);
  EXPECT_EQ(d.Count("close 4900"), 0);
  d.machine.PathSuspected(d.now);
  d.Drain();
  EXPECT_GE(d.Count("heartbeat"), 1) << "the next suspicion counts anew";
}

TEST(Machine, ASuspicionWithoutASocketAsksNobody) {
  Driver d;
  d.Connect();
  d.machine.SocketClosed(1006, d.now);
  d.Drain();
  d.done.clear();
  d.machine.PathSuspected(d.now);
  d.Drain();
  EXPECT_EQ(d.Count("heartbeat"), 0);
}

TEST(Machine, AStalledThreadDoesNotMistakeItsSleepForADeadServer) {
  Driver d;
  d.Connect();
  d.now += 60s;  // nothing was called meanwhile
  d.machine.Timeout(d.now);
  d.Drain();
  EXPECT_EQ(d.Count("close 4900"), 0);
  EXPECT_EQ(d.status.status, CallStatus::kConnected);
}

TEST(Machine, ASecondReadyIsIgnored) {
  Driver d;
  d.Connect();
  d.machine.HandleReady({Ssrc(99), "127.0.0.1", 1, {std::string(kModeNames[0])}}, d.now);
  d.Drain();
  EXPECT_EQ(d.Count("openMedia"), 1);
}

TEST(Machine, LeavingClosesEverythingOnce) {
  Driver d;
  d.Connect();
  d.machine.Leave(d.now);
  d.machine.Leave(d.now);
  d.Drain();
  EXPECT_EQ(d.Count("close 1000"), 1);
  EXPECT_EQ(d.status.status, CallStatus::kDisconnected);
  EXPECT_EQ(d.status.error, CallError::kNone);
  EXPECT_FALSE(d.machine.NextDeadline().has_value());
}

TEST(Machine, NoRowOfTheTableIsShadowedByAnother) {
  const auto rows = Transitions();
  for (std::size_t at = 0; at < rows.size(); ++at) {
    for (std::size_t before = 0; before < at; ++before) {
      const bool same_pair = rows[before].from == rows[at].from && rows[before].input == rows[at].input;
      const bool shadows = rows[before].guard == Guard::kAlways || rows[before].guard == rows[at].guard;
      EXPECT_FALSE(same_pair && shadows) << Name(rows[at].from) << " " << Name(rows[at].input);
    }
  }
}

TEST(Machine, EveryPairWithAGuardHasARowWithout) {
  for (const Transition& row : Transitions()) {
    const auto is_last = [&](const Transition& each) {
      return each.from == row.from && each.input == row.input && each.guard == Guard::kAlways;
    };
    EXPECT_TRUE(std::ranges::any_of(Transitions(), is_last)) << Name(row.from) << " " << Name(row.input);
  }
}

TEST(Machine, RedialsAtOnceAfterEachLossOfAConnectionThatHadBeenGood) {
  Driver d;
  d.Connect();
  for (int cut = 1; cut <= 12; ++cut) {
    d.Wait(3s);
    d.machine.SocketClosed(1006, d.now);
    d.Drain();
    d.Wait(100ms);
    EXPECT_EQ(d.Count("openSocket"), 1 + cut);
    d.Reopen();
    d.machine.Resumed(d.now);
    d.Drain();
    EXPECT_EQ(d.status.status, CallStatus::kConnected);
  }
  EXPECT_EQ(d.Count("requestSession"), 1);
}

TEST(Machine, WaitsLongerForAServerThatTakesTheResumeAndClosesAtOnce) {
  Driver d;
  d.Connect();
  const Instant begin = d.now;
  while (d.machine.state() != State::kNewSessionPause && d.now - begin < 60s) {
    if (d.machine.state() == State::kResumeOpening) {
      d.Reopen();
      d.machine.Resumed(d.now);
    }
    if (d.machine.state() == State::kConnected) d.machine.SocketClosed(1006, d.now);
    d.Drain();
    d.Wait(20ms);
  }
  EXPECT_EQ(d.machine.state(), State::kNewSessionPause);
  EXPECT_LE(d.Count("openSocket"), 7);
}

TEST(Machine, ASocketThatIsCutAgainAndAgainIsResumedAtOnceTenTimes) {
  Driver d;
  d.Connect();
  int at_once = 0;
  for (int cut = 0; cut < 20; ++cut) {
    d.Wait(100ms);
    const Instant lost = d.now;
    d.machine.SocketClosed(1006, d.now);
    d.Drain();
    while (d.machine.state() != State::kResumeOpening && d.now - lost < 20s) d.Wait(10ms);
    if (d.machine.state() != State::kResumeOpening) break;
    at_once += d.now - lost <= 20ms ? 1 : 0;
    d.Reopen();
    d.machine.Resumed(d.now);
    d.Drain();
  }
  EXPECT_EQ(at_once, 10);
}

TEST(Machine, ACertificateThatIsNotTrustedIsFinalAtOnceWhileJoining) {
  Driver d;
  d.machine.Join(d.now);
  d.machine.ServerUpdate(d.now);
  d.machine.SocketClosed(kCloseUntrusted, d.now);
  d.Drain();
  EXPECT_EQ(d.machine.state(), State::kEnded);
  EXPECT_EQ(d.status.error, CallError::kSignalingConnectionFailed);
  EXPECT_EQ(d.status.error_detail, kCloseUntrusted);
}

TEST(Machine, ACertificateThatIsNotTrustedIsTriedAgainInACallThatWasConnected) {
  Driver d;
  d.Connect();
  d.machine.SocketClosed(1006, d.now);
  d.Wait(10ms);
  d.machine.SocketClosed(kCloseUntrusted, d.now);
  d.Wait(1s);
  EXPECT_EQ(d.machine.state(), State::kResumeOpening);
}

TEST(Machine, ASilentPathIsReconnectingUntilItIsBack) {
  Driver d;
  d.Connect();
  d.machine.PathSilent(d.now);
  d.Drain();
  EXPECT_EQ(d.status.status, CallStatus::kReconnecting);
  d.machine.SocketClosed(1006, d.now);
  d.Wait(10ms);
  d.Reopen();
  d.machine.Resumed(d.now);
  d.Drain();
  EXPECT_EQ(d.status.status, CallStatus::kReconnecting) << "the gateway is back, the path is not";
  d.machine.PathBack(d.now);
  d.Drain();
  EXPECT_EQ(d.status.status, CallStatus::kConnected);
}

TEST(Machine, ALostPathIsRediscoveredOnceThenTheSessionIsReplaced) {
  Driver d;
  d.Connect();
  d.mode.clear();
  d.machine.PathLost(d.now);
  d.Drain();
  EXPECT_EQ(d.Count("rediscover"), 1);
  d.machine.AddressFound("127.0.0.2", 40'001, d.now);
  d.Drain();
  EXPECT_EQ(d.mode, kModeNames[0]);
  d.machine.SessionDescription(d.mode, kKey, d.now);
  d.Drain();
  EXPECT_EQ(d.machine.state(), State::kConnected);
  d.machine.PathLost(d.now);
  d.Drain();
  EXPECT_EQ(d.machine.state(), State::kNewSessionPause);
}

TEST(Machine, APathThatCameBackMayBeRediscoveredAgain) {
  Driver d;
  d.Connect();
  d.machine.PathLost(d.now);
  d.machine.PathBack(d.now);
  d.machine.PathLost(d.now);
  d.Drain();
  EXPECT_EQ(d.Count("rediscover"), 2);
  EXPECT_EQ(d.machine.state(), State::kConnected);
}

TEST(Machine, ADescriptionThatDoesNotFitChangesNothingOnceConnected) {
  Driver d;
  d.Connect();
  d.machine.SessionDescription("another mode", kKey, d.now);
  d.Drain();
  EXPECT_EQ(d.Count("key"), 1);
  EXPECT_EQ(d.status.status, CallStatus::kConnected);
}

TEST(Machine, AsksThePathAfterAResume) {
  Driver d;
  d.Connect();
  d.machine.SocketClosed(1006, d.now);
  d.Wait(10ms);
  d.Reopen();
  d.machine.Resumed(d.now);
  d.Drain();
  EXPECT_EQ(d.Count("checkMedia"), 1);
}

TEST(Machine, TheDiagramInTheDocumentationIsTheTable) {
  std::ifstream file(SDKPP_DOCS "/protocol/voice-gateway.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_NE(text.str().find(TransitionDiagram()), std::string::npos)
      << "docs/protocol/voice-gateway.md must hold:\n"
      << TransitionDiagram();
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::gateway

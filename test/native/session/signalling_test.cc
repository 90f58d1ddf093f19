#include "core/session/signalling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "core/gateway/mode.h"
#include "core/opus/packet.h"
#include "core/rtp/header.h"

namespace sdkpp::session {
namespace {

using namespace std::chrono_literals;

constexpr UserId kOwn{1};
constexpr UserId kAda{2};
constexpr UserId kBen{3};
constexpr Ssrc kOwnSsrc{12};

/// Signalling with everything it says written down.
class Desk {
 public:
  explicit Desk(std::uint32_t counter_start = 0)
      : signalling({kOwn, crypto::AeadAlgorithm::kAes256Gcm, 1, counter_start}) {}

  /// From joining to packets that may flow.
  void Connect() {
    signalling.gateway().Join(now);
    signalling.gateway().ServerUpdate(now);
    Handshake();
  }

  void Handshake() {
    gateway::Machine& machine = signalling.gateway();
    machine.SocketOpened(now);
    machine.Hello(13750ms, now);
    machine.HandleReady({kOwnSsrc, "127.0.0.1", 50'000, {std::string(gateway::kModeNames[0])}}, now);
    Drain();
    Tell(event::AddressFound{rtp::DiscoveredAddress{}});
    machine.SessionDescription(gateway::kModeNames[0], std::vector<std::uint8_t>(32, 7), now);
    Drain();
  }

  void Tell(MediaEvent event) {
    signalling.HandleEvent(std::move(event), now);
    Drain();
  }

  void Speaking(UserId user, Ssrc ssrc) {
    signalling.Speaking(user, ssrc, now);
    Drain();
  }

  void Leave(UserId user) {
    signalling.ClientDisconnect(user);
    Drain();
  }

  void Drain() {
    while (auto wish = signalling.PollPath()) paths.push_back(std::move(*wish));
    while (auto command = signalling.PollCommand()) commands.push_back(std::move(*command));
    while (auto output = signalling.Poll()) outputs.push_back(std::move(*output));
  }

  void Forget() {
    paths.clear();
    commands.clear();
    outputs.clear();
  }

  /// All commands, or outputs, of one kind.
  template <class Command>
  [[nodiscard]] std::vector<const Command*> Commands() const {
    return Of<Command>(commands);
  }
  template <class Output>
  [[nodiscard]] std::vector<const Output*> Outputs() const {
    return Of<Output>(outputs);
  }

  Signalling signalling;
  Instant now{10s};
  std::vector<PathWish> paths;
  std::vector<MediaCommand> commands;
  std::vector<SignallingOutput> outputs;

 private:
  template <class Each, class Variant>
  static std::vector<const Each*> Of(const std::vector<Variant>& all) {
    std::vector<const Each*> found;
    for (const Variant& each : all) {
      if (const auto* match = std::get_if<Each>(&each)) found.push_back(match);
    }
    return found;
  }
};

TEST(Signalling, ParticipantsAreReportedOnceEach) {
  Desk desk;
  desk.Connect();
  desk.Forget();
  desk.signalling.ClientsConnect(std::vector{kAda, kBen, kAda, kOwn});
  desk.Speaking(kAda, Ssrc(100));
  const auto added = desk.Outputs<output::Participant>();
  ASSERT_EQ(added.size(), 2u) << "not ourselves";
  EXPECT_EQ(added[0]->user, kAda);
  EXPECT_EQ(added[1]->user, kBen);
  EXPECT_TRUE(added[0]->added && added[1]->added);
  EXPECT_EQ(desk.signalling.participants().size(), 2u);

  desk.Forget();
  desk.Leave(kAda);
  desk.Leave(kAda);
  const auto left = desk.Outputs<output::Participant>();
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0]->user, kAda);
  EXPECT_FALSE(left[0]->added);
}

TEST(Signalling, NobodyHasTheIdZero) {
  Desk desk;
  desk.Connect();
  desk.Forget();
  desk.signalling.ClientsConnect(std::vector{UserId(0), kAda});
  desk.Speaking(UserId(0), Ssrc(100));
  desk.Tell(event::SsrcFound{Ssrc(101), UserId(0)});
  ASSERT_EQ(desk.Outputs<output::Participant>().size(), 1u);
  EXPECT_EQ(desk.Outputs<output::Participant>()[0]->user, kAda);
  EXPECT_TRUE(desk.Commands<command::MapSsrc>().empty());
}

TEST(Signalling, NamingAnSsrcMakesNoSpeakerYet) {
  Desk desk;
  desk.Connect();
  desk.Speaking(kAda, Ssrc(100));
  desk.Speaking(kAda, Ssrc(100));
  desk.Speaking(kOwn, kOwnSsrc);
  desk.Speaking(UserId(0), Ssrc(5));
  const auto mapped = desk.Commands<command::MapSsrc>();
  ASSERT_EQ(mapped.size(), 1u);
  EXPECT_EQ(mapped[0]->ssrc, Ssrc(100));
  EXPECT_EQ(mapped[0]->user, kAda);
  EXPECT_EQ(mapped[0]->speaker, nullptr) << "220 KB for somebody who may never speak";
}

TEST(Signalling, AUserMayTakeAnotherSsrcAndTheOldOneAgain) {
  Desk desk;
  desk.Connect();
  for (const Ssrc ssrc : {Ssrc(100), Ssrc(101), Ssrc(100)}) desk.Speaking(kAda, ssrc);
  EXPECT_EQ(desk.Commands<command::MapSsrc>().size(), 3u);
}

TEST(Signalling, AnSsrcMayBeTakenByAnotherUser) {
  Desk desk;
  desk.Connect();
  desk.Speaking(kAda, Ssrc(100));
  desk.Speaking(kBen, Ssrc(100));
  ASSERT_EQ(desk.Commands<command::MapSsrc>().size(), 2u);
  EXPECT_EQ(desk.Commands<command::MapSsrc>()[1]->user, kBen);
  desk.Forget();
  desk.Tell(event::SpeakerNeeded{Ssrc(100), kAda});
  EXPECT_TRUE(desk.commands.empty()) << "the claim is Ben's now";
}

TEST(Signalling, Op13UnmapsAndANewOp5MapsAgain) {
  Desk desk;
  desk.Connect();
  desk.Speaking(kAda, Ssrc(100));
  desk.Forget();
  desk.Leave(kAda);
  ASSERT_EQ(desk.Commands<command::UnmapUser>().size(), 1u);
  EXPECT_EQ(desk.Commands<command::UnmapUser>()[0]->user, kAda);
  desk.Leave(kBen);
  EXPECT_EQ(desk.Commands<command::UnmapUser>().size(), 1u) << "nobody knows Ben";
  desk.Speaking(kAda, Ssrc(100));
  EXPECT_EQ(desk.Commands<command::MapSsrc>().size(), 1u);
}

TEST(Signalling, AUserWhoIsHeardGetsASpeaker) {
  Desk desk;
  desk.Connect();
  desk.Speaking(kAda, Ssrc(100));
  desk.Forget();
  desk.Tell(event::SpeakerNeeded{Ssrc(100), kAda});
  const auto mapped = desk.Commands<command::MapSsrc>();
  ASSERT_EQ(mapped.size(), 1u);
  EXPECT_EQ(mapped[0]->ssrc, Ssrc(100));
  EXPECT_EQ(mapped[0]->user, kAda);
  EXPECT_NE(mapped[0]->speaker, nullptr);

  desk.Leave(kAda);
  desk.Forget();
  desk.Tell(event::SpeakerNeeded{Ssrc(100), kAda});
  EXPECT_TRUE(desk.commands.empty()) << "op 13 overtook the question";
}

TEST(Signalling, SettingsTravelWithTheSsrcHoweverManyUsersThereAre) {
  Desk desk;
  desk.Connect();
  desk.signalling.Apply(command::SetLocalMute{kAda, true});
  desk.signalling.Apply(command::SetUserVolume{kBen, 0});
  for (std::uint64_t id = 1000; id < 11'000; ++id) {
    desk.signalling.Apply(command::SetUserVolume{UserId(id), 50});
    desk.signalling.Subscribe(UserId(id), false, true);
  }
  desk.Drain();
  desk.Forget();
  for (const UserId user : {kAda, kBen, UserId(1000), UserId(10'999), UserId(20'000)})
    desk.Speaking(user, Ssrc(static_cast<std::uint32_t>(user.raw())));
  const auto mapped = desk.Commands<command::MapSsrc>();
  ASSERT_EQ(mapped.size(), 5u);
  EXPECT_TRUE(mapped[0]->setting.muted);
  EXPECT_EQ(mapped[1]->setting.gain, 0.0F);
  EXPECT_FALSE(mapped[1]->setting.muted);
  for (const auto* each : {mapped[2], mapped[3]}) {
    EXPECT_NEAR(each->setting.gain, 0.056F, 0.001F);
    EXPECT_TRUE(each->setting.pcm);
  }
  EXPECT_EQ(mapped[4]->setting, UserSetting());
}

TEST(Signalling, TheOnlyUserWithoutAnSsrcIsTakenForAnUnknownOne) {
  Desk desk;
  desk.Connect();
  desk.signalling.ClientsConnect(std::vector{kAda, kBen});
  desk.Drain();
  desk.Forget();
  desk.Tell(event::SsrcUnknown{Ssrc(7)});
  EXPECT_TRUE(desk.commands.empty()) << "it may be either";
  desk.Speaking(kAda, Ssrc(100));
  desk.Forget();
  desk.Tell(event::SsrcUnknown{Ssrc(7)});
  ASSERT_EQ(desk.Commands<command::MapSsrc>().size(), 1u);
  EXPECT_EQ(desk.Commands<command::MapSsrc>()[0]->user, kBen);
  EXPECT_NE(desk.Commands<command::MapSsrc>()[0]->speaker, nullptr) << "a packet waits";
  desk.Forget();
  desk.Speaking(UserId(9), Ssrc(7));
  ASSERT_EQ(desk.Commands<command::MapSsrc>().size(), 1u) << "an op 5 knows better";
  EXPECT_EQ(desk.Commands<command::MapSsrc>()[0]->user, UserId(9));
}

TEST(Signalling, AnSsrcFoundByItsKeyIsOnlyGivenAwayByAKey) {
  Desk desk;
  desk.Connect();
  desk.signalling.ClientsConnect(std::vector{kAda, kBen});
  desk.Drain();
  desk.Forget();
  desk.Tell(event::SsrcFound{Ssrc(7), kAda});
  ASSERT_EQ(desk.Commands<command::MapSsrc>().size(), 1u);
  EXPECT_EQ(desk.Commands<command::MapSsrc>()[0]->user, kAda);
  desk.Forget();
  desk.Speaking(kAda, Ssrc(7));
  EXPECT_TRUE(desk.commands.empty());
  desk.Speaking(kBen, Ssrc(7));
  EXPECT_TRUE(desk.Commands<command::MapSsrc>().empty());
  ASSERT_EQ(desk.Commands<command::ChallengeSsrc>().size(), 1u);
  EXPECT_EQ(desk.Commands<command::ChallengeSsrc>()[0]->user, kBen);
  desk.Tell(event::SsrcFound{Ssrc(7), kBen});
  ASSERT_EQ(desk.Commands<command::MapSsrc>().size(), 1u);
  EXPECT_EQ(desk.Commands<command::MapSsrc>()[0]->user, kBen);
}

TEST(Signalling, OwnSpeechIsAnnouncedAndMediaHearsOfIt) {
  Desk desk;
  desk.Connect();
  ASSERT_EQ(desk.Outputs<output::Speaking>().size(), 1u) << "op 5 registers the SSRC";
  EXPECT_EQ(desk.Outputs<output::Speaking>()[0]->flags, 0);
  EXPECT_EQ(desk.Outputs<output::Speaking>()[0]->ssrc, kOwnSsrc);
  EXPECT_TRUE(desk.Commands<command::Announced>().empty());
  desk.Forget();

  desk.Tell(event::Speaking{true});
  ASSERT_EQ(desk.Outputs<output::Speaking>().size(), 1u);
  EXPECT_EQ(desk.Outputs<output::Speaking>()[0]->flags, 1);
  EXPECT_EQ(desk.Commands<command::Announced>().size(), 1u);
  ASSERT_EQ(desk.Outputs<output::SpeakingChanged>().size(), 1u);
  EXPECT_EQ(desk.Outputs<output::SpeakingChanged>()[0]->user, kOwn);
  desk.Forget();

  desk.Tell(event::Speaking{false});
  ASSERT_EQ(desk.Outputs<output::Speaking>().size(), 1u);
  EXPECT_EQ(desk.Outputs<output::Speaking>()[0]->flags, 0);
  EXPECT_TRUE(desk.Commands<command::Announced>().empty());
}

TEST(Signalling, ANewVoiceSessionRetiresAllOfTheOldOne) {
  Desk desk;
  desk.Connect();
  desk.Speaking(kAda, Ssrc(100));
  desk.Tell(event::Speaking{true});
  desk.Forget();

  desk.signalling.gateway().ServerUpdate(desk.now);
  desk.Drain();
  EXPECT_EQ(desk.Commands<command::ClosePath>().size(), 1u);
  ASSERT_EQ(desk.paths.size(), 1u);
  EXPECT_TRUE(desk.paths[0].ip.empty()) << "the path is given up";
  const auto silent = desk.Outputs<output::SpeakingChanged>();
  ASSERT_EQ(silent.size(), 1u);
  EXPECT_EQ(silent[0]->user, kOwn);
  EXPECT_FALSE(silent[0]->speaking);
  ASSERT_EQ(desk.Outputs<output::Participant>().size(), 1u);
  EXPECT_FALSE(desk.Outputs<output::Participant>()[0]->added);
  EXPECT_TRUE(desk.signalling.participants().empty());
  desk.Forget();

  desk.Tell(event::SpeakerNeeded{Ssrc(100), kAda});
  EXPECT_TRUE(desk.commands.empty()) << "a late event of the old session";
  desk.Handshake();
  ASSERT_EQ(desk.Commands<command::OpenPath>().size(), 1u);
  ASSERT_EQ(desk.paths.size(), 1u);
  EXPECT_EQ(desk.paths[0].port, 50'000);
  ASSERT_EQ(desk.Outputs<output::Speaking>().size(), 1u);
  EXPECT_EQ(desk.Outputs<output::Speaking>()[0]->flags, 0) << "speech has to begin again";
  desk.Speaking(kAda, Ssrc(100));
  EXPECT_EQ(desk.Commands<command::MapSsrc>().size(), 1u) << "the same numbers mean something new";
}

TEST(Signalling, EachKeyCountsFromTheClientsQuarter) {
  for (const std::uint32_t start : {0u, 12'345u, 0x1fff'ffffu, 0xffff'ffffu}) {
    Desk desk(start);
    desk.Connect();
    ASSERT_EQ(desk.Commands<command::SetKey>().size(), 1u);
    rtp::Sealer& sealer = *desk.Commands<command::SetKey>()[0]->sealer;
    std::vector<std::uint8_t> packet(rtp::kFixedHeaderSize + 3 + rtp::kSealOverhead);
    ByteWriter out(packet);
    rtp::WriteHeader(out, Sequence(1), RtpTimestamp(2), kOwnSsrc);
    out.Bytes(opus::kSilenceFrame);
    ASSERT_EQ(sealer.Seal(packet, rtp::kFixedHeaderSize, 3), packet.size());
    const std::uint32_t counter = ByteReader(std::span(packet).last(rtp::kCounterSize)).U32();
    EXPECT_EQ(counter, 0xc000'0000u | (start & 0x1fff'ffffu));
    EXPECT_LT(counter, 0xe000'0000u) << "leaves half of the quarter for the session";
  }
}

TEST(Signalling, WhatMediaReportsIsPassedOn) {
  Desk desk;
  desk.Connect();
  desk.Forget();
  desk.Tell(event::Audible{kAda, true});
  desk.Tell(event::InputDetected{false});
  desk.Tell(event::InputEnded{});
  ASSERT_EQ(desk.Outputs<output::SpeakingChanged>().size(), 1u);
  EXPECT_TRUE(desk.Outputs<output::SpeakingChanged>()[0]->speaking);
  EXPECT_EQ(desk.Outputs<output::InputDetected>().size(), 1u);
  EXPECT_EQ(desk.Outputs<output::InputEnded>().size(), 1u);
  desk.Tell(event::Undecryptable{kAda});
  ASSERT_EQ(desk.Outputs<output::Undecryptable>().size(), 1u);
  EXPECT_EQ(desk.Outputs<output::Undecryptable>()[0]->user, kAda);
  EXPECT_TRUE(desk.commands.empty());
}

TEST(Signalling, TakesABaseForSendingOnce) {
  Desk desk;
  std::array<std::uint8_t, dave::kBaseSize> base{1, 2, 3};
  EXPECT_TRUE(desk.signalling.InstallSend(1, base));
  EXPECT_FALSE(desk.signalling.InstallSend(2, base));
  desk.signalling.Command(command::DaveReset{});
  EXPECT_FALSE(desk.signalling.InstallSend(3, base));
  base[0] = 9;
  EXPECT_TRUE(desk.signalling.InstallSend(3, base));
  desk.signalling.InstallReceive(kAda, 1, base);
  desk.signalling.InstallReceive(kAda, 2, base);
  desk.Drain();
  const auto sending = desk.Commands<command::DaveInstallSend>();
  ASSERT_EQ(sending.size(), 2u);
  EXPECT_EQ(sending[1]->sealer->id(), 3u);
  EXPECT_EQ(desk.Commands<command::DaveInstallReceive>().size(), 2u)
      << "receiving never repeats a number itself";
}

}  // namespace
}  // namespace sdkpp::session

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
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

constexpr UserId kOwn{1};
constexpr UserId kAda{2};
constexpr UserId kBen{3};
constexpr Ssrc kOwnSsrc{12};

/// Signalling with everything it says written down.
class Scene {
 public:
  explicit Scene(std::uint32_t counter_start = 0)
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
    Deliver(event::AddressFound{rtp::DiscoveredAddress{}});
    machine.SessionDescription(gateway::kModeNames[0], std::vector<std::uint8_t>(32, 7), now);
    Drain();
  }

  void Deliver(MediaEvent event) {
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
    while (auto request = signalling.PollPath()) paths.push_back(std::move(*request));
    while (auto command = signalling.PollCommand()) commands.push_back(std::move(*command));
    while (auto output = signalling.Poll()) outputs.push_back(std::move(*output));
  }

  void Clear() {
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
  std::vector<PathRequest> paths;
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
  Scene scene;
  scene.Connect();
  scene.Clear();
  scene.signalling.ClientsConnect(std::vector{kAda, kBen, kAda, kOwn});
  scene.Speaking(kAda, Ssrc(100));
  const auto added = scene.Outputs<output::Participant>();
  ASSERT_EQ(added.size(), 2u) << "not ourselves";
  EXPECT_EQ(added[0]->user, kAda);
  EXPECT_EQ(added[1]->user, kBen);
  EXPECT_TRUE(added[0]->added && added[1]->added);
  EXPECT_EQ(scene.signalling.participants().size(), 2u);

  scene.Clear();
  scene.Leave(kAda);
  scene.Leave(kAda);
  const auto left = scene.Outputs<output::Participant>();
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0]->user, kAda);
  EXPECT_FALSE(left[0]->added);
}

TEST(Signalling, AServerThatNamesEndlessUsersTakesBoundedMemory) {
  Scene scene;
  scene.Connect();
  scene.Clear();
  const std::size_t most = Signalling::kMaxParticipants;
  for (std::uint64_t id = 1000; id < 1000 + most; ++id)
    scene.signalling.ClientsConnect(std::vector{UserId(id)});
  scene.signalling.ClientsConnect(std::vector{kAda});
  scene.Speaking(kAda, Ssrc(100));
  scene.Deliver(event::SsrcFound{Ssrc(101), kAda});
  EXPECT_EQ(scene.signalling.participants().size(), most);
  EXPECT_TRUE(scene.Commands<command::MapSsrc>().empty());

  scene.Leave(UserId(1000));
  scene.Speaking(kAda, Ssrc(100));
  EXPECT_EQ(scene.Commands<command::MapSsrc>().size(), 1u) << "a place is free again";
}

TEST(Signalling, IdZeroIsNotAUser) {
  Scene scene;
  scene.Connect();
  scene.Clear();
  scene.signalling.ClientsConnect(std::vector{UserId(0), kAda});
  scene.Speaking(UserId(0), Ssrc(100));
  scene.Deliver(event::SsrcFound{Ssrc(101), UserId(0)});
  ASSERT_EQ(scene.Outputs<output::Participant>().size(), 1u);
  EXPECT_EQ(scene.Outputs<output::Participant>()[0]->user, kAda);
  EXPECT_TRUE(scene.Commands<command::MapSsrc>().empty());
}

TEST(Signalling, NamingAnSsrcMakesNoSpeakerYet) {
  Scene scene;
  scene.Connect();
  scene.Speaking(kAda, Ssrc(100));
  scene.Speaking(kAda, Ssrc(100));
  scene.Speaking(kOwn, kOwnSsrc);
  scene.Speaking(UserId(0), Ssrc(5));
  const auto mapped = scene.Commands<command::MapSsrc>();
  ASSERT_EQ(mapped.size(), 1u);
  EXPECT_EQ(mapped[0]->ssrc, Ssrc(100));
  EXPECT_EQ(mapped[0]->user, kAda);
  EXPECT_EQ(mapped[0]->speaker, nullptr) << "220 KB for a user who may never speak";
}

TEST(Signalling, AUserMayTakeAnotherSsrcAndTheOldOneAgain) {
  Scene scene;
  scene.Connect();
  for (const Ssrc ssrc : {Ssrc(100), Ssrc(101), Ssrc(100)}) scene.Speaking(kAda, ssrc);
  EXPECT_EQ(scene.Commands<command::MapSsrc>().size(), 3u);
}

TEST(Signalling, AnSsrcMayBeTakenByAnotherUser) {
  Scene scene;
  scene.Connect();
  scene.Speaking(kAda, Ssrc(100));
  scene.Speaking(kBen, Ssrc(100));
  ASSERT_EQ(scene.Commands<command::MapSsrc>().size(), 2u);
  EXPECT_EQ(scene.Commands<command::MapSsrc>()[1]->user, kBen);
  scene.Clear();
  scene.Deliver(event::SpeakerNeeded{Ssrc(100), kAda});
  EXPECT_TRUE(scene.commands.empty()) << "the claim is Ben's now";
}

TEST(Signalling, Op13UnmapsAndANewOp5MapsAgain) {
  Scene scene;
  scene.Connect();
  scene.Speaking(kAda, Ssrc(100));
  scene.Clear();
  scene.Leave(kAda);
  ASSERT_EQ(scene.Commands<command::UnmapUser>().size(), 1u);
  EXPECT_EQ(scene.Commands<command::UnmapUser>()[0]->user, kAda);
  scene.Leave(kBen);
  EXPECT_EQ(scene.Commands<command::UnmapUser>().size(), 1u) << "Ben has no SSRC";
  scene.Speaking(kAda, Ssrc(100));
  EXPECT_EQ(scene.Commands<command::MapSsrc>().size(), 1u);
}

TEST(Signalling, ASpareIsMadeForWhoeverSpeaksNext) {
  Scene scene;
  scene.Connect();
  scene.Clear();
  scene.Deliver(event::SpareSpeakerNeeded{});
  const auto spares = scene.Commands<command::AddSpareSpeaker>();
  ASSERT_EQ(spares.size(), 1u);
  EXPECT_NE(spares[0]->speaker, nullptr);
}

TEST(Signalling, AUserWhoIsHeardGetsASpeaker) {
  Scene scene;
  scene.Connect();
  scene.Speaking(kAda, Ssrc(100));
  scene.Clear();
  scene.Deliver(event::SpeakerNeeded{Ssrc(100), kAda});
  const auto mapped = scene.Commands<command::MapSsrc>();
  ASSERT_EQ(mapped.size(), 1u);
  EXPECT_EQ(mapped[0]->ssrc, Ssrc(100));
  EXPECT_EQ(mapped[0]->user, kAda);
  EXPECT_NE(mapped[0]->speaker, nullptr);

  scene.Leave(kAda);
  scene.Clear();
  scene.Deliver(event::SpeakerNeeded{Ssrc(100), kAda});
  EXPECT_TRUE(scene.commands.empty()) << "op 13 overtook the request";
}

TEST(Signalling, SettingsTravelWithTheSsrcHoweverManyUsersThereAre) {
  Scene scene;
  scene.Connect();
  scene.signalling.Apply(command::SetLocalMute{kAda, true});
  scene.signalling.Apply(command::SetUserVolume{kBen, 0});
  for (std::uint64_t id = 1000; id < 11'000; ++id) {
    scene.signalling.Apply(command::SetUserVolume{UserId(id), 50});
    scene.signalling.Subscribe(UserId(id), false, true, static_cast<SubscriptionTag>(id));
  }
  scene.Drain();
  scene.Clear();
  for (const UserId user : {kAda, kBen, UserId(1000), UserId(10'999), UserId(20'000)})
    scene.Speaking(user, Ssrc(static_cast<std::uint32_t>(user.raw())));
  const auto mapped = scene.Commands<command::MapSsrc>();
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
  Scene scene;
  scene.Connect();
  scene.signalling.ClientsConnect(std::vector{kAda, kBen});
  scene.Drain();
  scene.Clear();
  scene.Deliver(event::SsrcUnknown{Ssrc(7)});
  EXPECT_TRUE(scene.commands.empty()) << "it may be either";
  scene.Speaking(kAda, Ssrc(100));
  scene.Clear();
  scene.Deliver(event::SsrcUnknown{Ssrc(7)});
  ASSERT_EQ(scene.Commands<command::MapSsrc>().size(), 1u);
  EXPECT_EQ(scene.Commands<command::MapSsrc>()[0]->user, kBen);
  EXPECT_NE(scene.Commands<command::MapSsrc>()[0]->speaker, nullptr) << "a packet waits";
  scene.Clear();
  scene.Speaking(UserId(9), Ssrc(7));
  ASSERT_EQ(scene.Commands<command::MapSsrc>().size(), 1u) << "an op 5 decides";
  EXPECT_EQ(scene.Commands<command::MapSsrc>()[0]->user, UserId(9));
}

TEST(Signalling, AnSsrcFoundByAKeyChangesOwnersOnlyByAKey) {
  Scene scene;
  scene.Connect();
  scene.signalling.ClientsConnect(std::vector{kAda, kBen});
  scene.Drain();
  scene.Clear();
  scene.Deliver(event::SsrcFound{Ssrc(7), kAda});
  ASSERT_EQ(scene.Commands<command::MapSsrc>().size(), 1u);
  EXPECT_EQ(scene.Commands<command::MapSsrc>()[0]->user, kAda);
  scene.Clear();
  scene.Speaking(kAda, Ssrc(7));
  EXPECT_TRUE(scene.commands.empty());
  scene.Speaking(kBen, Ssrc(7));
  EXPECT_TRUE(scene.Commands<command::MapSsrc>().empty());
  ASSERT_EQ(scene.Commands<command::ChallengeSsrc>().size(), 1u);
  EXPECT_EQ(scene.Commands<command::ChallengeSsrc>()[0]->user, kBen);
  scene.Deliver(event::SsrcFound{Ssrc(7), kBen});
  ASSERT_EQ(scene.Commands<command::MapSsrc>().size(), 1u);
  EXPECT_EQ(scene.Commands<command::MapSsrc>()[0]->user, kBen);
}

TEST(Signalling, OwnSpeechIsAnnouncedAndMediaIsNotified) {
  Scene scene;
  scene.Connect();
  ASSERT_EQ(scene.Outputs<output::Speaking>().size(), 1u) << "op 5 registers the SSRC";
  EXPECT_EQ(scene.Outputs<output::Speaking>()[0]->flags, 0);
  EXPECT_EQ(scene.Outputs<output::Speaking>()[0]->ssrc, kOwnSsrc);
  EXPECT_TRUE(scene.Commands<command::Announced>().empty());
  scene.Clear();

  scene.Deliver(event::Speaking{true});
  ASSERT_EQ(scene.Outputs<output::Speaking>().size(), 1u);
  EXPECT_EQ(scene.Outputs<output::Speaking>()[0]->flags, 1);
  EXPECT_EQ(scene.Commands<command::Announced>().size(), 1u);
  ASSERT_EQ(scene.Outputs<output::SpeakingChanged>().size(), 1u);
  EXPECT_EQ(scene.Outputs<output::SpeakingChanged>()[0]->user, kOwn);
  scene.Clear();

  scene.Deliver(event::Speaking{false});
  ASSERT_EQ(scene.Outputs<output::Speaking>().size(), 1u);
  EXPECT_EQ(scene.Outputs<output::Speaking>()[0]->flags, 0);
  EXPECT_TRUE(scene.Commands<command::Announced>().empty());
}

TEST(Signalling, ANewVoiceSessionRetiresAllOfTheOldOne) {
  Scene scene;
  scene.Connect();
  scene.Speaking(kAda, Ssrc(100));
  scene.Deliver(event::Speaking{true});
  scene.Clear();

  scene.signalling.gateway().ServerUpdate(scene.now);
  scene.Drain();
  EXPECT_EQ(scene.Commands<command::ClosePath>().size(), 1u);
  ASSERT_EQ(scene.paths.size(), 1u);
  EXPECT_TRUE(scene.paths[0].ip.empty()) << "the path is closed";
  const auto silent = scene.Outputs<output::SpeakingChanged>();
  ASSERT_EQ(silent.size(), 1u);
  EXPECT_EQ(silent[0]->user, kOwn);
  EXPECT_FALSE(silent[0]->speaking);
  ASSERT_EQ(scene.Outputs<output::Participant>().size(), 1u);
  EXPECT_FALSE(scene.Outputs<output::Participant>()[0]->added);
  EXPECT_TRUE(scene.signalling.participants().empty());
  scene.Clear();

  scene.Deliver(event::SpeakerNeeded{Ssrc(100), kAda});
  EXPECT_TRUE(scene.commands.empty()) << "a late event of the old session";
  scene.Handshake();
  ASSERT_EQ(scene.Commands<command::OpenPath>().size(), 1u);
  ASSERT_EQ(scene.paths.size(), 1u);
  EXPECT_EQ(scene.paths[0].port, 50'000);
  ASSERT_EQ(scene.Outputs<output::Speaking>().size(), 1u);
  EXPECT_EQ(scene.Outputs<output::Speaking>()[0]->flags, 0) << "speech has to begin again";
  scene.Speaking(kAda, Ssrc(100));
  EXPECT_EQ(scene.Commands<command::MapSsrc>().size(), 1u) << "the same numbers mean something new";
}

TEST(Signalling, EachKeyCountsFromTheClientsQuarter) {
  for (const std::uint32_t start : {0u, 12'345u, 0x1fff'ffffu, 0xffff'ffffu}) {
    Scene scene(start);
    scene.Connect();
    ASSERT_EQ(scene.Commands<command::SetKey>().size(), 1u);
    rtp::Sealer& sealer = *scene.Commands<command::SetKey>()[0]->sealer;
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

TEST(Signalling, ForwardsTheReportsOfMedia) {
  Scene scene;
  scene.Connect();
  scene.Clear();
  scene.Deliver(event::Audible{kAda, true});
  scene.Deliver(event::InputDetected{false});
  scene.Deliver(event::InputEnded{});
  ASSERT_EQ(scene.Outputs<output::SpeakingChanged>().size(), 1u);
  EXPECT_TRUE(scene.Outputs<output::SpeakingChanged>()[0]->speaking);
  EXPECT_EQ(scene.Outputs<output::InputDetected>().size(), 1u);
  EXPECT_EQ(scene.Outputs<output::InputEnded>().size(), 1u);
  scene.Deliver(event::Undecryptable{kAda});
  ASSERT_EQ(scene.Outputs<output::Undecryptable>().size(), 1u);
  EXPECT_EQ(scene.Outputs<output::Undecryptable>()[0]->user, kAda);
  EXPECT_TRUE(scene.commands.empty());
}

TEST(Signalling, TheEndOfAnInputThatWasReplacedIsNobodys) {
  Scene scene;
  scene.Connect();
  scene.signalling.SetInput(nullptr);
  scene.Clear();
  scene.Deliver(event::InputEnded{1, {.packets = 3}, player::SourceRefusal::kNoOpus});
  ASSERT_EQ(scene.Outputs<output::InputEnded>().size(), 1u);
  EXPECT_EQ(scene.Outputs<output::InputEnded>()[0]->losses.packets, 3u);
  EXPECT_EQ(scene.Outputs<output::InputEnded>()[0]->refusal, player::SourceRefusal::kNoOpus);
  scene.signalling.SetInput(nullptr);
  scene.Clear();
  scene.Deliver(event::InputEnded{1, {}});
  EXPECT_TRUE(scene.Outputs<output::InputEnded>().empty());
}

TEST(Signalling, TakesABaseForSendingOnce) {
  Scene scene;
  std::array<std::uint8_t, dave::kBaseSize> base{1, 2, 3};
  EXPECT_TRUE(scene.signalling.InstallSend(1, base));
  EXPECT_FALSE(scene.signalling.InstallSend(2, base));
  scene.signalling.Command(command::DaveReset{});
  EXPECT_FALSE(scene.signalling.InstallSend(3, base));
  base[0] = 9;
  EXPECT_TRUE(scene.signalling.InstallSend(3, base));
  scene.signalling.InstallReceive(kAda, 1, base);
  scene.signalling.InstallReceive(kAda, 2, base);
  scene.Drain();
  const auto sending = scene.Commands<command::DaveInstallSend>();
  ASSERT_EQ(sending.size(), 2u);
  EXPECT_EQ(sending[1]->sealer->id(), 3u);
  EXPECT_EQ(scene.Commands<command::DaveInstallReceive>().size(), 2u)
      << "receiving never repeats a number itself";
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session

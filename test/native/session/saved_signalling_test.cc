#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "core/audio/gain.h"
#include "core/gateway/mode.h"
#include "core/rtp/header.h"
#include "core/session/signalling.h"
#include "support/saved_fields.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

constexpr UserId kOwn{1};
constexpr UserId kAda{2};
constexpr UserId kBen{3};
constexpr UserId kCem{4};
constexpr Ssrc kOwnSsrc{12};
constexpr Instant kStart{1h};
constexpr SignallingOptions kOptions{kOwn, crypto::AeadAlgorithm::kAes256Gcm, 1, 0};

struct Taken {
  std::vector<PathRequest> paths;
  std::vector<MediaCommand> commands;
  std::vector<SignallingOutput> outputs;

  template <class Each>
  [[nodiscard]] std::vector<const Each*> Of() const {
    std::vector<const Each*> found;
    for (const MediaCommand& command : commands) {
      if constexpr (std::is_constructible_v<MediaCommand, Each>) {
        if (const auto* one = std::get_if<Each>(&command)) found.push_back(one);
      }
    }
    for (const SignallingOutput& output : outputs) {
      if constexpr (std::is_constructible_v<SignallingOutput, Each>) {
        if (const auto* one = std::get_if<Each>(&output)) found.push_back(one);
      }
    }
    return found;
  }
};

Taken Drain(Signalling& signalling) {
  Taken taken;
  while (auto request = signalling.PollPath()) taken.paths.push_back(std::move(*request));
  while (auto command = signalling.PollCommand()) taken.commands.push_back(std::move(*command));
  while (auto output = signalling.Poll()) taken.outputs.push_back(std::move(*output));
  return taken;
}

dave::BaseBytes Base(std::uint8_t number) {
  static std::array<std::uint8_t, dave::kBaseSize> base;
  base = {number};
  return dave::BaseBytes(base);
}

const std::vector<std::uint8_t> kKey(crypto::kAeadKeySize, 7);

void Describe(gateway::Machine& machine) { machine.SessionDescription(gateway::kModeNames[0], kKey, kStart); }

/// A call in which much has happened.
void Live(Signalling& signalling) {
  gateway::Machine& machine = signalling.gateway();
  machine.Join(kStart);
  machine.ServerUpdate(kStart);
  machine.SocketOpened(kStart);
  machine.Hello(13750ms, kStart);
  EXPECT_TRUE(machine.AcceptFrame(41, Base(1)));
  machine.HandleReady({kOwnSsrc, "127.0.0.1", 50'000, {std::string(gateway::kModeNames[0])}}, kStart);
  (void)Drain(signalling);
  signalling.HandleEvent(event::AddressFound{rtp::DiscoveredAddress{}}, kStart);
  Describe(machine);
  const std::array others{kAda, kBen, kCem};
  signalling.ClientsConnect(others);
  signalling.Speaking(kAda, Ssrc(20), kStart);
  signalling.HandleEvent(event::SsrcFound{Ssrc(30), kBen}, kStart);
  signalling.Apply(command::SetUserVolume{kAda, 50});
  signalling.Apply(command::SetLocalMute{kBen, true});
  signalling.Subscribe(kCem, true, true, 9);
  for (std::uint8_t epoch = 1; epoch <= 20; ++epoch) EXPECT_TRUE(signalling.InstallSend(epoch, Base(epoch)));
  signalling.HandleEvent(event::Speaking{true}, kStart);
  (void)Drain(signalling);
}

void Choose(Signalling& signalling) {
  signalling.Command(command::SetSelfMute{true});
  signalling.Command(command::SetSelfMute{false});
  signalling.Command(command::SetAudioMode{AudioMode::kPushToTalk});
  signalling.Command(command::SetPttReleaseDelay{120ms});
  signalling.Command(command::SetVadThreshold{false, -42.5F});
  signalling.Command(
      command::SetEncoder{{.bitrate = 96'000, .complexity = 3, .music = true, .frame_ms = 60}});
  signalling.Command(command::SetCallbackPolicy{UnfilteredPolicy::kMute, 30ms});
  signalling.Command(command::SetSpeechProcessing{true, NoiseReduction::kCancelled, false});
  signalling.Command(command::SetDeliverEvery{5});
  (void)Drain(signalling);
}

test::Record Saved(const Signalling& signalling) {
  std::vector<std::uint8_t> room(std::size_t{64} * 1024);
  FieldWriter out(room, kStart);
  signalling.Save(out);
  EXPECT_TRUE(out.ok());
  return {out.written().begin(), out.written().end()};
}

class SavedSignalling : public testing::Test {
 protected:
  SavedSignalling() {
    Live(before);
    Choose(before);
    record = Saved(before);
    test::RestoreInto(after, record, kStart);
    first = Drain(after);
  }

  Signalling before{kOptions};
  Signalling after{kOptions};
  test::Record record;
  Taken first;
};

TEST_F(SavedSignalling, KnowsWhatTheOtherKnew) {
  const auto fields = [](const test::Record& saved) {
    auto all = test::Split(saved);
    std::ranges::sort(all);
    return std::set<test::Record>(all.begin(), all.end());
  };
  const auto again = fields(Saved(after));
  for (const test::Record& field : fields(record)) {
    // the machine resumes now; users with settings are in no order
    if (field[0] == 1 || field[0] == 5) continue;
    EXPECT_TRUE(again.contains(field)) << int{field[0]};
  }
  EXPECT_EQ(after.participants(), before.participants());
  after.Speaking(kAda, Ssrc(21), kStart);
  after.HandleEvent(event::SsrcFound{Ssrc(31), kBen}, kStart);
  const Taken mapped = Drain(after);
  ASSERT_EQ(mapped.Of<command::MapSsrc>().size(), 2U);
  EXPECT_FLOAT_EQ(mapped.Of<command::MapSsrc>()[0]->setting.gain, audio::GainOfVolume(50));
  EXPECT_TRUE(mapped.Of<command::MapSsrc>()[1]->setting.muted);
}

TEST_F(SavedSignalling, MakesTheNewestOfEachSettingAgain) {
  ASSERT_EQ(first.Of<command::SetSelfMute>().size(), 1U);
  EXPECT_FALSE(first.Of<command::SetSelfMute>()[0]->mute);
  EXPECT_EQ(first.Of<command::SetAudioMode>().at(0)->mode, AudioMode::kPushToTalk);
  EXPECT_EQ(first.Of<command::SetPttReleaseDelay>().at(0)->delay, 120ms);
  EXPECT_EQ(first.Of<command::SetVadThreshold>().at(0)->threshold_dbfs, -42.5F);
  const EncoderSettings& encoder = first.Of<command::SetEncoder>().at(0)->settings;
  EXPECT_EQ(encoder.bitrate, 96'000);
  EXPECT_EQ(encoder.complexity, 3);
  EXPECT_TRUE(encoder.music);
  EXPECT_EQ(encoder.frame_ms, 60);
  EXPECT_EQ(first.Of<command::SetCallbackPolicy>().at(0)->unfiltered, UnfilteredPolicy::kMute);
  EXPECT_EQ(first.Of<command::SetSpeechProcessing>().at(0)->noise, NoiseReduction::kCancelled);
  EXPECT_EQ(first.Of<command::SetDeliverEvery>().at(0)->every_ms, 5);
  EXPECT_TRUE(first.Of<command::SetLoopback>().empty()) << "nobody made it";
}

TEST_F(SavedSignalling, ResumesOverAnotherSocketAndPath) {
  ASSERT_EQ(first.paths.size(), 1U);
  EXPECT_EQ(first.paths[0].ip, "127.0.0.1");
  EXPECT_EQ(first.paths[0].port, 50'000);
  EXPECT_TRUE(first.Of<command::OpenPath>().empty()) << "the path goes on";
  EXPECT_EQ(first.Of<gateway::output::OpenSocket>().size(), 1U);
  after.gateway().SocketOpened(kStart);
  after.gateway().Hello(13750ms, kStart);
  const Taken opened = Drain(after);
  ASSERT_EQ(opened.Of<gateway::output::Resume>().size(), 1U);
  EXPECT_EQ(opened.Of<gateway::output::Resume>()[0]->seq_ack, 41);
  after.gateway().Resumed(kStart);
  (void)Drain(after);
  EXPECT_EQ(after.gateway().state(), gateway::State::kConnected);
}

TEST_F(SavedSignalling, HasTheKeyAndNeverStartsItsNumbersAgain) {
  const auto seal = [](std::optional<crypto::Aead> key) {
    std::vector<std::uint8_t> packet(rtp::kFixedHeaderSize + 3 + rtp::kSealOverhead);
    EXPECT_EQ(rtp::Sealer(std::move(*key), 5).Seal(packet, rtp::kFixedHeaderSize, 3), packet.size());
    return packet;
  };
  ASSERT_TRUE(after.TransportKey());
  EXPECT_EQ(seal(after.TransportKey()), seal(before.TransportKey()));
  Describe(after.gateway());
  EXPECT_TRUE(Drain(after).Of<command::SetKey>().empty());
  for (std::uint8_t epoch = 13; epoch <= 20; ++epoch) EXPECT_FALSE(after.InstallSend(epoch, Base(epoch)));
  EXPECT_TRUE(after.InstallSend(21, Base(21)));
}

/// The numbers of the newest key for the transport, and of the newest ratchet, that Media got.
std::array<std::uint64_t, 4> NumbersOf(const Taken& taken) {
  const auto keys = taken.Of<command::SetKey>();
  const auto ratchets = taken.Of<command::DaveInstallSend>();
  const rtp::Sealer& key = *keys.at(keys.size() - 1)->sealer;
  const dave::FrameSealer& ratchet = *ratchets.at(ratchets.size() - 1)->sealer;
  return {key.next_counter(), key.limit(), ratchet.number(), ratchet.limit()};
}

/// A key and a ratchet that were not there before.
std::array<std::uint64_t, 4> NextNumbers(Signalling& signalling, std::uint8_t number) {
  const std::vector<std::uint8_t> key(crypto::kAeadKeySize, number);
  signalling.gateway().SessionDescription(gateway::kModeNames[0], key, kStart);
  EXPECT_TRUE(signalling.InstallSend(number, Base(number)));
  return NumbersOf(Drain(signalling));
}

constexpr std::uint64_t kFirstCounter = 0xc000'0000;

void GoOnConnected(Signalling& signalling) {
  signalling.gateway().SocketOpened(kStart);
  signalling.gateway().Hello(13750ms, kStart);
  signalling.gateway().Resumed(kStart);
  (void)Drain(signalling);
}

TEST_F(SavedSignalling, HasAllNumbersUntilSomeAreGranted) {
  EXPECT_EQ(NextNumbers(before, 100),
            (std::array<std::uint64_t, 4>{kFirstCounter, rtp::Sealer::kCounters, 0, dave::kFrameNumbers}));
  before.Grant({1000, 2000});
  before.Grant({1000, 1500});
  before.Grant({7, 3000});
  const auto grants = Drain(before);
  ASSERT_EQ(grants.Of<command::Grant>().size(), 3U);
  EXPECT_EQ(grants.Of<command::Grant>()[1]->range.limit, 2000u) << "a lower limit is ignored";
  EXPECT_EQ(grants.Of<command::Grant>()[2]->range.start, 1000u) << "the start stays";
  EXPECT_EQ(NextNumbers(before, 101),
            (std::array<std::uint64_t, 4>{kFirstCounter + 1000, kFirstCounter + 3000, 1000, 3001}));
}

TEST_F(SavedSignalling, KeepsWhatItWasGranted) {
  before.Grant({1000, 2000});
  (void)Drain(before);
  // the other process draws another first counter
  Signalling other({kOwn, crypto::AeadAlgorithm::kAes256Gcm, 1, 0x1234});
  test::RestoreInto(other, Saved(before), kStart);
  (void)Drain(other);
  GoOnConnected(other);
  EXPECT_EQ(NextNumbers(other, 100),
            (std::array<std::uint64_t, 4>{kFirstCounter + 1000, kFirstCounter + 2000, 1000, 2001}));
}

TEST_F(SavedSignalling, BeginsBehindWhatAProcessThatDiedWasGranted) {
  const auto kept = [](const test::Record& saved, NumberRange range) {
    auto successor = std::make_unique<Signalling>(kOptions);
    const RestoreFault fault =
        test::FaultOf(saved, kStart, [&](FieldReader& in) { successor->RestoreKept(in, range); });
    EXPECT_FALSE(fault) << fault.field;
    (void)Drain(*successor);
    GoOnConnected(*successor);
    return NextNumbers(*successor, 100);
  };
  const std::array<std::uint64_t, 4> expected{kFirstCounter + 2000, kFirstCounter + 2500, 2000, 2501};
  EXPECT_EQ(kept(record, {2000, 2500}), expected) << "nothing was granted";
  before.Grant({0, 2000});
  (void)Drain(before);
  EXPECT_EQ(kept(Saved(before), {2000, 2500}), expected);
  EXPECT_EQ(kept(Saved(before), {500, 2500}), expected) << "it never goes back";
}

TEST_F(SavedSignalling, RefusesNumbersThatThereAreNot) {
  before.Grant({10, 20});
  (void)Drain(before);
  const test::Record saved = Saved(before);
  const auto restore = [](FieldReader& in) { Signalling(kOptions).Restore(in); };
  EXPECT_EQ(test::FaultOf(test::With(saved, 14, {9}), kStart, restore).field, "limit of the numbers");
  EXPECT_EQ(test::FaultOf(test::With(saved, 14, {0x20, 0, 0, 1}), kStart, restore).field,
            "limit of the numbers");
  auto fields = test::Split(saved);
  std::erase_if(fields, [](const test::Record& field) { return field[0] >= 12; });
  EXPECT_FALSE(test::FaultOf(test::Join(fields), kStart, restore)) << "a version before wrote none";
  const auto keep = [](FieldReader& in) { Signalling(kOptions).RestoreKept(in, {20, 30}); };
  EXPECT_EQ(test::FaultOf(test::Join(fields), kStart, keep).field, "first counter");
}

TEST_F(SavedSignalling, GoesOnAfterTheStallThatWasToldLast) {
  before.HandleEvent(event::Stalled{1}, kStart);
  before.HandleEvent(event::Stalled{2}, kStart);
  EXPECT_TRUE(std::holds_alternative<output::Stalled>(*before.Poll()));
  before.GoOn();
  const Taken taken = Drain(before);
  ASSERT_EQ(taken.Of<command::GoOn>().size(), 1U);
  EXPECT_EQ(taken.Of<command::GoOn>()[0]->stall, 1u);
  EXPECT_EQ(taken.Of<output::Stalled>().size(), 1U);
}

TEST_F(SavedSignalling, NamesWhatIsMissing) {
  const auto restore = [](FieldReader& in) { Signalling(kOptions).Restore(in); };
  auto fields = test::Split(record);
  std::erase_if(fields, [](const test::Record& field) { return field[0] == 3; });  // owners are participants
  test::ExpectEachFieldNeeded(test::Join(fields), kStart, restore, {2, 6, 12});
  test::RestoreDamaged(record, kStart, restore, 500);
  EXPECT_EQ(test::FaultOf(test::With(record, 7, {1, 2, 3}), kStart, restore).field, "key");
}

TEST_F(SavedSignalling, RefusesSettingsThatNobodyCouldMake) {
  SettingsMemory memory;
  memory.Note(command::SetDeliverEvery{5});
  const auto saved = test::Save(memory, kStart);
  const auto restore = [](FieldReader& in) { SettingsMemory().Restore(in); };
  test::Record inner(saved.begin() + kFieldHeadSize, saved.end());
  const auto fault = test::FaultOf(test::With(saved, 1, test::With(inner, 2, {7})), kStart, restore);
  EXPECT_EQ(fault.problem, RestoreProblem::kOutOfRange);
  EXPECT_EQ(fault.field, "everyMs");
}

TEST_F(SavedSignalling, StaysSmallOverManyEpochs) {
  for (std::uint32_t epoch = 21; epoch <= 250; ++epoch)
    EXPECT_TRUE(before.InstallSend(epoch, Base(static_cast<std::uint8_t>(epoch))));
  (void)Drain(before);
  EXPECT_EQ(Saved(before).size(), record.size());
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session

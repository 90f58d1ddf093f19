#include "core/player/player.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "core/opus/decoder.h"
#include "core/player/opus_source.h"
#include "core/player/pcm_source.h"
#include "core/player/stream_source.h"
#include "core/player/tap.h"
#include "support/allocation_guard.h"
#include "support/sound.h"
#include "support/tone.h"

namespace sdkpp::player {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;
using Packet = std::vector<std::uint8_t>;
using Packets = std::vector<Packet>;
using test::AmplitudeAt;
using test::Tone;

constexpr double kPitch = 440;

/// Packets of a tone, 20 ms each.
Packets TonePackets(int count, double hertz = kPitch) {
  auto encoder = opus::Encoder::Create(true);
  Tone tone(hertz);
  Packets packets;
  for (int at = 0; at < count; ++at) {
    Packet packet(FrameRing::kMaxFrame);
    packet.resize(encoder->Encode(tone.Block(), packet));
    packets.push_back(packet);
  }
  return packets;
}

/// `samples` long, by the configuration of its first byte; the rest tells packets apart.
Packet PacketOf(std::uint8_t configuration, std::uint8_t mark) { return {configuration, mark, 0x55}; }
constexpr std::uint8_t kShort = 0xE4;  ///< CELT, 2.5 ms
constexpr std::uint8_t kLong = 0x5C;   ///< SILK, 60 ms

std::unique_ptr<OpusSource> SourceOf(const Packets& packets, bool finish = true) {
  auto source = std::make_unique<OpusSource>();
  for (const Packet& packet : packets) EXPECT_TRUE(source->Write(packet));
  if (finish) source->Finish();
  return source;
}

std::unique_ptr<PcmSource> SourceOf(Tone tone, int blocks) {
  auto source = std::make_unique<PcmSource>(kSampleRate, 2);
  for (int at = 0; at < blocks; ++at) EXPECT_EQ(source->queue().Write(tone.Block()), kBlockSamples);
  source->queue().Finish();
  return source;
}

/// A player with sessions that take its frames.
class Scene {
 public:
  explicit Scene(std::size_t sessions = 1, PlayerSettings settings = {}) : player(Player::Create(settings)) {
    for (std::size_t at = 0; at < sessions; ++at) taps.emplace_back(player->frames());
    Tick();  // the sessions are noticed
  }

  void Play(std::unique_ptr<Source> source) {
    Push(command::Play{{player->InSight(std::move(source)), ++number}});
  }
  void Queue(std::unique_ptr<Source> source) {
    Push(command::SetNext{{player->InSight(std::move(source)), ++number}});
  }
  void Mix(std::unique_ptr<Source> source, Ducking ducking = {}, std::uint32_t after = 0) {
    auto overlay = std::make_unique<Overlay>(Track{std::move(source), ++number}, *opus::Decoder::Create());
    overlay->ducking = ducking;
    overlay->after = after;
    Push(command::Mix{std::move(overlay)});
  }
  void Push(PlayerCommand command) { EXPECT_TRUE(player->Push(std::move(command))); }

  /// What the first session takes of this tick.
  Packets Tick() {
    Packets first;
    {
      const test::AllocationGuard guard;
      player->Tick();
      EXPECT_EQ(guard.count(), 0u);
    }
    for (std::size_t at = 0; at < taps.size(); ++at) {
      Packets taken = Take(at);
      if (at == 0) first = std::move(taken);
    }
    while (auto event = player->PopEvent()) Note(std::move(*event));
    return first;
  }
  Packets Ticks(int count) {
    Packets all;
    for (int at = 0; at < count; ++at) {
      for (Packet& packet : Tick()) all.push_back(std::move(packet));
    }
    return all;
  }
  /// As a session does: until the tick is covered.
  Packets Take(std::size_t tap) {
    Packets taken;
    credit.resize(taps.size());
    while (credit[tap] < kBlockSamples) {
      const SourceBlock block = taps[tap].Next();
      if (block.kind != SourceBlock::Kind::kOpus) break;
      taken.emplace_back(block.opus.begin(), block.opus.end());
      credit[tap] += block.opus_samples;
    }
    credit[tap] -= std::min(credit[tap], kBlockSamples);
    return taken;
  }

  std::unique_ptr<Player> player;
  std::deque<Tap> taps;
  std::vector<std::size_t> credit;
  std::uint32_t number = 0;
  std::vector<std::uint32_t> started;
  std::vector<event::Ended> ended;
  std::vector<Duration> starved;
  std::vector<bool> listening;

 private:
  void Note(PlayerEvent event) {
    if (const auto* each = std::get_if<event::Started>(&event)) started.push_back(each->number);
    if (const auto* each = std::get_if<event::Ended>(&event)) ended.push_back(*each);
    if (const auto* each = std::get_if<event::Refilled>(&event)) starved.push_back(each->starved);
    if (const auto* each = std::get_if<event::Listening>(&event)) listening.push_back(each->any);
  }
};

/// What a listener hears of packets, one amplitude for each.
class Listener {
 public:
  double Hear(const Packet& packet, double hertz = kPitch) {
    std::vector<float> sound(2 * opus::kMaxPacketSamples);
    const std::size_t samples = decoder_.Decode(packet, sound);
    sound.resize(2 * samples);
    const auto values = test::Rounded(std::span<const float>(sound));
    for (std::size_t at = 0; at < values.size(); at += 2) {
      steepest = std::max(steepest, std::abs(values[at] - before_));
      before_ = values[at];
    }
    return AmplitudeAt(values, hertz);
  }
  /// The same of two tones at once.
  std::pair<double, double> HearBoth(const Packet& packet, double one, double other) {
    std::vector<float> sound(2 * opus::kMaxPacketSamples);
    sound.resize(2 * decoder_.Decode(packet, sound));
    const auto values = test::Rounded(std::span<const float>(sound));
    return {AmplitudeAt(values, one), AmplitudeAt(values, other)};
  }
  /// The largest step between two samples.
  int steepest = 0;

 private:
  opus::Decoder decoder_ = *opus::Decoder::Create();
  int before_ = 0;
};

/// What a listener hears of `hertz` in `count` ticks, the last of them.
double Heard(Scene& scene, Listener& listener, double hertz, int count) {
  double loud = 0;
  for (int at = 0; at < count; ++at) {
    for (const Packet& packet : scene.Tick()) loud = listener.Hear(packet, hertz);
  }
  return loud;
}

double Decibels(double ratio) { return 20 * std::log10(ratio); }

TEST(Player, SendsPacketsAsTheyAreToEverySession) {
  Scene scene(3);
  const auto packets = TonePackets(5);
  scene.Play(SourceOf(packets));
  for (const Packet& packet : packets) EXPECT_EQ(scene.Tick(), Packets{packet});
  EXPECT_TRUE(scene.Tick().empty());
  EXPECT_EQ(scene.started, std::vector<std::uint32_t>{1});
  ASSERT_EQ(scene.ended.size(), 1u);
  EXPECT_EQ(scene.ended[0].end, TrackEnd::kFinished);
  EXPECT_EQ(scene.player->position().number, 1u);
  EXPECT_EQ(scene.player->position().samples, 5u * kBlockSamples);
}

TEST(Player, SilenceThatFillsUpABlockIsNoSoundOfItsTrack) {
  Scene scene;
  Tone tone(kPitch);
  auto first = std::make_unique<PcmSource>(kSampleRate, 2);
  EXPECT_EQ(first->queue().Write(tone.Block()), kBlockSamples);
  const AudioBlock block = tone.Block();
  EXPECT_EQ(first->queue().Write(std::span(block).first(kBlockValues / 2)), kBlockSamples / 2);
  first->queue().Finish();
  auto second = std::make_unique<PcmSource>(kSampleRate, 2);
  EXPECT_EQ(second->queue().Write(tone.Block()), kBlockSamples);
  scene.Play(std::move(first));
  scene.Queue(std::move(second));
  (void)scene.Ticks(6);
  EXPECT_EQ(scene.player->position().number, 2u);
  EXPECT_EQ(scene.player->position().samples, kBlockSamples);
}

TEST(Player, ASessionThatIsSpokenOverTurnsAllOfItDown) {
  Scene scene;
  Listener listener;
  scene.Play(SourceOf(Tone(kPitch), 50));
  const double loud = Heard(scene, listener, kPitch, 10);
  scene.taps[0].Duck(0.1F);
  const double soft = Heard(scene, listener, kPitch, 6);
  EXPECT_NEAR(Decibels(soft / loud), -20, 1);
  scene.taps[0].Duck(1);
  EXPECT_NEAR(Decibels(Heard(scene, listener, kPitch, 20) / loud), 0, 0.5);
  scene.taps[0].Duck(0.5F);
  scene.taps.clear();
  EXPECT_EQ(scene.player->frames()->wish(), 1) << "the session has gone";
}

TEST(Player, EachSessionKnowsThePlaceOfTheNewestFrameThatItTook) {
  Scene scene(2);
  EXPECT_EQ(scene.taps[0].position()->track, 0u);
  const auto packets = TonePackets(4);
  scene.Play(SourceOf(packets));
  scene.Queue(SourceOf({PacketOf(kLong, 1), PacketOf(kShort, 2), PacketOf(kShort, 3)}));
  (void)scene.Ticks(3);
  scene.player->Tick();
  (void)scene.Take(0);
  EXPECT_EQ(scene.taps[0].position()->samples, 4u * kBlockSamples);
  EXPECT_EQ(scene.taps[1].position()->samples, 3u * kBlockSamples) << "wherever the player is meanwhile";
  for (int tick = 0; tick < 3; ++tick) {
    scene.player->Tick();
    (void)scene.taps[0].Next();
  }
  EXPECT_EQ(scene.taps[0].position()->track, 2u);
  EXPECT_EQ(scene.taps[0].position()->samples, 3u * kBlockSamples);
  scene.player->Tick();
  (void)scene.taps[0].Next();
  EXPECT_EQ(scene.taps[0].position()->samples, 3u * kBlockSamples + 120) << "of each of several in a tick";
  (void)scene.taps[0].Next();
  EXPECT_EQ(scene.taps[0].position()->samples, 3u * kBlockSamples + 240);
}

TEST(Player, APlaceIsWhatTheFramesHoldNotWhatTheEncoderHas) {
  constexpr std::size_t kHeldBack = 312;
  Scene scene;
  const auto place = [&] { return scene.taps[0].position()->samples; };
  scene.Play(SourceOf(Tone(kPitch), 20));
  (void)scene.Ticks(3);
  EXPECT_EQ(place(), 3u * kBlockSamples - kHeldBack);
  // the sound of packets goes into the encoder earlier by as much, and the position counts as that of packets
  scene.Play(SourceOf(TonePackets(20)));
  (void)scene.Ticks(5);
  EXPECT_EQ(place(), 5u * kBlockSamples);
  scene.Push(command::SetGain{0.5F, {}});
  (void)scene.Ticks(5);
  EXPECT_EQ(place(), 10u * kBlockSamples);
  scene.Push(command::SetGain{1.0F, {}});
  (void)scene.Ticks(5);
  EXPECT_EQ(place(), 15u * kBlockSamples);
  scene.Queue(SourceOf(Tone(kPitch), 20));
  (void)scene.Ticks(10);
  EXPECT_EQ(scene.taps[0].position()->track, 3u);
  EXPECT_EQ(place(), 5u * kBlockSamples - kHeldBack);
}

TEST(Player, SaysWhyAStreamCouldNotBeHeardAndGoesOn) {
  Scene scene;
  auto feed = std::make_shared<StreamFeed>();
  scene.Play(std::make_unique<StreamSource>(feed));
  EXPECT_TRUE(scene.Ticks(3).empty());
  const auto packets = TonePackets(2);
  scene.Queue(SourceOf(packets));
  feed->Refuse(SourceRefusal::kSurround);
  feed->End();
  EXPECT_EQ(scene.Tick(), Packets{packets[0]});
  ASSERT_EQ(scene.ended.size(), 1u);
  EXPECT_EQ(scene.ended[0].refusal, SourceRefusal::kSurround);
  EXPECT_EQ(scene.started, std::vector<std::uint32_t>{2});
  EXPECT_TRUE(feed->abandoned()) << "its source was freed";
}

TEST(Player, PlaysTheSamplesOfAStreamAsTheyAreDecoded) {
  Scene scene;
  auto feed = std::make_shared<StreamFeed>();
  scene.Play(std::make_unique<StreamSource>(feed));
  audio::PcmQueue& queue = feed->OpenSamples(kSampleRate);
  EXPECT_TRUE(scene.Ticks(2).empty());
  EXPECT_EQ(queue.Write(std::vector<std::int16_t>(2 * kBlockValues)), 2 * kBlockSamples);
  EXPECT_EQ(scene.Ticks(3).size(), 2u);
  queue.Finish();
  scene.Ticks(1);
  EXPECT_EQ(scene.ended.size(), 1u);
}

TEST(Player, CoversTicksWithLongAndShortPackets) {
  Scene scene;
  scene.Play(SourceOf({PacketOf(kLong, 1), PacketOf(kLong, 2)}));
  const std::vector<std::size_t> wanted{1, 0, 0, 1, 0, 0, 0};
  for (const std::size_t count : wanted) EXPECT_EQ(scene.Tick().size(), count);
  Packets eight;
  for (std::uint8_t mark = 0; mark < 16; ++mark) eight.push_back(PacketOf(kShort, mark));
  scene.Play(SourceOf(eight));
  EXPECT_EQ(scene.Tick().size(), 8u);
  EXPECT_EQ(scene.Tick().size(), 8u);
}

/// 630 Hz is muted.
std::unique_ptr<filters::FilterChain> MutedPitch() {
  filters::Equalizer::Settings bands;
  bands.gains[7] = -0.25;
  return filters::FilterChain::Create({bands, {}, {}, {}, {}, {}, {}, {}});
}

TEST(Player, FiltersPacketsAndSendsThemAsTheyAreWithoutFiltersAgain) {
  constexpr double kMuted = 630;
  Scene scene;
  Listener listener;
  const auto packets = TonePackets(60, kMuted);
  scene.Play(SourceOf(packets));
  EXPECT_EQ(scene.Ticks(5), Packets(packets.begin(), packets.begin() + 5));
  for (int at = 0; at < 5; ++at) (void)listener.Hear(packets[at], kMuted);
  scene.Push(command::SetFilters{MutedPitch()});
  EXPECT_LT(Heard(scene, listener, kMuted, 25), 80);
  scene.Push(command::SetFilters{nullptr});
  const auto last = scene.Ticks(10);
  for (const Packet& packet : last) (void)listener.Hear(packet, kMuted);
  EXPECT_EQ(last.back(), packets[39]);
  EXPECT_NEAR(listener.Hear(scene.Tick().at(0), kMuted), 8000, 200);
  EXPECT_LT(listener.steepest, 1200) << "the steepest step of the tone itself is 660";
}

TEST(Player, KeepsItsFiltersFromTrackToTrack) {
  Scene scene;
  Listener listener;
  scene.Push(command::SetFilters{MutedPitch()});
  scene.Play(SourceOf(Tone(630), 20));
  scene.Queue(SourceOf(TonePackets(20, 630)));
  EXPECT_LT(Heard(scene, listener, 630, 15), 80);
  EXPECT_LT(Heard(scene, listener, 630, 20), 80);
  EXPECT_EQ(scene.player->position().number, 2u);
}

TEST(Player, FiltersThatAreSetAndEndedWhileNothingSoundsTouchNoPacket) {
  Scene scene;
  scene.Push(command::SetFilters{MutedPitch()});
  (void)scene.Ticks(1);
  scene.Push(command::SetFilters{nullptr});
  (void)scene.Ticks(1);
  const auto packets = TonePackets(3);
  scene.Play(SourceOf(packets));
  EXPECT_EQ(scene.Ticks(3), packets);
}

/// The first harmonic of sin(bend sin t): twice the Bessel function of the first order, as its integral.
double FirstHarmonic(double bend) {
  constexpr int kSteps = 1000;
  double sum = 0;
  for (int at = 0; at < kSteps; ++at) {
    const double angle = std::numbers::pi * (at + 0.5) / kSteps;
    sum += std::cos(angle - bend * std::sin(angle));
  }
  return 2 * sum / kSteps;
}

/// The gain comes last: it makes a tone softer, and does not change how far that is bent.
TEST(Player, FiltersBeforeItsGain) {
  Scene scene;
  Listener listener;
  filters::Distortion::Settings steep{
      .sin_scale = 200, .cos_scale = 0, .tan_offset = 1, .tan_scale = 0, .scale = 0.5};
  const auto loud = [&](float gain) {
    scene.Push(command::SetGain{gain, {}});
    scene.Push(command::SetFilters{filters::FilterChain::Create({{}, {}, {}, {}, steep, {}, {}, {}})});
    scene.Play(SourceOf(Tone(kPitch, 300), 20));
    return Heard(scene, listener, kPitch, 20) / 32768;
  };
  const double bent = FirstHarmonic(200 * 300 / 32768.0) / 2;
  EXPECT_NEAR(loud(1), bent, 0.03);
  EXPECT_NEAR(loud(0.1F), bent / 10, 0.01);
}

TEST(Player, PausesWithTheNextTickAndContinuesWithTheNextSample) {
  Scene scene;
  const auto packets = TonePackets(6);
  scene.Play(SourceOf(packets));
  (void)scene.Ticks(2);
  scene.Push(command::Pause{true});
  EXPECT_TRUE(scene.Ticks(50).empty());
  EXPECT_EQ(scene.player->position().samples, 2u * kBlockSamples);
  scene.Push(command::Pause{false});
  EXPECT_EQ(scene.Tick(), Packets{packets[2]});
}

TEST(Player, PausesSamplesWithoutLosingOne) {
  Scene scene;
  scene.Play(SourceOf(Tone(kPitch), 20));
  Listener listener;
  for (int at = 0; at < 8; ++at) (void)listener.Hear(scene.Tick().at(0));
  scene.Push(command::Pause{true});
  EXPECT_TRUE(scene.Ticks(3).empty());
  scene.Push(command::Pause{false});
  EXPECT_EQ(scene.Ticks(30).size(), 12u);
  EXPECT_EQ(scene.player->position().samples, 20u * kBlockSamples);
}

TEST(Player, ChangesTheVolumeOfPacketsWithTheNextTickAndBack) {
  Scene scene;
  const auto packets = TonePackets(60);
  scene.Play(SourceOf(packets));
  Listener listener;
  double loud = 0;
  for (int at = 0; at < 10; ++at) loud = listener.Hear(scene.Tick().at(0));
  scene.Push(command::SetGain{0.5F, {}});
  EXPECT_NE(scene.Tick().at(0), packets[10]);
  for (int at = 0; at < 5; ++at) (void)listener.Hear(scene.Tick().at(0));
  EXPECT_NEAR(Decibels(listener.Hear(scene.Tick().at(0)) / loud), -6.0, 0.5);
  scene.Push(command::SetGain{1.0F, {}});
  (void)scene.Tick();
  EXPECT_EQ(scene.Tick(), Packets{packets[18]});
}

/// The tone moves by 500 between two samples, and a jump in it by up to 16,000.
TEST(Player, JoinsOriginalAndEncodedFramesWithoutAClick) {
  Scene scene;
  scene.Play(SourceOf(TonePackets(60)));
  Listener listener;
  double quietest = 1e9;
  for (int at = 0; at < 50; ++at) {
    if (at == 15) scene.Push(command::SetGain{1.05F, {}});
    if (at == 30) scene.Push(command::SetGain{1.0F, {}});
    const double loud = listener.Hear(scene.Tick().at(0));
    if (at > 5) quietest = std::min(quietest, loud);
  }
  EXPECT_GT(quietest, 7500);
  EXPECT_LT(listener.steepest, 900);
}

TEST(Player, FadesOverTheTimeThatIsAskedFor) {
  Scene scene;
  scene.Play(SourceOf(Tone(kPitch), 40));
  Listener listener;
  for (int at = 0; at < 10; ++at) (void)listener.Hear(scene.Tick().at(0));
  scene.Push(command::SetGain{0.0F, 200ms});
  std::vector<double> heard;
  for (int at = 0; at < 16; ++at) heard.push_back(listener.Hear(scene.Tick().at(0)));
  EXPECT_GT(heard[2], 4500);
  EXPECT_NEAR(heard[5], 4000, 1200);
  EXPECT_LT(heard[15], 10);
}

TEST(Player, LimitsWhatIsTooLoud) {
  Scene scene;
  scene.Push(command::SetGain{2.0F, {}});
  scene.Play(SourceOf(Tone(kPitch, 25'000), 20));
  Listener listener;
  double loud = 0;
  for (int at = 0; at < 20; ++at) loud = listener.Hear(scene.Tick().at(0));
  EXPECT_GT(loud, 28'000);
  EXPECT_LT(loud, 33'500);  // clipped it would be 38'000
}

TEST(Player, PlaysTheNextSourceWithoutAGap) {
  Scene scene;
  const auto first = TonePackets(3);
  const auto second = TonePackets(3, 880);
  scene.Play(SourceOf(first));
  scene.Queue(SourceOf(second));
  for (const Packet& packet : first) EXPECT_EQ(scene.Tick(), Packets{packet});
  for (const Packet& packet : second) EXPECT_EQ(scene.Tick(), Packets{packet});
  EXPECT_EQ(scene.started, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(scene.player->position().number, 2u);
}

/// A tone as two sources that meet in the middle of a block.
TEST(Player, JoinsSamplesWithinABlock) {
  constexpr std::size_t kFirst = 5 * kBlockSamples + 333;
  constexpr std::size_t kAll = 12 * kBlockSamples;
  std::vector<std::int16_t> tone(2 * kAll);
  Tone(kPitch).Fill(tone);
  auto first = std::make_unique<PcmSource>(kSampleRate, 2);
  auto second = std::make_unique<PcmSource>(kSampleRate, 2);
  ASSERT_EQ(first->queue().Write(std::span(tone).first(2 * kFirst)), kFirst);
  ASSERT_EQ(second->queue().Write(std::span(tone).subspan(2 * kFirst)), kAll - kFirst);
  first->queue().Finish();
  second->queue().Finish();
  Scene scene;
  scene.Play(std::move(first));
  scene.Queue(std::move(second));
  Listener listener;
  double quietest = 1e9;
  for (int at = 0; at < 12; ++at) {
    const double loud = listener.Hear(scene.Tick().at(0));
    if (at > 1) quietest = std::min(quietest, loud);
    if (at != 5) continue;
    EXPECT_EQ(scene.player->position().number, 2u);
    EXPECT_EQ(scene.player->position().samples, kBlockSamples - 333);
  }
  EXPECT_GT(quietest, 7500);
  EXPECT_LT(listener.steepest, 900);
  EXPECT_TRUE(scene.Ticks(2).empty());
  EXPECT_EQ(scene.ended.size(), 2u);
  EXPECT_EQ(scene.player->position().samples, kAll - kFirst);
}

TEST(Player, SendsPacketsAsTheyAreBehindAPartOfABlock) {
  auto first = std::make_unique<PcmSource>(kSampleRate, 2);
  ASSERT_EQ(first->queue().Write(std::vector<std::int16_t>(2 * 1200, 1)), 1200u);
  first->queue().Finish();
  const auto packets = TonePackets(4);
  Scene scene;
  scene.Play(std::move(first));
  scene.Queue(SourceOf(packets));
  (void)scene.Ticks(2);
  for (const Packet& packet : packets) EXPECT_EQ(scene.Tick(), Packets{packet});
  EXPECT_EQ(scene.started, (std::vector<std::uint32_t>{1, 2}));
}

TEST(Player, TellsOfASourceThatIsShorterThanABlock) {
  auto source = std::make_unique<PcmSource>(kSampleRate, 2);
  ASSERT_EQ(source->queue().Write(std::vector<std::int16_t>(2 * 100, 1)), 100u);
  source->queue().Finish();
  Scene scene;
  scene.Play(std::move(source));
  EXPECT_EQ(scene.Ticks(3).size(), 1u);
  EXPECT_EQ(scene.started, std::vector<std::uint32_t>{1});
  ASSERT_EQ(scene.ended.size(), 1u);
  EXPECT_EQ(scene.ended[0].end, TrackEnd::kFinished);
  EXPECT_EQ(scene.player->position().samples, 100u);
}

/// As encoders of files write it: the tone goes on where it was, from one file to the next.
TEST(Player, LeavesOutWhatFillsUpPacketsWhileItDecodes) {
  auto first = std::make_unique<OpusSource>();
  auto second = std::make_unique<OpusSource>();
  const auto packets = TonePackets(30);
  // the second begins again some packets earlier, from which a decoder takes what it needs
  for (std::size_t at = 0; at < 15; ++at) {
    const bool is_last = at == 14;
    ASSERT_EQ(first->Offer(packets[at], {.padding = static_cast<std::uint16_t>(is_last ? 400 : 0)}),
              OpusSource::Offered::kTaken);
  }
  first->Finish();
  for (std::size_t at = 7; at < 30; ++at) {
    const std::uint16_t lead_in = at < 14 ? 960 : at == 14 ? 560 : 0;
    ASSERT_EQ(second->Offer(packets[at], {.lead_in = lead_in}), OpusSource::Offered::kTaken);
  }
  second->Finish();
  Scene scene;
  scene.Push(command::SetGain{0.9F, {}});
  scene.Play(std::move(first));
  scene.Queue(std::move(second));
  Listener listener;
  double quietest = 1e9;
  for (int at = 0; at < 28; ++at) {
    const double loud = listener.Hear(scene.Tick().at(0));
    if (at > 2) quietest = std::min(quietest, loud);
  }
  EXPECT_GT(quietest, 0.9 * 7500);
  EXPECT_LT(listener.steepest, 700);
  scene.Push(command::SetGain{1, {}});
}

/// Chained files, and those that loop: the tone begins anew in each stream.
TEST(Player, SendsPacketsAsTheyAreAgainFromTheNextStreamOn) {
  const auto packets = TonePackets(10);
  auto source = std::make_unique<OpusSource>();
  for (std::size_t at = 0; at < 40; ++at) {
    const bool begins = at % 10 == 0;
    const OpusTrim trim{.lead_in = static_cast<std::uint16_t>(begins ? 312 : 0),
                        .padding = static_cast<std::uint16_t>(at % 10 == 9 ? 400 : 0),
                        .begins = begins};
    ASSERT_EQ(source->Offer(packets[at % 10], trim), OpusSource::Offered::kTaken);
  }
  source->Finish();
  Scene scene;
  scene.Push(command::SetGain{0.9F, {}});
  scene.Play(std::move(source));
  Listener listener;
  double loudest = 0;
  for (int at = 0; at < 15; ++at) loudest = std::max(loudest, listener.Hear(scene.Tick().at(0)));
  EXPECT_LT(loudest, 0.95 * 8000) << "a decoder that does not start anew makes the second stream louder";
  scene.Push(command::SetGain{1, {}});
  const Packets rest = scene.Ticks(30);
  EXPECT_TRUE(std::equal(packets.rbegin(), packets.rend(), rest.rbegin()));
  EXPECT_TRUE(std::equal(packets.rbegin(), packets.rend(), rest.rbegin() + 10));
  EXPECT_EQ(scene.ended.size(), 1U);
}

/// Both tones of a fade, and the sum of their powers against one alone.
TEST(Player, FadesFromOneSourceIntoTheNext) {
  Scene scene(1, {.cross_fade = 400ms});
  const auto first = TonePackets(60);
  const auto second = TonePackets(60, 1000);
  scene.Play(SourceOf(first));
  scene.Queue(SourceOf(second));
  Listener listener;
  Packets sent;
  double quietest = 1e9;
  double loudest = 0;  // of a tone that is not there
  for (int at = 0; at < 110; ++at) {
    const Packets packets = scene.Tick();
    if (scene.ended.size() == 2) break;
    ASSERT_EQ(packets.size(), 1u) << at;
    sent.push_back(packets[0]);
    const auto [one, other] = listener.HearBoth(packets[0], kPitch, 1000);
    if (at > 4) quietest = std::min(quietest, std::hypot(one, other));
    loudest = std::max(loudest, at < 38 ? other : at > 64 ? one : 0);
  }
  EXPECT_GT(quietest, 6500);
  EXPECT_LT(loudest, 300);
  EXPECT_TRUE(std::equal(sent.begin(), sent.begin() + 38, first.begin()));
  // and the end of the next goes out as it is again
  EXPECT_TRUE(std::equal(sent.end() - 20, sent.end(), second.end() - 20));
  EXPECT_EQ(scene.started, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_NEAR(static_cast<double>(sent.size()), 100, 2);
  ASSERT_EQ(scene.ended.size(), 2u);
  EXPECT_EQ(scene.ended[0].end, TrackEnd::kFinished);
}

TEST(Player, FadesWhenItSkipsAndCutsWhenItStops) {
  Scene scene(1, {.cross_fade = 400ms});
  scene.Play(SourceOf(Tone(kPitch), 45));
  scene.Queue(SourceOf(Tone(1000), 45));
  Listener listener;
  (void)Heard(scene, listener, kPitch, 5);
  scene.Push(command::Skip{1});
  (void)scene.Tick();
  ASSERT_EQ(scene.ended.size(), 1u);
  EXPECT_EQ(scene.ended[0].end, TrackEnd::kStopped);
  (void)Heard(scene, listener, kPitch, 8);
  EXPECT_NEAR(Heard(scene, listener, kPitch, 2), 8000 * 0.7, 1200);
  EXPECT_NEAR(Heard(scene, listener, 1000, 2), 8000 * 0.75, 1200);
  scene.Push(command::Skip{2});  // nothing follows
  EXPECT_TRUE(scene.Ticks(2).empty());
  EXPECT_EQ(scene.ended.size(), 2u);
}

TEST(Player, SkipsTwiceWithinAFade) {
  Scene scene(1, {.cross_fade = 400ms});
  scene.Play(SourceOf(Tone(kPitch), 45));
  scene.Queue(SourceOf(Tone(1000), 45));
  Listener listener;
  (void)Heard(scene, listener, kPitch, 5);
  scene.Push(command::Skip{1});
  (void)Heard(scene, listener, kPitch, 5);
  scene.Queue(SourceOf(Tone(2000), 45));
  scene.Push(command::Skip{2});
  (void)Heard(scene, listener, kPitch, 3);
  EXPECT_LT(Heard(scene, listener, kPitch, 1), 300);
  EXPECT_GT(Heard(scene, listener, 2000, 25), 7500);
  EXPECT_EQ(scene.Ticks(30).size(), 16u);
  EXPECT_EQ(scene.ended.size(), 3u);
}

TEST(Player, LetsASourceThatIsNotReadyForAFadeFollowTheOther) {
  Scene scene(1, {.cross_fade = 400ms});
  auto late = std::make_unique<OpusSource>();
  OpusSource* writing = late.get();
  scene.Play(SourceOf(TonePackets(40)));
  scene.Queue(std::move(late));
  EXPECT_EQ(scene.Ticks(60).size(), 40u);
  const auto packets = TonePackets(3);
  for (const Packet& packet : packets) EXPECT_TRUE(writing->Write(packet));
  writing->Finish();
  EXPECT_EQ(scene.Ticks(3), packets);
}

TEST(Player, PlaysATrackAgainBeforeTheNext) {
  Scene scene;
  const auto packets = TonePackets(6);
  const auto part = [&](std::ptrdiff_t from) {
    return SourceOf(Packets(packets.begin() + from, packets.begin() + from + 2));
  };
  scene.Play(part(0));
  scene.Queue(part(4));
  scene.Push(command::SetAgain{{part(2), ++scene.number}});
  EXPECT_EQ(scene.Ticks(6), packets);
  EXPECT_EQ(scene.started, (std::vector<std::uint32_t>{1, 3, 2}));
  scene.Push(command::SetAgain{{part(0), ++scene.number}});
  scene.Push(command::SetAgain{{part(2), ++scene.number}});
  scene.Push(command::SetAgain{{part(4), ++scene.number}});
  scene.Push(command::Skip{6});
  EXPECT_TRUE(scene.Ticks(2).empty());
  EXPECT_EQ(scene.ended.size(), 6u);
  scene.Push(command::SetAgain{{part(0), ++scene.number}});
  EXPECT_EQ(scene.Ticks(3), Packets(packets.begin(), packets.begin() + 2));
  scene.Play(part(0));
  scene.Push(command::SetAgain{{part(2), ++scene.number}});
  scene.Push(command::Stop{});
  EXPECT_TRUE(scene.Ticks(3).empty());
  EXPECT_EQ(scene.ended.size(), 9u);
}

TEST(Player, GoesFromPacketsToSamplesAndBack) {
  Scene scene;
  scene.Play(SourceOf(TonePackets(4)));
  scene.Queue(SourceOf(Tone(kPitch), 4));
  EXPECT_EQ(scene.Ticks(8).size(), 8u);
  const auto last = TonePackets(2);
  scene.Queue(SourceOf(last));
  EXPECT_EQ(scene.Ticks(2), last);
  EXPECT_EQ(scene.ended.size(), 2u);
}

TEST(Player, SkipsReplacesAndStops) {
  Scene scene;
  const auto other = TonePackets(10, 880);
  scene.Play(SourceOf(TonePackets(10)));
  scene.Queue(SourceOf(other));
  (void)scene.Tick();
  scene.Push(command::Skip{7});  // not the present one
  scene.Push(command::Skip{1});
  EXPECT_EQ(scene.Tick(), Packets{other[0]});
  scene.Play(SourceOf(TonePackets(10)));
  scene.Queue(SourceOf(other));
  (void)scene.Tick();
  scene.Push(command::Stop{});
  EXPECT_TRUE(scene.Ticks(3).empty());
  ASSERT_EQ(scene.ended.size(), 4u);
  for (std::size_t at = 0; at < 4; ++at) {
    EXPECT_EQ(scene.ended[at].number, at + 1);
    EXPECT_EQ(scene.ended[at].end, TrackEnd::kStopped);
  }
}

TEST(Player, DropsANextSourceThatIsSkipped) {
  Scene scene;
  scene.Play(SourceOf(TonePackets(2)));
  scene.Queue(SourceOf(TonePackets(2)));
  scene.Push(command::Skip{2});
  EXPECT_EQ(scene.Ticks(10).size(), 2u);
  ASSERT_EQ(scene.ended.size(), 2u);
  EXPECT_EQ(scene.ended[0].number, 2u);
  EXPECT_EQ(scene.ended[0].end, TrackEnd::kStopped);
}

TEST(Player, MixesASourceOverTheTrackAndDucksIt) {
  Scene scene;
  const auto packets = TonePackets(90);
  scene.Play(SourceOf(packets));
  Listener listener;
  const double before = Heard(scene, listener, kPitch, 15);
  scene.Mix(SourceOf(Tone(1000), 30), {.gain = 0.25F, .attack = 40ms, .release = 100ms});
  EXPECT_NEAR(Decibels(Heard(scene, listener, kPitch, 10) / before), -12, 1);
  EXPECT_GT(Heard(scene, listener, 1000, 2), 7000);
  (void)Heard(scene, listener, kPitch, 30);
  EXPECT_NEAR(Decibels(Heard(scene, listener, kPitch, 2) / before), 0, 1);
  EXPECT_EQ(scene.Tick(), Packets{packets[59]});  // as they are again
  ASSERT_EQ(scene.ended.size(), 1u);
  EXPECT_EQ(scene.ended[0].number, 2u);
  EXPECT_EQ(scene.ended[0].end, TrackEnd::kFinished);
}

TEST(Player, MixesWithoutATrack) {
  Scene scene;
  scene.Mix(SourceOf(TonePackets(10)));
  scene.Mix(SourceOf(Tone(1000), 10));
  Listener listener;
  EXPECT_GT(Heard(scene, listener, kPitch, 8), 7000);
  EXPECT_EQ(scene.Ticks(10).size(), 2u);
  EXPECT_EQ(scene.ended.size(), 2u);
  EXPECT_TRUE(scene.starved.empty());
}

TEST(Player, MixesEightAndRefusesTheNinth) {
  Scene scene;
  for (int count = 0; count < 9; ++count) scene.Mix(SourceOf(Tone(1000), 5));
  (void)scene.Tick();
  ASSERT_EQ(scene.ended.size(), 1u);
  EXPECT_EQ(scene.ended[0].number, 9u);
  scene.Push(command::Skip{3});
  (void)scene.Tick();
  EXPECT_EQ(scene.ended[1].number, 3u);
  scene.Push(command::Stop{});
  EXPECT_TRUE(scene.Ticks(2).empty());
  EXPECT_EQ(scene.ended.size(), 9u);
}

/// Blocks and a half of a tone, which goes on from one source to the next.
std::unique_ptr<PcmSource> HalfBlocks(Tone& tone, std::size_t halves) {
  auto source = std::make_unique<PcmSource>(kSampleRate, 2);
  std::vector<std::int16_t> sound(halves * kBlockValues / 2);
  tone.Fill(sound);
  EXPECT_EQ(source->queue().Write(sound), halves * kBlockSamples / 2);
  source->queue().Finish();
  return source;
}

TEST(Player, WhatFollowsASourceThatIsMixedInGoesOnFromItsLastSample) {
  Scene scene;
  const Ducking ducking{.gain = 0.25F};
  Tone tone(kPitch);
  scene.Play(SourceOf(Tone(1000), 40));
  scene.Mix(HalfBlocks(tone, 11), ducking);     // 2
  scene.Mix(HalfBlocks(tone, 11), ducking, 2);  // 3
  Listener listener;
  double quietest = 1e9;
  double loudest = 0;  // of the track
  for (int at = 0; at < 16; ++at) {
    if (at == 8) scene.Mix(HalfBlocks(tone, 10), ducking, 3);  // 4
    const auto [mixed, track] = listener.HearBoth(scene.Tick().at(0), kPitch, 1000);
    if (at > 2) quietest = std::min(quietest, mixed);
    if (at > 4) loudest = std::max(loudest, track);
  }
  EXPECT_GT(quietest, 0.9 * 8000);
  EXPECT_LT(loudest, 0.3 * 8000) << "it stays turned down";
  (void)scene.Ticks(2);
  std::vector<std::uint32_t> ended;
  for (const event::Ended& each : scene.ended) {
    EXPECT_EQ(each.end, TrackEnd::kFinished);
    ended.push_back(each.number);
  }
  EXPECT_EQ(ended, (std::vector<std::uint32_t>{2, 3, 4}));
  EXPECT_EQ(scene.started, (std::vector<std::uint32_t>{1, 2}));
}

TEST(Player, WhatFollowsASourceThatIsOverIsMixedInAtOnce) {
  Scene scene;
  scene.Mix(SourceOf(Tone(kPitch), 3));
  EXPECT_EQ(scene.Ticks(6).size(), 3U);
  scene.Mix(SourceOf(Tone(kPitch), 3), {}, 1);
  EXPECT_EQ(scene.Ticks(6).size(), 3U);
  EXPECT_EQ(scene.started, (std::vector<std::uint32_t>{1, 2}));
}

TEST(Player, SkipsAndStopsWhatIsMixedInWithWhatFollowsIt) {
  Scene scene;
  const auto ended = [&] {
    std::vector<std::uint32_t> numbers;
    for (const event::Ended& each : scene.ended) {
      EXPECT_EQ(each.end, TrackEnd::kStopped);
      numbers.push_back(each.number);
    }
    return numbers;
  };
  scene.Mix(SourceOf(Tone(kPitch), 9));
  scene.Mix(SourceOf(Tone(kPitch), 9), {}, 1);
  scene.Mix(SourceOf(Tone(kPitch), 9), {}, 1);
  (void)scene.Ticks(2);
  EXPECT_EQ(ended(), std::vector<std::uint32_t>{2}) << "another follows";
  scene.Push(command::Skip{3});
  (void)scene.Tick();
  EXPECT_EQ(ended(), (std::vector<std::uint32_t>{2, 3}));
  scene.Mix(SourceOf(Tone(kPitch), 9), {}, 1);
  scene.Push(command::Skip{1});
  EXPECT_EQ(scene.Ticks(2).size(), 2U) << "what follows begins";
  EXPECT_EQ(ended(), (std::vector<std::uint32_t>{2, 3, 1}));
  scene.Mix(SourceOf(Tone(kPitch), 9), {}, 4);
  (void)scene.Tick();
  scene.Push(command::Stop{});
  EXPECT_TRUE(scene.Ticks(2).empty());
  EXPECT_EQ(ended(), (std::vector<std::uint32_t>{2, 3, 1, 5, 4}));
}

TEST(Player, TellsHowLongASourceHadNothing) {
  Scene scene;
  auto source = SourceOf(TonePackets(2), false);
  OpusSource* writing = source.get();
  scene.Play(std::move(source));
  EXPECT_EQ(scene.Ticks(7).size(), 2u);
  EXPECT_TRUE(scene.starved.empty());
  EXPECT_TRUE(writing->Write(TonePackets(1)[0]));
  writing->Finish();
  EXPECT_EQ(scene.Tick().size(), 1u);
  EXPECT_EQ(scene.starved, std::vector<Duration>{5 * kBlockDuration});
  (void)scene.Tick();
  EXPECT_EQ(scene.ended.size(), 1u);
}

TEST(Player, WaitsWhileNoSessionTakesFrames) {
  Scene scene;
  const auto packets = TonePackets(10);
  scene.Play(SourceOf(packets));
  (void)scene.Ticks(2);
  for (int at = 0; at < 20; ++at) scene.player->Tick();  // the first frame is made before it is noticed
  EXPECT_EQ(scene.player->position().samples, 2u * kBlockSamples);
  EXPECT_TRUE(scene.Tick().empty());
  EXPECT_EQ(scene.Tick(), Packets{packets[2]});
  EXPECT_EQ(scene.Tick(), Packets{packets[3]});
  EXPECT_EQ(scene.player->position().samples, 4u * kBlockSamples);
  EXPECT_EQ(scene.listening, (std::vector<bool>{true, false, true}));
}

TEST(Player, RepeatsNothingOfASourceThatWasStoppedUnheard) {
  Scene scene;
  const auto packets = TonePackets(10);
  scene.Play(SourceOf(packets));
  (void)scene.Ticks(2);
  for (int at = 0; at < 3; ++at) scene.player->Tick();
  scene.Push(command::Stop{});
  scene.Mix(SourceOf(Tone(1000), 5));
  const Packets heard = scene.Ticks(10);
  EXPECT_EQ(heard.size(), 5u);
  EXPECT_EQ(std::ranges::count(heard, packets[2]), 0);
}

TEST(Player, PlaysUnheardWhenAskedTo) {
  Scene scene(0, {.plays_unheard = true});
  EXPECT_FALSE(scene.player->needs_ticks());
  scene.Play(SourceOf(TonePackets(3)));
  (void)scene.Tick();
  EXPECT_TRUE(scene.player->needs_ticks());
  (void)scene.Ticks(3);
  EXPECT_EQ(scene.ended.size(), 1u);
}

TEST(Player, ASessionThatComesBackHearsWhatIsNew) {
  Scene scene(2);
  const auto packets = TonePackets(30);
  scene.Play(SourceOf(packets));
  (void)scene.Ticks(2);
  Tap late(scene.player->frames());
  for (int at = 0; at < 10; ++at) {
    scene.player->Tick();
    (void)scene.Take(1);
  }
  EXPECT_EQ(scene.Tick(), Packets{packets[12]});  // the first session missed ten
  EXPECT_EQ(late.Next().kind, SourceBlock::Kind::kNothing);
  scene.player->Tick();
  const SourceBlock heard = late.Next();
  EXPECT_EQ(Packet(heard.opus.begin(), heard.opus.end()), packets[13]);
}

TEST(Player, EndsItsTaps) {
  Scene scene;
  scene.player->frames()->Close();
  EXPECT_EQ(scene.taps[0].Next().kind, SourceBlock::Kind::kEnd);
}

/// Nobody collects events: tracks wait rather than end untold.
TEST(Player, LosesNoEndWhenEventsAreNotCollected) {
  Scene scene;
  std::size_t pushed = 0;
  for (int at = 0; at < 60; ++at) {
    if (scene.player->Push(command::Play{{SourceOf(TonePackets(1)), ++scene.number}})) ++pushed;
    scene.player->Tick();
    (void)scene.Take(0);
  }
  (void)scene.Ticks(200);
  EXPECT_EQ(pushed, 60u);
  EXPECT_EQ(scene.ended.size(), 60u);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::player

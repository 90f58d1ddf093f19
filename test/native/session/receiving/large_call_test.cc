#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "core/base/byte_writer.h"
#include "core/opus/encoder.h"
#include "session/media_end.h"
#include "support/allocation_guard.h"
#include "support/fake_frame_decoder.h"
#include "support/tone.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

/// Keeps the mix of the last ticks.
class LastBlocks final : public Output {
 public:
  static constexpr std::size_t kKept = 10;

  explicit LastBlocks(std::vector<std::int16_t>& values) : values_(values) { values_.reserve(2 * kSize); }
  void Play(std::span<const std::int16_t, kBlockValues> block) noexcept override {
    values_.insert(values_.end(), block.begin(), block.end());
    if (values_.size() > kSize) values_.erase(values_.begin(), values_.begin() + kBlockValues);
  }

 private:
  static constexpr std::size_t kSize = kKept * kBlockValues;

  std::vector<std::int16_t>& values_;
};

/// A call of many who send tones, and Ben, who hears it. Several may send the same sound.
class LargeCall {
 public:
  /// Adds a tone that CELT encodes. @returns its number
  std::size_t AddSound(double hertz, double amplitude) {
    auto encoder = opus::Encoder::Create(true);
    encoder->SetBitrate(96'000);
    encoder->SetComplexity(0);
    sounds_.push_back({std::move(*encoder), test::Tone(hertz, amplitude), {}});
    return sounds_.size() - 1;
  }
  /// Adds a user who sends a sound. @returns their number
  std::size_t AddUser(std::size_t sound) {
    sound_of.push_back(sound);
    const std::size_t at = sound_of.size() - 1;
    ben.Do(command::MapSsrc{SsrcOf(at), IdOf(at), Speaker::Create()});
    return at;
  }
  /// Those who are there send their last packet from now on.
  void RepeatAll() {
    first_fresh_ = sound_of.size();
    repeated_ = number_;
  }
  void Listen() { ben.Do(command::SetOutput{std::make_unique<LastBlocks>(mix)}); }

  void Run(Duration time) {
    for (const Instant end = ben.now + time; ben.now < end;) Tick();
  }

  [[nodiscard]] double HeardAt(double hertz) const { return test::AmplitudeAt(mix, hertz); }
  [[nodiscard]] static UserId IdOf(std::size_t at) { return UserId(10 + at); }
  [[nodiscard]] static Ssrc SsrcOf(std::size_t at) { return Ssrc(static_cast<std::uint32_t>(5000 + at)); }

  End ben{kBenSsrc, 0xd000'0000};
  std::vector<std::size_t> sound_of;
  std::vector<std::int16_t> mix;
  std::uint64_t allocations = 0;

 private:
  struct Sound {
    opus::Encoder encoder;
    test::Tone tone;
    std::vector<std::uint8_t> packet;
  };

  void Tick() {
    for (Sound& each : sounds_) {
      each.packet.resize(1275);
      each.packet.resize(each.encoder.Encode(each.tone.Block(), each.packet));
    }
    ++number_;
    const Instant now = ben.now + kBlockDuration;
    for (std::size_t at = 0; at < sound_of.size(); ++at) {
      Datagram datagram = Seal(at, sounds_[sound_of[at]].packet, at < first_fresh_ ? repeated_ : number_);
      const test::AllocationGuard guard;
      ben.media.HandleDatagram(datagram, Via::kPresent, now);
      allocations += guard.count();
    }
    {
      const test::AllocationGuard guard;
      ben.media.AfterDatagrams(now);
      ben.media.Tick(now, now, ben.outbox);
      allocations += guard.count();
    }
    ben.now = now;
    ben.outbox.Clear();
    ben.Drain();
  }

  Datagram Seal(std::size_t at, const std::vector<std::uint8_t>& payload, std::uint32_t number) {
    Datagram datagram(rtp::kFixedHeaderSize + payload.size() + rtp::kSealOverhead);
    ByteWriter out(datagram);
    rtp::WriteHeader(out, Sequence(static_cast<std::uint16_t>(number)), RtpTimestamp(number * 960),
                     SsrcOf(at));
    out.Bytes(payload);
    EXPECT_NE(sealer_->Seal(datagram, rtp::kFixedHeaderSize, payload.size()), 0U);
    return datagram;
  }

  std::unique_ptr<rtp::Sealer> sealer_ = MakeSealer(0xc000'0000);
  std::vector<Sound> sounds_;
  std::uint32_t number_ = 0;
  std::size_t first_fresh_ = 0;  ///< users before send the packet with this number
  std::uint32_t repeated_ = 0;
};

TEST(LargeCall, OfTwoHundredTheLoudestAreHeardAndEverybodyIsCounted) {
  LargeCall call;
  call.Listen();
  const std::size_t quiet = call.AddSound(3000, 40);
  std::vector<double> loud;
  for (int each = 0; each < 20; ++each) loud.push_back(300 + 50 * each);
  for (std::size_t each = 0; each < 200; ++each) {
    const bool is_loud = each % 10 == 7;
    call.AddUser(is_loud ? call.AddSound(loud[each / 10], 1200) : quiet);
  }
  call.Run(1s);
  for (const double hertz : loud) EXPECT_GT(call.HeardAt(hertz), 900) << hertz;
  EXPECT_EQ(call.allocations, 0U);

  const MediaStats& stats = call.ben.Stats();
  ASSERT_EQ(stats.remotes.size(), 200U);
  EXPECT_EQ(stats.packets_received, 200U * 50);
  std::size_t always_decoded = 0;
  std::uint64_t not_decoded = 0;
  for (std::size_t at = 0; at < 200; ++at) {
    const RemoteStats& each = stats.remotes[at];
    EXPECT_EQ(each.speaker.packets_received, 50U);
    EXPECT_EQ(each.speaker.packets_lost, 0U);
    not_decoded += each.speaker.packets_not_decoded;
    always_decoded += each.speaker.packets_not_decoded == 0 ? 1 : 0;
    if (at % 10 == 7) {
      EXPECT_LT(each.speaker.packets_not_decoded, 15U) << at;
    }
  }
  EXPECT_GE(not_decoded, 170U * 48);
  EXPECT_LE(not_decoded, 170U * 50);
  EXPECT_LE(always_decoded, 30U);
  EXPECT_EQ(call.ben.Count<event::Audible>(), 200) << "it is told of everybody";
}

TEST(LargeCall, ALoudOneAmongAHundredQuietOnesIsHeardWithin400Milliseconds) {
  LargeCall call;
  call.Listen();
  const std::size_t quiet = call.AddSound(3000, 40);
  const std::size_t loud = call.AddSound(700, 8000);
  for (int each = 0; each < 101; ++each) call.AddUser(quiet);
  call.Run(2s);
  ASSERT_LT(call.HeardAt(700), 100);
  call.sound_of[100] = loud;
  call.Run(400ms);
  const auto last = std::span(call.mix).last(kBlockValues);
  EXPECT_GT(test::AmplitudeAt(last, 700), 6000);
  call.Run(2s);
  EXPECT_GT(call.HeardAt(700), 7000);
}

TEST(LargeCall, WhoSubscribedToAQuietUserGetsTheSoundAndThePackets) {
  LargeCall call;
  call.Listen();
  ReceiveQueue queue;
  call.ben.Do(command::SetReceiveQueue{&queue});
  const std::size_t loud = call.AddSound(700, 500);
  const std::size_t quiet = call.AddSound(1500, 60);
  for (int each = 0; each < 60; ++each) call.AddUser(loud);
  const std::size_t pcm = call.AddUser(quiet);
  const std::size_t opus = call.AddUser(quiet);
  call.Run(1s);
  call.ben.Do(command::SetUser{LargeCall::IdOf(pcm), {.pcm = true, .tag = 1}});
  call.ben.Do(command::SetUser{LargeCall::IdOf(opus), {.opus = true, .tag = 2}});
  call.Run(1s);
  std::vector<std::int16_t> sound;
  std::size_t packets = 0;
  TakeEach(queue, [&](const ReceivedHead& head, std::span<const std::uint8_t> bytes) {
    packets += head.format == ReceivedFormat::kOpus ? 1 : 0;
    if (head.format != ReceivedFormat::kPcm) return;
    const auto* values = reinterpret_cast<const std::int16_t*>(bytes.data());
    sound.insert(sound.end(), values, values + bytes.size() / 2);
  });
  EXPECT_EQ(packets, 50U);
  ASSERT_GE(sound.size(), 40 * kBlockValues);
  EXPECT_GT(test::AmplitudeAt(std::span(sound).last(20 * kBlockValues), 1500), 40);
}

TEST(LargeCall, TheTableHasAThousandPlacesAndTheNextOneIsRefusedAndCounted) {
  LargeCall call;
  call.Listen();
  const auto enter = [&](std::uint32_t at) {
    call.ben.Do(command::MapSsrc{Ssrc(100'000 + at), UserId(100'000 + at),
                                 Speaker::CreateWith(std::make_unique<test::FakeFrameDecoder>())});
  };
  for (std::uint32_t at = 0; at < kMaxRemotes - 1; ++at) enter(at);
  call.AddUser(call.AddSound(700, 8000));
  EXPECT_EQ(call.ben.Stats().users_refused, 0U);
  call.Run(300ms);
  EXPECT_GT(call.HeardAt(700), 4000) << "alone, in the last place";
  enter(kMaxRemotes);
  EXPECT_EQ(call.ben.Stats().users_refused, 1U);
  EXPECT_EQ(call.ben.Stats().remotes.size(), kMaxRemotes);
  EXPECT_EQ(call.allocations, 0U);
}

/// A guest cannot keep a place by sending the same packet again and again.
TEST(LargeCall, RepeatedPacketsHoldNoPlaces) {
  LargeCall call;
  call.Listen();
  const std::size_t sound = call.AddSound(700, 500);
  for (int each = 0; each < 30; ++each) call.AddUser(sound);
  call.Run(500ms);
  call.RepeatAll();
  call.Run(500ms);
  const std::size_t newcomer = call.AddUser(sound);
  call.Run(200ms);
  const RemoteStats& stats = call.ben.Stats().remotes[newcomer];
  EXPECT_GT(stats.speaker.packets_received, 5U);
  EXPECT_EQ(stats.speaker.packets_not_decoded, 0U);
}

TEST(LargeCall, WhoGetsAPlaceFadesInOverABlock) {
  LargeCall call;
  call.Listen();
  const std::size_t quiet = call.AddSound(3000, 10);
  const std::size_t loud = call.AddSound(700, 8000);
  for (int each = 0; each < 101; ++each) call.AddUser(quiet);
  call.Run(2s);
  call.sound_of[100] = loud;
  const auto peak = [&](std::size_t from, std::size_t to) {
    const auto block =
        std::span(call.mix).last(kBlockValues).subspan(from * kChannels, (to - from) * kChannels);
    return std::abs(int{*std::ranges::max_element(block, {}, [](int value) { return std::abs(value); })});
  };
  for (int tick = 0; tick < 20 && peak(860, kBlockSamples) < 1000; ++tick) call.Run(20ms);
  EXPECT_GT(peak(860, kBlockSamples), 1000);
  EXPECT_LT(2 * peak(200, 300), peak(860, kBlockSamples));
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session

// Under the policy "mute" no sample is heard or sent that an audio callback did not finish, whatever is late,
// thrown, detached, stretched, lost or full.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "core/base/byte_writer.h"
#include "core/opus/decoder.h"
#include "core/player/opus_source.h"
#include "core/player/pcm_source.h"
#include "core/rtp/header.h"
#include "session/media_end.h"
#include "support/network_emulator.h"
#include "support/sound.h"
#include "support/tone.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

/// Sound of the sender: below zero. Output of a callback: above.
constexpr float kRaw = -0.25F;
constexpr std::int16_t kFiltered = 5000;

/// A codec whose every sound, made up or not, is what must not be heard.
class RawDecoder final : public jitter::FrameDecoder {
 public:
  std::size_t Samples(std::span<const std::uint8_t> payload) const noexcept override {
    return payload.size() == 2 ? payload[0] * std::size_t{120} : 0;
  }
  bool IsSilence(std::span<const std::uint8_t>) const noexcept override { return false; }
  bool HasRecovery(std::span<const std::uint8_t> payload) const noexcept override { return payload[1] != 0; }
  std::size_t Decode(std::span<const std::uint8_t> payload, std::span<float> out) noexcept override {
    return Fill(Samples(payload), out);
  }
  std::size_t Recover(std::span<const std::uint8_t>, std::size_t samples,
                      std::span<float> out) noexcept override {
    return Fill(samples, out);
  }
  std::size_t Conceal(std::size_t samples, std::span<float> out) noexcept override {
    return Fill(samples, out);
  }
  void Reset() noexcept override {}

 private:
  static std::size_t Fill(std::size_t samples, std::span<float> out) noexcept {
    std::fill_n(out.begin(), samples * kChannels, kRaw);
    return samples;
  }
};

/// Counts blocks with something in them that was not filtered.
struct Heard {
  void Note(std::span<const std::int16_t> block) {
    raw += std::ranges::any_of(block, [](std::int16_t value) { return value < 0; });
    filtered += std::ranges::any_of(block, [](std::int16_t value) { return value == kFiltered; });
  }
  int raw = 0;
  int filtered = 0;
};

class HeardOutput final : public Output {
 public:
  explicit HeardOutput(Heard& heard) : heard_(heard) {}
  void Play(std::span<const std::int16_t, kBlockValues> block) noexcept override { heard_.Note(block); }

 private:
  Heard& heard_;
};

struct Trouble {
  Duration stall;  ///< how long JavaScript is stalled, of each half second or of twice that
  double failing;  ///< share of callbacks that throw or give their array away
  double drift;    ///< how much faster the sender's clock is
  test::Impairment network;
  bool outages = false;
  std::size_t frame = kBlockSamples;
};

/// JavaScript: takes blocks on loan while it runs, and finishes some of them a moment later.
class Script {
 public:
  Script(CallbackExchange& exchange, const Trouble& trouble, std::uint64_t seed)
      : exchange_(exchange), trouble_(trouble), random_(seed) {}

  void Run(Instant now) {
    const Duration period = std::max<Duration>(500ms, 2 * trouble_.stall);
    if ((now - Instant{}) % period >= period - trouble_.stall) return;
    if (running_ != nullptr) Finish(now);
    while (CallbackExchange::Slot* slot = exchange_.Take()) {
      running_ = slot;
      if (random_() % 8 == 0) return;  // this one takes a while
      Finish(now);
    }
  }

 private:
  void Finish(Instant now) {
    const bool fails = static_cast<double>(random_() % 1000) < trouble_.failing * 1000;
    if (!fails || random_() % 2 == 0) running_->samples.fill(kFiltered / audio::kFullScale);
    exchange_.Finish(*running_, now, !fails);
    running_ = nullptr;
  }

  CallbackExchange& exchange_;
  const Trouble& trouble_;
  std::mt19937_64 random_;
  CallbackExchange::Slot* running_ = nullptr;
};

/// Ada's packets over a bad network to Ben, whose callback is in trouble; one step is a millisecond.
class Room {
 public:
  Room(const Trouble& trouble, std::uint64_t seed)
      : trouble_(trouble),
        network_(trouble.network, seed),
        script_(exchange_, trouble_, seed),
        random_(seed) {
    ben_.Do(command::SetCallbacks{true, false, &exchange_});
    ben_.Do(command::SetCallbackPolicy{UnfilteredPolicy::kMute, 40ms});
    ben_.Do(command::SetOutput{std::make_unique<HeardOutput>(mix)});
    ben_.Do(command::SetReceiveQueue{&queue_});
    UserSetting setting;
    setting.pcm = true;
    ben_.Do(command::MapSsrc{kAdaSsrc, kAda, Speaker::CreateWith(std::make_unique<RawDecoder>()), setting});
  }

  void Run(Duration time) {
    for (const Instant end = now_ + time; now_ < end; now_ += 1ms) {
      Send();
      script_.Run(now_);
      ben_.now = now_;
      if ((now_ - kStart) % 2ms == Duration::zero()) Receive();
      if ((now_ - kStart) % kBlockDuration == Duration::zero()) Tick();
    }
  }

  [[nodiscard]] const MediaStats& Stats() { return ben_.Stats(); }

  Heard mix;
  Heard pcm;

 private:
  static constexpr Instant kStart{10s};

  void Send() {
    for (; next_send_ <= now_; next_send_ += FrameTime()) {
      const std::array<std::uint8_t, 2> payload{static_cast<std::uint8_t>(trouble_.frame / 120),
                                                static_cast<std::uint8_t>(sequence_ % 2)};
      Datagram datagram(rtp::kFixedHeaderSize + payload.size() + rtp::kSealOverhead);
      ByteWriter out(datagram);
      rtp::WriteHeader(out, Sequence(static_cast<std::uint16_t>(sequence_++)), RtpTimestamp(timestamp_),
                       kAdaSsrc);
      timestamp_ += static_cast<std::uint32_t>(trouble_.frame);
      out.Bytes(payload);
      EXPECT_NE(sealer_->Seal(datagram, rtp::kFixedHeaderSize, payload.size()), 0U);
      network_.Send(next_send_, std::move(datagram));
    }
  }

  void Receive() {
    if (trouble_.outages && (now_ - kStart) % 10s > 9300ms) return;
    while (auto arrived = network_.Receive(now_))
      ben_.media.HandleDatagram(arrived->second, Via::kPresent, now_);
    ben_.media.AfterDatagrams(now_);
  }

  void Tick() {
    (void)ben_.Tick(now_);
    TakeEach(queue_, [&](const ReceivedHead&, std::span<const std::uint8_t> bytes) {
      AudioBlock block;
      std::memcpy(block.data(), bytes.data(), sizeof(block));
      pcm.Note(block);
    });
  }

  [[nodiscard]] Duration FrameTime() const {
    const double ns = static_cast<double>(trouble_.frame) * 1e9 / kSampleRate;
    return Duration(static_cast<std::int64_t>(ns / (1.0 + trouble_.drift)));
  }

  Trouble trouble_;
  CallbackExchange exchange_;
  ReceiveQueue queue_;
  End ben_{kBenSsrc, 0xd000'0000};
  test::NetworkEmulator<Datagram> network_;
  Script script_;
  std::mt19937_64 random_;
  std::unique_ptr<rtp::Sealer> sealer_ = MakeSealer(0xc000'0000);
  Instant now_ = kStart;
  Instant next_send_ = kStart;
  std::uint32_t sequence_ = 0;
  std::uint32_t timestamp_ = 0;
};

constexpr Duration kStalls[] = {0ms, 5ms, 15ms, 30ms, 45ms, 60ms, 100ms, 200ms, 400ms, 1500ms};

/// 10 lengths of stall, each 10,000 blocks under all kinds of trouble in turn.
TEST(FailClosed, NoUnfilteredSampleIsHeardInAHundredThousandBlocks) {
  constexpr Duration kEach = 200s / 8;
  std::uint64_t seed = 1;
  int filtered = 0;
  std::uint64_t stretched = 0;
  std::uint64_t concealed = 0;
  std::uint64_t late = 0;
  std::uint64_t failed = 0;
  for (const Duration stall : kStalls) {
    for (int kind = 0; kind < 8; ++kind) {
      Trouble trouble{.stall = stall, .failing = (kind & 1) != 0 ? 0.3 : 0.0, .drift = 0, .network = {}};
      trouble.drift = std::array{0.0, 0.004, -0.004, 0.02}[static_cast<std::size_t>(kind) % 4];
      trouble.outages = (kind & 2) != 0;
      trouble.network = {.delay = 30ms, .jitter = (kind & 4) != 0 ? Duration(15ms) : Duration(0ms)};
      trouble.network.loss = (kind & 4) != 0 ? 0.05 : 0.01;
      trouble.frame = kind == 5 ? 480 : kind == 6 ? 2880 : kBlockSamples;
      SCOPED_TRACE("stall " + std::to_string(stall.count() / 1'000'000) + " ms, kind " +
                   std::to_string(kind));
      Room room(trouble, seed++);
      room.Run(kEach);
      EXPECT_EQ(room.mix.raw, 0);
      EXPECT_EQ(room.pcm.raw, 0);
      filtered += room.mix.filtered;
      const MediaStats& stats = room.Stats();
      stretched += stats.remotes[0].speaker.stretched_samples;
      concealed += stats.remotes[0].speaker.concealed_samples;
      late += stats.callbacks.late;
      failed += stats.callbacks.failed;
    }
  }
  EXPECT_GT(filtered, 40'000) << "what was filtered is heard";
  EXPECT_GT(stretched, 1'000'000U);
  EXPECT_GT(concealed, 1'000'000U);
  EXPECT_GT(late, 5'000U);
  EXPECT_GT(failed, 5'000U);
}

/// A stall of JavaScript fills every slot with blocks of many speakers.
TEST(FailClosed, BlocksWithoutASlotAreSilent) {
  CallbackExchange exchange;
  Heard mix;
  End ben{kBenSsrc, 0xd000'0000};
  ben.Do(command::SetCallbacks{true, false, &exchange});
  ben.Do(command::SetCallbackPolicy{UnfilteredPolicy::kMute, 200ms});
  ben.Do(command::SetOutput{std::make_unique<HeardOutput>(mix)});
  constexpr std::uint32_t kSpeakers = 100;
  for (std::uint32_t at = 0; at < kSpeakers; ++at) {
    ben.Do(command::MapSsrc{Ssrc(100 + at), UserId(100 + at),
                            Speaker::CreateWith(std::make_unique<RawDecoder>())});
  }
  const auto sealer = MakeSealer(0xc000'0000);
  for (std::uint32_t tick = 0; tick < 150; ++tick) {
    for (std::uint32_t at = 0; at < kSpeakers; ++at) {
      const std::array<std::uint8_t, 2> payload{8, 0};
      Datagram datagram(rtp::kFixedHeaderSize + payload.size() + rtp::kSealOverhead);
      ByteWriter out(datagram);
      rtp::WriteHeader(out, Sequence(static_cast<std::uint16_t>(tick)), RtpTimestamp(tick * 960),
                       Ssrc(100 + at));
      out.Bytes(payload);
      EXPECT_NE(sealer->Seal(datagram, rtp::kFixedHeaderSize, payload.size()), 0U);
      ben.Receive(datagram);
    }
    (void)ben.Tick(ben.now + kBlockDuration);
  }
  EXPECT_GT(ben.Stats().callbacks.bypassed, 100U);
  EXPECT_EQ(mix.raw, 0);
}

/// The policy is changed, or the callback is given, in the middle of speech: `at` that tick.
Heard CloseInMidCall(bool by_policy, std::uint32_t at) {
  CallbackExchange exchange;
  Heard mix;
  End ben{kBenSsrc, 0xd000'0000};
  const auto give_callback = [&] { ben.Do(command::SetCallbacks{true, false, &exchange}); };
  const auto mute = [&] { ben.Do(command::SetCallbackPolicy{UnfilteredPolicy::kMute, 40ms}); };
  by_policy ? give_callback() : mute();
  ben.Do(command::SetOutput{std::make_unique<HeardOutput>(mix)});
  ben.Do(command::MapSsrc{kAdaSsrc, kAda, Speaker::CreateWith(std::make_unique<RawDecoder>())});
  const auto sealer = MakeSealer(0xc000'0000);
  for (std::uint32_t tick = 0; tick < at + 50; ++tick) {
    const std::array<std::uint8_t, 2> payload{8, 0};
    Datagram datagram(rtp::kFixedHeaderSize + payload.size() + rtp::kSealOverhead);
    ByteWriter out(datagram);
    rtp::WriteHeader(out, Sequence(static_cast<std::uint16_t>(tick)), RtpTimestamp(tick * 960), kAdaSsrc);
    out.Bytes(payload);
    EXPECT_NE(sealer->Seal(datagram, rtp::kFixedHeaderSize, payload.size()), 0U);
    ben.Receive(datagram);
    if (tick == at) {
      EXPECT_GT(mix.raw, 20) << "until now it passes";
      mix = {};
      by_policy ? mute() : give_callback();
    }
    (void)ben.Tick(ben.now + kBlockDuration);
  }
  return mix;
}

TEST(FailClosed, ClosingInMidCallSilencesBlocksInTransit) {
  // the start target shrinks meanwhile: parts of blocks are on their way
  for (std::uint32_t at = 30; at < 180; at += 3) {
    EXPECT_EQ(CloseInMidCall(true, at).raw, 0) << at;
    EXPECT_EQ(CloseInMidCall(false, at).raw, 0) << at;
  }
}

TEST(FailClosed, AReceivedBlockIsNeverTakenForACapturedOne) {
  CallbackExchange exchange;
  End ben{kBenSsrc, 0xd000'0000};
  ben.Do(command::SetCallbacks{true, true, &exchange});
  ben.Do(command::MapSsrc{kAdaSsrc, UserId(0), Speaker::CreateWith(std::make_unique<RawDecoder>())});
  const auto sealer = MakeSealer(0xc000'0000);
  const std::array<std::uint8_t, 2> payload{8, 0};
  Datagram datagram(rtp::kFixedHeaderSize + payload.size() + rtp::kSealOverhead);
  ByteWriter out(datagram);
  rtp::WriteHeader(out, Sequence(1), RtpTimestamp(960), kAdaSsrc);
  out.Bytes(payload);
  ASSERT_NE(sealer->Seal(datagram, rtp::kFixedHeaderSize, payload.size()), 0U);
  ben.Receive(datagram);
  (void)ben.Tick(ben.now + kBlockDuration);
  (void)ben.Tick(ben.now + kBlockDuration);
  // captured blocks, of silence, are among them
  const CallbackExchange::Slot* slot = exchange.Take();
  while (slot != nullptr && !slot->speaker) slot = exchange.Take();
  ASSERT_NE(slot, nullptr);
  EXPECT_EQ(slot->speaker, std::optional(UserId(0)));
}

/// Ada's captured callback: what she sends is decoded again.
class CapturedTest : public testing::Test {
 protected:
  void SetUp() override {
    auto input = std::make_unique<player::PcmSource>(kSampleRate, 2);
    pcm = input.get();
    ada.Do(command::SetInput{std::move(input)});
    ada.Do(command::SetCallbacks{false, true, &exchange});
    ada.Do(command::SetCallbackPolicy{UnfilteredPolicy::kMute, 40ms});
    ada.Do(command::Announced{});
  }

  /// One tick with a block of what must not be sent.
  void Step() {
    (void)pcm->queue().Write(tone.Block());
    for (Datagram& datagram : ada.Tick(ada.now + kBlockDuration)) {
      if (rtp::Classify(datagram) != rtp::DatagramKind::kRtp) continue;
      const auto opened = MakeSealer(0)->OpenRtp(datagram);
      ASSERT_TRUE(opened.ok());
      std::array<float, 5760 * 2> out;
      const std::size_t samples = decoder->Decode(opened->payload, out);
      ++packets;
      const double level =
          test::AmplitudeAt(test::Rounded(std::span<const float>(out).first(samples * 2)), 440);
      loudest = std::max(loudest, level);
    }
  }

  ReceiveQueue queue;
  CallbackExchange exchange;
  End ada{kAdaSsrc, 0xc000'0000};
  player::PcmSource* pcm = nullptr;
  test::Tone tone{440};
  std::optional<opus::Decoder> decoder = opus::Decoder::Create();
  int packets = 0;
  double loudest = 0;
};

TEST_F(CapturedTest, LateThrownAndBypassedBlocksAreSentAsSilence) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 2000; ++i) {
    Step();
    const bool stalled = i % 50 >= 30;
    while (CallbackExchange::Slot* slot = stalled ? nullptr : exchange.Take()) {
      const bool fails = random() % 3 == 0;
      if (!fails) slot->samples.fill(0);
      exchange.Finish(*slot, ada.now, !fails);
    }
  }
  EXPECT_GE(packets, 1990);
  EXPECT_LT(loudest, 10);
  EXPECT_GT(ada.Stats().callbacks.late, 300U);
  EXPECT_GT(ada.Stats().callbacks.failed, 300U);
}

TEST_F(CapturedTest, ABlockWithoutAFreeSlotIsSentAsSilence) {
  // another callback has every slot
  while (exchange.Post(ada.now, UserId(5), 1, false, SoundBlock{})) {
  }
  for (int i = 0; i < 50; ++i) Step();
  EXPECT_GE(ada.Stats().callbacks.bypassed, 49U);
  EXPECT_LT(loudest, 10);
}

TEST_F(CapturedTest, WhatWasSaidBeforeIsNotSentOnceThePolicyIsMute) {
  ada.Do(command::SetCallbacks{false, false, nullptr});
  ada.Do(command::SetEncoder{{.frame_ms = 60}});
  for (int i = 0; i < 32; ++i) Step();  // two blocks more than ten frames
  EXPECT_EQ(packets, 10);
  EXPECT_GT(loudest, 5000);
  loudest = 0;
  decoder->Reset();  // the packets before still sound in it
  ada.Do(command::SetCallbacks{false, true, &exchange});
  for (int i = 0; i < 30; ++i) Step();
  EXPECT_GE(packets, 15);
  EXPECT_LT(loudest, 10);
}

TEST_F(CapturedTest, WhatWasEncodedBeforeIsNotSentOnceThePolicyIsMute) {
  End eve(Ssrc(3), 0xe000'0000);
  auto input = std::make_unique<player::PcmSource>(kSampleRate, 2);
  player::PcmSource* said = input.get();
  eve.Do(command::SetInput{std::move(input)});
  const auto tick = [&] {
    (void)said->queue().Write(tone.Block());
    int sent = 0;
    for (const Datagram& each : eve.Tick(eve.now + kBlockDuration))
      sent += rtp::Classify(each) == rtp::DatagramKind::kRtp ? 1 : 0;
    return sent;
  };
  for (int i = 0; i < 10; ++i) EXPECT_EQ(tick(), 0) << "it waits for the announcement";
  eve.Do(command::SetCallbackPolicy{UnfilteredPolicy::kMute, 40ms});
  eve.Do(command::SetCallbacks{false, true, &exchange});
  eve.Do(command::Announced{});
  EXPECT_LE(tick(), 1);
}

TEST_F(CapturedTest, OpusPacketsThatNoCallbackCanEditAreNotSent) {
  auto input = std::make_unique<player::OpusSource>();
  player::OpusSource* opus = input.get();
  ada.Do(command::SetInput{std::move(input)});
  const auto sent = [&] {
    int count = 0;
    for (int i = 0; i < 20; ++i) {
      EXPECT_TRUE(opus->Write(std::array<std::uint8_t, 3>{0xf8, 0x11, 0x22}));
      for (const Datagram& each : ada.Tick(ada.now + kBlockDuration))
        count += rtp::Classify(each) == rtp::DatagramKind::kRtp ? 1 : 0;
    }
    return count;
  };
  EXPECT_EQ(sent(), 0);
  EXPECT_EQ(ada.Stats().callbacks.bypassed, 20U);
  ada.Do(command::SetCallbackPolicy{UnfilteredPolicy::kPass, 40ms});
  EXPECT_EQ(sent(), 20);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/opus/decoder.h"
#include "core/player/pcm_source.h"
#include "core/rtp/datagram_kind.h"
#include "core/rtp/reports.h"
#include "session/media_end.h"
#include "support/allocation_guard.h"
#include "support/saved_fields.h"
#include "support/tone.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

using Bytes = std::vector<std::uint8_t>;
using Samples = std::vector<std::int16_t>;

constexpr std::uint32_t kAdaCounters = 0xc000'0000;
constexpr std::array<std::uint8_t, crypto::kAeadKeySize> kKey{1, 2, 3};

crypto::Aead TransportKey() {
  return std::move(*crypto::Aead::Create(crypto::AeadAlgorithm::kAes256Gcm, kKey));
}

/// The settings of a call, and what its input is.
struct Form {
  AudioMode mode = AudioMode::kContinuous;
  EncoderSettings encoder{};
  int rate = kSampleRate;
  int channels = 2;
};

/// A call that sends samples.
class Caller {
 public:
  explicit Caller(const Form& form, std::unique_ptr<End> made = std::make_unique<End>())
      : end(std::move(made)) {
    end->Do(command::SetAudioMode{form.mode});
    end->Do(command::SetEncoder{form.encoder});
  }

  void Open(std::unique_ptr<player::PcmSource> input) {
    input_ = input.get();
    end->Do(command::SetInput{std::move(input), 1});
  }
  /// How many of them were taken, per channel.
  std::size_t Write(std::span<const std::int16_t> samples) { return input_->queue().Write(samples); }
  void Finish() { input_->queue().Finish(); }
  [[nodiscard]] std::size_t queued() const { return input_->queue().queued(); }

  std::unique_ptr<End> end;

 private:
  player::PcmSource* input_ = nullptr;
};

/// What `write` writes, without allocating.
template <class Write>
Bytes Written(Instant now, const Write& write) {
  Bytes room(std::size_t{512} * 1024);
  const test::AllocationGuard guard;
  FieldWriter out(room, now);
  write(out);
  EXPECT_TRUE(out.ok());
  EXPECT_EQ(guard.count(), 0u);
  room.resize(out.written().size());
  return room;
}

Bytes SaveMedia(Caller& caller) {
  return Written(caller.end->now, [&](FieldWriter& out) { caller.end->media.Save(out); });
}

Bytes SaveInput(Caller& caller) {
  return Written(caller.end->now,
                 [&](FieldWriter& out) { EXPECT_TRUE(caller.end->media.QueuedSamples(out)); });
}

std::unique_ptr<player::PcmSource> Restored(std::span<const std::uint8_t> saved) {
  RestoreFault fault;
  FieldReader in(saved, Instant{}, "input", fault);
  auto input = std::make_unique<player::PcmSource>(in);
  EXPECT_FALSE(fault) << fault.record << ", " << fault.field;
  return input;
}

/// The same call in another process.
std::unique_ptr<Caller> MoveCall(Caller& from, const Form& form, bool muted = false) {
  const Bytes media = SaveMedia(from);
  const Bytes samples = SaveInput(from);
  auto end = std::make_unique<End>(MediaSeed{Sequence(1), RtpTimestamp(2), 3});
  end->now = from.end->now;
  auto moved = std::make_unique<Caller>(form, std::move(end));
  moved->end->Do(command::SetSelfMute{muted});
  moved->Open(Restored(samples));
  RestoreFault fault;
  FieldReader in(media, from.end->now, "media", fault);
  moved->end->media.Restore(in, TransportKey());
  EXPECT_FALSE(fault) << fault.record << ", " << fault.field;
  EXPECT_EQ(SaveMedia(*moved), media) << "nothing gets lost on the way";
  EXPECT_EQ(moved->queued(), from.queued());
  return moved;
}

void Connect(Caller& caller) {
  caller.end->Do(command::OpenPath{kAdaSsrc});
  caller.end->Do(command::SetKey{MakeSealer(kAdaCounters)});
  caller.end->Do(command::Announced{});
}

/// Hears one call: each packet as it is decoded.
class Listener {
 public:
  std::vector<float> Hear(Datagram datagram) {
    const auto packet = sealer_.OpenRtp(datagram);
    EXPECT_TRUE(packet);
    std::vector<float> sound(opus::kMaxPacketSamples * kChannels);
    sound.resize(decoder_.Decode(packet->payload, sound) * kChannels);
    return sound;
  }

 private:
  rtp::Sealer sealer_{TransportKey(), 0};
  opus::Decoder decoder_ = *opus::Decoder::Create();
};

double Energy(std::span<const float> sound) {
  double sum = 0;
  for (const float value : sound) sum += double{value} * value;
  return sum;
}

double Decibels(double ratio) { return 10 * std::log10(ratio); }

/// Of sound that is one block after the other, the loudest difference in a block of 20 ms.
double WorstError(std::span<const float> heard, std::span<const float> wanted) {
  double worst = 0;
  for (std::size_t at = 0; at + kBlockValues <= wanted.size(); at += kBlockValues) {
    std::vector<float> error(wanted.begin() + static_cast<std::ptrdiff_t>(at),
                             wanted.begin() + static_cast<std::ptrdiff_t>(at + kBlockValues));
    for (std::size_t each = 0; each < kBlockValues; ++each) error[each] -= heard[at + each];
    worst = std::max(worst, Energy(error) / Energy(wanted.subspan(at, kBlockValues)));
  }
  return Decibels(worst);
}

/// Sounds for 1 s, moves at that tick, and gives the loudest error in dB in the 200 ms behind, against a call
/// that stayed.
template <class Sound>
double ErrorOfAMove(const Form& form, int at_tick) {
  constexpr int kBehind = 10;
  Caller stayed(form);
  Connect(stayed);
  stayed.Open(std::make_unique<player::PcmSource>(kSampleRate, 2));
  std::unique_ptr<Caller> moved;
  Sound sound;
  Listener of_stayed;
  Listener of_moved;
  std::vector<float> wanted;
  std::vector<float> heard;
  for (int tick = 0; tick <= at_tick + kBehind; ++tick) {
    const AudioBlock block = sound.Block();
    (void)stayed.Write(block);
    if (moved) (void)moved->Write(block);
    const Instant at = Instant(20s) + kBlockDuration * tick;
    const auto sent = stayed.end->Tick(at);
    const auto sent_there = moved ? moved->end->Tick(at) : sent;
    EXPECT_EQ(sent_there.size(), sent.size());
    for (std::size_t each = 0; each < sent.size(); ++each) {
      if (rtp::Classify(sent[each]) != rtp::DatagramKind::kRtp) continue;
      const auto one = of_stayed.Hear(sent[each]);
      const auto other = of_moved.Hear(sent_there[each]);
      if (!moved) continue;
      wanted.insert(wanted.end(), one.begin(), one.end());
      heard.insert(heard.end(), other.begin(), other.end());
    }
    if (tick == at_tick) moved = MoveCall(stayed, form);
  }
  EXPECT_GT(wanted.size(), 5 * kBlockValues);
  return WorstError(heard, wanted);
}

class Pitch : public test::Tone {
 public:
  Pitch() : Tone(440) {}
};

/// At 128 kbit/s, where the codec itself makes little noise. Without what was encoded before, the error is as
/// loud as the sound; with one block of it, or when the first frame needs those of another encoder, it is too
/// loud here.
TEST(MovedSamples, SoundLikeThoseOfACallThatStayed) {
  for (const bool music : {false, true}) {
    for (const int frame_ms : {10, 20, 40, 60}) {
      for (int tick = 50; tick < 58; ++tick) {
        SCOPED_TRACE(testing::Message() << music << ", " << frame_ms << " ms, tick " << tick);
        const Form form{.encoder = {.bitrate = 128'000, .music = music, .frame_ms = frame_ms}};
        EXPECT_LT(ErrorOfAMove<Pitch>(form, tick), -30);
        EXPECT_LT(ErrorOfAMove<test::Voice>(form, tick), -14);
      }
    }
  }
}

/// All but what the bytes of frames are, and how many: an encoder that begins anew makes others.
Datagram WithoutSound(const Datagram& datagram) {
  constexpr std::size_t kOctets = 24;  // in a sender report
  const auto kind = rtp::Classify(datagram);
  Datagram plain = datagram;
  if (kind == rtp::DatagramKind::kRtp) {
    // the header, and the counter at the end
    plain.erase(plain.begin() + rtp::kFixedHeaderSize, plain.end() - rtp::kCounterSize);
  } else if (kind == rtp::DatagramKind::kRtcp && datagram[1] == rtp::kSenderReportType) {
    Datagram sealed = datagram;
    const auto report = rtp::Sealer(TransportKey(), 0).OpenRtcp(sealed);
    EXPECT_TRUE(report);
    plain.assign(report->clear.begin(), report->clear.end());
    plain.insert(plain.end(), report->body.begin(), report->body.end());
    std::fill_n(plain.begin() + kOctets, 4, std::uint8_t{0});
  }
  return plain;
}

int PacketsAmong(const std::vector<Datagram>& datagrams) {
  return static_cast<int>(std::ranges::count_if(datagrams, [](const Datagram& each) {  //
    return rtp::Classify(each) == rtp::DatagramKind::kRtp;
  }));
}

/// One call that stays, and the same one that moves now and then, in step.
class Moving {
 public:
  explicit Moving(std::uint32_t seed) : random_(seed) {
    constexpr std::array kRates{48'000, 48'000, 44'100, 16'000, 8'000, 96'000};
    constexpr std::array kFrames{10, 20, 20, 40, 60};
    form_.mode = random_() % 2 == 0 ? AudioMode::kContinuous : AudioMode::kVoiceActivity;
    form_.encoder = {
        .complexity = 3, .music = random_() % 2 == 0, .frame_ms = kFrames[random_() % kFrames.size()]};
    form_.rate = kRates[random_() % kRates.size()];
    form_.channels = 1 + static_cast<int>(random_() % 2);
    stayed_ = std::make_unique<Caller>(form_);
    Connect(*stayed_);
    stayed_->Open(std::make_unique<player::PcmSource>(form_.rate, form_.channels));
  }

  void Live(int ticks) {
    for (int tick = 0; tick < ticks && !testing::Test::HasFatalFailure(); ++tick) {
      Happen();
      if (tick < ticks - 80) Write();
      if (tick == ticks - 80) Each([](Caller& each) { each.Finish(); });
      const bool has_input = stayed_->end->Count<event::InputEnded>() == 0;
      if (has_input && random_() % 40 == 0) moved_ = MoveCall(moved_ ? *moved_ : *stayed_, form_, muted_);
      Tick(tick);
    }
  }

  int packets = 0;
  [[nodiscard]] int ends() const {
    EXPECT_EQ(moved_->end->Count<event::InputEnded>(), stayed_->end->Count<event::InputEnded>());
    return stayed_->end->Count<event::InputEnded>();
  }

 private:
  template <class Do>
  void Each(const Do& act) {
    act(*stayed_);
    if (moved_) act(*moved_);
  }
  void Happen() {
    if (random_() % 60 == 0) {
      muted_ = !muted_;
      Each([&](Caller& each) { each.end->Do(command::SetSelfMute{muted_}); });
    }
    if (random_() % 25 == 0) loud_ = !loud_;
    if (random_() % 30 == 0) flows_ = !flows_;
  }
  /// Pieces of any size, with pauses.
  void Write() {
    const std::size_t most = static_cast<std::size_t>(form_.rate) / 25;
    const std::size_t samples = flows_ ? random_() % most : 0;
    Samples piece(samples * static_cast<std::size_t>(form_.channels));
    for (auto& value : piece) value = static_cast<std::int16_t>(static_cast<int>(random_() % 16'001) - 8'000);
    if (!loud_) std::ranges::fill(piece, std::int16_t{1});
    std::vector<std::size_t> taken;
    Each([&](Caller& each) { taken.push_back(each.Write(piece)); });
    EXPECT_EQ(taken.front(), taken.back());
  }
  void Tick(int tick) {
    const Instant at = Instant(20s) + kBlockDuration * tick;
    const auto sent = stayed_->end->Tick(at);
    packets += PacketsAmong(sent);
    if (!moved_) return;
    const auto sent_there = moved_->end->Tick(at);
    ASSERT_EQ(sent_there.size(), sent.size()) << "tick " << tick;
    for (std::size_t each = 0; each < sent.size(); ++each)
      ASSERT_EQ(WithoutSound(sent_there[each]), WithoutSound(sent[each])) << "tick " << tick;
  }

  std::mt19937 random_;
  Form form_;
  std::unique_ptr<Caller> stayed_;
  std::unique_ptr<Caller> moved_;
  bool muted_ = false;
  bool loud_ = true;
  bool flows_ = true;
};

TEST(MovedSamples, GoOutWithTheSameNumbersTimesAndHeaders) {
  int packets = 0;
  int ends = 0;
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    Moving call(seed);
    call.Live(500);
    if (HasFatalFailure()) return;
    packets += call.packets;
    ends += call.ends();
  }
  EXPECT_GT(packets, 5000);
  EXPECT_GT(ends, 20);
}

TEST(MovedSamples, TheBlockBeforeAWordIsThereWhenTheWordComesBehindAMove) {
  const Form form{.mode = AudioMode::kVoiceActivity};
  Caller stayed(form);
  Connect(stayed);
  stayed.Open(std::make_unique<player::PcmSource>(kSampleRate, 2));
  (void)stayed.Write(AudioBlock{});
  EXPECT_EQ(PacketsAmong(stayed.end->Tick(Instant(20s))), 0);
  const auto moved = MoveCall(stayed, form);
  for (Caller* each : {&stayed, moved.get()}) {
    (void)each->Write(test::Voice().Block());
    EXPECT_EQ(PacketsAmong(each->end->Tick(Instant(20s) + kBlockDuration)), 2);
  }
}

TEST(MovedSamples, ABlockThatTheCallbackHasComesAgainInFrontOfAFullQueue) {
  const Form form;
  CallbackExchange exchange;
  Caller caller(form);
  Connect(caller);
  caller.end->Do(command::SetCallbacks{false, true, &exchange});
  caller.Open(std::make_unique<player::PcmSource>(kSampleRate, 2));
  Samples counting(std::size_t{2} * 60'000 * kChannels);
  for (std::size_t at = 0; at < counting.size(); ++at)
    counting[at] = static_cast<std::int16_t>(at / kChannels);
  std::size_t written = 0;
  for (int tick = 0; tick < 3; ++tick) {
    written += caller.Write(std::span(counting).subspan(written * kChannels));
    if (tick < 2) (void)caller.end->Tick(Instant(20s) + kBlockDuration * tick);
  }
  const std::uint64_t played = caller.end->media.InputPosition()->samples;
  EXPECT_EQ(played, kBlockSamples);
  const auto input = Restored(SaveInput(caller));
  EXPECT_EQ(input->queue().queued(), audio::PcmQueue::kCapacity + kBlockSamples);
  EXPECT_EQ(input->queue().Write(counting), 0u) << "there is no room";
  std::size_t next = played;
  for (auto block = input->Next(); block.kind == player::SourceBlock::Kind::kPcm; block = input->Next())
    for (std::size_t at = 0; at < kBlockSamples; ++at)
      ASSERT_EQ(block.pcm[at * kChannels], static_cast<std::int16_t>(next++));
  EXPECT_EQ(next, written);
}

TEST(MovedSamples, NothingIsTakenFromADamagedRecord) {
  const Form form{.encoder = {.frame_ms = 60}};
  Caller caller(form);
  Connect(caller);
  caller.Open(std::make_unique<player::PcmSource>(kSampleRate, 2));
  for (int tick = 0; tick < 8; ++tick) {
    (void)caller.Write(test::Tone(440).Block());
    (void)caller.end->Tick(Instant(20s) + kBlockDuration * tick);
  }
  const Bytes record = SaveMedia(caller);
  const auto restore = [&](FieldReader& in) {
    Caller other(form, std::make_unique<End>(MediaSeed{Sequence(1), RtpTimestamp(2), 3}));
    other.Open(std::make_unique<player::PcmSource>(kSampleRate, 2));
    other.end->now = in.now();
    other.end->media.Restore(in, TransportKey());
    for (int tick = 0; in.ok() && tick < 3; ++tick) (void)other.end->Tick(other.end->now + kBlockDuration);
  };
  EXPECT_FALSE(test::FaultOf(record, caller.end->now, restore));
  test::RestoreDamaged(record, caller.end->now, restore, 200);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session

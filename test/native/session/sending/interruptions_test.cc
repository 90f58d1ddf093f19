#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "core/opus/decoder.h"
#include "core/opus/packet.h"
#include "core/player/heard_marks.h"
#include "core/player/player.h"
#include "core/player/tap.h"
#include "core/session/sending/barge_in.h"
#include "core/session/sending/sending.h"
#include "session/media_end.h"
#include "support/rounds.h"
#include "support/sound.h"
#include "support/tone.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

constexpr std::size_t kNotes = 8;
/// What an encoder holds back: a packet ends with so much less of its block.
constexpr std::size_t kDelay = 312;
constexpr Duration kMinSpeech = 60ms;

double Hertz(std::size_t note) { return 400.0 + 300.0 * static_cast<double>(note); }

/// Blocks of 20 ms, each with a note that tells its place.
class Melody final : public player::Source {
 public:
  player::SourceBlock Next() noexcept override {
    block_ = test::Tone(Hertz(at_++ % kNotes)).Block();
    return {.kind = player::SourceBlock::Kind::kPcm, .pcm = block_};
  }

 private:
  std::size_t at_ = 0;
  AudioBlock block_{};
};

/// A session that says a melody, somebody who speaks over it, and a listener who decodes what leaves.
class Conversation {
 public:
  explicit Conversation(const command::SetBargeIn& rule) {
    sending_.talker().Apply(command::SetAudioMode{AudioMode::kContinuous}, now_);
    sending_.Start(kAdaSsrc);
    sending_.Announced();
    (void)sending_.SetInput(std::make_unique<player::Tap>(player_->frames(), heard_), 1);
    barge_in_.Apply(rule);
  }

  void Say() { EXPECT_TRUE(player_->Push(player::command::Play{{std::make_unique<Melody>(), ++track_}})); }
  void Release(std::uint32_t number) {
    barge_in_.Release(number);
    sending_.Restrain(barge_in_.restraint());
  }

  /// 20 ms, in the order of an engine. How many packets with sound left.
  int Tick(bool is_spoken_over) {
    now_ += kBlockDuration;
    player_->Tick();
    while (player_->PopEvent()) {
    }
    sending_.Tick(now_, now_, sealer_.get(), outbox_, events_);
    const bool is_playing = sending_.playing();
    for (int frame = 0; frame < 2; ++frame, time_ += turns::kFrameTicks) {
      const float probability = is_spoken_over ? 0.95F : 0.01F;
      barge_in_.HandleFrame(now_, kBen, {.time = time_, .probability = probability}, is_playing);
    }
    barge_in_.Tick(now_, sending_.InputPosition(), events_);
    sending_.Restrain(barge_in_.restraint());
    while (auto event = ring_.Pop()) Note(*event);
    return Hear();
  }

  [[nodiscard]] std::uint64_t heard_samples() const { return heard_->Of(track_); }
  /// The note at the end of the newest packet with sound.
  [[nodiscard]] std::size_t NewestNote() const {
    const auto end = std::span(sound_).last((kBlockSamples - kDelay) * kChannels);
    std::size_t best = 0;
    double loudest = 0;
    for (std::size_t note = 0; note < kNotes; ++note) {
      const double loud = test::AmplitudeAt(end, Hertz(note));
      if (loud > loudest) std::tie(best, loudest) = std::pair(note, loud);
    }
    return best;
  }

  std::vector<event::BargeIn> told;

 private:
  void Note(const MediaEvent& event) {
    if (const auto* each = std::get_if<event::BargeIn>(&event)) told.push_back(*each);
  }

  int Hear() {
    int loud = 0;
    for (std::size_t at = 0; at < outbox_.size(); ++at) {
      Datagram datagram(outbox_[at].begin(), outbox_[at].end());
      const auto packet = opener_->OpenRtp(datagram);
      EXPECT_TRUE(packet);
      if (!packet || opus::IsSilenceFrame(packet->payload)) continue;
      std::array<float, kBlockValues> sound{};
      EXPECT_EQ(decoder_.Decode(packet->payload, sound), kBlockSamples);
      sound_ = test::Rounded(SoundBlock(sound));
      ++loud;
    }
    outbox_.Clear();
    return loud;
  }

  std::unique_ptr<player::Player> player_ = player::Player::Create({.complexity = 0});
  std::shared_ptr<player::HeardMarks> heard_ = std::make_shared<player::HeardMarks>();
  std::unique_ptr<rtp::Sealer> sealer_ = MakeSealer(1);
  std::unique_ptr<rtp::Sealer> opener_ = MakeSealer(1);
  Reserve reserve_{std::size_t{512} * 1024};
  SpscRing<MediaEvent> ring_{EventSink::kCapacity};
  EventSink events_{ring_};
  ConnectionStats stats_;
  Sending sending_{Talker::CreateForPackets(), Sequence(1), RtpTimestamp(1), 0, stats_, reserve_};
  BargeIn barge_in_;
  Outbox outbox_;
  opus::Decoder decoder_ = *opus::Decoder::Create();
  AudioBlock sound_{};
  Instant now_{10s};
  std::uint64_t time_ = 0;
  std::uint32_t track_ = 0;
};

command::SetBargeIn Rule(Duration resume_after) {
  return {.action = BargeInAction::kStop,
          .anyone = true,
          .min_speech = kMinSpeech,
          .min_probability = 0.6F,
          .resume_after = resume_after};
}

/// The note in which so much of a melody ends.
std::size_t NoteAt(std::uint64_t samples) {
  return static_cast<std::size_t>((samples - 1) / kBlockSamples) % kNotes;
}

/// Speaks over what is said until that is decided. Nothing with sound leaves from then on.
void Interrupt(Conversation& call) {
  const std::size_t told = call.told.size();
  for (int ticks = 0; call.told.size() == told; ++ticks) {
    ASSERT_LT(ticks, 10) << "nobody decides";
    (void)call.Tick(true);
  }
  const std::uint64_t heard = call.heard_samples();
  EXPECT_EQ(call.told.back().position.samples, heard);
  EXPECT_EQ(call.NewestNote(), NoteAt(heard)) << heard;
  for (int tick = 0; tick < 3; ++tick) EXPECT_EQ(call.Tick(true), 0);
  EXPECT_EQ(call.heard_samples(), heard);
}

/// What listeners heard of the last words is what the session says that they heard, wherever it was
/// interrupted.
TEST(Interruptions, AreAtThePlaceThatIsToldTenThousandTimes) {
  const std::uint64_t seed = 20'260'701;
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  Conversation call(Rule({}));
  for (int round = 0; round < test::Rounds(10'000); ++round) {
    call.Say();
    const auto ticks = 2 + static_cast<int>(random() % 8);
    for (int tick = 0; tick < ticks; ++tick) (void)call.Tick(false);
    ASSERT_NO_FATAL_FAILURE(Interrupt(call)) << "round " << round;
    ASSERT_FALSE(testing::Test::HasFailure()) << "round " << round;
    for (int tick = 0; tick < 12; ++tick) (void)call.Tick(false);  // another speech
    call.Release(call.told.back().number);
  }
}

TEST(Interruptions, ThatComeToNothingLoseNoSound) {
  const std::uint64_t seed = 20'260'702;
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  Conversation call(Rule(200ms));
  call.Say();
  for (int round = 0; round < test::Rounds(500); ++round) {
    const auto ticks = 2 + static_cast<int>(random() % 20);
    for (int tick = 0; tick < ticks; ++tick) (void)call.Tick(false);
    ASSERT_NO_FATAL_FAILURE(Interrupt(call)) << "round " << round;
    const std::size_t last = call.NewestNote();
    int loud = 0;
    for (int tick = 0; loud == 0; ++tick) {
      ASSERT_LT(tick, 30) << "it does not go on, round " << round;
      loud = call.Tick(false);
    }
    EXPECT_EQ(loud, 1);
    EXPECT_EQ(call.told.back().kind, event::BargeIn::Kind::kResumed);
    ASSERT_EQ(call.NewestNote(), (last + 1) % kNotes) << "round " << round;
    ASSERT_EQ(call.NewestNote(), NoteAt(call.heard_samples())) << "round " << round;
  }
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session

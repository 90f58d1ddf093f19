// An agent hears its own words from somebody's loudspeaker: they are marked, begin no turn and interrupt
// nothing.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/audio/samples.h"
#include "core/opus/decoder.h"
#include "core/opus/encoder.h"
#include "core/session/listening/ears.h"
#include "core/turns/barge_in.h"
#include "session/listening/hearing.h"
#include "support/talking.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

/// An agent that speaks, and a user whose microphone hears it 300 ms later, at a fifth of the level.
class Loudspeaker {
 public:
  explicit Loudspeaker(Hearing& hearing) : hearing_(hearing) { rule_.Apply({}); }

  void Play(int ticks, bool user_speaks) {
    for (; ticks > 0; --ticks) {
      const Listening::Moment moment = hearing_.Moment();
      hearing_.ears.BeginTick(moment.tick);
      Send();
      const SoundBlock heard = Microphone(user_speaks);
      (void)hearing_.ears.Hear(kAda, {heard, false, moment.tick - Hearing::kLag, moment.tick});
      hearing_.Rest(1);
      hearing_.ears.EachFrame([&](UserId user, const turns::EarFrame& frame) {
        rule_.HandleFrame(user, frame, true);
        while (rule_.Poll()) ++interruptions;
      });
    }
  }

  /// The echo is known afterwards, and what came of its first words is forgotten.
  void Learn(int ticks) {
    Play(ticks, false);
    hearing_.blocks.clear();
    hearing_.turns.clear();
    interruptions = 0;
  }

  int interruptions = 0;

 private:
  static constexpr std::size_t kLate = 15;  ///< blocks

  void Send() {
    AudioBlock block;
    for (std::size_t at = 0; at < kBlockSamples; ++at)
      block[2 * at] = block[2 * at + 1] = audio::Rounded(own_.Sample());
    std::array<std::uint8_t, 1275> packet;
    const auto sent = std::span(packet).first(encoder_->Encode(block, packet));
    hearing_.ears.own_sound()->Send(sent);
    auto played = std::make_unique<std::array<float, 2 * 5760>>();
    (void)decoder_->Decode(sent, *played);
    played_.push_back(std::move(played));
  }
  SoundBlock Microphone(bool user_speaks) {
    SoundBlock block{};
    if (played_.size() > kLate) {
      for (std::size_t at = 0; at < kBlockValues; ++at) block[at] = 0.2F * (*played_.front())[at];
      played_.pop_front();
    }
    for (std::size_t at = 0; user_speaks && at < kBlockSamples; ++at) {
      const float value = user_.Sample();
      block[2 * at] += value;
      block[2 * at + 1] += value;
    }
    return block;
  }

  Hearing& hearing_;
  test::Talking own_{3};
  test::Talking user_{11};
  std::optional<opus::Encoder> encoder_ = opus::Encoder::Create(false);
  std::optional<opus::Decoder> decoder_ = opus::Decoder::Create();
  std::deque<std::unique_ptr<std::array<float, 2 * 5760>>> played_;
  turns::BargeInRule rule_;
};

double MarkedShare(const std::vector<Hearing::Block>& blocks) {
  int voices = 0;
  int marked = 0;
  for (const Hearing::Block& each : blocks) {
    if (each.record.probability[0] < 0.5F) continue;
    ++voices;
    marked += (each.record.flags & EarRecord::kOwnEcho) != 0 ? 1 : 0;
  }
  return static_cast<double>(marked) / voices;
}

TEST(OwnEcho, IsMarkedAndBeginsNoTurn) {
  Hearing hearing(Listening::Whom::kEveryone);
  Loudspeaker loudspeaker(hearing);
  loudspeaker.Learn(100);
  loudspeaker.Play(400, false);
  EXPECT_GE(MarkedShare(hearing.blocks), 0.95);
  EXPECT_EQ(hearing.Count(TurnRecord::Kind::kSpeechStart), 0);
  EXPECT_EQ(loudspeaker.interruptions, 0);
}

TEST(OwnEcho, HidesNobodyWhoSpeaksOverIt) {
  Hearing hearing(Listening::Whom::kEveryone);
  Loudspeaker loudspeaker(hearing);
  loudspeaker.Learn(200);
  loudspeaker.Play(100, true);
  EXPECT_EQ(hearing.Count(TurnRecord::Kind::kSpeechStart), 1);
  EXPECT_GE(loudspeaker.interruptions, 1);
}

TEST(OwnEcho, IsKnownStillWhenSomebodyElseIsListenedToAsWell) {
  Hearing hearing(Listening::Whom::kEveryone);
  Loudspeaker loudspeaker(hearing);
  loudspeaker.Learn(200);
  (void)hearing.ears.Set(turns::EarRate::k16kHz,
                         std::make_unique<Listening>(turns::EarRate::k16kHz, Listening::Whom::kEveryone,
                                                     std::span<const UserId>{}));
  loudspeaker.Play(100, false);
  EXPECT_GE(MarkedShare(hearing.blocks), 0.95);
}

TEST(OwnEcho, APacketThatIsNoOpusIsSilence) {
  Hearing hearing(Listening::Whom::kEveryone);
  const std::array<std::uint8_t, 3> broken{0xFB, 0x00, 0x17};
  hearing.ears.BeginTick(48'000);
  hearing.ears.own_sound()->Send(broken);
  hearing.ears.own_sound()->Send({});
  EXPECT_FALSE(hearing.ears.own_sound()->reference().SoundsBefore(16'320));
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session

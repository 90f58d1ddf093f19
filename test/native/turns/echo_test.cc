#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include "core/turns/echo/echo_detector.h"
#include "core/turns/echo/echo_reference.h"
#include "support/allocation_guard.h"
#include "support/talking.h"

namespace SDKPP_TEST_FILE {
namespace {

using namespace sdkpp;
using namespace sdkpp::test;
using turns::EchoDetector;
using turns::EchoReference;
using turns::kEchoHop;

/// Samples of 16 kHz.
constexpr std::size_t Samples(int ms) { return static_cast<std::size_t>(ms) * 16; }

/// Own sound that a loudspeaker plays in a small room, where somebody may speak, too.
class Room {
 public:
  explicit Room(int delay_ms, float echo_gain) : delay_(Samples(delay_ms)), gain_(echo_gain) {
    line_.assign(Samples(2'000), 0.0F);
  }

  struct Who {
    bool own = false;
    bool guest = false;
  };
  /// Counts blocks, and those that are marked.
  struct Marks {
    int blocks = 0;
    int marked = 0;
    [[nodiscard]] double share() const { return static_cast<double>(marked) / blocks; }
  };

  /// A pause of a talker is none of the blocks that count.
  Marks Play(int ms, Who who) {
    Marks marks;
    for (; ms > 0; ms -= 20) {
      const auto [is_marked, is_loud] = Tick(who);
      marks.blocks += is_loud ? 1 : 0;
      marks.marked += is_loud && is_marked ? 1 : 0;
    }
    return marks;
  }
  [[nodiscard]] std::optional<std::int64_t> delay() const { return detector_->delay(); }
  void SetDelay(int ms) { delay_ = Samples(ms); }
  /// A packet of the own sound decodes to this; nothing of it comes back.
  void SendAlone(float value) {
    std::array<float, kEchoHop> sent;
    sent.fill(value);
    reference_->Advance(place_);
    reference_->Push(sent);
    std::array<float, kEchoHop> silence{};
    (void)detector_->Process(place_, silence, *reference_);
    place_ += kEchoHop;
  }
  EchoDetector& detector() { return *detector_; }

 private:
  struct Heard {
    bool is_marked = false;
    bool is_loud = false;
  };

  Heard Tick(Who who) {
    std::array<float, kEchoHop> sent;
    std::array<float, kEchoHop> heard;
    float power = 0;
    for (std::size_t at = 0; at < kEchoHop; ++at) {
      sent[at] = who.own ? Sixteen(own_) : 0.0F;
      line_.push_front(sent[at]);
      line_.pop_back();
      const float echo = gain_ * (line_[delay_] + 0.4F * line_[delay_ + 90] - 0.3F * line_[delay_ + 230]);
      const float guest = who.guest ? Sixteen(guest_) : 0.0F;
      heard[at] = echo + guest;
      power += heard[at] * heard[at];
    }
    reference_->Advance(place_);
    reference_->Push(sent);
    const bool is_marked = detector_->Process(place_, heard, *reference_);
    place_ += kEchoHop;
    return {is_marked, power > 5e-7F * kEchoHop};
  }
  static float Sixteen(Talking& talker) {
    (void)talker.Sample();
    (void)talker.Sample();
    return talker.Sample();
  }

  std::size_t delay_;
  float gain_;
  Talking own_{3};
  Talking guest_{11};
  std::deque<float> line_;  ///< what was sent, the newest first
  std::unique_ptr<EchoReference> reference_ = std::make_unique<EchoReference>();
  std::unique_ptr<EchoDetector> detector_ = std::make_unique<EchoDetector>();
  std::uint64_t place_ = 16'000;
};

TEST(Echo, OwnSoundThatComesBackIsMarkedWithinHalfASecondOfIt) {
  for (const int delay_ms : {100, 470, 1'000}) {
    Room room(delay_ms, 0.1F);
    room.Play(delay_ms + 700, {.own = true});
    const auto later = room.Play(6'000, {.own = true});
    EXPECT_GE(later.share(), 0.95) << delay_ms << " ms late";
    ASSERT_TRUE(room.delay());
    EXPECT_NEAR(static_cast<double>(*room.delay()), static_cast<double>(Samples(delay_ms)), 240.0)
        << "or a reflection of it";
  }
}

TEST(Echo, NobodyElsesSpeechIsMarkedThoughTheOwnSoundPlays) {
  Room room(300, 0.0F);
  const auto marks = room.Play(20'000, {.own = true, .guest = true});
  EXPECT_GT(marks.blocks, 400);
  EXPECT_EQ(marks.marked, 0);
}

TEST(Echo, SomebodyWhoSpeaksOverAnEchoIsHeard) {
  Room room(300, 0.03F);
  const auto alone = room.Play(5'000, {.own = true});
  EXPECT_GE(alone.share(), 0.8);
  const auto both = room.Play(8'000, {.own = true, .guest = true});
  EXPECT_LE(both.share(), 0.2) << "what is left are pauses of the guest, in which the echo is heard";
  room.Play(1'500, {.guest = true});
  const auto guest = room.Play(5'000, {.guest = true});
  EXPECT_EQ(guest.marked, 0) << "the own sound has ended";
}

TEST(Echo, AnEchoThatMovesIsFoundAgain) {
  Room room(300, 0.1F);
  room.Play(3'000, {.own = true});
  room.SetDelay(420);
  room.Play(1'000, {.own = true});
  EXPECT_GE(room.Play(4'000, {.own = true}).share(), 0.9);
}

TEST(Echo, SilenceAndAnotherSpeakerAreNoEcho) {
  Room room(300, 0.1F);
  room.Play(3'000, {.own = true});
  room.detector().ProcessSilence();
  EXPECT_TRUE(room.delay()) << "a pause changes nothing of the way back";
  room.detector().Forget();
  EXPECT_FALSE(room.delay());
}

TEST(Echo, ValuesOfAnySizeSpoilNothing) {
  Room room(300, 0.1F);
  room.Play(1'000, {.own = true});
  for (const float value : {std::numeric_limits<float>::quiet_NaN(), 1e30F, -1e30F}) room.SendAlone(value);
  room.Play(3'000, {.own = true});
  EXPECT_GE(room.Play(4'000, {.own = true}).share(), 0.9);
}

TEST(Echo, AllocatesNothingWhateverThePlace) {
  auto reference = std::make_unique<EchoReference>();
  auto detector = std::make_unique<EchoDetector>();
  std::array<float, kEchoHop> loud;
  loud.fill(8.0F);
  const AllocationGuard guard;
  for (std::uint64_t place :
       {std::uint64_t{0}, std::uint64_t{320}, std::uint64_t{1} << 60, std::uint64_t{7}}) {
    for (std::uint64_t tick = 0; tick < 200; ++tick) {
      reference->Advance(place + tick * kEchoHop);
      reference->Push(loud);
      (void)detector->Process(place + tick * kEchoHop, loud, *reference);
    }
  }
  EXPECT_EQ(guard.count(), 0U);
}

TEST(EchoReference, KeepsTwoSecondsAndIsSilentElsewhere) {
  auto reference = std::make_unique<EchoReference>();
  std::array<float, kEchoHop> sound;
  sound.fill(0.5F);
  reference->Advance(48'000);
  reference->Push(sound);
  std::array<float, turns::kEchoWindow> window;
  reference->Window(48'000 + kEchoHop, window);
  EXPECT_EQ(window.back(), 0.5F);
  EXPECT_EQ(window[turns::kEchoWindow - kEchoHop], 0.5F);
  EXPECT_EQ(window[turns::kEchoWindow - kEchoHop - 1], 0.0F) << "in front of the beginning";
  reference->Window(48'000 + 2 * kEchoHop, window);
  EXPECT_EQ(window.back(), 0.0F) << "behind the end";
  reference->Window(-5, window);
  EXPECT_EQ(window.back(), 0.0F);
  EXPECT_TRUE(reference->SoundsBefore(48'000 + 2 * kEchoHop));
  EXPECT_FALSE(reference->SoundsBefore(48'000 + Samples(1'400)));
  reference->Advance(48'000 + Samples(900));
  reference->Window(48'000 + kEchoHop, window);
  EXPECT_EQ(window.back(), 0.5F) << "silence since then";
  reference->Advance(9'000'000);
  reference->Window(48'000 + kEchoHop, window);
  EXPECT_EQ(window.back(), 0.0F) << "a place so far ahead begins anew";
}

}  // namespace
}  // namespace SDKPP_TEST_FILE

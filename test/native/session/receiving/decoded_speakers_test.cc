#include "core/session/receiving/decoded_speakers.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "core/base/reserve.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;
using opus::VoiceHint;

/// Some speakers who send a packet every 20 ms, as Receiving sees them.
class Crowd {
 public:
  explicit Crowd(std::size_t size) : level(size, -40), hint(size, VoiceHint::kNone), talks(size, true) {}

  void Run(Duration time) {
    for (const Instant end = now + time; now < end; now += kBlockDuration) Tick();
  }

  [[nodiscard]] bool IsChosen(std::size_t at) const {
    return chooser.IsChosen(static_cast<std::uint16_t>(at));
  }
  [[nodiscard]] std::size_t chosen() const {
    std::size_t count = 0;
    for (std::size_t at = 0; at < level.size(); ++at) count += IsChosen(at) ? 1 : 0;
    return count;
  }

  std::vector<float> level;
  std::vector<VoiceHint> hint;
  std::vector<bool> talks;
  std::function<float()> waver = [] { return 0.0F; };
  Instant now{100s};
  int losses = 0;
  int probes = 0;
  int left_out = 0;
  Reserve reserve{1024};
  DecodedSpeakers chooser{reserve};

 private:
  void Tick() {
    for (std::size_t each = 0; each < level.size(); ++each) {
      if (talks[each]) Packet(static_cast<std::uint16_t>(each));
    }
    chooser.Choose(now, [&](std::uint16_t) { ++losses; });
    if (!chooser.crowded(now)) return;
    for (std::size_t each = 0; each < level.size(); ++each) {
      if (talks[each] && IsChosen(each))
        chooser.Measured(now, static_cast<std::uint16_t>(each), level[each] + waver());
    }
  }

  void Packet(std::uint16_t at) {
    if (!chooser.Admit(now, at)) ++left_out;
    if (!chooser.crowded(now)) return;
    chooser.Note(now, at, hint[at], 120);
    if (!chooser.TakeProbe(now, at)) return;
    ++probes;
    chooser.Measured(now, at, level[at] + waver());
  }
};

TEST(DecodedSpeakers, ThirtyAreAllDecodedHoweverQuietTheyAre) {
  Crowd crowd(DecodedSpeakers::kMost);
  for (std::size_t each = 0; each < 30; ++each) crowd.level[each] = -3 * static_cast<float>(each);
  crowd.Run(2s);
  EXPECT_EQ(crowd.chosen(), 30U);
  EXPECT_EQ(crowd.left_out, 0);
  EXPECT_EQ(crowd.probes, 0);
  EXPECT_FALSE(crowd.chooser.crowded(crowd.now));
}

TEST(DecodedSpeakers, WhoFallsSilentMakesRoomWithinTheWindow) {
  Crowd crowd(60);
  for (std::size_t each = 30; each < 60; ++each) crowd.talks[each] = false;
  crowd.Run(1s);
  for (std::size_t each = 0; each < 60; ++each) crowd.talks[each] = each >= 30;
  crowd.Run(DecodedSpeakers::kWindow + 40ms);
  for (std::size_t each = 0; each < 60; ++each) EXPECT_EQ(crowd.IsChosen(each), each >= 30) << each;
}

TEST(DecodedSpeakers, TheLoudestOf200AreChosenHoweverTheyAreSpread) {
  Crowd crowd(200);
  for (std::size_t each = 3; each < 183; each += 6) crowd.level[each] = -20;
  crowd.Run(600ms);
  for (std::size_t each = 0; each < 200; ++each) {
    EXPECT_EQ(crowd.IsChosen(each), each >= 3 && each < 183 && each % 6 == 3) << each;
  }
  const int losses = crowd.losses;
  crowd.Run(5s);
  EXPECT_EQ(crowd.losses, losses);
}

TEST(DecodedSpeakers, ALoudOneAmongAHundredQuietOnesIsChosenInTime) {
  for (std::size_t phase = 0; phase < 10; ++phase) {
    Crowd crowd(101);
    crowd.Run(3s + kBlockDuration * phase);
    ASSERT_FALSE(crowd.IsChosen(100));
    crowd.level[100] = -15;
    crowd.Run(260ms);  // 140 ms are left for the jitter buffer
    EXPECT_TRUE(crowd.IsChosen(100)) << phase;
  }
}

TEST(DecodedSpeakers, ALoudOneWhoBeginsWithTheOthersIsChosenInTime) {
  Crowd crowd(101);
  crowd.level[100] = -15;
  crowd.Run(260ms);
  EXPECT_TRUE(crowd.IsChosen(100));
}

TEST(DecodedSpeakers, OfEquallyLoudOnesThoseWhoHaveAPlaceKeepIt) {
  Crowd crowd(200);
  int step = 0;
  crowd.waver = [&] { return static_cast<float>(step++ * 7 % 11) / 2 - 2.5F; };
  crowd.Run(10s);
  EXPECT_EQ(crowd.losses, 0);
  EXPECT_EQ(crowd.chosen(), 30U);
}

TEST(DecodedSpeakers, OneOfTenPacketsIsDecodedForItsLevel) {
  Crowd crowd(200);
  crowd.Run(10s);
  EXPECT_LE(crowd.probes, 170 * 51);
  EXPECT_GE(crowd.probes, 170 * 40);
}

TEST(DecodedSpeakers, AVoiceThatSilkFoundGoesBeforeNoVoiceAndNeedsNoProbe) {
  Crowd crowd(100);
  for (std::size_t each = 0; each < 100; ++each) {
    crowd.hint[each] = each >= 70 ? VoiceHint::kVoice : VoiceHint::kNoVoice;
  }
  crowd.Run(500ms);
  for (std::size_t each = 0; each < 100; ++each) EXPECT_EQ(crowd.IsChosen(each), each >= 70) << each;
  EXPECT_EQ(crowd.probes, 0);
}

TEST(DecodedSpeakers, AVoiceIsRememberedAsLoudAsItWasWhenItWasDecoded) {
  Crowd crowd(60);
  std::ranges::fill(crowd.hint, VoiceHint::kVoice);
  for (std::size_t each = 0; each < 60; ++each) crowd.level[each] = each < 30 ? -45 : -20;
  crowd.Run(3s);
  for (std::size_t each = 0; each < 60; ++each) EXPECT_EQ(crowd.IsChosen(each), each >= 30) << each;
  const int losses = crowd.losses;
  crowd.Run(5s);
  EXPECT_EQ(crowd.losses, losses) << "and is not tried again";
}

TEST(DecodedSpeakers, WhoSendsOnlySilenceGetsNoPlaceOfAVoice) {
  Crowd crowd(200);
  for (std::size_t each = 0; each < 195; ++each) crowd.hint[each] = VoiceHint::kSilence;
  crowd.Run(500ms);
  for (std::size_t each = 195; each < 200; ++each) EXPECT_TRUE(crowd.IsChosen(each)) << each;
}

TEST(DecodedSpeakers, APlaceInTheTableThatIsSomebodyElsesNowIsUnknown) {
  Crowd crowd(40);
  crowd.Run(1s);
  crowd.chooser.Forget(0);
  crowd.chooser.Forget(999);
  EXPECT_FALSE(crowd.IsChosen(0));
  crowd.talks[0] = false;
  crowd.Run(100ms);
  EXPECT_EQ(crowd.chosen(), 30U);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session

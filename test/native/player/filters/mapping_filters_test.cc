#include <gtest/gtest.h>

#include "core/player/filters/channel_mix.h"
#include "core/player/filters/distortion.h"
#include "core/player/filters/low_pass.h"
#include "player/filters/filtered.h"

namespace sdkpp::player::filters {
namespace SDKPP_TEST_FILE {

/// From -1 to 1 within a block.
std::pair<double, double> Rise(std::size_t at) {
  const double value = -1 + 2 * static_cast<double>(at) / kBlockSamples;
  return {value, value};
}

TEST(Distortion, MapsEachSampleByItsFormulaAndStaysInFullScale) {
  Distortion distortion({.sin_offset = 0.1,
                         .sin_scale = 2,
                         .cos_offset = -0.2,
                         .cos_scale = 0.5,
                         .tan_offset = 0.3,
                         .tan_scale = 1.2,
                         .offset = 0.05,
                         .scale = 0.6});
  const auto heard = test::Filtered(distortion, Rise, 1);
  for (std::size_t at = 0; at < kBlockSamples; ++at) {
    const double x = Rise(at).first;
    const double tangent = std::sin(1.2 * x) / std::cos(1.2 * x);
    const double wanted = 0.05 + 0.6 * (0.1 + std::sin(2 * x)) * (std::cos(x / 2) - 0.2) * (0.3 + tangent);
    ASSERT_NEAR(heard.left[at], std::min(1.0, std::max(-1.0, wanted)), 1e-5) << at;
  }
  EXPECT_EQ(heard.left, heard.right);
}

TEST(Distortion, IsOffAsItIsWithoutBeingSaid) {
  EXPECT_FALSE(Distortion::Settings().changes_sound());
  EXPECT_TRUE(Distortion::Settings{.scale = 0.5}.changes_sound());
}

TEST(ChannelMix, SwapsJoinsAndKeepsSidesExactly) {
  const auto both = [](const ChannelMix::Settings& settings) {
    ChannelMix mix(settings);
    const auto heard = test::Filtered(mix, test::Constant(0.5, -0.25), 1);
    return std::pair(heard.left.back(), heard.right.back());
  };
  EXPECT_EQ(both({0, 1, 1, 0}), std::pair(-0.25, 0.5));
  EXPECT_EQ(both({0.5, 0.5, 0.5, 0.5}), std::pair(0.125, 0.125));
  EXPECT_EQ(both({1, 0.25, 0, 0.5}), std::pair(0.5, 0.0));
  EXPECT_FALSE(ChannelMix::Settings().changes_sound());
}

TEST(LowPass, FollowsAStepExponentially) {
  LowPass low_pass({.smoothing = 20});
  const auto heard = test::Filtered(
      low_pass, [](std::size_t at) { return at < 100 ? std::pair(0.0, 0.5) : std::pair(0.5, 0.5); }, 1);
  for (std::size_t at = 0; at < kBlockSamples; ++at) {
    const double after = at < 100 ? 0 : static_cast<double>(at - 99);
    ASSERT_NEAR(heard.left[at], 0.5 * (1 - std::pow(0.95, after)), 1e-6) << at;
    ASSERT_EQ(heard.right[at], 0.5) << "it begins at its first sample";
  }
}

TEST(LowPass, IsOffUpToOne) {
  EXPECT_FALSE(LowPass::Settings{.smoothing = 1}.changes_sound());
  EXPECT_FALSE(LowPass::Settings{.smoothing = 0}.changes_sound());
  EXPECT_TRUE(LowPass::Settings{.smoothing = 1.1}.changes_sound());
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::player::filters

#include "core/player/filters/karaoke.h"

#include <gtest/gtest.h>

#include "player/filters/filtered.h"

namespace sdkpp::player::filters {
namespace SDKPP_TEST_FILE {

constexpr int kBlocks = 100;
constexpr std::size_t kSecond = 48'000;

/// How much of a tone in the middle is left.
double MiddleAt(const Karaoke::Settings& settings, double hertz) {
  Karaoke karaoke(settings);
  const auto heard = test::Filtered(karaoke, test::Sine(hertz), kBlocks);
  EXPECT_EQ(heard.left, heard.right);
  return std::abs(test::Component(heard.left, hertz, kSecond)) / 0.25;
}

TEST(Karaoke, RemovesTheMiddleOutsideOfItsBand) {
  EXPECT_LT(MiddleAt({}, 3000), 0.01);
  EXPECT_NEAR(MiddleAt({.mono_level = 0}, 220), 0, 1e-6);
  EXPECT_NEAR(MiddleAt({.level = 0.5, .mono_level = 0}, 1000), 0.5, 1e-6);
}

/// A resonator whose peak is 1 at the band; half a width beside it 3 dB less.
TEST(Karaoke, GivesTheBandOfTheMiddleBack) {
  const Karaoke::Settings settings{.filter_band = 1000, .filter_width = 100};
  EXPECT_NEAR(MiddleAt(settings, 1000), 1, 0.01);
  EXPECT_NEAR(MiddleAt(settings, 950), std::sqrt(0.5), 0.03);
  EXPECT_NEAR(MiddleAt(settings, 1050), std::sqrt(0.5), 0.03);
  EXPECT_NEAR(MiddleAt({.mono_level = 0.5, .filter_band = 1000, .filter_width = 100}, 1000), 0.5, 0.01);
}

TEST(Karaoke, SubtractsEachSideFromTheOther) {
  Karaoke karaoke({.level = 0.75, .mono_level = 0});
  const auto heard = test::Filtered(karaoke, test::Constant(0.5, 0.25), 1);
  for (const double value : heard.left) ASSERT_NEAR(value, 0.5 - 0.75 * 0.25, 1e-6);
  for (const double value : heard.right) ASSERT_NEAR(value, 0.25 - 0.75 * 0.5, 1e-6);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::player::filters

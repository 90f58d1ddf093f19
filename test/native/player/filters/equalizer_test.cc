#include "core/player/filters/equalizer.h"

#include <gtest/gtest.h>

#include "player/filters/filtered.h"

namespace sdkpp::player::filters {
namespace SDKPP_TEST_FILE {

constexpr int kBlocks = 100;
/// 1 s: a whole number of turns of every whole frequency.
constexpr std::size_t kSecond = 48'000;

/// How much louder a tone is, once the filter has settled.
double GainAt(const Equalizer::Settings& settings, double hertz) {
  Equalizer equalizer(settings);
  const auto heard = test::Filtered(equalizer, test::Sine(hertz), kBlocks);
  return std::abs(test::Component(heard.left, hertz, kSecond)) / 0.25;
}

Equalizer::Settings OnlyBand(std::size_t band, double gain) {
  Equalizer::Settings settings;
  settings.gains[band] = gain;
  return settings;
}

class EachBand : public testing::TestWithParam<std::size_t> {};

TEST_P(EachBand, IsMutedDoubledAndRaisedAtItsCentre) {
  const double hertz = Equalizer::kCentres[GetParam()];
  EXPECT_NEAR(GainAt(OnlyBand(GetParam(), -0.25), hertz), 0, 0.001);
  EXPECT_NEAR(GainAt(OnlyBand(GetParam(), 0.25), hertz), 2, 0.002);
  EXPECT_NEAR(GainAt(OnlyBand(GetParam(), 1), hertz), 5, 0.005);
}

/// There the band is 3 dB down and turned by 45 degrees: 1 + 4 gain (1 + j) / 2.
TEST_P(EachBand, IsHalfAsPowerfulAThirdOfAnOctaveBelow) {
  const double hertz = std::round(Equalizer::kCentres[GetParam()] / std::cbrt(2.0));
  // rounding to a whole frequency moves the lowest bands by a few percent
  const double tolerance = GetParam() < 3 ? 0.05 : 0.01;
  EXPECT_NEAR(GainAt(OnlyBand(GetParam(), 0.25), hertz), std::abs(std::complex(1.5, 0.5)), tolerance);
}

TEST_P(EachBand, LeavesWhatIsFarAway) {
  const double centre = Equalizer::kCentres[GetParam()];
  const double far = centre > 600 ? centre / 16 : centre * 16;
  EXPECT_NEAR(GainAt(OnlyBand(GetParam(), -0.25), std::round(far)), 1, 0.02);
}

INSTANTIATE_TEST_SUITE_P(Equalizer, EachBand, testing::Range<std::size_t>(0, Equalizer::kBands));

TEST(Equalizer, HasBothSidesForThemselves) {
  Equalizer equalizer(OnlyBand(8, -0.25));
  const auto heard = test::Filtered(
      equalizer, [](std::size_t at) { return std::pair(0.0, test::Sine(1000)(at).second); }, kBlocks);
  EXPECT_EQ(test::Largest(heard.left), 0);
  EXPECT_LT(std::abs(test::Component(heard.right, 1000, kSecond)), 0.001);
}

TEST(Equalizer, AddsUpItsBands) {
  Equalizer::Settings settings = OnlyBand(3, 0.25);
  settings.gains[12] = -0.25;
  EXPECT_NEAR(GainAt(settings, 100), 2, 0.05);
  EXPECT_NEAR(GainAt(settings, 6300), 0, 0.05);
  EXPECT_FALSE(Equalizer::Settings().changes_sound());
  EXPECT_TRUE(settings.changes_sound());
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::player::filters

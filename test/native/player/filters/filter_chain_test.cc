#include "core/player/filters/filter_chain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/player/filters/filter_switch.h"
#include "player/filters/filtered.h"

namespace sdkpp::player::filters {
namespace SDKPP_TEST_FILE {

using Settings = FilterChain::Settings;

template <class Each>
Settings With(const Each& settings) {
  Settings all;
  std::get<std::optional<Each>>(all) = settings;
  return all;
}

template <class Each>
Settings And(Settings all, const Each& settings) {
  std::get<std::optional<Each>>(all) = settings;
  return all;
}

Equalizer::Settings AllBands(double gain) {
  Equalizer::Settings settings;
  settings.gains.fill(gain);
  return settings;
}

/// The ends of every range, and what is there without being said.
std::vector<Settings> Extremes() {
  std::vector<Settings> all{With(AllBands(-0.25)),     With(AllBands(1)),         With(Karaoke::Settings{}),
                            With(Tremolo::Settings{}), With(Vibrato::Settings{}), With(LowPass::Settings{})};
  constexpr double kHalf = 24'000;
  constexpr double kLeast = std::numeric_limits<double>::denorm_min();
  for (const double band : {0.0, 1e-9, 220.0, kHalf})
    for (const double width : {0.0, kLeast, 1e-9, kHalf})
      all.push_back(With(Karaoke::Settings{1, 1, band, width}));
  for (const double frequency : {kLeast, 2.0, kHalf}) all.push_back(With(Tremolo::Settings{frequency, 1}));
  for (const double frequency : {kLeast, 14.0})
    for (const double depth : {kLeast, 1.0}) all.push_back(With(Vibrato::Settings{frequency, depth}));
  for (const double hertz : {-kHalf, kLeast, kHalf}) all.push_back(With(Rotation::Settings{hertz}));
  for (const double value : {-1e6, 1e6, 0.0, std::numbers::pi / 2})
    all.push_back(With(Distortion::Settings{value, value, value, value, value, value, value, value}));
  all.push_back(With(ChannelMix::Settings{1, 1, 1, 1}));
  all.push_back(With(ChannelMix::Settings{0, 0, 0, 0}));
  for (const double smoothing : {1.0 + 1e-15, 1e6}) all.push_back(With(LowPass::Settings{smoothing}));
  Settings every{AllBands(1),
                 Karaoke::Settings{},
                 Tremolo::Settings{},
                 Vibrato::Settings{},
                 Distortion::Settings{.scale = 2},
                 Rotation::Settings{1},
                 ChannelMix::Settings{1, 1, 1, 1},
                 LowPass::Settings{}};
  all.push_back(every);
  return all;
}

TEST(FilterChain, MakesNumbersOfAnySound) {
  const double infinite = std::numeric_limits<double>::infinity();
  const std::vector<test::Signal> sounds{
      test::Constant(0, 0),
      test::Constant(1, -1),
      [](std::size_t at) { return at % 2 == 0 ? std::pair(1.0, 1.0) : std::pair(-1.0, 1.0); },
      test::Noise(1),
      test::Noise(1e30),
      test::Constant(infinite, -infinite),
      test::Constant(std::nan(""), 1)};
  const auto settings = Extremes();
  for (std::size_t which = 0; which < settings.size(); ++which) {
    const auto chain = FilterChain::Create(settings[which]);
    ASSERT_NE(chain, nullptr) << which;
    for (std::size_t sound = 0; sound < sounds.size(); ++sound) {
      const auto heard = test::Filtered(*chain, sounds[sound], 5);
      ASSERT_FALSE(heard.left.empty()) << which << ": it allocates";
      for (std::size_t at = 0; at < heard.left.size(); ++at) {
        ASSERT_TRUE(std::isfinite(heard.left[at])) << which << ", sound " << sound << ", sample " << at;
        ASSERT_TRUE(std::isfinite(heard.right[at])) << which << ", sound " << sound << ", sample " << at;
        ASSERT_LT(std::abs(heard.left[at]), 1e6) << which << ", sound " << sound << ", sample " << at;
      }
    }
  }
}

TEST(FilterChain, IsNoneWhereNothingChangesTheSound) {
  EXPECT_EQ(FilterChain::Create({}), nullptr);
  const Settings off{AllBands(0),
                     Karaoke::Settings{.level = 0},
                     std::nullopt,
                     std::nullopt,
                     Distortion::Settings{},
                     Rotation::Settings{},
                     ChannelMix::Settings{},
                     LowPass::Settings{.smoothing = 1}};
  EXPECT_EQ(FilterChain::Create(off), nullptr);
}

/// Lavalink's list from its end. A distortion makes full scale of all that comes before it: a mix, which
/// would halve that, comes before it and is not heard; a tremolo comes behind it and is.
TEST(FilterChain, AppliesTheListFromItsEnd) {
  const Distortion::Settings full{.offset = 1, .scale = 0};
  const auto softest = [&](const auto& filter) {
    const auto heard = test::Filtered(*FilterChain::Create(And(With(full), filter)), test::Noise(1), 30);
    return *std::min_element(heard.left.begin(), heard.left.end());
  };
  EXPECT_EQ(softest(ChannelMix::Settings{0.5, 0.5, 0, 0}), 1);
  EXPECT_EQ(softest(Rotation::Settings{1}), 1);
  EXPECT_EQ(softest(LowPass::Settings{20}), 1);
  EXPECT_LT(softest(Vibrato::Settings{}), 1);
  EXPECT_NEAR(softest(Tremolo::Settings{}), 0.5, 0.01);
  EXPECT_LT(softest(AllBands(-0.25)), 0.1);
  EXPECT_LT(softest(Karaoke::Settings{}), 0.5);
}

TEST(FilterChain, EachBeginsWithNothingOfAnotherOne) {
  const auto settings = Extremes().back();
  const auto used = FilterChain::Create(settings);
  const auto first = test::Filtered(*used, test::Noise(1), 20);
  EXPECT_NE(test::Filtered(*used, test::Noise(1), 20).left, first.left) << "it remembers";
  EXPECT_EQ(test::Filtered(*FilterChain::Create(settings), test::Noise(1), 20).left, first.left);
}

TEST(FilterSwitch, LeavesEveryBitWithoutFilters) {
  FilterSwitch idle;
  EXPECT_TRUE(idle.idle());
  const auto heard = test::Filtered(idle, test::Noise(3), 3);
  test::Signal same = test::Noise(3);
  for (std::size_t at = 0; at < heard.left.size(); ++at) {
    const auto [left, right] = same(at);
    ASSERT_EQ(heard.left[at], static_cast<float>(left));
    ASSERT_EQ(heard.right[at], static_cast<float>(right));
  }
}

TEST(FilterSwitch, FadesInOneBlockAndGivesBackWhatIsUsedNoMore) {
  const auto muted = [] { return FilterChain::Create(With(ChannelMix::Settings{0, 0, 0, 0})); };
  FilterSwitch filters;
  auto first = muted();
  const FilterChain* const held = first.get();
  EXPECT_EQ(filters.Set(std::move(first)), nullptr);
  EXPECT_FALSE(filters.idle());
  const auto falling = test::Filtered(filters, test::Constant(1, 1), 2);
  for (std::size_t at = 0; at < kBlockSamples; ++at)
    ASSERT_NEAR(falling.left[at], 1 - static_cast<double>(at + 1) / kBlockSamples, 1e-6);
  EXPECT_EQ(falling.left.back(), 0);
  EXPECT_EQ(filters.Set(nullptr), nullptr);
  SoundBlock block;
  block.fill(1);
  EXPECT_EQ(filters.Apply(block).get(), held);
  EXPECT_EQ(block.back(), 1);
  EXPECT_LT(block.front(), 0.01);
  EXPECT_TRUE(filters.idle());
}

TEST(FilterSwitch, FadesFromWhatIsHeardWhereTheNextComesBeforeItSounds) {
  FilterSwitch filters;
  EXPECT_EQ(filters.Set(FilterChain::Create(With(ChannelMix::Settings{0, 0, 0, 0}))), nullptr);
  EXPECT_NE(filters.Set(nullptr), nullptr) << "it has never sounded";
  SoundBlock block;
  block.fill(0.5);
  EXPECT_EQ(filters.Apply(block), nullptr);
  EXPECT_EQ(block.front(), 0.5);
  EXPECT_TRUE(filters.idle());
}

TEST(FilterSwitch, JumpsWhereNothingSounds) {
  FilterSwitch filters;
  EXPECT_EQ(filters.Set(FilterChain::Create(With(ChannelMix::Settings{0, 0, 0, 0}))), nullptr);
  EXPECT_EQ(filters.Jump(), nullptr);
  SoundBlock block;
  block.fill(0.5);
  EXPECT_EQ(filters.Apply(block), nullptr);
  EXPECT_EQ(block.front(), 0);
  EXPECT_EQ(filters.Set(nullptr), nullptr);
  EXPECT_NE(filters.Jump(), nullptr);
  EXPECT_TRUE(filters.idle());
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::player::filters

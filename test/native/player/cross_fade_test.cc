#include "core/player/cross_fade.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "core/player/ahead_source.h"
#include "core/player/opus_source.h"
#include "core/player/pcm_source.h"
#include "support/allocation_guard.h"

namespace sdkpp::player {
namespace SDKPP_TEST_FILE {

std::unique_ptr<PcmSource> Loud(std::size_t samples) {
  auto source = std::make_unique<PcmSource>(kSampleRate, 2);
  EXPECT_EQ(source->queue().Write(std::vector<std::int16_t>(2 * samples, 16'384)), samples);
  source->queue().Finish();
  return source;
}

TEST(CrossFade, IsAsLoudAsEitherSide) {
  constexpr std::size_t kLength = 10 * kBlockSamples;
  auto fade = CrossFade::Create(kLength);
  BlockLine line(*opus::Decoder::Create());
  EXPECT_EQ(fade->Begin(Loud(kLength), line, kLength), nullptr);
  for (std::size_t block = 0; fade->busy(); ++block) {
    SoundBlock out{};
    SoundBlock in;
    in.fill(0.5F);
    std::unique_ptr<Source> ended;
    {
      const test::AllocationGuard guard;
      fade->ApplyIn(in);
      EXPECT_TRUE(fade->Play(out, [&](std::unique_ptr<Source> source) { ended = std::move(source); }));
      EXPECT_EQ(guard.count(), 0u);
    }
    EXPECT_EQ(ended != nullptr, block == 9);
    for (std::size_t at = 0; at < kBlockValues; ++at)
      ASSERT_NEAR(out[at] * out[at] + in[at] * in[at], 0.25, 0.001);
    const double place = static_cast<double>(block) / 10;
    EXPECT_NEAR(out[0], 0.5 * std::cos(place * 1.5708), 0.001);
  }
}

TEST(CrossFade, HurriesWithOneFadeWhenTheNextBegins) {
  auto fade = CrossFade::Create(kSampleRate / 2);
  BlockLine line(*opus::Decoder::Create());
  SoundBlock sum{};
  std::size_t ended = 0;
  const auto end = [&](std::unique_ptr<Source>) { ++ended; };
  EXPECT_EQ(fade->Begin(Loud(kSampleRate), line, kSampleRate / 2), nullptr);
  EXPECT_TRUE(fade->Play(sum, end));
  EXPECT_EQ(fade->Begin(Loud(kSampleRate), line, kSampleRate / 2), nullptr);
  EXPECT_TRUE(fade->Play(sum, end));
  EXPECT_EQ(ended, 1u);
  // three at once leave no room for a fourth
  for (int more = 0; more < 2; ++more) EXPECT_EQ(fade->Begin(Loud(960), line, 960), nullptr);
  EXPECT_NE(fade->Begin(Loud(960), line, 960), nullptr);
  for (int more = 0; more < 3; ++more) EXPECT_NE(fade->Cut(), nullptr);
  EXPECT_EQ(fade->Cut(), nullptr);
  EXPECT_FALSE(fade->busy());
}

TEST(CrossFade, OfNoLengthCostsNothing) {
  auto fade = CrossFade::Create(0);
  SoundBlock sum{};
  EXPECT_EQ(fade->length(), 0u);
  EXPECT_FALSE(fade->busy());
  EXPECT_FALSE(fade->Play(sum, [](std::unique_ptr<Source>) {}));
  EXPECT_EQ(fade->Cut(), nullptr);
}

TEST(AheadSource, GivesTheSameSoundAndSeesItsEnd) {
  constexpr std::size_t kAhead = 10 * kBlockSamples;
  AheadSource source(Loud(30 * kBlockSamples - 333), kAhead);
  EXPECT_TRUE(source.Prepare());
  std::size_t heard = 0;
  for (int block = 0; block < 30; ++block) {
    const test::AllocationGuard guard;
    const SourceBlock next = source.Next();
    ASSERT_EQ(next.kind, SourceBlock::Kind::kPcm);
    ASSERT_EQ(next.pcm[0], 16'384);
    heard += kBlockSamples - next.padding;
    const auto rest = source.Rest();
    EXPECT_EQ(rest.has_value(), block >= 20) << block;
    EXPECT_EQ(rest.value_or(30 * kBlockSamples - 333 - heard), 30 * kBlockSamples - 333 - heard);
    EXPECT_EQ(guard.count(), 0u);
  }
  EXPECT_EQ(source.Next().kind, SourceBlock::Kind::kEnd);
  EXPECT_EQ(heard, 30 * kBlockSamples - 333);
}

TEST(AheadSource, KeepsPacketsAsTheyAre) {
  auto packets = std::make_unique<OpusSource>();
  OpusSource* writing = packets.get();
  AheadSource source(std::move(packets), kSampleRate);
  EXPECT_FALSE(source.Prepare());
  EXPECT_EQ(source.Next().kind, SourceBlock::Kind::kNothing);
  std::vector<std::vector<std::uint8_t>> sent;
  for (std::uint8_t mark = 0; mark < 60; ++mark) {
    sent.push_back({0xFC, mark, 0x55});
    const OpusTrim trim{.lead_in = static_cast<std::uint16_t>(mark == 0 ? 312 : 0)};
    ASSERT_EQ(writing->Offer(sent.back(), trim), OpusSource::Offered::kTaken);
  }
  writing->Finish();
  for (const auto& packet : sent) {
    const SourceBlock block = source.Next();
    EXPECT_EQ(std::vector<std::uint8_t>(block.opus.begin(), block.opus.end()), packet);
    EXPECT_EQ(block.opus_samples, 960u);
    EXPECT_EQ(block.lead_in, packet[1] == 0 ? 312u : 0u);
  }
  EXPECT_EQ(source.Next().kind, SourceBlock::Kind::kEnd);
  EXPECT_EQ(source.Rest(), 0u);
  EXPECT_EQ(source.origin(), writing);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::player

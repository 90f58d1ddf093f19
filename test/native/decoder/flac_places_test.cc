#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "decoder/bisection.h"
#include "decoder/place_search.h"
#include "support/file_bytes.h"
#include "support/flac_file.h"
#include "support/searching.h"

namespace sdkpp::decoder {
namespace SDKPP_TEST_FILE {

using test::FlacFile;
using test::Hear;
using test::Heard;
using test::Search;
using test::Searched;
using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kSeconds = 60;

/// Noise; the second half of each ten seconds is silent, which takes few bytes.
std::vector<std::int16_t> Sound(const FlacFile& form) {
  std::vector<std::int16_t> samples(kSeconds * form.rate * form.channels);
  std::uint32_t state = 1;
  for (std::size_t at = 0; at < samples.size(); ++at) {
    state = state * 1664525 + 1013904223;
    const bool is_silent = at / form.channels / form.rate % 10 >= 5;
    samples[at] = is_silent ? std::int16_t{0} : static_cast<std::int16_t>(state >> 16);
  }
  return samples;
}

FlacFile Filled(FlacFile form) {
  form.samples = Sound(form);
  return form;
}

/// What is found sounds as the file does when its beginning is left out.
void ExpectSame(const Bytes& file, std::uint32_t start_ms, const StreamPlace& place) {
  const Heard rest = Hear(test::From(file, place), place.skip_ms);
  EXPECT_TRUE(rest == Hear(file, start_ms)) << start_ms;
  EXPECT_FALSE(rest.has_losses) << start_ms;
}

class FlacPlaces : public testing::TestWithParam<FlacFile> {};
INSTANTIATE_TEST_SUITE_P(
    Of, FlacPlaces,
    testing::Values(FlacFile{.channels = 1, .rate = 16'000},
                    FlacFile{.channels = 1, .rate = 16'000, .block = 64},
                    FlacFile{.rate = 11'025, .block = 1152}, FlacFile{.rate = 16'000, .block = 16'384},
                    FlacFile{.channels = 1, .rate = 16'000, .picture = 300'000},
                    FlacFile{.channels = 1, .rate = 16'000, .counts_samples = true},
                    FlacFile{.channels = 1, .rate = 16'000, .first = 70'000},
                    FlacFile{.channels = 1, .rate = 16'000, .counts_samples = true, .first = 70'000}));

TEST_P(FlacPlaces, SoundAsTheWholeFileFromThere) {
  const Bytes file = Filled(GetParam()).Build();
  for (const std::uint32_t start_ms : {23'457U, 53'333U}) {
    const Searched searched = Search(file, start_ms);
    ASSERT_TRUE(searched.place) << start_ms;
    EXPECT_LE(searched.reads, 10u);
    EXPECT_LT(searched.bytes, 1'300'000u);
    EXPECT_GT(searched.place->position, file.size() / 8);
    ExpectSame(file, start_ms, *searched.place);
  }
}

/// A millisecond has no whole number of samples at 11,025 Hz.
TEST(FlacPlace, IsExactToTheSample) {
  const FlacFile form = Filled({.rate = 11'025, .block = 250});
  const Bytes file = form.Build();
  for (std::uint32_t start_ms = 21'000; start_ms < 21'003; ++start_ms) {
    const Searched searched = Search(file, start_ms);
    ASSERT_TRUE(searched.place);
    ExpectSame(file, start_ms, *searched.place);
  }
}

TEST(FlacPlace, BehindTheEndEndsTheSound) {
  const Bytes file = Filled({.channels = 1, .rate = 16'000}).Build();
  const Searched searched = Search(file, 400'000);
  ASSERT_TRUE(searched.place);
  ExpectSame(file, 400'000, *searched.place);
  EXPECT_GT(searched.place->position, file.size() - 100'000);
}

TEST(FlacPlace, IsFoundBehindTagsOfOthers) {
  const Bytes file = Filled({.channels = 1, .rate = 16'000}).Build();
  const Bytes tagged = test::FileBytes().Bytes(test::Id3Tag(9)).Bytes(file).Bytes(Bytes(128, 'T')).bytes;
  const Searched searched = Search(tagged, 43'210);
  ASSERT_TRUE(searched.place);
  const Heard rest = Hear(test::From(tagged, *searched.place), searched.place->skip_ms);
  EXPECT_EQ(rest.pcm, Hear(tagged, 43'210).pcm);
}

TEST(FlacPlace, IsFoundBehindMoreThanWasRead) {
  const Bytes file = Filled({.channels = 1, .rate = 16'000, .picture = 300'000}).Build();
  for (const std::size_t known : {4U, 12U, 41U, 42U, 60U}) {
    const Searched searched = Search(file, 43'210, known);
    ASSERT_TRUE(searched.place) << known;
    EXPECT_EQ(searched.place->position, Search(file, 43'210).place->position);
  }
}

/// Samples are whatever somebody made: here they are the headers of frames.
TEST(FlacPlace, IsNotMisledBySoundThatLooksLikeAFrame) {
  FlacFile form = Filled({.channels = 1, .rate = 16'000, .block = 1024});
  const Bytes header = form.Frame(100, std::span(form.samples).first(1024));
  for (std::size_t at = 500; at + 1024 < form.samples.size(); at += std::size_t{4} * 1024)
    for (std::size_t i = 0; i < 4; ++i)
      form.samples[at + i] = static_cast<std::int16_t>(header[2 * i] << 8 | header[2 * i + 1]);
  const Bytes file = form.Build();
  for (const std::uint32_t start_ms : {23'457U, 53'333U}) {
    const Searched searched = Search(file, start_ms);
    ASSERT_TRUE(searched.place) << start_ms;
    ExpectSame(file, start_ms, *searched.place);
  }
}

TEST(FlacPlace, IsFoundBesideDamage) {
  Bytes file = Filled({.channels = 1, .rate = 16'000}).Build();
  for (std::size_t at = 1000; at < file.size(); at += 100'000) file[at] ^= 1;
  const Searched searched = Search(file, 43'210);
  ASSERT_TRUE(searched.place);
  EXPECT_LT(searched.place->skip_ms, 20'000);
  EXPECT_GE(searched.place->skip_ms, 0);
}

TEST(FlacPlace, IsNowhereWithoutFrames) {
  const FlacFile form = Filled({.channels = 1, .rate = 16'000});
  const Bytes whole = form.Build();
  Bytes other = whole;
  other[form.Header().size()] ^= 1;
  EXPECT_FALSE(Search(other, 43'210).place) << "no first frame";
  other = whole;
  std::fill(other.begin() + 1000, other.end(), std::uint8_t{7});
  EXPECT_FALSE(Search(other, 43'210).place) << "no others";
  other = whole;
  other[4] = 0x84;
  EXPECT_FALSE(Search(other, 43'210).place) << "no form";
  FlacFile mute = form;
  mute.rate = 0;
  EXPECT_FALSE(Search(mute.Build(), 43'210).place) << "no rate";
  EXPECT_FALSE(Search({whole.begin(), whole.begin() + 40'000}, 1000).place) << "all of it is near";
}

TEST(FlacPlace, IsNotLookedForAmongFramesThatContradictEachOther) {
  const FlacFile form = Filled({.channels = 1, .rate = 16'000, .first = 5000});
  FlacFile again = form;
  again.first = 0;
  Bytes file = form.Build();
  const Bytes more = again.Build();
  file.insert(file.end(), more.begin() + static_cast<std::ptrdiff_t>(again.Header().size()), more.end());
  EXPECT_FALSE(Search(file, 80'000).place);
}

TEST(FlacPlace, CostsAFewLooksInWhatIsMadeToCostMore) {
  Bytes blocks = Filled({.channels = 1, .rate = 16'000}).Header();
  blocks[4] = 0;
  blocks.resize(10'000'000);
  for (std::size_t at = 42; at + 4 < blocks.size(); at += 4 + 65'536) blocks[at + 1] = 1;  // 64 KiB each
  const Searched among_blocks = Search(blocks, 43'210);
  EXPECT_FALSE(among_blocks.place);
  EXPECT_LE(among_blocks.reads, 8u);
  Bytes file = Filled({.channels = 1, .rate = 16'000}).Build();
  for (std::size_t at = 1000; at + 1 < file.size(); at += 2) file[at] = 0xFF, file[at + 1] = 0xF8;
  const Searched among_marks = Search(file, 43'210);
  EXPECT_FALSE(among_marks.place);
  EXPECT_LE(among_marks.reads, Bisection::kMostReads);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::decoder

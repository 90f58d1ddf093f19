#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/container/ogg_demuxer.h"
#include "decoder/bisection.h"
#include "decoder/place_search.h"
#include "support/file_bytes.h"
#include "support/searching.h"
#include "support/streaming.h"

namespace sdkpp::decoder {
namespace SDKPP_TEST_FILE {

using test::Hear;
using test::Heard;
using test::Search;
using test::Searched;
using Bytes = std::vector<std::uint8_t>;
using Packets = std::vector<Bytes>;

constexpr std::int64_t kPacketSamples = 960;

struct OggForm {
  std::size_t per_page = 50;
  std::int64_t first = 0;     ///< where the sound begins, as the pages count
  std::int64_t left_out = 0;  ///< samples at the end
  std::uint32_t serial = 77;
  std::uint32_t other = 0;  ///< pages of another stream between them, so long
  bool runs_on = false;     ///< packets reach over the ends of pages
  Bytes head = test::OpusHead();
  Bytes tags = test::OpusTags();
};

Bytes OggOf(const Packets& packets, const OggForm& form = {}) {
  test::FileBytes file;
  test::OggPage head{.flags = 2, .serial = form.serial};
  head.Add(form.head);
  file.Bytes(head.Build());
  test::OggPage tags{.serial = form.serial, .number = 1};
  tags.Add(form.tags);
  file.Bytes(tags.Build());
  std::uint32_t number = 2;
  std::int64_t position = form.first;
  std::size_t cut = 0;  // bytes of the next packet that stood on the page before
  for (std::size_t at = 0; at < packets.size();) {
    test::OggPage page{.flags = cut > 0 ? 1U : 0U, .serial = form.serial, .number = number++};
    const std::size_t end = std::min(packets.size(), at + form.per_page);
    for (; at < end; ++at, position += kPacketSamples, cut = 0) page.Add(std::span(packets[at]).subspan(cut));
    if (form.runs_on && at < packets.size() && packets[at].size() > 255)
      page.Add(std::span(packets[at]).first(cut = 255), true);
    if (at == packets.size()) page.flags |= 4;
    page.position = static_cast<std::uint64_t>(at == packets.size() ? position - form.left_out : position);
    file.Bytes(page.Build());
    if (form.other == 0) continue;
    test::OggPage other{.serial = form.serial + 1, .number = number, .position = page.position};
    other.Add(Bytes(form.other, 7));
    file.Bytes(other.Build());
  }
  return file.bytes;
}

/// What is found sounds as the file does when its beginning is left out.
void ExpectSame(const Bytes& file, std::uint32_t start_ms, const StreamPlace& place) {
  const Heard rest = Hear(test::From(file, place), place.skip_ms);
  EXPECT_TRUE(rest == Hear(file, start_ms)) << start_ms;
  EXPECT_FALSE(rest.has_losses) << start_ms;
}

class OggPlaces : public testing::TestWithParam<OggForm> {};
INSTANTIATE_TEST_SUITE_P(Of, OggPlaces,
                         testing::Values(OggForm{}, OggForm{.per_page = 1}, OggForm{.per_page = 7},
                                         OggForm{.first = 123'456}, OggForm{.first = -312},
                                         OggForm{.left_out = 500}, OggForm{.other = 3000},
                                         OggForm{.per_page = 3, .runs_on = true},
                                         OggForm{.tags = Bytes(64'000, 'x')}));

TEST_P(OggPlaces, SoundAsTheWholeFileFromThere) {
  OggForm form = GetParam();
  const Bytes name = test::OpusTags();
  std::copy_n(name.begin(), std::min(name.size(), form.tags.size()), form.tags.begin());
  // five minutes
  const Bytes file = OggOf(test::UnevenPackets(15'000), form);
  for (const std::uint32_t start_ms : {20'000U, 123'450U, 123'451U, 123'459U, 200'007U, 299'500U, 299'990U}) {
    const Searched searched = Search(file, start_ms);
    ASSERT_TRUE(searched.place) << start_ms;
    EXPECT_LT(searched.bytes, 900'000u);
    EXPECT_LE(searched.reads, 10u);
    ExpectSame(file, start_ms, *searched.place);
  }
}

TEST(OggPlace, IsFoundInAnHourByAFewLooks) {
  const Bytes file = OggOf(test::UnevenPackets(180'000));
  for (std::uint32_t minute = 1; minute < 60; minute += 7) {
    const std::uint32_t start_ms = minute * 60'000 + 13;
    const Searched searched = Search(file, start_ms);
    ASSERT_TRUE(searched.place);
    EXPECT_LE(searched.reads, 10u) << minute;
    EXPECT_LT(searched.place->skip_ms, 10'000) << minute;
    EXPECT_GT(searched.place->position, file.size() / 100 * minute / 3);
  }
}

TEST(OggPlace, BehindTheEndEndsTheSound) {
  const Bytes file = OggOf(test::UnevenPackets(15'000));
  const Searched searched = Search(file, 400'000);
  ASSERT_TRUE(searched.place);
  EXPECT_TRUE(Hear(test::From(file, *searched.place), searched.place->skip_ms).packets.empty());
}

TEST(OggPlace, KeepsTheGainOfTheHeader) {
  Bytes head = test::OpusHead(1);
  head[17] = 0xFA;  // -6 dB
  const Bytes file = OggOf(test::UnevenPackets(15'000), {.head = head});
  const Searched searched = Search(file, 100'000);
  ASSERT_TRUE(searched.place);
  container::OggDemuxer demuxer;
  (void)demuxer.Write(searched.place->head);
  ASSERT_EQ(demuxer.Next().what, container::Demuxing::kStream);
  EXPECT_EQ(demuxer.head().gain_db, -6);
  EXPECT_EQ(demuxer.head().channels, 1);
}

TEST(OggPlace, IsFoundInTheFirstOfChainedStreams) {
  const Packets packets = test::UnevenPackets(15'000);
  Bytes file = OggOf(packets);
  const Bytes more = OggOf(packets, {.serial = 5});
  file.insert(file.end(), more.begin(), more.end());
  const Searched searched = Search(file, 100'000);
  ASSERT_TRUE(searched.place);
  ExpectSame(file, 100'000, *searched.place);
  // the second one is reached from the first
  const Searched second = Search(file, 400'000);
  ASSERT_TRUE(second.place);
  ExpectSame(file, 400'000, *second.place);
}

TEST(OggPlace, IsFoundBesideDamage) {
  Bytes file = OggOf(test::UnevenPackets(15'000));
  for (std::size_t at = 1000; at < file.size(); at += 100'000) file[at] ^= 1;
  for (const std::uint32_t start_ms : {100'000U, 200'000U}) {
    const Searched searched = Search(file, start_ms);
    ASSERT_TRUE(searched.place);
    EXPECT_LT(searched.place->skip_ms, 20'000);
    EXPECT_GE(searched.place->skip_ms, 0);
  }
}

TEST(OggPlace, IsNowhereInWhatIsNoOpusOrHasNoPages) {
  EXPECT_FALSE(Search(OggOf(test::UnevenPackets(30)), 100).place) << "one page";
  EXPECT_FALSE(Search(OggOf(test::UnevenPackets(1000), {.head = Bytes(30, 9)}), 100).place);
  Bytes cut = OggOf(test::UnevenPackets(15'000));
  std::fill(cut.begin() + 20'000, cut.end(), std::uint8_t{7});
  EXPECT_FALSE(Search(cut, 100'000).place);
  EXPECT_EQ(MakePlaceSearch(Bytes(100, 9), 1000, 100), nullptr);
}

TEST(OggPlace, IsNotLookedForAmongPagesThatContradictEachOther) {
  const Packets packets = test::UnevenPackets(5000);
  Bytes file = OggOf(packets, {.first = 90'000'000});
  const Bytes more = OggOf(packets);
  file.insert(file.end(), more.begin(), more.end());
  EXPECT_FALSE(Search(file, 150'000).place);
}

/// Marks of pages everywhere, each of which claims a long one.
TEST(OggPlace, CostsNoMoreThanItsBytesAmongFalsePages) {
  Bytes file = OggOf(test::UnevenPackets(15'000));
  test::OggPage page;
  page.Add(Bytes(60'000, 1));
  Bytes start = page.Build();
  start[30] ^= 1;
  start.resize(300);
  for (std::size_t at = 100'000; at + 300 < file.size(); at += 300)
    std::ranges::copy(start, file.begin() + static_cast<std::ptrdiff_t>(at));
  const Searched searched = Search(file, 100'000);
  EXPECT_LE(searched.reads, Bisection::kMostReads);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::decoder

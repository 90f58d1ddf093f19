#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/file_bytes.h"
#include "support/searching.h"
#include "support/webm_file.h"

namespace sdkpp::decoder {
namespace SDKPP_TEST_FILE {

using namespace test::webm;
using test::Hear;
using test::Heard;
using test::Search;
using test::Searched;
using Packets = std::vector<Bytes>;

constexpr std::uint64_t kPacketMs = 20;

struct WebmForm {
  std::size_t per_cluster = 250;
  std::uint64_t first = 0;  ///< time of the first packet
  bool has_cues = true;
  bool cues_first = false;      ///< before the clusters
  std::size_t video = 0;        ///< bytes of a block of video before the sound of a cluster
  std::uint64_t late_cues = 0;  ///< they say a time that much too early
  bool has_head = true;         ///< the cues are named in front
};

/// In eight bytes: as long before it is known as afterwards.
Bytes Wide(std::uint64_t value) {
  Bytes bytes;
  for (int shift = 56; shift >= 0; shift -= 8) bytes.push_back(static_cast<std::uint8_t>(value >> shift));
  return bytes;
}

Bytes SeekHead(std::uint64_t cues) {
  return Element(0x114D9B74,
                 Element(0x4DBB, Join({Element(0x53AB, Number(0x1C53BB6B)), Element(0x53AC, Wide(cues))})));
}

Bytes CuePoint(std::uint64_t time, std::uint64_t position) {
  return Element(0xBB, Join({Element(0xB3, Wide(time)), Element(0xB7, Element(0xF1, Wide(position)))}));
}

Bytes WebmOf(const Packets& packets, const WebmForm& form = {}) {
  std::vector<Bytes> clusters;
  for (std::size_t at = 0; at < packets.size(); at += form.per_cluster) {
    Bytes blocks = form.video > 0 ? Simple(2, 0, Bytes(form.video, 1)) : Bytes();
    for (std::size_t i = at; i < std::min(packets.size(), at + form.per_cluster); ++i) {
      const Bytes block = Simple(1, static_cast<int>(kPacketMs * (i - at)), packets[i]);
      blocks.insert(blocks.end(), block.begin(), block.end());
    }
    clusters.push_back(Cluster(form.first + kPacketMs * at, blocks));
  }
  const Bytes tracks = Tracks(Join({Track(1), Track(2, {}, "V_VP9")}));
  const auto cues_of = [&](std::uint64_t position) {
    Bytes points;
    for (std::size_t i = 0; i < clusters.size(); ++i) {
      const std::uint64_t time = form.first + kPacketMs * form.per_cluster * i;
      const Bytes point = CuePoint(time - std::min(time, form.late_cues), position);
      points.insert(points.end(), point.begin(), point.end());
      position += clusters[i].size();
    }
    return Element(0x1C53BB6B, points, 8);
  };
  std::uint64_t before = (form.has_head ? SeekHead(0).size() : 0) + tracks.size();
  if (form.cues_first) before += cues_of(0).size();
  std::uint64_t behind = before;
  for (const Bytes& cluster : clusters) behind += cluster.size();
  const Bytes cues = form.has_cues ? cues_of(before) : Bytes();
  test::FileBytes data;
  if (form.has_head) data.Bytes(SeekHead(form.cues_first ? before - cues.size() : behind));
  data.Bytes(tracks);
  if (form.cues_first) data.Bytes(cues);
  for (const Bytes& cluster : clusters) data.Bytes(cluster);
  if (!form.cues_first) data.Bytes(cues);
  return Join({Header(), Segment(data.bytes)});
}

class WebmPlaces : public testing::TestWithParam<WebmForm> {};
INSTANTIATE_TEST_SUITE_P(Of, WebmPlaces,
                         testing::Values(WebmForm{}, WebmForm{.per_cluster = 5}, WebmForm{.first = 123},
                                         WebmForm{.cues_first = true}, WebmForm{.video = 100'000},
                                         WebmForm{.late_cues = 5030},
                                         WebmForm{.cues_first = true, .has_head = false}));

TEST_P(WebmPlaces, SoundAsTheWholeFileFromThere) {
  const Bytes file = WebmOf(test::UnevenPackets(15'000), GetParam());
  for (const std::uint32_t start_ms : {20'000U, 123'451U, 123'459U, 200'007U, 299'500U, 299'991U}) {
    const Searched searched = Search(file, start_ms);
    ASSERT_TRUE(searched.place) << start_ms;
    EXPECT_LE(searched.reads, 6u);
    EXPECT_LT(searched.bytes, 700'000u);
    EXPECT_LE(searched.place->skip_ms, 10'020);
    const Heard rest = Hear(test::From(file, *searched.place), searched.place->skip_ms);
    EXPECT_TRUE(rest == Hear(file, start_ms)) << start_ms;
    EXPECT_FALSE(rest.has_losses);
  }
}

TEST(WebmPlace, LeavesOutNoPreSkipThere) {
  const Bytes file = WebmOf(test::UnevenPackets(15'000));
  const Searched searched = Search(file, 100'000);
  ASSERT_TRUE(searched.place);
  const Heard rest = Hear(test::From(file, *searched.place), 0);
  EXPECT_EQ(rest.trims.front().first, 0u);
  EXPECT_EQ(Hear(file, 0).trims.front().first, 312u);
}

TEST(WebmPlace, IsNowhereWithoutCues) {
  const Packets packets = test::UnevenPackets(5000);
  EXPECT_FALSE(Search(WebmOf(packets, {.has_cues = false}), 50'000).place);
  EXPECT_FALSE(Search(WebmOf(packets, {.has_head = false}), 50'000).place);
  EXPECT_FALSE(Search(WebmOf(packets), 4000).place) << "of the first cluster";
}

TEST(WebmPlace, IsNowhereWhenTheCuesLie) {
  const Bytes whole = WebmOf(test::UnevenPackets(5000));
  // one byte of a size, an identifier or a position each
  const std::size_t cues = whole.size() - CuePoint(0, 0).size() * 20 - 12;
  for (const std::size_t at : {cues, cues + 5, cues + 11, cues + 30}) {
    Bytes file = whole;
    file[at] ^= 0x7F;
    const Searched searched = Search(file, 97'000);
    if (!searched.place) continue;
    EXPECT_TRUE(Hear(test::From(file, *searched.place), searched.place->skip_ms) == Hear(file, 97'000));
  }
  Bytes cut = whole;
  cut.resize(cues);
  EXPECT_FALSE(Search(cut, 97'000).place);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::decoder

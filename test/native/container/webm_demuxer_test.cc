#include "core/container/webm_demuxer.h"

#include <gtest/gtest.h>

#include <numeric>
#include <optional>
#include <random>
#include <vector>

#include "support/allocation_guard.h"
#include "support/demuxing.h"
#include "support/webm_file.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using container::StreamError;
using container::WebmDemuxer;
using webm::Bytes;
using webm::Cluster;
using webm::Element;
using webm::Group;
using webm::Header;
using webm::Join;
using webm::Number;
using webm::Open;
using webm::OpenCluster;
using webm::Segment;
using webm::Simple;
using webm::Time;
using webm::Track;
using webm::Tracks;
using Sizes = std::vector<std::size_t>;

Bytes PacketOf(std::size_t size) {
  Bytes packet(size);
  std::iota(packet.begin(), packet.end(), std::uint8_t{0x78});
  return packet;
}

/// Blocks of 20 ms each, of these sizes.
Bytes Blocks(const Sizes& sizes, int timestamp = 0, std::uint64_t track = 1) {
  Bytes blocks;
  for (const std::size_t size : sizes) {
    blocks = Join({blocks, Simple(track, timestamp, PacketOf(size))});
    timestamp += 20;
  }
  return blocks;
}

Bytes File(const Bytes& clusters) { return Join({Header(), Segment(Join({Tracks(Track(1)), clusters}))}); }

struct Read : DemuxedStream {
  container::Losses losses;
  std::optional<StreamError> refusal;
};

Read ReadAll(const Bytes& bytes, std::size_t piece = 1'000'000) {
  WebmDemuxer demuxer;
  Read read;
  static_cast<DemuxedStream&>(read) = Demux(demuxer, bytes, piece);
  read.losses = demuxer.losses();
  read.refusal = demuxer.refusal();
  return read;
}

std::uint64_t Total(const container::Losses& losses) { return losses.bytes + losses.pages + losses.packets; }

std::vector<std::optional<std::int64_t>> StartsOf(const Read& read) {
  std::vector<std::optional<std::int64_t>> starts;
  for (const auto& packet : read.packets) starts.push_back(packet.start);
  return starts;
}

TEST(WebmDemuxer, GivesThePacketsOfAFileWithTheirTimes) {
  const Read read =
      ReadAll(File(Join({Cluster(0, Blocks({10, 11, 300})), Cluster(60, Blocks({20'000, 13}, 0))})));
  EXPECT_EQ(read.Sizes(), (Sizes{10, 11, 300, 20'000, 13}));
  EXPECT_EQ(read.packets[3].bytes, PacketOf(20'000));
  EXPECT_EQ(StartsOf(read), (std::vector<std::optional<std::int64_t>>{0, 960, 1920, 2880, 3840}));
  ASSERT_EQ(read.heads.size(), 1U);
  EXPECT_EQ(read.heads[0].pre_skip, 312);
  EXPECT_EQ(Total(read.losses), 0U);
  EXPECT_FALSE(read.refusal);
}

TEST(WebmDemuxer, SizesMayBeUnknown) {
  const Bytes body = Join({Tracks(Track(1)), OpenCluster(0, Blocks({10, 11})), OpenCluster(40, Blocks({12})),
                           Element(0x1C53BB6B, {}), OpenCluster(60, Blocks({13}))});
  for (const int width : {1, 4, 8}) {
    const Read read = ReadAll(Join({Header(), Open(0x18538067, body, width)}));
    EXPECT_EQ(read.Sizes(), (Sizes{10, 11, 12, 13})) << width;
    EXPECT_EQ(read.packets[3].start, 2880);
    EXPECT_EQ(Total(read.losses), 0U);
  }
}

/// Three frames of 5, 300 and 7 bytes.
Bytes Laced(const Bytes& sizes) { return Join({{2}, sizes, PacketOf(5), PacketOf(300), PacketOf(7)}); }

TEST(WebmDemuxer, EveryLacingIsUndone) {
  const Bytes xiph = Laced({5, 255, 45});
  // 5, then 300 as a difference of 295 in two bytes: 295 + 8191
  const Bytes ebml = Laced(Join({{0x85}, webm::Size(295 + 8191, 2)}));
  const Bytes fixed = Join({{2}, PacketOf(9), PacketOf(9), PacketOf(9)});
  const auto read = [](const Bytes& payload, unsigned flags) {
    return ReadAll(File(Cluster(0, Simple(1, 40, payload, flags))));
  };
  EXPECT_EQ(read(xiph, 0x82).Sizes(), (Sizes{5, 300, 7}));
  EXPECT_EQ(read(ebml, 0x86).Sizes(), (Sizes{5, 300, 7}));
  EXPECT_EQ(read(fixed, 0x84).Sizes(), (Sizes{9, 9, 9}));
  EXPECT_EQ(StartsOf(read(xiph, 0x82)),
            (std::vector<std::optional<std::int64_t>>{1920, std::nullopt, std::nullopt}));
  const Bytes shrinking = Join({{2}, {0x87}, webm::Size(62, 1), PacketOf(7), PacketOf(6), PacketOf(2)});
  EXPECT_EQ(read(shrinking, 0x86).Sizes(), (Sizes{7, 6, 2})) << "a difference of -1 is 62";
}

TEST(WebmDemuxer, LacingThatContradictsItselfCostsTheBlock) {
  const auto read = [](const Bytes& payload, unsigned flags) {
    return ReadAll(File(Cluster(0, Join({Simple(1, 0, payload, flags), Simple(1, 20, PacketOf(6))}))));
  };
  const std::vector<std::pair<Bytes, unsigned>> bad{
      {{2, 200, 200, 1, 2, 3}, 0x82},  // more than there is
      {{2, 255}, 0x82},                // no end of a size
      {{2, 1, 2, 3, 4}, 0x84},         // four bytes are not three frames
      {{2, 0x81, 0x80, 1, 2}, 0x86},   // 1, then 1 - 63
      {{2, 0x81, 0x00, 1, 2}, 0x86},   // no number
      {{}, 0x82},
  };
  for (const auto& [payload, flags] : bad) {
    const Read both = read(payload, flags);
    EXPECT_EQ(both.Sizes(), Sizes{6}) << flags;
    EXPECT_EQ(both.losses.packets, 1U) << flags;
    EXPECT_TRUE(both.packets[0].follows_hole);
  }
}

TEST(WebmDemuxer, GroupsSayWhatIsNotToBeHeard) {
  // 6.5 ms in ns
  const Bytes padding = Element(0x75A2, Number(6'500'000));
  const Read read =
      ReadAll(File(Cluster(0, Join({Group(1, 0, PacketOf(10)), Group(1, 20, PacketOf(11), padding),
                                    Group(2, 20, PacketOf(99)), Element(0xA0, {})}))));
  EXPECT_EQ(read.Sizes(), (Sizes{10, 11}));
  EXPECT_EQ(read.packets[0].padding, 0);
  EXPECT_EQ(read.packets[1].padding, 312);
  EXPECT_EQ(Total(read.losses), 0U);
}

TEST(WebmDemuxer, OtherTracksAndElementsArePassedOver) {
  const Bytes video = Track(1, PacketOf(40), "V_VP9");
  const Bytes encoded = Track(2, OpusHead(), "A_OPUS", Element(0x6D80, {}));
  const Bytes tracks = Join({Element(0xEC, Bytes(9, 0)), video, encoded, Track(300), Track(4, OpusHead(1))});
  const Bytes blocks =
      Join({Element(0xA7, Number(5)), Element(0xBF, Bytes(4, 1)), Simple(1, 0, Bytes(400'000, 0xA3)),
            Simple(300, 0, PacketOf(10)), Element(0xEC, Bytes(5000, 0xFF)), Simple(4, 0, PacketOf(77)),
            Group(1, 3, Bytes(200'000, 0xA0)), Element(0xAB, Number(5)), Group(300, 20, PacketOf(11))});
  const Bytes file =
      Join({Header(), Element(0xEC, Bytes(3, 0)),
            Segment(Join({Element(0x114D9B74, {}), Element(0x1941A469, Bytes(300'000, 1)), Tracks(tracks),
                          Cluster(0, blocks), Element(0x1254C367, Bytes(9, 1))}))});
  for (const std::size_t piece : {1000U, 1'000'000U}) {
    const Read read = ReadAll(file, piece);
    EXPECT_EQ(read.Sizes(), (Sizes{10, 11}));
    EXPECT_EQ(read.heads.size(), 1U);
    EXPECT_EQ(Total(read.losses), 0U);
  }
}

TEST(WebmDemuxer, TimesFollowTheScaleOfTheSegment) {
  const Bytes info = Element(0x1549A966, Join({Element(0x2AD7B1, Number(500'000)),
                                               Element(0x4489, {0x44, 0xFA, 0x00, 0x00})}));  // 2000 ticks
  WebmDemuxer demuxer;
  const auto read =
      Demux(demuxer,
            Join({Header(), Segment(Join({info, Tracks(Track(1)), Cluster(1000, Blocks({5}, -40))}))}), 50);
  ASSERT_EQ(read.packets.size(), 1U);
  EXPECT_EQ(read.packets[0].start, 480 * 48);
  EXPECT_EQ(demuxer.duration(), 48'000);
}

TEST(WebmDemuxer, CuesSayWhereToReadForATime) {
  const auto cue = [](std::uint64_t time, std::uint64_t position) {
    const Bytes place = Join({Element(0xF7, Number(1)), Element(0xF1, Number(position))});
    return Element(0xBB, Join({Element(0xB3, Number(time)), Element(0xB7, place)}));
  };
  const Bytes first = Cluster(0, Blocks({10, 11}));
  const Bytes second = Cluster(5000, Blocks({12, 13}));
  const Bytes third = Cluster(10'000, Blocks({14, 15}));
  const Bytes tracks = Tracks(Track(1));
  const auto seek_to = [](unsigned at) {
    const Bytes place{0, static_cast<std::uint8_t>(at >> 8), static_cast<std::uint8_t>(at)};
    return Element(0x114D9B74,
                   Element(0x4DBB, Join({Element(0x53AB, Number(0x1C53BB6B)), Element(0x53AC, place)})));
  };
  const std::size_t start = seek_to(0).size() + tracks.size();
  const std::size_t all = start + first.size() + second.size() + third.size();
  const Bytes cues = Element(0x1C53BB6B, Join({cue(0, start), cue(5000, start + first.size()),
                                               cue(10'000, start + first.size() + second.size())}));
  const Bytes file = Join(
      {Header(), Segment(Join({seek_to(static_cast<unsigned>(all)), tracks, first, second, third, cues}))});
  WebmDemuxer demuxer;
  (void)demuxer.Write(std::span(file).first(200));
  DemuxedStream begin;
  ASSERT_TRUE(Drain(demuxer, begin));
  EXPECT_EQ(demuxer.CueFor(0), std::nullopt);
  const auto cues_at = demuxer.cues_position();
  ASSERT_EQ(cues_at, file.size() - cues.size());
  demuxer.Seek(*cues_at);
  (void)Demux(demuxer, std::span(file).subspan(static_cast<std::size_t>(*cues_at)), 7);
  EXPECT_EQ(demuxer.cues_position(), std::nullopt);
  const auto found = demuxer.CueFor(9999 * 48);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->start, 5000 * 48);
  demuxer.Seek(found->position);
  const auto read = Demux(demuxer, std::span(file).subspan(static_cast<std::size_t>(found->position)), 7);
  EXPECT_EQ(read.Sizes(), (Sizes{12, 13, 14, 15}));
  EXPECT_EQ(read.packets[0].start, 5000 * 48);
  EXPECT_FALSE(read.packets[0].follows_hole);
  EXPECT_EQ(Total(demuxer.losses()), 0U);
}

TEST(CueList, KeepsFewerWhenThereAreMany) {
  container::CueList cues;
  const AllocationGuard guard;
  for (std::int64_t i = 0; i < 100'000; ++i) cues.Add({i * 960, static_cast<std::uint64_t>(i)});
  EXPECT_EQ(guard.count(), 0U);
  for (const std::int64_t sample : {std::int64_t{0}, std::int64_t{5000}, std::int64_t{99'999} * 960}) {
    const auto cue = cues.Before(sample);
    ASSERT_TRUE(cue);
    EXPECT_LE(cue->start, sample);
    EXPECT_GT(cue->start, sample - 64 * 960);
    EXPECT_EQ(static_cast<std::uint64_t>(cue->start / 960), cue->position);
  }
  EXPECT_FALSE(cues.Before(-1));
}

TEST(WebmDemuxer, FilesMayFollowEachOther) {
  const Bytes second =
      Join({Header(), Segment(Join({Tracks(Track(7, OpusHead(1, 3840))), Cluster(0, Blocks({20}, 0, 7))}))});
  const Read known = ReadAll(Join({File(Cluster(0, Blocks({10}))), second}), 3);
  const Read open = ReadAll(
      Join({Header(), Open(0x18538067, Join({Tracks(Track(1)), OpenCluster(0, Blocks({10}))})), second}), 3);
  for (const Read& read : {known, open}) {
    EXPECT_EQ(read.Sizes(), (Sizes{10, 20}));
    ASSERT_EQ(read.heads.size(), 2U);
    EXPECT_EQ(read.heads[1].pre_skip, 3840);
    EXPECT_EQ(Total(read.losses), 0U);
  }
}

TEST(WebmDemuxer, AHoleCostsWhatReachesIntoIt) {
  const Bytes blocks = Blocks({100, 101, 102, 103, 104, 105, 106, 107});
  for (const bool known : {false, true}) {
    const Bytes cluster = known ? Cluster(0, blocks) : OpenCluster(0, blocks);
    Bytes file = File(Join({cluster, Cluster(160, Blocks({50, 51}))}));
    const auto block = std::search(file.begin(), file.end(), blocks.begin(), blocks.end());
    // from the middle of the second block to the middle of the fourth
    file.erase(block + 150, block + 350);
    const Read read = ReadAll(file, 9);
    EXPECT_EQ(read.Sizes(), (Sizes{100, 101, 104, 105, 106, 107, 50, 51})) << known;
    EXPECT_EQ(read.packets[1].bytes.size(), 101U) << "spoiled, but its size is right";
    EXPECT_TRUE(read.packets[2].follows_hole);
    EXPECT_EQ(read.packets[2].start, 4 * 960);
    EXPECT_EQ(read.packets[6].start, 160 * 48);
    EXPECT_GT(read.losses.bytes, 0U);
    EXPECT_LT(read.losses.bytes, 110U);
  }
}

TEST(WebmDemuxer, ATimeThatMayBeOfAnotherClusterIsNotGiven) {
  Bytes file = File(Join({OpenCluster(0, Blocks({100, 101, 102})), OpenCluster(60, Blocks({50, 51}))}));
  const Bytes head = OpenCluster(60, {});
  const auto gone = std::search(file.begin(), file.end(), head.begin(), head.end());
  std::fill(gone, gone + static_cast<std::ptrdiff_t>(head.size()), std::uint8_t{0});
  const Read read = ReadAll(file, 9);
  EXPECT_EQ(read.Sizes(), (Sizes{100, 101, 102, 50, 51}));
  EXPECT_EQ(read.packets[3].start, std::nullopt);
}

TEST(WebmDemuxer, JunkIsPassedOverAndCounted) {
  const Bytes junk = FileBytes().Text("no element").bytes;
  const Bytes body = Join({Tracks(Track(1)), Cluster(0, Blocks({10})), junk, Cluster(20, Blocks({11}))});
  EXPECT_EQ(ReadAll(Join({Header(), Open(0x18538067, body)})).Sizes(), (Sizes{10, 11}));
  EXPECT_EQ(ReadAll(Join({Header(), Open(0x18538067, body)})).losses.bytes, junk.size());
  const Read before = ReadAll(Join({junk, File(Cluster(0, Blocks({10})))}), 4);
  EXPECT_EQ(before.Sizes(), Sizes{10});
  EXPECT_EQ(before.losses.bytes, junk.size());
}

TEST(WebmDemuxer, SizesThatLieAreNotWaitedFor) {
  const Bytes lie = Join({Number(0xA3), webm::Size(50'000'000, 8), webm::BlockOf(1, 0, PacketOf(20))});
  const Bytes reaches = Join({Number(0xEC), webm::Size(5000), Bytes(10, 0)});
  for (const Bytes& bad : {lie, reaches}) {
    const Bytes more =
        Join({Cluster(0, Join({Blocks({10}), bad, Blocks({11, 12}, 20)})), Cluster(60, Blocks({13}))});
    EXPECT_EQ(ReadAll(File(more)).Sizes(), (Sizes{10, 11, 12, 13}));
  }
}

TEST(WebmDemuxer, ABlockOfATrackThatDoesNotExistIsDamage) {
  const Bytes stray = Join({Number(0xA3), webm::Size(5000), webm::BlockOf(9, 0, PacketOf(20))});
  const Read read = ReadAll(File(OpenCluster(0, Join({Blocks({10}), stray, Blocks({11}, 20)}))));
  EXPECT_EQ(read.Sizes(), (Sizes{10, 11}));
  EXPECT_EQ(read.losses.bytes, stray.size());
}

TEST(WebmDemuxer, ACutFileEndsWithItsLastWholeBlock) {
  const Bytes whole = File(Cluster(0, Blocks({10, 11, 12})));
  const Read read = ReadAll(Bytes(whole.begin(), whole.end() - 3), 5);
  EXPECT_EQ(read.Sizes(), (Sizes{10, 11}));
  EXPECT_GT(read.losses.bytes, 0U);
}

TEST(WebmDemuxer, SaysWhyThereIsNoStream) {
  const auto with = [](const Bytes& tracks) {
    return ReadAll(Join({Header(), Segment(Join({Tracks(tracks), Cluster(0, Blocks({10}))}))})).refusal;
  };
  EXPECT_EQ(ReadAll({}).refusal, StreamError::kNoContainer);
  EXPECT_EQ(ReadAll(Bytes(200'000, 'x'), 1000).refusal, StreamError::kNoContainer);
  EXPECT_EQ(ReadAll(Header()).refusal, StreamError::kNoOpus);
  EXPECT_EQ(with(Track(1, {}, "A_VORBIS")), StreamError::kNoOpus);
  EXPECT_EQ(with(Track(1, {})), StreamError::kBadHead);
  EXPECT_EQ(with(Track(1, OpusHead(0))), StreamError::kBadHead);
  EXPECT_EQ(with(Track(1, OpusHead(6, 0, 1))), StreamError::kUnsupportedMapping);
  EXPECT_EQ(with(Join({Track(1, OpusHead(6, 0, 1)), Track(2)})), std::nullopt) << "the second can be played";
}

/// Clusters of both kinds, lacing, groups, another track, junk, a second file.
Bytes Odd() {
  const Bytes laced = Join({{2}, {5, 4}, PacketOf(5), PacketOf(4), PacketOf(7)});
  const Bytes first =
      Cluster(0, Join({Simple(1, 0, laced, 0x82), Simple(2, 0, PacketOf(90)), Blocks({30}, 60)}));
  const Bytes second = OpenCluster(
      80, Join({Group(1, 0, PacketOf(31)), FileBytes().Text("\xA3junk").bytes, Blocks({32, 33}, 20)}));
  return Join(
      {Header(), Open(0x18538067, Join({Tracks(Track(1)), first, second})), File(Cluster(0, Blocks({34})))});
}

TEST(WebmDemuxer, GivesTheSameForPiecesOfAnySize) {
  const Read expected = ReadAll(Odd());
  EXPECT_EQ(expected.Sizes(), (Sizes{5, 4, 7, 30, 31, 32, 33, 34}));
  for (std::size_t piece = 1; piece < 60; ++piece) {
    const Read read = ReadAll(Odd(), piece);
    ASSERT_EQ(read.packets, expected.packets) << piece;
    ASSERT_EQ(read.begins, expected.begins) << piece;
    ASSERT_EQ(read.losses.bytes, expected.losses.bytes) << piece;
  }
}

TEST(WebmDemuxer, DamagedStreamsNeverCrashAndAreTheSameInPieces) {
  std::mt19937_64 random(9);
  const Bytes good = Odd();
  for (int i = 0; i < 1000; ++i) {
    Bytes bytes = good;
    for (std::uint64_t flips = random() % 4; flips > 0; --flips)
      bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    const auto cut = bytes.begin() + static_cast<std::ptrdiff_t>(random() % bytes.size());
    bytes.erase(cut,
                cut + static_cast<std::ptrdiff_t>(random() % static_cast<std::size_t>(bytes.end() - cut)));
    const Read expected = ReadAll(bytes);
    const Read read = ReadAll(bytes, 1 + random() % 40);
    ASSERT_EQ(read.packets, expected.packets) << i;
    ASSERT_EQ(read.losses.bytes, expected.losses.bytes) << i;
  }
}

TEST(WebmDemuxer, NeverAllocatesAndLooksAtNoMoreThanItIsAllowed) {
  Bytes clusters;
  for (std::uint64_t i = 0; i < 100; ++i) clusters = Join({clusters, Cluster(20 * i, Blocks({1200, 1200}))});
  const Bytes file = File(Join({clusters, Bytes(50'000, 0xA3)}));
  WebmDemuxer demuxer;
  std::span<const std::uint8_t> rest(file);
  const AllocationGuard guard;
  std::size_t packets = 0;
  std::size_t waits = 0;
  for (auto next = demuxer.Next(); next.what != container::Demuxing::kEnd; next = demuxer.Next()) {
    packets += next.what == container::Demuxing::kPacket ? 1 : 0;
    waits += next.what == container::Demuxing::kWaits ? 1 : 0;
    demuxer.Allow(1000);
    if (next.what != container::Demuxing::kNeedsBytes) continue;
    rest = rest.subspan(demuxer.Write(rest));
    if (rest.empty()) demuxer.Finish();
  }
  EXPECT_EQ(guard.count(), 0U);
  EXPECT_EQ(packets, 200U);
  EXPECT_GE(waits, 40U);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test

#include "core/container/ogg_demuxer.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "support/allocation_guard.h"
#include "support/demuxing.h"
#include "support/file_bytes.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using container::Demuxing;
using container::OggDemuxer;
using container::StreamError;
using Bytes = std::vector<std::uint8_t>;
using Sizes = std::vector<std::size_t>;

Bytes PacketOf(std::size_t size) {
  Bytes packet(size);
  std::iota(packet.begin(), packet.end(), std::uint8_t{0xF8});
  return packet;
}

Bytes Join(const std::vector<Bytes>& parts) {
  FileBytes file;
  for (const Bytes& part : parts) file.Bytes(part);
  return file.bytes;
}

Bytes Sound(std::size_t size, std::uint32_t number, std::uint64_t position, unsigned flags = 0,
            std::uint32_t serial = 77) {
  OggPage page{.flags = flags, .serial = serial, .number = number, .position = position};
  page.Add(PacketOf(size));
  return page.Build();
}

Bytes Start(std::uint32_t serial = 77, const Bytes& head = OpusHead()) {
  OggPage first{.flags = 2, .serial = serial, .number = 0};
  first.Add(head);
  OggPage second{.serial = serial, .number = 1};
  second.Add(OpusTags());
  return Join({first.Build(), second.Build()});
}

/// Two links, junk, a lost page, a packet over three pages, another stream between.
Bytes Odd() {
  const Bytes packet = PacketOf(600);
  OggPage a{.number = 3, .position = 1920};
  a.Add(PacketOf(40));
  a.Add(std::span(packet).first(255), true);
  OggPage b{.flags = 1, .number = 4, .position = ~std::uint64_t{0}};
  b.Add(std::span(packet).subspan(255, 255), true);
  OggPage c{.flags = 1 | 4, .number = 5, .position = 2880};
  c.Add(std::span(packet).subspan(510));
  return Join({Start(), Sound(30, 2, 960), a.Build(), Sound(700, 9, 5, 0, 3), b.Build(), c.Build(),
               FileBytes().Text("junk OggS junk").bytes, Start(78, OpusHead(1, 3840)),
               Sound(20, 2, 960, 0, 78), Sound(21, 4, 2880, 4, 78)});
}

TEST(OggDemuxer, GivesTheSameForPiecesOfAnySize) {
  OggDemuxer whole;
  const DemuxedStream expected = Demux(whole, Odd(), 1'000'000);
  EXPECT_EQ(expected.Sizes(), (Sizes{30, 40, 600, 20, 21}));
  for (const std::size_t piece : {1U, 2U, 26U, 27U, 28U, 255U, 1000U}) {
    OggDemuxer demuxer;
    const DemuxedStream read = Demux(demuxer, Odd(), piece);
    EXPECT_EQ(read.packets, expected.packets) << piece;
    EXPECT_EQ(read.begins, expected.begins) << piece;
    EXPECT_EQ(demuxer.losses().bytes, 14U) << piece;
    EXPECT_EQ(demuxer.losses().pages, 1U) << piece;
    EXPECT_EQ(demuxer.losses().packets, 0U) << piece;
  }
}

TEST(OggDemuxer, EachLinkOfAChainIsAnnouncedWithItsHeader) {
  OggDemuxer demuxer;
  const DemuxedStream read = Demux(demuxer, Odd(), 100);
  ASSERT_EQ(read.heads.size(), 2U);
  EXPECT_EQ(read.heads[0].pre_skip, 312);
  EXPECT_EQ(read.heads[1].pre_skip, 3840);
  EXPECT_EQ(read.heads[1].channels, 1);
  EXPECT_EQ(read.begins, (Sizes{0, 3}));
  EXPECT_FALSE(demuxer.refusal());
}

TEST(OggDemuxer, TheLastPacketOfAPageKnowsItsPosition) {
  OggPage page{.number = 2, .position = 2880};
  for (const std::size_t size : {10U, 255U, 12U}) page.Add(PacketOf(size));
  OggDemuxer demuxer;
  const auto read = Demux(demuxer, Join({Start(), page.Build(), Sound(9, 3, 3000, 4)}), 100).packets;
  ASSERT_EQ(read.size(), 4U);
  EXPECT_EQ(read[0].end, std::nullopt);
  EXPECT_EQ(read[1].end, std::nullopt);
  EXPECT_EQ(read[2].end, 2880);
  EXPECT_EQ(read[3].end, 3000);

  OggDemuxer odd;
  const auto across = Demux(odd, Odd(), 100).packets;
  EXPECT_EQ(across[1].end, 1920) << "the next packet begins on this page and ends on another";
  EXPECT_EQ(across[2].end, 2880);
}

TEST(OggDemuxer, SaysWhereSomethingIsLost) {
  OggDemuxer demuxer;
  std::vector<bool> holes;
  for (const auto& packet : Demux(demuxer, Odd(), 100).packets) holes.push_back(packet.follows_hole);
  EXPECT_EQ(holes, (std::vector<bool>{false, false, false, false, true}));
}

TEST(OggDemuxer, APacketIsGivenAsSoonAsItsPageIsThere) {
  const Bytes stream = Join({Start(), Sound(30, 2, 960), Sound(31, 3, 1920)});
  const std::size_t first = stream.size() - Sound(31, 3, 1920).size();
  OggDemuxer demuxer;
  DemuxedStream read;
  ASSERT_EQ(demuxer.Write(std::span(stream).first(first - 1)), first - 1);
  EXPECT_TRUE(Drain(demuxer, read));
  EXPECT_EQ(read.packets.size(), 0U);
  ASSERT_EQ(demuxer.Write(std::span(stream).subspan(first - 1, 1)), 1U);
  EXPECT_TRUE(Drain(demuxer, read));
  EXPECT_EQ(read.Sizes(), Sizes{30});
}

TEST(OggDemuxer, TakesNoMoreThanItHasRoomForAndNeverAllocates) {
  std::vector<Bytes> packets(300, PacketOf(1200));
  const Bytes file = OggOpusFile(packets);
  OggDemuxer demuxer;
  std::span<const std::uint8_t> rest(file);
  std::size_t read = 0;
  const AllocationGuard guard;
  while (true) {
    const auto next = demuxer.Next();
    if (next.what == Demuxing::kEnd) break;
    read += next.what == Demuxing::kPacket ? 1 : 0;
    if (next.what != Demuxing::kNeedsBytes) continue;
    const std::size_t taken = demuxer.Write(rest);
    ASSERT_LE(taken, 98'304U);
    ASSERT_TRUE(taken > 0 || rest.empty());
    rest = rest.subspan(taken);
    if (rest.empty()) demuxer.Finish();
  }
  EXPECT_EQ(guard.count(), 0U);
  EXPECT_EQ(read, packets.size());
}

TEST(OggDemuxer, AFullBufferTakesNothingUntilItIsRead) {
  OggDemuxer demuxer;
  const Bytes file = OggOpusFile(std::vector<Bytes>(300, PacketOf(1200)));
  ASSERT_LT(demuxer.Write(file), file.size());
  EXPECT_EQ(demuxer.Write(file), 0U);
  demuxer.Finish();
  DemuxedStream read;
  EXPECT_FALSE(Drain(demuxer, read));
  EXPECT_GT(read.packets.size(), 70U) << "what was taken is read";
  EXPECT_EQ(demuxer.Write(file), 0U) << "behind the end";
}

TEST(OggDemuxer, LooksAtNoMoreThanItIsAllowed) {
  OggDemuxer demuxer;
  ASSERT_EQ(demuxer.Write(Bytes(90'000, 'O')), 90'000U);
  int waits = 0;
  demuxer.Allow(1000);
  for (; demuxer.Next().what == Demuxing::kWaits; ++waits) demuxer.Allow(1000);
  EXPECT_GE(waits, 89);
  EXPECT_EQ(demuxer.Next().what, Demuxing::kNeedsBytes);
}

TEST(OggDemuxer, SaysEarlyThatNoStreamIsToBeExpected) {
  const auto refusal = [](const Bytes& bytes, bool ends) {
    OggDemuxer demuxer;
    DemuxedStream read;
    for (std::span<const std::uint8_t> rest(bytes); !rest.empty();) {
      rest = rest.subspan(demuxer.Write(rest));
      (void)Drain(demuxer, read);
    }
    if (ends) demuxer.Finish();
    (void)Drain(demuxer, read);
    return demuxer.refusal();
  };
  EXPECT_EQ(refusal({}, false), std::nullopt);
  EXPECT_EQ(refusal({}, true), StreamError::kNoContainer);
  EXPECT_EQ(refusal(Bytes(1000, 1), false), std::nullopt);
  EXPECT_EQ(refusal(Bytes(300'000, 1), false), StreamError::kNoContainer);
  OggPage vorbis{.flags = 2, .serial = 8};
  vorbis.Add(FileBytes().Text("\x01vorbis").bytes);
  EXPECT_EQ(refusal(vorbis.Build(), false), std::nullopt) << "an Opus header may follow";
  EXPECT_EQ(refusal(Join({vorbis.Build(), Sound(99, 1, 0, 0, 8)}), false), StreamError::kNoOpus);
  EXPECT_EQ(refusal(Start(77, OpusHead(6, 0, 1)), false), StreamError::kUnsupportedMapping);
  EXPECT_EQ(refusal(Start(77, OpusHead(0)), true), StreamError::kBadHead);
  EXPECT_EQ(refusal(Join({vorbis.Build(), Sound(99, 1, 0, 0, 8), Start()}), false), std::nullopt);
}

TEST(OggDemuxer, GoesOnAtAnotherPlace) {
  const Bytes end = Join({Sound(40, 22, 48'000), Sound(41, 23, 48'960, 4)});
  OggDemuxer demuxer;
  DemuxedStream read;
  (void)demuxer.Write(Join({Start(), Sound(30, 2, 960)}));
  EXPECT_TRUE(Drain(demuxer, read));
  demuxer.Seek(100'000);
  const DemuxedStream behind = Demux(demuxer, Join({Bytes(50, 0), end}), 7);
  EXPECT_EQ(behind.Sizes(), (Sizes{40, 41}));
  EXPECT_EQ(behind.packets[0].end, 48'000);
  EXPECT_EQ(demuxer.losses().pages, 0U) << "what lies between is not lost";
  EXPECT_EQ(demuxer.losses().packets, 0U);
}

TEST(OggDemuxer, DamagedStreamsNeverCrashAndAreTheSameInPieces) {
  std::mt19937_64 random(8);
  const Bytes good = Odd();
  for (int i = 0; i < 500; ++i) {
    Bytes bytes = good;
    for (std::uint64_t flips = random() % 4; flips > 0; --flips)
      bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    const auto cut = bytes.begin() + static_cast<std::ptrdiff_t>(random() % bytes.size());
    bytes.erase(cut,
                cut + static_cast<std::ptrdiff_t>(random() % static_cast<std::size_t>(bytes.end() - cut)));
    OggDemuxer whole;
    OggDemuxer pieces;
    const auto expected = Demux(whole, bytes, 1'000'000);
    const auto read = Demux(pieces, bytes, 1 + random() % 40);
    ASSERT_EQ(read.packets, expected.packets) << i;
    ASSERT_EQ(pieces.losses().bytes, whole.losses().bytes) << i;
  }
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test

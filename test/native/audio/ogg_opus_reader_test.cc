#include "core/audio/ogg_opus_reader.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <vector>

#include "support/allocation_guard.h"
#include "support/file_bytes.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using audio::OggError;
using audio::OggOpusReader;
using container::Demuxing;
using Bytes = std::vector<std::uint8_t>;

Bytes PacketOf(std::size_t size, std::uint8_t first = 0xF8) {
  Bytes packet(size);
  std::iota(packet.begin(), packet.end(), std::uint8_t{1});
  if (!packet.empty()) packet[0] = first;
  return packet;
}

Bytes Start(const Bytes& head = OpusHead(), const Bytes& tags = OpusTags()) {
  OggPage first{.flags = 2, .number = 0};
  first.Add(head);
  OggPage second{.number = 1};
  second.Add(tags);
  return FileBytes().Bytes(first.Build()).Bytes(second.Build()).bytes;
}

std::optional<OggError> ErrorOf(const Bytes& file) {
  auto reader = OggOpusReader::Open(file);
  return reader ? std::optional<OggError>() : reader.error();
}

/// Empty at the end.
std::span<const std::uint8_t> NextPacket(OggOpusReader& reader) {
  auto next = reader.Next();
  while (next.what == Demuxing::kStream) next = reader.Next();
  return next.packet.bytes;
}

struct Read {
  std::vector<std::size_t> sizes;
  audio::OggLosses losses;
};

Read ReadAll(const Bytes& file) {
  auto reader = OggOpusReader::Open(file);
  EXPECT_TRUE(reader) << audio::Describe(reader.ok() ? OggError::kNoContainer : reader.error(), file);
  Read read;
  if (!reader) return read;
  for (auto packet = NextPacket(*reader); !packet.empty(); packet = NextPacket(*reader))
    read.sizes.push_back(packet.size());
  read.losses = reader->losses();
  return read;
}

using Sizes = std::vector<std::size_t>;

/// A page of sound with one packet.
Bytes Sound(std::size_t size, std::uint32_t number, unsigned flags = 0, std::uint32_t serial = 77) {
  OggPage page{.flags = flags, .serial = serial, .number = number};
  page.Add(PacketOf(size));
  return page.Build();
}

Bytes Join(const std::vector<Bytes>& parts) {
  FileBytes file;
  for (const Bytes& part : parts) file.Bytes(part);
  return file.bytes;
}

Bytes StartOf(std::uint32_t serial, const Bytes& head = OpusHead()) {
  OggPage first{.flags = 2, .serial = serial, .number = 0};
  first.Add(head);
  OggPage second{.serial = serial, .number = 1};
  second.Add(OpusTags());
  return Join({first.Build(), second.Build()});
}

TEST(OggOpusReader, GivesEveryPacketInOrder) {
  std::vector<Bytes> packets;
  for (const std::size_t size : {1U, 10U, 254U, 255U, 256U, 510U, 1275U, 3U, 100U, 100U, 100U, 7U}) {
    packets.push_back(PacketOf(size));
  }
  auto reader = OggOpusReader::Open(OggOpusFile(packets));
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->head().pre_skip, 312);
  EXPECT_EQ(reader->head().channels, 2);
  for (int round = 0; round < 2; ++round) {
    for (const Bytes& packet : packets) {
      const AllocationGuard guard;
      const auto read = NextPacket(*reader);
      EXPECT_EQ(guard.count(), 0U);
      EXPECT_TRUE(std::ranges::equal(read, packet)) << packet.size();
    }
    EXPECT_TRUE(NextPacket(*reader).empty());
    EXPECT_EQ(reader->losses().packets + reader->losses().bytes, 0U);
    reader->Rewind();
  }
}

TEST(OggOpusReader, APacketGoesOnInTheNextPage) {
  const Bytes packet = PacketOf(600);
  OggPage a{.number = 2};
  a.Add(std::span(packet).first(255), true);
  OggPage b{.flags = 1, .number = 3};
  b.Add(std::span(packet).subspan(255, 255), true);
  OggPage c{.flags = 1 | 4, .number = 4};
  c.Add(std::span(packet).subspan(510));
  c.Add(PacketOf(5));
  auto reader = OggOpusReader::Open(
      FileBytes().Bytes(Start()).Bytes(a.Build()).Bytes(b.Build()).Bytes(c.Build()).bytes);
  ASSERT_TRUE(reader);
  EXPECT_TRUE(std::ranges::equal(NextPacket(*reader), packet));
  EXPECT_EQ(NextPacket(*reader).size(), 5U);
  EXPECT_TRUE(NextPacket(*reader).empty());
  EXPECT_EQ(reader->losses().packets, 0U);
}

TEST(OggOpusReader, PagesOfOtherStreamsAreSkipped) {
  OggPage other{.flags = 2, .serial = 5, .number = 9};
  other.Add(PacketOf(40));
  OggPage ours{.flags = 4, .number = 2};
  ours.Add(PacketOf(30));
  auto reader =
      OggOpusReader::Open(FileBytes().Bytes(Start()).Bytes(other.Build()).Bytes(ours.Build()).bytes);
  ASSERT_TRUE(reader);
  EXPECT_EQ(NextPacket(*reader).size(), 30U);
}

TEST(OggOpusReader, LongTagsAreSkipped) {
  Bytes tags = OpusTags();
  tags.resize(60'000, 9);
  OggPage first{.flags = 2, .number = 0};
  first.Add(OpusHead());
  FileBytes file;
  file.Bytes(first.Build());
  std::uint32_t number = 1;
  bool begun = false;
  for (std::size_t at = 0; at < tags.size(); at += 255U * 200) {
    const std::size_t size = std::min<std::size_t>(255U * 200, tags.size() - at);
    OggPage page{.flags = begun ? 1U : 0U, .number = number++};
    page.Add(std::span(tags).subspan(at, size), at + size < tags.size());
    file.Bytes(page.Build());
    begun = true;
  }
  OggPage sound{.flags = 4, .number = number};
  sound.Add(PacketOf(12));
  file.Bytes(sound.Build());
  auto reader = OggOpusReader::Open(file.bytes);
  ASSERT_TRUE(reader);
  EXPECT_EQ(NextPacket(*reader).size(), 12U);
}

TEST(OggOpusReader, SaysWhatIsWrong) {
  EXPECT_FALSE(ErrorOf(Join({Start(), Sound(100, 2, 4)})));
  EXPECT_EQ(ErrorOf({}), OggError::kNoContainer);
  EXPECT_EQ(ErrorOf(FileBytes().Text("RIFF").bytes), OggError::kNoContainer);
  EXPECT_EQ(ErrorOf(FileBytes().Text("OggS").bytes), OggError::kNoContainer);
  EXPECT_EQ(ErrorOf(Start(PacketOf(30))), OggError::kNoOpus);
  EXPECT_EQ(ErrorOf(Join({Sound(10, 7), Sound(10, 8)})), OggError::kNoOpus) << "no header at all";
  EXPECT_EQ(ErrorOf(Start(FileBytes().Text("OpusHead").U8(1).bytes)), OggError::kBadHead);
  EXPECT_EQ(ErrorOf(Start(OpusHead(0))), OggError::kBadHead);
  EXPECT_EQ(ErrorOf(Start(OpusHead(6, 0, 1))), OggError::kUnsupportedMapping);
  const auto text = [](const Bytes& file) { return audio::Describe(*ErrorOf(file), file); };
  EXPECT_EQ(text(FileBytes().Text("fLaC").U32(0).bytes),
            "the file is a FLAC file, not an Ogg Opus file: `ffmpeg -i INPUT -vn -c:a libopus OUTPUT.ogg` "
            "converts it");
  EXPECT_EQ(text(Start(FileBytes().Text("\x01vorbis").U32(0).bytes)),
            "the file is an Ogg Vorbis file, without a stream that begins with an Opus header: "
            "`ffmpeg -i INPUT -vn -c:a libopus OUTPUT.ogg` converts it");
}

TEST(OggOpusReader, WhatIsDamagedIsPassedOver) {
  const Bytes good = Join({Start(), Sound(10, 2), Sound(20, 3), Sound(30, 4, 4)});
  const std::size_t second = good.size() - Sound(30, 4).size() - 1;  // the last byte of the page before
  Bytes flipped = good;
  flipped[second] ^= 1;
  const Read read = ReadAll(flipped);
  EXPECT_EQ(read.sizes, (Sizes{10, 30}));
  EXPECT_EQ(read.losses.bytes, Sound(20, 3).size());
  EXPECT_EQ(read.losses.pages, 1U);

  const Read cut = ReadAll(Bytes(good.begin(), good.end() - 1));
  EXPECT_EQ(cut.sizes, (Sizes{10, 20}));
  EXPECT_EQ(cut.losses.bytes, Sound(30, 4).size() - 1);
}

TEST(OggOpusReader, BytesBetweenPagesAndBehindTheEndAreNoSound) {
  const Bytes stray = FileBytes().Text("between OggS pages").bytes;
  const Read between = ReadAll(Join({stray, Start(), Sound(10, 2), stray, Sound(20, 3, 4)}));
  EXPECT_EQ(between.sizes, (Sizes{10, 20}));
  EXPECT_EQ(between.losses.bytes, 2 * stray.size());
  EXPECT_EQ(between.losses.pages, 0U);
  EXPECT_EQ(ReadAll(Join({Start(), Sound(10, 2, 4), stray})).losses.bytes, 0U) << "the stream had ended";
  EXPECT_EQ(ReadAll(Join({Start(), Sound(10, 2), stray})).losses.bytes, stray.size());
}

TEST(OggOpusReader, AGapCostsThePacketsThatReachIntoIt) {
  const Bytes packet = PacketOf(600);
  OggPage begun{.number = 2};
  begun.Add(PacketOf(50));
  begun.Add(std::span(packet).first(255), true);
  OggPage rest{.flags = 1, .number = 4};
  rest.Add(std::span(packet).subspan(510));
  rest.Add(PacketOf(60));
  const Read gap = ReadAll(Join({Start(), begun.Build(), rest.Build(), Sound(70, 9, 4)}));
  EXPECT_EQ(gap.sizes, (Sizes{50, 60, 70}));
  EXPECT_EQ(gap.losses.pages, 1U + 4U);
  EXPECT_EQ(gap.losses.packets, 1U);

  OggPage orphan{.flags = 1, .number = 2};
  orphan.Add(PacketOf(10));
  orphan.Add(PacketOf(20));
  const Read odd = ReadAll(Join({Start(), orphan.Build(), Sound(30, 3, 4)}));
  EXPECT_EQ(odd.sizes, (Sizes{20, 30}));
  EXPECT_EQ(odd.losses.packets, 1U);
}

TEST(OggOpusReader, GoesOnWithChainedStreams) {
  const Bytes first = Join({StartOf(5), Sound(10, 2, 4, 5)});
  const Bytes second = Join({StartOf(6), Sound(20, 2, 0, 6)});  // cut off before its last page
  const Bytes third = Join({StartOf(5), Sound(30, 2, 4, 5)});   // with a serial that was there before
  const Read read = ReadAll(Join({first, second, third}));
  EXPECT_EQ(read.sizes, (Sizes{10, 20, 30}));
  EXPECT_EQ(read.losses.bytes + read.losses.pages + read.losses.packets, 0U);
}

TEST(OggOpusReader, SaysWhereEachStreamBeginsInEveryRound) {
  auto reader = OggOpusReader::Open(
      Join({StartOf(5), Sound(10, 2, 4, 5), StartOf(6, OpusHead(1, 400)), Sound(20, 2, 4, 6)}));
  ASSERT_TRUE(reader);
  for (int round = 0; round < 2; ++round) {
    for (const int pre_skip : {312, 400}) {
      EXPECT_EQ(reader->Next().what, Demuxing::kStream);
      EXPECT_EQ(reader->head().pre_skip, pre_skip);
      EXPECT_EQ(reader->Next().what, Demuxing::kPacket);
    }
    EXPECT_EQ(reader->Next().what, Demuxing::kEnd);
    reader->Rewind();
  }
}

TEST(OggOpusReader, ALinkThatCannotBePlayedIsPassedOverAndCounted) {
  OggPage vorbis{.flags = 2, .serial = 8, .number = 0};
  vorbis.Add(FileBytes().Text("\x01vorbis").bytes);
  const Read read = ReadAll(Join(
      {StartOf(5), Sound(10, 2, 4, 5), vorbis.Build(), Sound(99, 1, 4, 8), StartOf(6), Sound(20, 2, 4, 6)}));
  EXPECT_EQ(read.sizes, (Sizes{10, 20}));
  EXPECT_EQ(read.losses.bytes, 99U);
}

TEST(OggOpusReader, ADumpFromTheMiddleBeginsWithTheNextHeader) {
  const Read read =
      ReadAll(Join({PacketOf(40), Sound(10, 70, 0, 5), Sound(11, 71, 4, 5), Start(), Sound(20, 2, 4)}));
  EXPECT_EQ(read.sizes, Sizes{20});
  EXPECT_EQ(read.losses.bytes, 40U + 10 + 11);
}

TEST(OggOpusReader, TheFirstOpusHeaderIsTheStream) {
  OggPage skeleton{.flags = 2, .serial = 1, .number = 0};
  skeleton.Add(FileBytes().Text("fishead").U8(0).U32(3).bytes);
  OggPage video{.flags = 2, .serial = 2, .number = 0};
  video.Add(FileBytes().Text("\x80theora").U32(3).bytes);
  OggPage head{.flags = 2, .serial = 3, .number = 0};
  head.Add(OpusHead());
  OggPage other{.flags = 2, .serial = 4, .number = 0};
  other.Add(OpusHead(1));
  OggPage tags{.serial = 3, .number = 1};
  tags.Add(OpusTags());
  const Read read =
      ReadAll(Join({skeleton.Build(), video.Build(), head.Build(), other.Build(), Sound(900, 1, 0, 2),
                    tags.Build(), Sound(55, 1, 0, 4), Sound(10, 2, 0, 3), Sound(20, 3, 4, 3)}));
  EXPECT_EQ(read.sizes, (Sizes{10, 20}));
  EXPECT_EQ(read.losses.bytes, 0U);
}

TEST(OggOpusReader, HeadersOfFamilyOneWithOneStreamArePlayed) {
  const auto head = [](unsigned channels, unsigned streams, unsigned coupled) {
    FileBytes bytes;
    bytes.Bytes(OpusHead(channels, 312, 1)).U8(streams).U8(coupled);
    for (unsigned channel = 0; channel < channels; ++channel) bytes.U8(channel);
    return Join({StartOf(77, bytes.bytes), Sound(10, 2, 4)});
  };
  EXPECT_EQ(ReadAll(head(1, 1, 0)).sizes, Sizes{10});
  EXPECT_EQ(ReadAll(head(2, 1, 1)).sizes, Sizes{10});
  EXPECT_EQ(ErrorOf(head(2, 2, 0)), OggError::kUnsupportedMapping) << "two streams in each packet";
}

TEST(OggOpusReader, SaysWhatTheHeaderAsksOfPlayers) {
  Bytes head = OpusHead();
  head[16] = 0x80;
  head[17] = 0xFC;
  auto reader = OggOpusReader::Open(StartOf(77, head));
  ASSERT_TRUE(reader);
  EXPECT_DOUBLE_EQ(reader->head().gain_db, -3.5);
}

TEST(OggOpusReader, WithoutTagsTheSoundIsPlayed) {
  EXPECT_EQ(ReadAll(Join({Start(OpusHead(), PacketOf(20)), Sound(10, 2, 4)})).sizes, (Sizes{20, 10}));
}

TEST(OggOpusReader, APacketWithoutEndIsPassedOver) {
  FileBytes file;
  file.Bytes(Start());
  const Bytes part(255U * 255, 1);
  for (std::uint32_t number = 2; number < 6; ++number) {
    OggPage page{.flags = number > 2 ? 1U : 0U, .number = number};
    page.Add(part, true);
    file.Bytes(page.Build());
  }
  OggPage last{.flags = 1 | 4, .number = 6};
  last.Add(PacketOf(3));
  last.Add(PacketOf(9));
  const Read read = ReadAll(file.Bytes(last.Build()).bytes);
  EXPECT_EQ(read.sizes, Sizes{9});
  EXPECT_EQ(read.losses.packets, 1U);
}

TEST(OggOpusReader, DamagedFilesNeverCrash) {
  const Bytes whole = OggOpusFile({PacketOf(100), PacketOf(300), PacketOf(20)});
  std::mt19937_64 random(6);
  for (int i = 0; i < 2000; ++i) {
    Bytes bytes = whole;
    bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(random() % bytes.size() + 1), bytes.end());
    if (!ErrorOf(bytes)) (void)ReadAll(bytes);
  }
}

/// A page of another stream.
Bytes ForeignPage(std::size_t size, std::uint32_t number) {
  OggPage page{.serial = 5, .number = number};
  for (std::size_t left = size; left > 0; left -= std::min<std::size_t>(left, 255 * 254)) {
    page.Add(Bytes(std::min<std::size_t>(left, 255 * 254), 7));
  }
  return page.Build();
}

TEST(OggOpusReader, WaitsWhenItsAllowanceIsUsedUpAndLosesNothing) {
  std::vector<Bytes> packets;
  FileBytes file;
  file.Bytes(Start());
  for (std::uint32_t number = 0; number < 20; ++number) {
    packets.push_back(PacketOf(1000, static_cast<std::uint8_t>(0xF8 + number % 4)));
    OggPage head{.number = 2 + 2 * number};
    head.Add(std::span(packets.back()).first(510), true);  // continues behind a page that is not ours
    OggPage tail{.flags = 1, .number = 3 + 2 * number};
    tail.Add(std::span(packets.back()).subspan(510));
    file.Bytes(head.Build()).Bytes(ForeignPage(5000, number)).Bytes(tail.Build());
  }
  for (const std::size_t allowance : {1U, 27U, 1000U, 4000U, 100'000U}) {
    auto reader = OggOpusReader::Open(file.bytes);
    ASSERT_TRUE(reader);
    std::vector<Bytes> read;
    int waited = 0;
    for (int call = 0; call < 500; ++call) {
      reader->Allow(allowance);
      const auto [what, packet] = reader->Next();
      if (what == Demuxing::kPacket) read.emplace_back(packet.bytes.begin(), packet.bytes.end());
      waited += what == Demuxing::kWaits ? 1 : 0;
      if (what == Demuxing::kEnd) break;
    }
    EXPECT_EQ(read, packets) << allowance;
    EXPECT_EQ(waited > 0, allowance < 5000) << allowance;
    EXPECT_EQ(reader->losses().packets + reader->losses().bytes, 0U);
  }
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test

#include "core/audio/ogg_opus_reader.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <vector>

#include "support/allocation_guard.h"
#include "support/file_bytes.h"

namespace sdkpp::test {
namespace {

using audio::OggError;
using audio::OggOpusReader;
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
  if (!reader) return reader.error();
  while (!reader->Next().empty()) {
  }
  return reader->error();
}

TEST(OggOpusReader, GivesEveryPacketInOrder) {
  std::vector<Bytes> packets;
  for (const std::size_t size : {1U, 10U, 254U, 255U, 256U, 510U, 1275U, 3U, 100U, 100U, 100U, 7U}) {
    packets.push_back(PacketOf(size));
  }
  auto reader = OggOpusReader::Open(OggOpusFile(packets));
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->pre_skip(), 312);
  EXPECT_EQ(reader->channels(), 2);
  for (int round = 0; round < 2; ++round) {
    for (const Bytes& packet : packets) {
      const AllocationGuard guard;
      const auto read = reader->Next();
      EXPECT_EQ(guard.count(), 0U);
      EXPECT_TRUE(std::ranges::equal(read, packet)) << packet.size();
    }
    EXPECT_TRUE(reader->Next().empty());
    EXPECT_FALSE(reader->error());
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
  EXPECT_TRUE(std::ranges::equal(reader->Next(), packet));
  EXPECT_EQ(reader->Next().size(), 5U);
  EXPECT_TRUE(reader->Next().empty());
  EXPECT_FALSE(reader->error());
}

TEST(OggOpusReader, PagesOfOtherStreamsAreSkipped) {
  OggPage other{.flags = 2, .serial = 5, .number = 9};
  other.Add(PacketOf(40));
  OggPage ours{.flags = 4, .number = 2};
  ours.Add(PacketOf(30));
  auto reader =
      OggOpusReader::Open(FileBytes().Bytes(Start()).Bytes(other.Build()).Bytes(ours.Build()).bytes);
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->Next().size(), 30U);
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
  EXPECT_EQ(reader->Next().size(), 12U);
}

TEST(OggOpusReader, SaysWhatIsWrong) {
  OggPage sound{.flags = 4, .number = 2};
  sound.Add(PacketOf(100));
  const Bytes good = FileBytes().Bytes(Start()).Bytes(sound.Build()).bytes;
  EXPECT_FALSE(ErrorOf(good));

  EXPECT_EQ(ErrorOf({}), OggError::kNotOgg);
  EXPECT_EQ(ErrorOf(FileBytes().Text("RIFF").bytes), OggError::kNotOgg);
  EXPECT_EQ(ErrorOf(FileBytes().Text("OggS").bytes), OggError::kBadPage);
  EXPECT_EQ(ErrorOf(Start(PacketOf(30))), OggError::kNotOpus);
  EXPECT_EQ(ErrorOf(Start(FileBytes().Text("OpusHead").U8(1).bytes)), OggError::kBadHead);
  EXPECT_EQ(ErrorOf(Start(OpusHead(0))), OggError::kBadHead);
  EXPECT_EQ(ErrorOf(Start(OpusHead(6, 0, 1))), OggError::kUnsupportedMapping);
  EXPECT_EQ(ErrorOf(Start(OpusHead(), PacketOf(20))), OggError::kBadTags);

  Bytes flipped = good;
  flipped.back() ^= 1;
  EXPECT_EQ(ErrorOf(flipped), OggError::kBadPage);
  EXPECT_EQ(ErrorOf(Bytes(good.begin(), good.end() - 1)), OggError::kBadPage);

  OggPage far{.flags = 4, .number = 3};
  far.Add(PacketOf(10));
  EXPECT_EQ(ErrorOf(FileBytes().Bytes(Start()).Bytes(far.Build()).bytes), OggError::kLostPage);
  OggPage orphan{.flags = 1 | 4, .number = 2};
  orphan.Add(PacketOf(10));
  EXPECT_EQ(ErrorOf(FileBytes().Bytes(Start()).Bytes(orphan.Build()).bytes), OggError::kLostPage);
  for (int i = 0; i <= static_cast<int>(OggError::kPacketTooLong); ++i) {
    EXPECT_STRNE(Describe(static_cast<OggError>(i)), "unknown error");
  }
}

TEST(OggOpusReader, APacketWithoutEndIsRejected) {
  FileBytes file;
  file.Bytes(Start());
  const Bytes part(255U * 255, 1);
  for (std::uint32_t number = 2; number < 6; ++number) {
    OggPage page{.flags = number > 2 ? 1U : 0U, .number = number};
    page.Add(part, true);
    file.Bytes(page.Build());
  }
  EXPECT_EQ(ErrorOf(file.bytes), OggError::kPacketTooLong);
}

TEST(OggOpusReader, DamagedFilesNeverCrash) {
  const Bytes whole = OggOpusFile({PacketOf(100), PacketOf(300), PacketOf(20)});
  std::mt19937_64 random(6);
  for (int i = 0; i < 2000; ++i) {
    Bytes bytes = whole;
    bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(random() % bytes.size() + 1), bytes.end());
    (void)ErrorOf(bytes);
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
      const auto packet = reader->Next();
      if (!packet.empty()) read.emplace_back(packet.begin(), packet.end());
      waited += reader->waits() ? 1 : 0;
      if (packet.empty() && !reader->waits()) break;
    }
    EXPECT_EQ(read, packets) << allowance;
    EXPECT_EQ(waited > 0, allowance < 5000) << allowance;
    EXPECT_FALSE(reader->error());
  }
}

}  // namespace
}  // namespace sdkpp::test

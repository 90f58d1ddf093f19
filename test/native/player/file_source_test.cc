#include "core/player/file_source.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "support/allocation_guard.h"
#include "support/file_bytes.h"

namespace sdkpp::test {
namespace {

using Bytes = std::vector<std::uint8_t>;
using player::OggSource;
using player::SourceBlock;
using player::SourceLosses;
using player::WavSource;

/// 20 ms of Opus.
const Bytes kPacket{0xF8, 0x11, 0x22};
/// Says that it is 60 ms, and ends before.
const Bytes kBroken{0xFB, 0x43, 0xFF};

/// Three frames of 20 ms and 600 bytes.
Bytes LongPacket() {
  Bytes packet(2 + 3 * 600, 7);
  packet[0] = 0xFF;
  packet[1] = 3;
  return packet;
}

OggSource Open(const Bytes& file, bool loop = false) {
  auto reader = audio::OggOpusReader::Open(file);
  EXPECT_TRUE(reader);
  return OggSource(std::move(*reader), *opus::PacketCutter::Create(), loop);
}

struct Played {
  std::vector<std::size_t> sizes;
  std::uint64_t samples = 0;  ///< with the places of what was refused
  std::uint64_t allocations = 0;
};

Played Play(OggSource& source) {
  Played played;
  while (true) {
    const AllocationGuard guard;
    const SourceBlock block = source.Next();
    played.allocations += guard.count();
    if (block.kind == SourceBlock::Kind::kEnd) return played;
    if (!block.opus.empty()) played.sizes.push_back(block.opus.size());
    played.samples += block.opus_samples;
  }
}

TEST(OggSource, SendsLongPacketsInPieces) {
  OggSource source = Open(OggOpusFile({kPacket, LongPacket(), kPacket}));
  const Played played = Play(source);
  EXPECT_EQ(played.sizes, (std::vector<std::size_t>{3, 601, 601, 601, 3}));
  EXPECT_EQ(played.samples, 5U * kBlockSamples);
  EXPECT_EQ(played.allocations, 0U);
  EXPECT_FALSE(source.losses().any());
  EXPECT_EQ(source.losses().played, 5U * kBlockSamples);
}

TEST(OggSource, TheIndexOfWhatIsNoOpusIsAsLongAsItSays) {
  OggSource source = Open(OggOpusFile({kPacket, kPacket, kBroken, kPacket}));
  EXPECT_EQ(Play(source).samples, (3U + 3) * kBlockSamples);
  const SourceLosses losses = source.losses();
  EXPECT_EQ(losses.packets, 1U);
  EXPECT_EQ(losses.before, 2U * kBlockSamples);
  EXPECT_EQ(losses.played, 3U * kBlockSamples);
}

TEST(OggSource, CountsWhatTheReaderPassesOver) {
  FileBytes file = OggOpusStart();
  std::size_t damaged = 0;
  for (std::uint32_t number = 2; number < 8; ++number) {
    OggPage page{.number = number};
    page.Add(kPacket);
    Bytes bytes = page.Build();
    if (number == 4) bytes[bytes.size() - 1] ^= 1;
    if (number == 4) damaged = bytes.size();
    if (number != 6) file.Bytes(bytes);
  }
  OggSource source = Open(file.bytes);
  EXPECT_EQ(Play(source).sizes.size(), 4U);
  const SourceLosses losses = source.losses();
  EXPECT_EQ(losses.bytes, damaged);
  EXPECT_EQ(losses.pages, 2U) << "the damaged one, and the one that is not there";
  EXPECT_EQ(losses.before, 2U * kBlockSamples);
  EXPECT_EQ(losses.played, 4U * kBlockSamples);
}

TEST(WavSource, SaysWhatItsFileDoesNotHave) {
  WavFile file{.data = Bytes(4 * kBlockSamples * 3, 1)};
  file.claimed_extra = 1000;
  auto reader = audio::WavReader::Open(file.Build());
  ASSERT_TRUE(reader);
  WavSource source(std::move(*reader), false);
  while (source.Next().kind == SourceBlock::Kind::kPcm) {
  }
  EXPECT_EQ(source.losses().bytes, 1000U);
  EXPECT_EQ(source.losses().before, 3U * kBlockSamples);
  EXPECT_EQ(source.losses().played, 3U * kBlockSamples);
}

}  // namespace
}  // namespace sdkpp::test

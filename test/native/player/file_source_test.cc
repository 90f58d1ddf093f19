#include "core/player/file_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "core/opus/encoder.h"
#include "core/player/block_line.h"
#include "support/allocation_guard.h"
#include "support/file_bytes.h"
#include "support/streaming.h"
#include "support/tone.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

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
  EXPECT_EQ(source.position()->samples, (3U + 3) * kBlockSamples) << "its place is silent";
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

using Trims = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// One stream of a file: its header asks to leave out `pre_skip` samples at the beginning, and its last page
/// `padding` at the end.
Bytes StreamOf(const std::vector<Bytes>& packets, unsigned pre_skip, unsigned padding) {
  FileBytes file;
  OggPage head{.flags = 2, .number = 0};
  head.Add(OpusHead(2, pre_skip));
  OggPage tags{.number = 1};
  tags.Add(OpusTags());
  file.Bytes(head.Build()).Bytes(tags.Build());
  for (std::size_t at = 0; at < packets.size(); ++at) {
    const bool is_last = at + 1 == packets.size();
    OggPage page{.flags = is_last ? 4U : 0U, .number = static_cast<std::uint32_t>(2 + at)};
    page.position = (at + 1) * kBlockSamples - (is_last ? padding : 0);
    page.Add(packets[at]);
    file.Bytes(page.Build());
  }
  return file.bytes;
}

Bytes Join(Bytes first, const Bytes& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// Of the next blocks.
Trims TrimsOf(OggSource& source, std::size_t count) {
  Trims trims;
  while (trims.size() < count) {
    const SourceBlock block = source.Next();
    if (block.kind != SourceBlock::Kind::kOpus) break;
    trims.emplace_back(block.lead_in, block.padding);
  }
  return trims;
}

TEST(OggSource, SaysWhatIsNotToBeHeardOfEachStreamInEveryRound) {
  const Bytes first = StreamOf(CeltPackets(3), 312, 400);
  const Bytes second = StreamOf(CeltPackets(2), 1000, 0);
  OggSource source = Open(Join(first, second), true);
  const Trims round{{312, 0}, {0, 0}, {0, 400}, {960, 0}, {40, 0}};
  EXPECT_EQ(TrimsOf(source, 5), round);
  EXPECT_EQ(TrimsOf(source, 5), round);
  EXPECT_EQ(source.position()->samples, 10U * kBlockSamples);
}

TEST(OggSource, GivesWhatAStreamOfTheSameBytesGives) {
  const Bytes whole = Join(StreamOf(CeltPackets(40), 312, 500), StreamOf(CeltPackets(9), 3000, 100));
  std::mt19937_64 random(7);
  for (int file = 0; file < 300; ++file) {
    Bytes bytes = whole;
    for (int damage = file % 4; damage > 0; --damage)
      bytes[100 + random() % (bytes.size() - 100)] = static_cast<std::uint8_t>(random());
    Streaming stream;
    stream.PlayAll(bytes, 5000);
    OggSource source = Open(bytes);
    std::vector<Bytes> packets;
    Trims trims;
    std::vector<bool> begins;
    std::size_t samples = 0;
    for (auto block = source.Next(); block.kind != SourceBlock::Kind::kEnd; block = source.Next()) {
      if (block.kind != SourceBlock::Kind::kOpus) continue;
      packets.emplace_back(block.opus.begin(), block.opus.end());
      trims.emplace_back(block.lead_in, block.padding);
      begins.push_back(block.begins);
      samples += block.opus_samples;
    }
    ASSERT_EQ(packets, stream.packets) << file;
    ASSERT_EQ(trims, stream.trims) << file;
    ASSERT_EQ(begins, stream.begins) << file;
    ASSERT_EQ(samples, stream.samples) << file;
    const SourceLosses lost = source.losses();
    const SourceLosses of_stream = stream.source->losses();
    ASSERT_EQ(source.position()->samples, samples) << file;
    ASSERT_EQ(stream.source->position()->samples, samples) << file;
    ASSERT_EQ(lost.packets, of_stream.packets) << file;
    ASSERT_EQ(lost.bytes, of_stream.bytes) << file;
    ASSERT_EQ(lost.pages, of_stream.pages) << file;
  }
}

/// What is heard of a source, in whole blocks.
std::vector<float> Heard(player::Source& source, std::size_t blocks) {
  player::BlockLine line(*opus::Decoder::Create());
  std::vector<float> heard;
  while (blocks-- > 0 && line.Fill(source).sounds) {
    const auto values = line.Take();
    heard.insert(heard.end(), values.begin(), values.end());
  }
  return heard;
}

TEST(OggSource, EveryRoundSoundsAsTheFirstAndFollowsTheOneBefore) {
  auto encoder = opus::Encoder::Create(true);
  Tone tone(440);
  std::vector<Bytes> packets(10, Bytes(1275));
  for (auto& packet : packets) packet.resize(encoder->Encode(tone.Block(), packet));
  constexpr std::size_t kRound = 2 * (10 * kBlockSamples - 312 - 648);  // nine blocks
  OggSource source = Open(StreamOf(packets, 312, 648), true);
  const auto heard = Heard(source, 27);
  ASSERT_EQ(heard.size(), 3 * kRound);
  EXPECT_TRUE(std::equal(heard.begin() + kRound, heard.end(), heard.begin()));
}

TEST(WavSource, ItsPlaceCountsOnInEveryRoundAndEndsWithTheSound) {
  constexpr std::size_t kSamples = 2 * kBlockSamples + 100;
  const WavFile file{.data = Bytes(4 * kSamples, 1)};
  const auto open = [&](bool loop) {
    auto reader = audio::WavReader::Open(file.Build());
    return WavSource(std::move(*reader), loop);
  };
  WavSource once = open(false);
  while (once.Next().kind == SourceBlock::Kind::kPcm) {
  }
  EXPECT_EQ(once.position()->samples, kSamples);
  WavSource loop = open(true);
  for (int block = 0; block < 10; ++block) EXPECT_EQ(loop.Next().kind, SourceBlock::Kind::kPcm);
  EXPECT_EQ(loop.position()->samples, 10 * kBlockSamples);
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

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test

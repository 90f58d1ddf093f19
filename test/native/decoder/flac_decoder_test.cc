#include "decoder/flac_decoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/file_bytes.h"
#include "support/flac_file.h"

namespace sdkpp::decoder {
namespace SDKPP_TEST_FILE {

using Bytes = std::vector<std::uint8_t>;
using test::FlacFile;

std::vector<std::int16_t> Noise(std::size_t size) {
  std::vector<std::int16_t> samples(size);
  std::uint32_t state = 1;
  for (std::int16_t& sample : samples)
    sample = static_cast<std::int16_t>((state = state * 1664525 + 1013904223) >> 16);
  return samples;
}

struct Read {
  std::vector<std::int16_t> samples;
  int formats = 0;
  std::uint64_t lost = 0;
  player::SourceRefusal refusal{};
  std::size_t most_ahead = 0;  ///< bytes that it took before it gave anything
};

Read ReadAll(std::span<const std::uint8_t> bytes, std::size_t piece = 1'000'000) {
  FlacDecoder decoder;
  Read read;
  std::size_t written = 0;
  for (auto next = decoder.Next(); next.what != Decoding::kEnd; next = decoder.Next()) {
    read.formats += next.what == Decoding::kFormat ? 1 : 0;
    for (const float sample : next.samples) read.samples.push_back(static_cast<std::int16_t>(sample * 32768));
    if (read.samples.empty()) read.most_ahead = written;
    if (next.what != Decoding::kNeedsBytes) continue;
    const std::size_t taken = decoder.Write(bytes.first(std::min(piece, bytes.size())));
    written += taken;
    bytes = bytes.subspan(taken);
    if (bytes.empty()) decoder.Finish();
  }
  read.lost = decoder.lost_bytes();
  read.refusal = decoder.refusal();
  return read;
}

class FlacPieces : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Of, FlacPieces, testing::Values(1, 999, 4096, 10'000'000));

TEST_P(FlacPieces, GiveEverySample) {
  for (const unsigned channels : {1U, 2U, 6U}) {
    const FlacFile file{
        .channels = channels, .picture = 70'000, .samples = Noise(std::size_t{channels} * 20'000)};
    const Read read = ReadAll(file.Build(), GetParam());
    EXPECT_EQ(read.samples, file.samples);
    EXPECT_EQ(read.formats, 1);
    EXPECT_EQ(read.lost, 0u);
  }
}

TEST(FlacDecoder, WaitsForAFrameOnly) {
  const FlacFile small{.block = 256, .samples = Noise(200'000)};
  EXPECT_LT(ReadAll(small.Build(), 100).most_ahead, 11'000u);
  // a frame of 64 KiB that says that it may have 200,000 bytes
  const FlacFile large{.block = 16'384, .most_bytes = 66'000, .samples = Noise(200'000)};
  const Read read = ReadAll(large.Build(), 100);
  EXPECT_EQ(read.samples, large.samples);
  EXPECT_LT(read.most_ahead, 76'000u);
}

TEST(FlacDecoder, GoesOnBehindAFrameThatIsLargerThanAllowed) {
  const FlacFile file{.block = 16'384, .most_bytes = 100, .samples = Noise(200'000)};
  const Read read = ReadAll(file.Build(), 100);
  EXPECT_EQ(read.refusal, player::SourceRefusal::kNone);
}

TEST(FlacDecoder, PassesOverDamageAndCountsIt) {
  const FlacFile file{.block = 1000, .samples = Noise(40'000)};
  Bytes bytes = file.Build();
  const std::size_t frame = file.Frame(0, std::span(file.samples).first(2000)).size();
  bytes[file.Header().size() + 5 * frame + 300] ^= 0x55;
  const Read read = ReadAll(bytes, 777);
  ASSERT_EQ(read.samples.size(), 38'000u);
  EXPECT_TRUE(std::equal(read.samples.begin() + 10'000, read.samples.end(), file.samples.begin() + 12'000));
  EXPECT_EQ(read.lost, frame);
}

TEST(FlacDecoder, PassesOverJunkBetweenFrames) {
  const FlacFile file{.block = 1000, .samples = Noise(40'000)};
  Bytes bytes = file.Build();
  const Bytes junk(5000, 7);
  const std::size_t frame = file.Frame(0, std::span(file.samples).first(2000)).size();
  bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(file.Header().size() + 5 * frame), junk.begin(),
               junk.end());
  const Read read = ReadAll(bytes, 777);
  EXPECT_EQ(read.samples, file.samples);
  EXPECT_NEAR(static_cast<double>(read.lost), 5000, 16);
}

TEST(FlacDecoder, PlaysWhatIsThereOfAStreamThatIsCutOff) {
  const FlacFile file{.block = 1000, .samples = Noise(40'000)};
  Bytes bytes = file.Build();
  bytes.resize(bytes.size() - 100);
  const Read read = ReadAll(bytes, 777);
  EXPECT_EQ(read.samples.size(), 38'000u);
}

TEST(FlacDecoder, PassesOverTheTagsOfMp3Files) {
  const FlacFile file{.samples = Noise(100)};
  const Bytes bytes =
      test::FileBytes().Bytes(test::Id3Tag(9000)).Bytes(test::Id3Tag(1)).Bytes(file.Build()).bytes;
  const Read read = ReadAll(bytes, 777);
  EXPECT_EQ(read.samples, file.samples);
  EXPECT_EQ(read.lost, 0u);
}

TEST(FlacDecoder, RefusesHeadersThatPromiseNoSound) {
  const auto refusal = [](Bytes bytes) { return ReadAll(bytes).refusal; };
  Bytes good = FlacFile{.samples = Noise(100)}.Build();
  EXPECT_EQ(refusal(good), player::SourceRefusal::kNone);
  EXPECT_EQ(refusal({}), player::SourceRefusal::kDamaged);
  EXPECT_EQ(refusal({good.begin(), good.begin() + 30}), player::SourceRefusal::kDamaged);
  Bytes other = good;
  other[4] = 0x84;  // the first block is another one
  EXPECT_EQ(refusal(other), player::SourceRefusal::kDamaged);
  EXPECT_EQ(refusal(FlacFile{.block = 15}.Build()), player::SourceRefusal::kDamaged);
  EXPECT_EQ(refusal(FlacFile{.rate = 7999}.Build()), player::SourceRefusal::kCodec);
  EXPECT_EQ(refusal(FlacFile{.rate = 192'001}.Build()), player::SourceRefusal::kCodec);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::decoder

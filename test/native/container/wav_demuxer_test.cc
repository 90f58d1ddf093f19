#include "core/container/wav_demuxer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "support/allocation_guard.h"
#include "support/file_bytes.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using container::WavDemuxer;
using container::WavDemuxing;
using container::WavError;
using Bytes = std::vector<std::uint8_t>;

struct Read {
  std::vector<float> samples;
  int formats = 0;
  bool ended = false;
};

/// Reads until more bytes are needed.
void Drain(WavDemuxer& demuxer, Read& into) {
  std::array<float, 96> out;
  while (true) {
    const auto next = demuxer.Next(out);
    into.formats += next.what == WavDemuxing::kFormat ? 1 : 0;
    into.ended = next.what == WavDemuxing::kEnd;
    if (next.what == WavDemuxing::kNeedsBytes || into.ended) return;
    if (next.what != WavDemuxing::kSamples) continue;
    const std::size_t values = next.frames * static_cast<std::size_t>(demuxer.format().channels);
    into.samples.insert(into.samples.end(), out.begin(), out.begin() + static_cast<std::ptrdiff_t>(values));
  }
}

Read ReadAll(WavDemuxer& demuxer, std::span<const std::uint8_t> bytes, std::size_t piece) {
  Read read;
  while (!bytes.empty() && !read.ended) {
    bytes = bytes.subspan(demuxer.Write(bytes.first(std::min(piece, bytes.size()))));
    Drain(demuxer, read);
  }
  demuxer.Finish();
  Drain(demuxer, read);
  return read;
}

std::vector<float> SamplesOf(const Bytes& bytes, std::size_t piece = 1'000'000) {
  WavDemuxer demuxer;
  return ReadAll(demuxer, bytes, piece).samples;
}

std::optional<WavError> ErrorOf(const Bytes& bytes) {
  WavDemuxer demuxer;
  const Read read = ReadAll(demuxer, bytes, 5);
  EXPECT_TRUE(read.ended);
  return demuxer.refusal() ? std::optional(demuxer.refusal()->error) : std::nullopt;
}

TEST(WavDemuxer, EachFormBecomesSamples) {
  const auto file = [](unsigned tag, unsigned bits, const Bytes& data) {
    return WavFile{.tag = tag, .channels = 1, .bits = bits, .data = data}.Build();
  };
  const FileBytes floats = FileBytes().U32(std::bit_cast<std::uint32_t>(-0.25F)).U32(0);
  EXPECT_EQ(SamplesOf(file(1, 8, {0, 128, 192})), (std::vector<float>{-1, 0, 0.5F}));
  EXPECT_EQ(SamplesOf(file(1, 16, {0, 0x80, 0, 0x40})), (std::vector<float>{-1, 0.5F}));
  EXPECT_EQ(SamplesOf(file(1, 24, {0, 0, 0x80, 0, 0, 0x20})), (std::vector<float>{-1, 0.25F}));
  EXPECT_EQ(SamplesOf(file(1, 32, {0, 0, 0, 0xC0})), (std::vector<float>{-0.5F}));
  EXPECT_EQ(SamplesOf(file(3, 32, floats.bytes)), (std::vector<float>{-0.25F, 0}));
}

TEST(WavDemuxer, WhatIsNoNumberIsSilentAndNothingIsBeyondTwo) {
  FileBytes data;
  for (const float value :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), -9.0F})
    data.U32(std::bit_cast<std::uint32_t>(value));
  EXPECT_EQ(SamplesOf(WavFile{.tag = 3, .channels = 1, .bits = 32, .data = data.bytes}.Build()),
            (std::vector<float>{0, 2, -2}));
}

/// Six channels of 24 bits, said in the extensible form, between chunks of odd sizes.
Bytes Odd(const Bytes& data) {
  FileBytes file;
  file.Text("RIFF").U32(0).Text("WAVE").Text("LIST").U32(3).Text("abc").U8(0).Text("fmt ").U32(40);
  file.U16(0xFFFE).U16(6).U32(44'100).U32(0).U16(18).U16(24).U16(22).U16(24).U32(0x3F).U16(1);
  file.Text("rest of the id").Text("fact").U32(1).U8(9).U8(0);
  return file.Text("data").U32(static_cast<std::uint32_t>(data.size())).Bytes(data).Text("LIST").U32(0).bytes;
}

TEST(WavDemuxer, GivesTheSameForPiecesOfAnySize) {
  Bytes data(18 * 2000);
  std::mt19937 random(4);
  for (auto& byte : data) byte = static_cast<std::uint8_t>(random());
  const auto expected = SamplesOf(Odd(data));
  ASSERT_EQ(expected.size(), 6U * 2000);
  for (const std::size_t piece : {1U, 2U, 7U, 1000U}) {
    WavDemuxer demuxer;
    const Read read = ReadAll(demuxer, Odd(data), piece);
    EXPECT_EQ(read.samples, expected) << piece;
    EXPECT_EQ(read.formats, 1);
    EXPECT_EQ(demuxer.format().rate, 44'100);
    EXPECT_EQ(demuxer.format().channels, 6);
    EXPECT_EQ(demuxer.format().speakers, 0x3FU);
    EXPECT_EQ(demuxer.frames(), 2000U);
    EXPECT_EQ(demuxer.missing_bytes(), 0U);
  }
}

TEST(WavDemuxer, SizesThatWereNeverWrittenMeanTheRest) {
  const Bytes data{1, 2, 3, 4, 5, 6, 7, 8};
  const auto file = [&](std::uint32_t riff, std::uint32_t size) {
    Bytes bytes = WavFile{.data = data}.Build();
    for (std::size_t i = 0; i < 4; ++i) {
      bytes[4 + i] = static_cast<std::uint8_t>(riff >> (8 * i));
      bytes[40 + i] = static_cast<std::uint8_t>(size >> (8 * i));
    }
    return SamplesOf(bytes, 3).size();
  };
  EXPECT_EQ(file(~0U, ~0U), 4U);
  EXPECT_EQ(file(0, 0), 4U);
  EXPECT_EQ(file(36, 0), 4U) << "written before the first sample";
  EXPECT_EQ(file(0x7FFF'FFFF, 0x7FFF'FFDB), 4U);
  EXPECT_EQ(file(60, 0), 0U) << "no samples, and a chunk behind them";
  EXPECT_EQ(file(44, 4), 2U);
}

TEST(WavDemuxer, TheWholeSizeTellsWhetherThereAreSamples) {
  Bytes bytes = WavFile{.data = {1, 2, 3, 4}}.Build();
  bytes[40] = 0;
  WavDemuxer demuxer(bytes.size());
  EXPECT_EQ(ReadAll(demuxer, bytes, 9).samples.size(), 0U);
  WavDemuxer cut(bytes.size() - 1);
  EXPECT_EQ(ReadAll(cut, bytes, 9).samples.size(), 2U);
}

TEST(WavDemuxer, LongSizesStandInAChunkOfTheirOwn) {
  FileBytes file;
  file.Text("RF64").U32(~0U).Text("WAVE").Text("ds64").U32(28).U64(0).U64(4).U64(0).U32(0);
  file.Text("fmt ").U32(16).U16(1).U16(2).U32(48'000).U32(0).U16(4).U16(16);
  file.Text("data").U32(~0U).U32(0x4000'2000).Text("behind it");
  EXPECT_EQ(SamplesOf(file.bytes, 1), (std::vector<float>{0.25F, 0.5F}));
}

TEST(WavDemuxer, SaysWhatIsWrong) {
  const Bytes data{1, 2, 3, 4};
  EXPECT_EQ(ErrorOf({}), WavError::kTooShort);
  EXPECT_EQ(ErrorOf(FileBytes().Text("RIFF").U32(4).bytes), WavError::kTooShort);
  EXPECT_EQ(ErrorOf(FileBytes().Text("OggS").U32(4).Text("WAVE").bytes), WavError::kNotWav);
  EXPECT_EQ(ErrorOf(FileBytes().Text("RIFF").U32(4).Text("WAVE").bytes), WavError::kNoFormat);
  EXPECT_EQ(ErrorOf(FileBytes().Text("RIFF").U32(4).Text("WAVEdata").U32(4).U32(0).bytes),
            WavError::kNoFormat);
  EXPECT_EQ(ErrorOf(FileBytes().Text("RIFF").U32(4).Text("WAVEfmt ").U32(0).bytes), WavError::kBadFormat);
  EXPECT_EQ(ErrorOf(FileBytes().Text("RIFF").U32(4).Text("WAVEfmt ").U32(16).U32(0).bytes),
            WavError::kBadFormat);
  EXPECT_EQ(ErrorOf(WavFile{.tag = 2, .data = data}.Build()), WavError::kUnsupportedCodec);
  EXPECT_EQ(ErrorOf(WavFile{.channels = 33, .data = data}.Build()), WavError::kBadChannels);
  EXPECT_EQ(ErrorOf(WavFile{.rate = 7'999, .data = data}.Build()), WavError::kBadRate);
  const Bytes whole = WavFile{.data = data}.Build();
  EXPECT_EQ(ErrorOf(Bytes(whole.begin(), whole.begin() + 40)), WavError::kNoData);
  EXPECT_EQ(ErrorOf(whole), std::nullopt);
}

TEST(WavDemuxer, SamplesThatDoNotComeAreCounted) {
  WavDemuxer demuxer;
  const Read read = ReadAll(demuxer, WavFile{.data = {1, 2, 3, 4, 5}, .claimed_extra = 7}.Build(), 2);
  EXPECT_EQ(read.samples.size(), 2U);
  EXPECT_EQ(demuxer.missing_bytes(), 7U);
}

TEST(WavDemuxer, GoesOnAtAnotherSample) {
  Bytes data;
  for (std::uint8_t i = 0; i < 100; ++i) data.insert(data.end(), {0, i});
  const Bytes bytes = WavFile{.channels = 1, .data = data}.Build();
  WavDemuxer demuxer;
  (void)ReadAll(demuxer, bytes, 10);
  ASSERT_EQ(demuxer.PositionOf(90), 44U + 180);
  demuxer.Seek(90);
  const Read read = ReadAll(demuxer, std::span(bytes).subspan(224), 3);
  ASSERT_EQ(read.samples.size(), 10U);
  EXPECT_EQ(read.samples[0], 90 * 256 / 32768.0F);
}

TEST(WavDemuxer, AllocatesNothingHoweverLongItIs) {
  WavDemuxer demuxer;
  Bytes bytes = WavFile{.data = {}, .claimed_extra = ~0U}.Build();
  std::array<float, 960> out;
  std::uint64_t frames = 0;
  const AllocationGuard guard;
  ASSERT_EQ(demuxer.Write(bytes), bytes.size());
  const std::array<std::uint8_t, 3840> second{};
  while (frames < 48'000U * 60) {
    (void)demuxer.Write(second);
    for (auto next = demuxer.Next(out); next.what != WavDemuxing::kNeedsBytes; next = demuxer.Next(out))
      frames += next.frames;
  }
  EXPECT_EQ(guard.count(), 0U);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test

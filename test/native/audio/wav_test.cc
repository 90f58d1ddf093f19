#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>
#include <vector>

#include "core/audio/wav_reader.h"
#include "core/audio/wav_writer.h"
#include "support/allocation_guard.h"
#include "support/file_bytes.h"
#include "support/tone.h"

namespace sdkpp::test {
namespace {

using audio::WavError;
using audio::WavReader;

/// Half a second of 1 kHz at half scale in the given form.
WavFile ToneFile(unsigned tag, unsigned channels, std::uint32_t rate, unsigned bits) {
  WavFile file{.tag = tag, .channels = channels, .rate = rate, .bits = bits};
  FileBytes data;
  for (std::uint32_t i = 0; i < rate / 2; ++i) {
    const double value = 0.5 * std::sin(2.0 * std::numbers::pi * 1000.0 * i / rate);
    for (unsigned c = 0; c < channels; ++c) {
      if (tag == 3) {
        data.U32(std::bit_cast<std::uint32_t>(static_cast<float>(value)));
      } else if (bits == 8) {
        data.U8(static_cast<unsigned>(std::lrint(value * 127 + 128)));
      } else {
        const auto raw =
            static_cast<std::uint32_t>(static_cast<std::int32_t>(std::lrint(value * 2147483647.0)));
        for (unsigned byte = 4 - bits / 8; byte < 4; ++byte) data.U8(raw >> (8 * byte) & 0xFF);
      }
    }
  }
  file.data = data.bytes;
  return file;
}

TEST(WavReader, EveryFormatGivesTheSameTone) {
  struct Row {
    unsigned tag;
    unsigned channels;
    std::uint32_t rate;
    unsigned bits;
  };
  const Row rows[] = {{1, 2, 48'000, 16},  {1, 1, 48'000, 16}, {1, 2, 48'000, 8},  {1, 2, 48'000, 24},
                      {1, 2, 48'000, 32},  {3, 2, 48'000, 32}, {1, 6, 48'000, 16}, {1, 3, 44'100, 16},
                      {1, 2, 44'100, 16},  {1, 1, 8'000, 16},  {1, 1, 16'000, 8},  {1, 2, 96'000, 24},
                      {3, 1, 192'000, 32}, {1, 1, 11'025, 16}, {1, 2, 22'050, 16}};
  for (const Row& row : rows) {
    auto reader = WavReader::Open(ToneFile(row.tag, row.channels, row.rate, row.bits).Build());
    ASSERT_TRUE(reader) << row.rate << " " << row.bits;
    EXPECT_EQ(reader->rate(), static_cast<int>(row.rate));
    std::vector<std::int16_t> sound;
    AudioBlock block;
    std::uint64_t allocations = 0;
    while (true) {
      const AllocationGuard guard;
      const bool more = reader->Next(block);
      allocations += guard.count();
      if (!more) break;
      sound.insert(sound.end(), block.begin(), block.end());
      ASSERT_LE(sound.size(), 48'000U * 2);
    }
    EXPECT_EQ(allocations, 0U);
    const auto frames = static_cast<double>(sound.size()) / 2;
    EXPECT_NEAR(frames, 24'000, 980) << row.rate;
    const auto middle = std::span(sound).subspan(4'800 * 2, 9'600 * 2);
    EXPECT_NEAR(AmplitudeAt(middle, 1000), 16'384, 170) << row.rate << " " << row.bits;
    const double rest =
        std::sqrt(std::max(0.0, std::pow(Rms(middle), 2) - std::pow(AmplitudeAt(middle, 1000), 2) / 2));
    EXPECT_LT(rest, row.bits == 8 ? 120 : 12) << row.rate << " " << row.bits;
  }
}

TEST(WavReader, LoopsWithoutEnd) {
  auto reader = WavReader::Open(ToneFile(1, 1, 44'100, 16).Build());
  ASSERT_TRUE(reader);
  reader->SetLoop(true);
  AudioBlock block;
  for (int i = 0; i < 500; ++i) ASSERT_TRUE(reader->Next(block));
}

TEST(WavReader, FilesWithWrongSizesAreReadToTheirEnd) {
  WavFile file = ToneFile(1, 2, 48'000, 16);
  file.claimed_extra = 1'000'000;
  auto reader = WavReader::Open(file.Build());
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->frames(), 24'000U);
  file.data.pop_back();
  EXPECT_EQ(WavReader::Open(file.Build())->frames(), 23'999U);
  file.claimed_extra = 0xFFFF'FFFF - static_cast<std::uint32_t>(file.data.size());
  EXPECT_TRUE(WavReader::Open(file.Build()));
}

TEST(WavReader, SaysWhatIsWrong) {
  const auto error = [](const std::vector<std::uint8_t>& bytes) {
    auto reader = WavReader::Open(bytes);
    return reader ? std::optional<WavError>() : reader.error();
  };
  const std::vector<std::uint8_t> data(400, 1);
  EXPECT_EQ(error({}), WavError::kTooShort);
  EXPECT_EQ(error(FileBytes().Text("RIFF").U32(4).bytes), WavError::kTooShort);
  EXPECT_EQ(error(FileBytes().Text("RIFX").U32(4).Text("WAVE").bytes), WavError::kNotWav);
  EXPECT_EQ(error(FileBytes().Text("RIFF").U32(4).Text("WAVE").bytes), WavError::kNoFormat);
  EXPECT_EQ(error(FileBytes().Text("RIFF").U32(4).Text("WAVE").Text("data").U32(4).U32(0).bytes),
            WavError::kNoFormat);
  EXPECT_EQ(error(FileBytes().Text("RIFF").U32(4).Text("WAVE").Text("fmt ").U32(4).U32(1).bytes),
            WavError::kBadFormat);
  EXPECT_EQ(error((WavFile{.tag = 2, .data = data}.Build())), WavError::kUnsupportedCodec);
  EXPECT_EQ(error((WavFile{.bits = 12, .data = data}.Build())), WavError::kUnsupportedCodec);
  EXPECT_EQ(error((WavFile{.tag = 3, .bits = 64, .data = data}.Build())), WavError::kUnsupportedCodec);
  EXPECT_EQ(error((WavFile{.rate = 7'999, .data = data}.Build())), WavError::kBadRate);
  EXPECT_EQ(error((WavFile{.rate = 0, .data = data}.Build())), WavError::kBadRate);
  EXPECT_EQ(error((WavFile{.rate = 4'000'000'000U, .data = data}.Build())), WavError::kBadRate);
  EXPECT_EQ(error((WavFile{.channels = 0, .data = data}.Build())), WavError::kBadChannels);
  EXPECT_EQ(error((WavFile{.channels = 33, .data = data}.Build())), WavError::kBadChannels);
  EXPECT_EQ(error((WavFile{.data = {}}.Build())), WavError::kNoData);
  auto contradicting = WavFile{.data = data}.Build();
  contradicting[32] = 3;  // bytes per frame
  EXPECT_EQ(error(contradicting), WavError::kBadFormat);
  for (int i = 0; i <= static_cast<int>(WavError::kNoData); ++i) {
    EXPECT_STRNE(Describe(static_cast<WavError>(i)), "unknown error");
  }
}

TEST(WavReader, FloatsOutOfRangeAreClipped) {
  WavFile file{.tag = 3, .channels = 1, .bits = 32};
  FileBytes data;
  for (const std::uint32_t raw : {0x7FC00000U, 0x7F800000U, 0xFF800000U, 0x7F7FFFFFU, 0x3F000000U})
    data.U32(raw);
  file.data = data.bytes;
  auto reader = WavReader::Open(file.Build());
  ASSERT_TRUE(reader);
  AudioBlock block;
  ASSERT_TRUE(reader->Next(block));
  EXPECT_EQ(block[0], 0);
  EXPECT_EQ(block[2], 32'767);
  EXPECT_EQ(block[4], -32'768);
  EXPECT_EQ(block[6], 32'767);
  EXPECT_EQ(block[8], 16'384);
}

TEST(WavReader, DamagedFilesNeverCrash) {
  const auto whole = ToneFile(1, 2, 22'050, 16).Build();
  std::mt19937_64 random(5);
  AudioBlock block;
  for (int i = 0; i < 500; ++i) {
    std::vector<std::uint8_t> bytes(whole.begin(),
                                    whole.begin() + static_cast<std::ptrdiff_t>(random() % 200 + 1));
    for (int j = 0; j < 3; ++j)
      bytes[random() % std::min<std::size_t>(bytes.size(), 48)] = static_cast<std::uint8_t>(random());
    auto reader = WavReader::Open(std::move(bytes));
    for (int j = 0; reader && j < 10 && reader->Next(block); ++j) {
    }
  }
}

TEST(WavWriter, WhatItWritesCanBeRead) {
  audio::WavWriter writer;
  const auto empty = writer.Header();
  EXPECT_EQ(empty[audio::WavWriter::kHeaderBytes - 4], 0);
  std::vector<std::uint8_t> body;
  Tone tone(500);
  std::vector<AudioBlock> blocks;
  for (int i = 0; i < 5; ++i) {
    blocks.push_back(tone.Block());
    const auto bytes = writer.Bytes(blocks.back());
    body.insert(body.end(), bytes.begin(), bytes.end());
  }
  const auto header = writer.Header();
  std::vector<std::uint8_t> file(header.begin(), header.end());
  file.insert(file.end(), body.begin(), body.end());
  auto reader = WavReader::Open(std::move(file));
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->frames(), 5U * kBlockSamples);
  AudioBlock block;
  for (const AudioBlock& written : blocks) {
    ASSERT_TRUE(reader->Next(block));
    EXPECT_EQ(block, written);
  }
  EXPECT_FALSE(reader->Next(block));
}

std::uint64_t Number(std::span<const std::uint8_t> bytes) {
  std::uint64_t value = 0;
  for (std::size_t at = bytes.size(); at > 0; --at) value = value << 8 | bytes[at - 1];
  return value;
}

TEST(WavWriter, AFileOfFourGibibytesIsRf64WithItsTrueSizes) {
  constexpr std::uint64_t kLargest = 0xFFFF'FFFF - 1 - (audio::WavWriter::kHeaderBytes - 8);
  const auto small = audio::WavWriter::HeaderFor(kLargest);
  EXPECT_EQ(std::string(small.begin(), small.begin() + 4), "RIFF");
  EXPECT_EQ(Number(std::span(small).subspan(4, 4)), 0xFFFF'FFFEU);
  EXPECT_EQ(Number(std::span(small).last(4)), kLargest);

  constexpr std::uint64_t kFrames = 24ULL * 3600 * kSampleRate;  // a day
  const auto large = audio::WavWriter::HeaderFor(kFrames * 4);
  EXPECT_EQ(std::string(large.begin(), large.begin() + 4), "RF64");
  EXPECT_EQ(std::string(large.begin() + 8, large.begin() + 16), "WAVEds64");
  EXPECT_EQ(Number(std::span(large).subspan(4, 4)), 0xFFFF'FFFFU);
  EXPECT_EQ(Number(std::span(large).subspan(20, 8)), kFrames * 4 + audio::WavWriter::kHeaderBytes - 8);
  EXPECT_EQ(Number(std::span(large).subspan(28, 8)), kFrames * 4);
  EXPECT_EQ(Number(std::span(large).subspan(36, 8)), kFrames);
  EXPECT_EQ(Number(std::span(large).last(4)), 0xFFFF'FFFFU);
}

}  // namespace
}  // namespace sdkpp::test

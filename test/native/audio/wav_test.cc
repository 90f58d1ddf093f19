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
namespace SDKPP_TEST_FILE {

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
    return reader ? std::optional<WavError>() : reader.error().error;
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
    EXPECT_NE(audio::Describe({static_cast<WavError>(i)}, {}), "unknown error");
  }
}

TEST(WavReader, NamesWhatItRefusesAndWhatConvertsIt) {
  const std::string conversion = ": `ffmpeg -i INPUT -vn -c:a pcm_s16le OUTPUT.wav` converts it";
  const auto text = [](const std::vector<std::uint8_t>& file) {
    auto reader = WavReader::Open(file);
    return reader ? std::string() : audio::Describe(reader.error(), file);
  };
  EXPECT_EQ(text(FileBytes().Text("ID3").U32(4).U32(0).U32(0).bytes),
            "the file is an MP3 file, not a WAV file" + conversion);
  EXPECT_EQ(text(FileBytes().U32(0).Text("ftypM4A ").U32(0).bytes),
            "the file is an MP4 file, not a WAV file" + conversion);
  EXPECT_EQ(text(FileBytes().Text("what is this").bytes), "the file is not a WAV file" + conversion);
  const std::vector<std::uint8_t> data(400, 1);
  const auto codec = [&](unsigned tag, unsigned bits) {
    return text(WavFile{.tag = tag, .bits = bits, .data = data}.Build());
  };
  const std::string rest = ", not PCM of 8, 16, 24 or 32 bits or 32-bit float" + conversion;
  EXPECT_EQ(codec(6, 8), "the WAV file holds A-law" + rest);
  EXPECT_EQ(codec(0x55, 0), "the WAV file holds MP3" + rest);
  EXPECT_EQ(codec(1, 12), "the WAV file holds PCM of 12 bits" + rest);
  EXPECT_EQ(codec(3, 64), "the WAV file holds floating point of 64 bits" + rest);
  EXPECT_EQ(codec(0x1234, 16), "the WAV file holds format 4660" + rest);
}

/// One frame in which only `speaker`, the place of a bit in `mask`, sounds at half scale.
std::pair<int, int> SidesOf(std::uint32_t mask, unsigned channels, unsigned loud) {
  FileBytes file;
  const std::uint32_t bytes = channels * 2 * 960;
  file.Text("RIFF").U32(60 + bytes).Text("WAVE").Text("fmt ").U32(40).U16(0xFFFE).U16(channels).U32(48'000);
  file.U32(96'000 * channels).U16(2 * channels).U16(16).U16(22).U16(16).U32(mask).U16(1);
  for (int i = 0; i < 14; ++i) file.U8(0);
  file.Text("data").U32(bytes);
  for (unsigned i = 0; i < 960 * channels; ++i) file.U16(i % channels == loud ? 16'384 : 0);
  auto reader = WavReader::Open(file.bytes);
  EXPECT_TRUE(reader);
  AudioBlock block;
  EXPECT_TRUE(reader->Next(block));
  return {block[960], block[961]};
}

TEST(WavReader, SpeakersAreMixedByTheirPlaces) {
  struct Row {
    std::uint32_t mask;
    unsigned channels;
    std::vector<std::pair<int, int>> sides;  ///< of each channel
  };
  // of 16384: 1 in 1 + 2 * 0.707 is 6787, and 0.707 in it 4799
  const std::pair<int, int> left{6787, 0}, right{0, 6787}, centre{4799, 4799}, low{0, 0},
      behind_left{4799, 0}, behind_right{0, 4799};
  const std::vector<std::pair<int, int>> five_one{left, right, centre, low, behind_left, behind_right};
  const Row rows[] = {
      {0x3F, 6, five_one},
      {0x60F, 6, five_one},
      {0, 6, five_one},
      {0, 1, {{16'384, 16'384}}},
      {0x4, 1, {{16'384, 16'384}}},
      {0x3, 2, {{16'384, 0}, {0, 16'384}}},
      {0, 3, {{9598, 0}, {0, 9598}, {6786, 6786}}},
      {0, 4, {{9598, 0}, {0, 9598}, {6786, 0}, {0, 6786}}},
      {0x63F, 8, {{5250, 0}, {0, 5250}, {3712, 3712}, {0, 0}, {3712, 0}, {0, 3712}, {3712, 0}, {0, 3712}}}};
  for (const Row& row : rows) {
    for (unsigned channel = 0; channel < row.channels; ++channel) {
      const auto sides = SidesOf(row.mask, row.channels, channel);
      EXPECT_NEAR(sides.first, row.sides[channel].first, 2)
          << row.mask << " " << row.channels << " " << channel;
      EXPECT_NEAR(sides.second, row.sides[channel].second, 2)
          << row.mask << " " << row.channels << " " << channel;
    }
  }
}

TEST(WavReader, SizesThatWereNeverWrittenMeanTheRestOfTheFile) {
  const WavFile whole = ToneFile(1, 2, 48'000, 16);
  for (const std::uint32_t riff : {0U, 36U, 0xFFFF'FFFFU}) {
    for (const std::uint32_t data : {0U, 0xFFFF'FFFFU, 0x7FFF'FFFFU, 0xFFFF'FFDBU}) {
      auto bytes = whole.Build();
      for (std::size_t i = 0; i < 4; ++i) {
        bytes[4 + i] = static_cast<std::uint8_t>(riff >> (8 * i));
        bytes[40 + i] = static_cast<std::uint8_t>(data >> (8 * i));
      }
      auto reader = WavReader::Open(bytes);
      ASSERT_TRUE(reader) << riff << " " << data;
      EXPECT_EQ(reader->frames(), 24'000U);
      EXPECT_EQ(reader->missing_bytes(), 0U);
    }
  }
  // an empty file with something behind it
  auto empty = WavFile{.data = {}}.Build();
  const auto list = FileBytes().Text("LIST").U32(4).Text("INFO").bytes;
  empty.insert(empty.end(), list.begin(), list.end());
  empty[4] = static_cast<std::uint8_t>(empty.size() - 8);
  EXPECT_FALSE(WavReader::Open(empty));
  auto without_align = whole.Build();
  without_align[32] = 0;
  ASSERT_TRUE(WavReader::Open(without_align));
  EXPECT_EQ(WavReader::Open(without_align)->frames(), 24'000U);
}

TEST(WavReader, AFileThatWasCutOffSaysHowMuchIsMissing) {
  auto bytes = ToneFile(1, 2, 48'000, 16).Build();
  bytes.resize(bytes.size() - 1000);
  auto reader = WavReader::Open(bytes);
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->missing_bytes(), 1000U);
  EXPECT_EQ(reader->frames(), 24'000U - 250);
}

TEST(WavReader, Rf64IsPlayedAsLongAsItSays) {
  for (const char* name : {"RF64", "BW64"}) {
    FileBytes file;
    const std::vector<std::uint8_t> samples(4 * 960, 1);
    file.Text(name).U32(0xFFFF'FFFF).Text("WAVE").Text("ds64").U32(28).U32(0).U32(0);
    file.U32(static_cast<std::uint32_t>(samples.size())).U32(0).U32(960).U32(0).U32(0);
    file.Text("fmt ").U32(16).U16(1).U16(2).U32(48'000).U32(192'000).U16(4).U16(16);
    file.Text("data").U32(0xFFFF'FFFF).Bytes(samples).Text("LIST").U32(400).Bytes(samples);
    auto reader = WavReader::Open(file.bytes);
    ASSERT_TRUE(reader);
    EXPECT_EQ(reader->frames(), 960U);
    EXPECT_EQ(reader->missing_bytes(), 0U);
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

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test

#include "decoder/mp3_decoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "support/file_bytes.h"
#include "support/mp3_frames.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using decoder::Decoding;
using decoder::Mp3Decoder;
using namespace mp3;

struct Read {
  std::vector<float> samples;
  int formats = 0;
  std::uint64_t lost = 0;
};

Read ReadAll(std::span<const std::uint8_t> bytes, std::size_t piece = 1'000'000) {
  auto decoder = Mp3Decoder::Create();
  Read read;
  for (auto next = decoder->Next(); next.what != Decoding::kEnd; next = decoder->Next()) {
    read.formats += next.what == Decoding::kFormat ? 1 : 0;
    read.samples.insert(read.samples.end(), next.samples.begin(), next.samples.end());
    if (next.what != Decoding::kNeedsBytes) continue;
    bytes = bytes.subspan(decoder->Write(bytes.first(std::min(piece, bytes.size()))));
    if (bytes.empty()) decoder->Finish();
  }
  read.lost = decoder->lost_bytes();
  return read;
}

/// How much of that frequency is in the samples.
double Strength(std::span<const float> samples, double frequency) {
  double real = 0;
  double imaginary = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double angle = 2 * std::numbers::pi * frequency * static_cast<double>(i) / kRate;
    real += samples[i] * std::cos(angle);
    imaginary += samples[i] * std::sin(angle);
  }
  return std::hypot(real, imaginary) / static_cast<double>(samples.size());
}

TEST(Mp3Decoder, ALineOfTheSpectrumIsHeardWhereItBelongs) {
  constexpr int kLine = 20;
  constexpr double kHertz = (kLine + 0.5) * kRate / 2 / 576;
  const Read read = ReadAll(Frames(kLine, 60));
  ASSERT_EQ(read.samples.size(), 60 * kFrame);
  EXPECT_EQ(read.formats, 1);
  EXPECT_EQ(read.lost, 0U);
  const auto later = std::span(read.samples).subspan(2 * kFrame);
  const double there = std::max(Strength(later, kHertz - 19), Strength(later, kHertz + 19));
  EXPECT_GT(there, 1e-4);
  EXPECT_GT(there, 20 * Strength(later, 4000));
  EXPECT_GT(there, 20 * Strength(later, 200));
}

TEST(Mp3Decoder, GivesTheSameForPiecesOfAnySize) {
  const Bytes stream = FileBytes().Bytes(Frames(20, 50)).Text("junk").Bytes(Frames(7, 50)).bytes;
  const Read expected = ReadAll(stream);
  for (const std::size_t piece : {1U, 416U, 1000U}) {
    const Read read = ReadAll(stream, piece);
    EXPECT_EQ(read.samples, expected.samples) << piece;
    EXPECT_EQ(read.lost, expected.lost) << piece;
  }
}

TEST(Mp3Decoder, TagsAreSkippedWhateverTheyHold) {
  FileBytes tag;
  tag.Text("ID3").U8(4).U8(0).U8(0x10).U8(0).U8(2).U8(0x10).U8(0);
  tag.Bytes(Frames(3, 85)).bytes.resize(10 + (2U << 14 | 0x10U << 7), 0xFF);
  tag.Text("3DI").U32(0).U16(0).U8(0);
  const Bytes twice = FileBytes().Bytes(tag.bytes).Bytes(tag.bytes).Bytes(Frames(-1, 40)).bytes;
  const Read read = ReadAll(twice, 999);
  EXPECT_EQ(read.samples.size(), 40 * kFrame);
  EXPECT_EQ(read.lost, 0U);
  EXPECT_TRUE(std::ranges::all_of(read.samples, [](float sample) { return sample == 0; }));
}

TEST(Mp3Decoder, TheFrameThatDescribesAFileIsNoSound) {
  Bytes first = Frame(-1);
  constexpr std::string_view kName = "Xing";
  std::ranges::copy(kName, first.begin() + 4 + 17);
  EXPECT_EQ(ReadAll(FileBytes().Bytes(first).Bytes(Frames(5, 40)).bytes).samples.size(), 40 * kFrame);
}

/// A silent frame whose fields say how much an encoder has added.
Bytes Description(std::uint32_t frames, std::uint32_t delay, std::uint32_t padding) {
  FileBytes fields;
  fields.Text("Info").U8(0).U8(0).U8(0).U8(0x0F);
  for (const int shift : {24, 16, 8, 0}) fields.U8(frames >> shift & 0xFF);
  fields.bytes.resize(8 + 4 + 4 + 100 + 4);
  fields.Text("LAME3.100").bytes.resize(8 + 112 + 21);
  fields.U8(delay >> 4).U8((delay & 0xF) << 4 | padding >> 8).U8(padding & 0xFF);
  Bytes first = Frame(-1);
  std::ranges::copy(fields.bytes, first.begin() + 4 + 17);
  return first;
}

TEST(Mp3Decoder, SilenceThatAnEncoderHasAddedIsLeftOut) {
  const Bytes sound = Frames(20, 40);
  const std::vector<float> all = ReadAll(sound).samples;
  const auto heard = [&](std::uint32_t delay, std::uint32_t padding) {
    return ReadAll(FileBytes().Bytes(Description(40, delay, padding)).Bytes(sound).bytes, 999).samples;
  };
  const auto part = [&](std::size_t from, std::size_t to) {
    return std::vector(all.begin() + from, all.begin() + to);
  };
  EXPECT_EQ(heard(576, 1000), part(576 + 529, all.size() - 1000 + 529));
  EXPECT_EQ(heard(4095, 4095), part(4095 + 529, all.size() - 4095 + 529));
  EXPECT_EQ(heard(0, 100), part(529, all.size()));
}

TEST(Mp3Decoder, SoundBehindTheDescribedFileIsKept) {
  const Bytes sound = Frames(20, 40);
  const std::vector<float> all = ReadAll(sound).samples;
  const Read joined = ReadAll(FileBytes().Bytes(Description(20, 576, 1681)).Bytes(sound).bytes);
  ASSERT_EQ(joined.samples.size(), 40 * kFrame - 576 - 529 - 1152);
  EXPECT_TRUE(std::equal(all.end() - 20 * kFrame, all.end(), joined.samples.end() - 20 * kFrame));
}

TEST(Mp3Decoder, ADescriptionThatCannotBeTrueTrimsNothing) {
  const Bytes sound = Frames(20, 40);
  for (const Bytes& first : {Description(1, 4095, 4095), Description(0, 0, 0)})
    EXPECT_EQ(ReadAll(FileBytes().Bytes(first).Bytes(sound).bytes).samples.size(), 40 * kFrame);
}

TEST(Mp3Decoder, JunkIsPassedOverAndCounted) {
  const Bytes junk(50'000, 0x55);
  const Read before = ReadAll(FileBytes().Bytes(junk).Bytes(Frames(9, 60)).bytes, 5000);
  EXPECT_GE(before.samples.size(), 40 * kFrame);
  EXPECT_GT(before.lost, 45'000U);
  EXPECT_EQ(ReadAll(junk).samples.size(), 0U);
  EXPECT_EQ(ReadAll({}).samples.size(), 0U);
  EXPECT_EQ(ReadAll(FileBytes().Text("ID3").bytes).samples.size(), 0U);
}

TEST(Mp3Decoder, ALittleJunkBetweenFramesIsCountedToTheByte) {
  const Bytes junk(1000, 0x55);
  const Read between = ReadAll(FileBytes().Bytes(Frames(9, 60)).Bytes(junk).Bytes(Frames(9, 60)).bytes, 5000);
  // nothing behind it confirms the last frame before the junk
  EXPECT_EQ(between.samples.size(), 119 * kFrame);
  EXPECT_EQ(between.lost, junk.size() + Frame(9).size());
}

TEST(Mp3Decoder, WaitsForTheFramesThatConfirmTheFirst) {
  auto decoder = Mp3Decoder::Create();
  const Bytes stream = Frames(9, 50);
  ASSERT_EQ(decoder->Write(std::span(stream).first(16'383)), 16'383U);
  EXPECT_EQ(decoder->Next().what, Decoding::kNeedsBytes);
  ASSERT_EQ(decoder->Write(std::span(stream).subspan(16'383, 1)), 1U);
  EXPECT_EQ(decoder->Next().what, Decoding::kFormat);
  EXPECT_EQ(decoder->form().rate, kRate);
  EXPECT_EQ(decoder->form().channels, 1);
  EXPECT_EQ(decoder->Next().samples.size(), kFrame);
  EXPECT_EQ(decoder->Next().what, Decoding::kNeedsBytes);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test

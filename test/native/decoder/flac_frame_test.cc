#include "decoder/flac_frame.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "support/flac_file.h"

namespace sdkpp::decoder {
namespace SDKPP_TEST_FILE {

using Bytes = std::vector<std::uint8_t>;

constexpr FlacInfo kInfo{.most_samples = 4096, .rate = 44'100, .channels = 2, .bits = 16};

/// The examples of RFC 9639, appendix D.
TEST(FlacFrame, IsReadFromPublishedFiles) {
  const auto only = ParseFlacFrame(Bytes{0xFF, 0xF8, 0x69, 0x18, 0x00, 0x00, 0xBF}, kInfo);
  ASSERT_TRUE(only);
  EXPECT_FALSE(only->is_variable);
  EXPECT_EQ(only->number, 0u);
  EXPECT_EQ(only->samples, 1u);
  const auto second = ParseFlacFrame(Bytes{0xFF, 0xF8, 0x69, 0x18, 0x01, 0x02, 0xA4}, kInfo);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->number, 1u);
  EXPECT_EQ(second->samples, 3u);
  EXPECT_TRUE(ParseFlacFrame(Bytes{0xFF, 0xF8, 0x69, 0x98, 0x00, 0x0F, 0x99}, kInfo)) << "a side channel";
}

TEST(FlacFrame, HasNumbersOfAnyLength) {
  constexpr FlacInfo info{.most_samples = 4096, .rate = 48'000, .channels = 2, .bits = 16};
  for (const bool counts_samples : {false, true}) {
    const test::FlacFile file{.block = 1, .counts_samples = counts_samples};
    for (int bits = 0; bits <= 36; ++bits) {
      for (const std::uint64_t number : {(std::uint64_t{1} << bits) - 1, std::uint64_t{1} << bits}) {
        if (number >> 36 != 0) continue;
        const auto frame = ParseFlacFrame(file.Frame(number, std::vector<std::int16_t>(40)), info);
        ASSERT_TRUE(frame) << number;
        EXPECT_EQ(frame->number, number);
        EXPECT_EQ(frame->samples, 20u);
        EXPECT_EQ(frame->is_variable, counts_samples);
      }
    }
  }
}

/// `header` without its checksum.
std::uint32_t SamplesOf(Bytes header) {
  unsigned sum = 0;
  for (const std::uint8_t byte : header) {
    sum ^= byte;
    for (int bit = 0; bit < 8; ++bit) sum = ((sum & 0x80) != 0 ? sum << 1 ^ 0x07 : sum << 1) & 0xFF;
  }
  header.push_back(static_cast<std::uint8_t>(sum));
  const auto frame = ParseFlacFrame(header, kInfo);
  return frame ? frame->samples : 0;
}

TEST(FlacFrame, HasALengthOfEachCode) {
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0x09, 0x18, 0}), 0u);
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0x19, 0x18, 0}), 192u);
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0x39, 0x18, 0}), 1152u);
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0x69, 0x18, 0, 99}), 100u);
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0x79, 0x18, 0, 1, 1}), 258u);
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0xC9, 0x18, 0}), 4096u);
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0xD9, 0x18, 0}), 0u) << "longer than the stream allows";
}

TEST(FlacFrame, HasTheFormOfItsStream) {
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0x10, 0x10, 0}), 192u) << "what the stream says";
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0x1D, 0x18, 0, 0xAC, 0x44}), 192u) << "44,100 Hz";
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0x1E, 0x18, 0, 0x11, 0x3A}), 192u) << "4,410 times 10";
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0x1C, 0x18, 0, 44}), 0u) << "44 kHz";
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0x1A, 0x18, 0}), 0u) << "48 kHz";
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0x1F, 0x18, 0}), 0u) << "no rate";
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0x19, 0xA8, 0}), 192u) << "middle and side";
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0x19, 0x08, 0}), 0u) << "one channel";
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0x19, 0xB8, 0}), 0u) << "no channels";
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0x19, 0x1C, 0}), 0u) << "24 bits";
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0x19, 0x19, 0}), 0u) << "a reserved bit";
}

TEST(FlacFrame, IsNoneOfOtherBytes) {
  EXPECT_EQ(SamplesOf({0xFF, 0xFA, 0x19, 0x18, 0}), 0u) << "no mark";
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0x19, 0x18, 0x80}), 0u) << "no number";
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0x19, 0x18, 0xFF}), 0u) << "no number";
  EXPECT_EQ(SamplesOf({0xFF, 0xF8, 0x19, 0x18, 0xC2, 0x00}), 0u) << "half of a number";
  const Bytes whole{0xFF, 0xF8, 0x69, 0x18, 0x00, 0x00, 0xBF};
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(ParseFlacFrame(std::span(whole).first(size), kInfo)) << size;
  Bytes damaged = whole;
  damaged[5] ^= 1;
  EXPECT_FALSE(ParseFlacFrame(damaged, kInfo));
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::decoder

#include "core/dave/frame_layout.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/dave/frame_cipher.h"
#include "core/dave/uleb128.h"
#include "dave/dave_support.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using dave::FrameError;

std::optional<dave::Uleb128> Uleb(std::string_view hex) {
  const Bytes bytes = FromHex(hex);
  ByteReader in(bytes);
  return dave::ReadUleb128(in);
}

TEST(Uleb128, ReadsAtMostTenBytes) {
  EXPECT_EQ(Uleb("00")->value, 0u);
  EXPECT_EQ(Uleb("7f")->value, 127u);
  EXPECT_EQ(Uleb("8001")->value, 128u);
  EXPECT_EQ(Uleb("e58e26")->value, 624'485u);
  EXPECT_EQ(Uleb("8000")->value, 0u) << "longer than needed";
  EXPECT_EQ(Uleb("ffffffffffffffffff01")->value, std::numeric_limits<std::uint64_t>::max());
  EXPECT_FALSE(Uleb("ffffffffffffffffff01")->overflow);
  EXPECT_TRUE(Uleb("ffffffffffffffffff02")->overflow);
  EXPECT_TRUE(Uleb("8180808080808080807e")->overflow);
  EXPECT_EQ(Uleb("8180808080808080807e")->value, 1u) << "the low bits stay";
  EXPECT_FALSE(Uleb("ffffffffffffffffff8001")) << "an eleventh byte";
  EXPECT_FALSE(Uleb("80")) << "cut off";
  EXPECT_FALSE(Uleb(""));
}

TEST(Uleb128, WritesWhatItReads) {
  for (const std::uint64_t value : {0ull, 1ull, 127ull, 128ull, 16'383ull, 16'384ull, 0xffff'ffffull,
                                    0x8000'0000'0000'0000ull, 0xffff'ffff'ffff'ffffull}) {
    Bytes bytes(10);
    ByteWriter out(bytes);
    dave::WriteUleb128(out, value);
    ByteReader in(out.written());
    EXPECT_EQ(dave::ReadUleb128(in)->value, value);
    EXPECT_EQ(in.remaining(), 0u);
  }
}

/// A frame with a body of `body` bytes and this supplement behind the tag, in hex, without its size and
/// marker.
Bytes Frame(std::size_t body, std::string_view supplement) {
  Bytes frame(body + dave::kTagSize, 0x55);
  const Bytes more = FromHex(supplement);
  frame.insert(frame.end(), more.begin(), more.end());
  frame.push_back(static_cast<std::uint8_t>(dave::kTagSize + more.size() + 3));
  frame.insert(frame.end(), {0xfa, 0xfa});
  return frame;
}

std::optional<FrameError> ErrorOf(const Bytes& frame) {
  const auto layout = dave::ParseFrame(frame);
  if (layout.ok()) return std::nullopt;
  return layout.error();
}

TEST(ProtocolFrameCheck, SaysWhatIsWrongInOrder) {
  EXPECT_EQ(ErrorOf({}), FrameError::kTooShort);
  EXPECT_EQ(ErrorOf(Bytes(10, 0xfa)), FrameError::kTooShort);
  EXPECT_EQ(ErrorOf(Bytes(11, 0)), FrameError::kNoMarker);
  EXPECT_EQ(ErrorOf(Frame(0, "")), FrameError::kBadNonce) << "eleven bytes have no room for a nonce";
  EXPECT_EQ(ErrorOf(Frame(0, "01")), std::nullopt) << "an empty body";
  EXPECT_EQ(ErrorOf(Frame(5, "80")), FrameError::kBadNonce);
  EXPECT_EQ(ErrorOf(Frame(5, "8080808080808080808001")), FrameError::kBadNonce);
  EXPECT_EQ(ErrorOf(Bytes(300, 0xfa)), FrameError::kBadNonce) << "all FA: a size of 250, no end of the nonce";
}

TEST(ProtocolFrameCheck, TakesTheLow32BitsOfTheNonce) {
  EXPECT_EQ(dave::ParseFrame(Frame(5, "ffffffffffffffffff7f"))->nonce, 0xffff'ffffu);
  EXPECT_EQ(dave::ParseFrame(Frame(5, "8580808020"))->nonce, 5u) << "2^33 + 5";
}

TEST(ProtocolFrameCheck, RangesMustLieInTheBodyInOrder) {
  EXPECT_EQ(ErrorOf(Frame(20, "010005")), std::nullopt);
  EXPECT_EQ(ErrorOf(Frame(20, "010014")), std::nullopt) << "all of the body";
  EXPECT_EQ(ErrorOf(Frame(20, "0100050505")), std::nullopt) << "one right behind the other";
  EXPECT_EQ(ErrorOf(Frame(20, "011400")), std::nullopt) << "nothing, at the end";
  EXPECT_EQ(ErrorOf(Frame(20, "0100000000")), std::nullopt) << "nothing, twice";
  EXPECT_EQ(ErrorOf(Frame(20, "010015")), FrameError::kBadRanges) << "into the tag";
  EXPECT_EQ(ErrorOf(Frame(20, "011500")), FrameError::kBadRanges) << "behind the body";
  EXPECT_EQ(ErrorOf(Frame(20, "0100")), FrameError::kBadRanges) << "half a pair";
  EXPECT_EQ(ErrorOf(Frame(20, "01000580")), FrameError::kBadRanges) << "cut off";
  EXPECT_EQ(ErrorOf(Frame(20, "0100050405")), FrameError::kBadRanges) << "overlapping";
  EXPECT_EQ(ErrorOf(Frame(20, "010a020002")), FrameError::kBadRanges) << "descending";
}

TEST(ProtocolFrameCheck, RangesThatOverflowAreRejected) {
  const std::string most = "ffffffffffffffffff01";  // 2^64 - 1
  EXPECT_EQ(ErrorOf(Frame(20, "0105" + most)), FrameError::kBadRanges) << "5 + (2^64 - 1) is 4";
  EXPECT_EQ(ErrorOf(Frame(20, "01" + most + "06")), FrameError::kBadRanges);
  EXPECT_EQ(ErrorOf(Frame(20, "0105fbffffffffffffffff01")), FrameError::kBadRanges) << "5 + (2^64 - 5) is 0";
  EXPECT_EQ(ErrorOf(Frame(20, "0105ffffffff0f")), FrameError::kBadRanges) << "2^32 - 1";
  EXPECT_EQ(ErrorOf(Frame(20, "01008480808080808080807e")), FrameError::kBadRanges) << "4 and bits beyond 64";
}

TEST(ProtocolFrameCheck, NeverReadsOutside) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 20'000; ++round) {
    Bytes frame = RandomBytes(random, random() % 300);
    if (frame.size() >= 3) {
      frame[frame.size() - 1] = frame[frame.size() - 2] = 0xfa;
      if (round % 2 == 0) frame[frame.size() - 3] = static_cast<std::uint8_t>(11 + random() % 20);
    }
    const auto layout = dave::ParseFrame(frame);
    if (!layout) continue;
    std::size_t clear = 0;
    std::size_t end = 0;
    auto ranges = layout->ranges();
    while (const auto range = ranges.Next()) {
      ASSERT_GE(range->offset, end);
      end = range->offset + range->size;
      clear += range->size;
    }
    ASSERT_LE(end, layout->body.size());
    ASSERT_EQ(clear, layout->clear_size);
  }
}

TEST(FrameCipher, WritesNoTrailerThatTheSizeByteCannotHold) {
  std::vector<dave::ClearRange> ranges;
  Bytes buffer(3000);
  const auto aead = crypto::Aead::Create(crypto::AeadAlgorithm::kAes128GcmTag8, Bytes(16));
  for (std::size_t at = 0; at < 121; ++at) ranges.push_back({at, 1});
  const std::size_t size = dave::SealFrame(*aead, 1, buffer, 200, ranges);
  ASSERT_EQ(size, 200u + 8 + 1 + 242 + 3);
  EXPECT_TRUE(dave::ParseFrame(std::span(buffer).first(size)).ok());
  ranges.push_back({121, 1});
  EXPECT_EQ(dave::SealFrame(*aead, 1, buffer, 200, ranges), 0u);
}

TEST(FrameCipher, RejectsWhatCannotBeSealed) {
  const auto aead = crypto::Aead::Create(crypto::AeadAlgorithm::kAes128GcmTag8, Bytes(16));
  Bytes buffer(100);
  EXPECT_EQ(dave::SealFrame(*aead, 1, std::span(buffer).first(51), 40), 0u) << "one byte short";
  EXPECT_EQ(dave::SealFrame(*aead, 1, std::span(buffer).first(52), 40), 52u);
  EXPECT_EQ(dave::SealFrame(*aead, 1, std::span(buffer).first(40), 41), 0u);
  const std::array<dave::ClearRange, 1> outside{{{39, 2}}};
  EXPECT_EQ(dave::SealFrame(*aead, 1, buffer, 40, outside), 0u);
  const std::array<dave::ClearRange, 2> overlap{{{0, 5}, {4, 2}}};
  EXPECT_EQ(dave::SealFrame(*aead, 1, buffer, 40, overlap), 0u);
}

TEST(FrameCipher, OpensSealedFramesOfAnySizeAndRanges) {
  std::mt19937_64 random(11);
  const auto aead = crypto::Aead::Create(crypto::AeadAlgorithm::kAes128GcmTag8, Bytes(16, 9));
  for (int round = 0; round < 3000; ++round) {
    const Bytes plain = RandomBytes(random, random() % 1400);
    std::vector<dave::ClearRange> ranges;
    for (std::size_t at = 0; round % 2 == 1 && ranges.size() < 20;) {
      at += random() % 100;
      const std::size_t size = random() % 30;
      if (at + size > plain.size()) break;
      ranges.push_back({at, size});
      at += size;
    }
    Bytes frame = plain;
    frame.resize(plain.size() + 255);
    const auto nonce = static_cast<std::uint32_t>(random() >> (random() % 64));
    frame.resize(dave::SealFrame(*aead, nonce, frame, plain.size(), ranges));
    ASSERT_GT(frame.size(), plain.size());
    for (const auto& range : ranges)
      ASSERT_TRUE(std::equal(plain.begin() + static_cast<std::ptrdiff_t>(range.offset),
                             plain.begin() + static_cast<std::ptrdiff_t>(range.offset + range.size),
                             frame.begin() + static_cast<std::ptrdiff_t>(range.offset)));
    const auto layout = dave::ParseFrame(frame);
    ASSERT_TRUE(layout.ok());
    ASSERT_EQ(layout->nonce, nonce);
    Bytes out(plain.size());
    ASSERT_TRUE(dave::SealedFrame(*layout).Open(*aead, out));
    ASSERT_EQ(out, plain);

    // one flipped bit anywhere: no protocol frame, or one that does not open, or (in the range table, which
    // is not authenticated) the same frame
    Bytes broken = frame;
    const std::size_t at = random() % broken.size();
    broken[at] ^= static_cast<std::uint8_t>(1U << (random() % 8));
    const auto other = dave::ParseFrame(broken);
    Bytes room(broken.size());
    if (!other || !dave::SealedFrame(*other).Open(*aead, room)) continue;
    ASSERT_GE(at, plain.size() + dave::kTagSize);
    room.resize(other->body.size());
    ASSERT_EQ(room, plain);
  }
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test

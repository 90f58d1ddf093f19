// The published answers, both ways.

#include <gtest/gtest.h>

#include <vector>

#include "core/dave/frame_cipher.h"
#include "core/dave/frame_layout.h"
#include "core/dave/key_ratchet.h"
#include "core/dave/receive_ratchet.h"
#include "dave/dave_support.h"
#include "voice_e2ee_vectors.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

namespace e2ee = vectors::e2ee;

constexpr Instant kStart{std::chrono::hours(1)};
/// Every generation of the vectors may come by now.
constexpr Instant kYearLater = kStart + std::chrono::hours(24 * 365);

std::vector<dave::ClearRange> RangesOf(const e2ee::Frame& row) {
  std::vector<dave::ClearRange> ranges;
  for (const auto& [offset, size] : row.ranges) ranges.push_back({offset, size});
  return ranges;
}

crypto::Aead AeadOf(std::string_view key) {
  return std::move(*crypto::Aead::Create(crypto::AeadAlgorithm::kAes128GcmTag8, FromHex(key)));
}

TEST(DaveVectors, KeysOfEveryGeneration) {
  ASSERT_EQ(e2ee::kRatchets.size(), 3u);
  crypto::HkdfExpand hkdf;
  for (const auto& row : e2ee::kRatchets) {
    const Base base = BaseOf(row.base);
    dave::KeyRatchet ratchet{base};
    for (const auto& generation : row.generations) {
      ASSERT_TRUE(ratchet.AdvanceTo(hkdf, generation.number));
      crypto::Secret key;
      ASSERT_TRUE(ratchet.DeriveKey(hkdf, key));
      EXPECT_EQ(ToHex(key.bytes()), generation.key) << generation.number;
    }
  }
}

TEST(DaveVectors, FramesSealToTheSameBytes) {
  ASSERT_EQ(e2ee::kFrames.size(), 16u);
  for (const auto& row : e2ee::kFrames) {
    const Bytes plain = FromHex(row.plain);
    Bytes buffer = plain;
    buffer.resize(plain.size() + 255);
    buffer.resize(dave::SealFrame(AeadOf(row.key), row.nonce, buffer, plain.size(), RangesOf(row)));
    EXPECT_EQ(ToHex(buffer), row.frame) << row.name;
    if (row.ranges.empty()) {
      EXPECT_LE(buffer.size(), plain.size() + dave::kMaxOverhead) << row.name;
    }
  }
}

TEST(DaveVectors, FramesSealToTheSameBytesBehindACounter) {
  for (const auto& row : e2ee::kFrames) {
    const Base base = BaseOf(row.base);
    const std::uint64_t number = dave::FrameNumber(row.generation, row.nonce);
    const auto sealer = dave::FrameSealer::Create(1, base, number - 1);
    ASSERT_TRUE(sealer) << row.name;
    EXPECT_EQ(ToHex(SealWith(*sealer, FromHex(row.plain), RangesOf(row))), row.frame) << row.name;
    EXPECT_EQ(sealer->generation(), row.generation) << row.name;
  }
}

TEST(DaveVectors, FramesOpenToThePlainOnes) {
  for (const auto& row : e2ee::kFrames) {
    const Bytes frame = FromHex(row.frame);
    const auto layout = dave::ParseFrame(frame);
    ASSERT_TRUE(layout.ok()) << row.name;
    EXPECT_EQ(layout->nonce, row.nonce) << row.name;
    Bytes out(layout->body.size());
    ASSERT_TRUE(dave::SealedFrame(*layout).Open(AeadOf(row.key), out)) << row.name;
    EXPECT_EQ(ToHex(out), row.plain) << row.name;
    const std::string other_key = ToHex(Bytes(16, 0x42));
    EXPECT_FALSE(dave::SealedFrame(*layout).Open(AeadOf(other_key), out)) << row.name;
  }
}

TEST(DaveVectors, FramesOpenWithARatchetOfTheirAge) {
  for (const auto& row : e2ee::kFrames) {
    if (row.generation > 255) continue;  // their 8 bits look like those of generation 0 and 1
    const auto ratchet = dave::ReceiveRatchet::Create(1, BaseOf(row.base));
    ratchet->Start(kStart);
    const auto opened = OpenWith(*ratchet, kYearLater, FromHex(row.frame));
    if (row.generation == 255) {
      EXPECT_FALSE(opened) << row.name;
      continue;
    }
    ASSERT_TRUE(opened) << row.name;
    EXPECT_EQ(ToHex(*opened), row.plain) << row.name;
  }
}

TEST(DaveVectors, MalformedFramesAreDistinguished) {
  ASSERT_EQ(e2ee::kMalformed.size(), 11u);
  for (const auto& row : e2ee::kMalformed) {
    const Bytes frame = FromHex(row.frame);
    EXPECT_EQ(dave::ParseFrame(frame).ok(), row.protocol_frame) << row.name;
    const auto ratchet = dave::ReceiveRatchet::Create(1, BaseOf(e2ee::kReplayBase));
    ratchet->Start(kStart);
    EXPECT_FALSE(OpenWith(*ratchet, kStart, frame)) << row.name;
  }
}

TEST(DaveVectors, ReplaySteps) {
  ASSERT_EQ(e2ee::kReplay.size(), 14u);
  const Base base = BaseOf(e2ee::kReplayBase);
  const auto ratchet = dave::ReceiveRatchet::Create(1, base);
  ratchet->Start(kStart);
  for (const auto& step : e2ee::kReplay) {
    const auto sealer = dave::FrameSealer::Create(1, base, step.nonce - 1);
    const Bytes frame = SealWith(*sealer, {1, 2, 3, 4});
    EXPECT_EQ(OpenWith(*ratchet, kStart, frame).has_value(), step.accept) << step.nonce;
  }
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test

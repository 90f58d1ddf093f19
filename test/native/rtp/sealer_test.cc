#include "core/rtp/sealer.h"

#include <gtest/gtest.h>

#include "core/gateway/mode.h"
#include "support/hex.h"
#include "voice_transport_vectors.h"

namespace sdkpp::rtp {
namespace SDKPP_TEST_FILE {

using test::FromHex;
using test::ToHex;

Sealer MakeSealer(const std::string& mode, const std::string& key, std::uint32_t counter = 0) {
  auto aead = crypto::Aead::Create(*gateway::AlgorithmOf(mode), FromHex(key));
  return Sealer(std::move(*aead), counter);
}

TEST(Sealer, OpensEveryPublishedPacket) {
  ASSERT_EQ(vectors::kAead.size(), 26u);
  for (const auto& row : vectors::kAead) {
    SCOPED_TRACE(row.name);
    auto packet = FromHex(row.packet);
    const auto opened = MakeSealer(row.mode, row.key).OpenRtp(packet);
    ASSERT_TRUE(opened.ok());
    EXPECT_EQ(ToHex(opened->payload), row.opus);
    EXPECT_EQ(opened->counter, row.counter);
    EXPECT_EQ(opened->header.sequence.raw(), row.sequence);
    EXPECT_EQ(opened->header.timestamp.raw(), row.timestamp);
    EXPECT_EQ(opened->header.ssrc.raw(), row.ssrc);
    EXPECT_EQ(opened->header.clear_size * 2, row.aad.size());
  }
}

TEST(PeekSsrc, ReadsWhatAPacketClaimsAndNothingBehindItsEnd) {
  const auto packet = FromHex("807800010000000201020304");
  ASSERT_TRUE(PeekSsrc(packet).has_value());
  EXPECT_EQ(PeekSsrc(packet)->raw(), 0x0102'0304U);
  for (std::size_t size = 0; size < packet.size(); ++size)
    EXPECT_FALSE(PeekSsrc(std::span(packet).first(size)).has_value());
}

TEST(Sealer, SealsEveryPublishedPacketByteForByte) {
  for (const auto& row : vectors::kAead) {
    SCOPED_TRACE(row.name);
    auto buffer = FromHex(row.aad + row.plaintext);
    const std::size_t plain = buffer.size();
    buffer.resize(plain + kSealOverhead);
    auto sealer = MakeSealer(row.mode, row.key, row.counter);
    ASSERT_EQ(sealer.Seal(buffer, row.aad.size() / 2, row.plaintext.size() / 2), buffer.size());
    EXPECT_EQ(ToHex(buffer), row.packet);
  }
}

TEST(Sealer, RejectsEveryForgedPacket) {
  ASSERT_EQ(vectors::kAeadReject.size(), 36u);
  for (const auto& row : vectors::kAeadReject) {
    SCOPED_TRACE(row.name);
    auto packet = FromHex(row.packet);
    EXPECT_FALSE(MakeSealer(row.mode, row.key).OpenRtp(packet).ok());
  }
}

TEST(Sealer, OpensAndSealsRtcp) {
  for (const auto& row : vectors::kRtcp) {
    SCOPED_TRACE(row.name);
    auto packet = FromHex(row.packet);
    const auto opened = MakeSealer(row.mode, row.key).OpenRtcp(packet);
    ASSERT_TRUE(opened.ok());
    EXPECT_EQ(ToHex(opened->body), row.plaintext);
    auto buffer = FromHex(row.aad + row.plaintext);
    buffer.resize(buffer.size() + kSealOverhead);
    auto sealer = MakeSealer(row.mode, row.key, row.counter);
    ASSERT_EQ(sealer.Seal(buffer, kRtcpClearSize, row.plaintext.size() / 2), buffer.size());
    EXPECT_EQ(ToHex(buffer), row.packet);
  }
}

TEST(Sealer, NeverWrapsItsCounter) {
  auto sealer = MakeSealer(vectors::kAead[0].mode, vectors::kAead[0].key, 0xffff'ffff);
  std::array<std::uint8_t, 64> buffer{};
  EXPECT_GT(sealer.Seal(buffer, kFixedHeaderSize, 3), 0u);
  EXPECT_TRUE(sealer.exhausted());
  EXPECT_EQ(sealer.Seal(buffer, kFixedHeaderSize, 3), 0u);
}

TEST(Sealer, RejectsABufferWithoutRoomForTagAndCounter) {
  auto sealer = MakeSealer(vectors::kAead[13].mode, vectors::kAead[0].key);
  std::array<std::uint8_t, 34> buffer{};
  EXPECT_EQ(sealer.Seal(buffer, kFixedHeaderSize, 3), 0u);
  EXPECT_EQ(sealer.next_counter(), 0u);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::rtp

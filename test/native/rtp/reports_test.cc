#include "core/rtp/reports.h"

#include <gtest/gtest.h>

#include "support/hex.h"
#include "voice_transport_vectors.h"

namespace sdkpp::rtp {
namespace SDKPP_TEST_FILE {

using test::FromHex;
using test::ToHex;

std::vector<std::uint8_t> Rewrite(const ParsedReport& report) {
  std::vector<std::uint8_t> bytes(1024);
  ByteWriter out(bytes);
  if (report.type == kSenderReportType) {
    WriteSenderReport(out, report.sender_report);
  } else {
    WriteReceiverReport(out, report.sender, std::span(report.blocks).first(report.block_count));
  }
  bytes.resize(out.size());
  return bytes;
}

TEST(Reports, ReadAndRewriteAsPublished) {
  for (const auto& row : vectors::kRtcp) {
    SCOPED_TRACE(row.name);
    const auto report = ParseReport(FromHex(row.aad), FromHex(row.plaintext));
    ASSERT_TRUE(report.has_value());
    EXPECT_EQ(ToHex(Rewrite(*report)), row.aad + row.plaintext);
  }
}

TEST(Reports, NegativeCumulativeLossSurvives) {
  ReportBlock block;
  block.cumulative_lost = -3;
  std::array<std::uint8_t, 64> bytes{};
  ByteWriter out(bytes);
  WriteReceiverReport(out, Ssrc(1), std::span(&block, 1));
  const auto report = ParseReport(out.written().first(8), out.written().subspan(8));
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->blocks[0].cumulative_lost, -3);
}

TEST(Reports, CutBlocksAreRejected) {
  const auto aad = FromHex(vectors::kRtcp[1].aad);
  auto body = FromHex(vectors::kRtcp[1].plaintext);
  body.pop_back();
  EXPECT_FALSE(ParseReport(aad, body).has_value());
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::rtp

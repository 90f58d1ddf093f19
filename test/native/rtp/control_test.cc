#include "core/rtp/control.h"

#include <gtest/gtest.h>

#include <map>

#include "core/rtp/datagram_kind.h"
#include "support/hex.h"
#include "voice_transport_vectors.h"

namespace sdkpp::rtp {
namespace SDKPP_TEST_FILE {

using test::FromHex;
using test::ToHex;

TEST(Control, WritesAndReadsDiscovery) {
  for (const auto& row : vectors::kDiscovery) {
    SCOPED_TRACE(row.name);
    EXPECT_EQ(ToHex(WriteDiscoveryRequest(Ssrc(row.ssrc))), row.request);
    const auto found = ParseDiscoveryResponse(FromHex(row.response), Ssrc(row.ssrc));
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(found->address(), row.ip);
    EXPECT_EQ(found->port, row.port);
  }
}

TEST(Control, RejectsBadDiscoveryAnswers) {
  for (const auto& row : vectors::kDiscoveryReject) {
    SCOPED_TRACE(row.name);
    EXPECT_FALSE(ParseDiscoveryResponse(FromHex(row.response), Ssrc(vectors::kDiscovery[0].ssrc)).ok());
  }
}

TEST(Control, AcceptsAnIpv6Address) {
  auto bytes = FromHex(vectors::kDiscovery[0].response);
  const std::string text = "2001:db8::1";
  std::fill(bytes.begin() + 8, bytes.begin() + 72, std::uint8_t{0});
  std::copy(text.begin(), text.end(), bytes.begin() + 8);
  const auto found = ParseDiscoveryResponse(bytes, Ssrc(vectors::kDiscovery[0].ssrc));
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->address(), text);
}

TEST(Control, ClassifiesDatagrams) {
  const std::map<std::string, DatagramKind> kinds = {
      {"ip_discovery_request", DatagramKind::kDiscoveryRequest},
      {"ip_discovery_response", DatagramKind::kDiscoveryResponse},
      {"ping_request", DatagramKind::kPingRequest},
      {"ping_response", DatagramKind::kPingResponse},
      {"keepalive", DatagramKind::kKeepalive},
      {"rtp", DatagramKind::kRtp},
      {"rtcp", DatagramKind::kRtcp},
      {"drop", DatagramKind::kDrop},
  };
  for (const auto& row : vectors::kClassify) {
    SCOPED_TRACE(row.datagram.substr(0, 24));
    EXPECT_EQ(Classify(FromHex(row.datagram)), kinds.at(row.kind));
  }
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::rtp

#include "core/session/receiving/remote_table.h"

#include <gtest/gtest.h>

#include "core/base/reserve.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

/// As Receiving takes a place.
Remote* Enter(RemoteTable& table, std::uint32_t ssrc) {
  Remote* place = table.FindRoom();
  if (place == nullptr) return nullptr;
  place->Clear();
  table.Occupy(*place, Ssrc(ssrc));
  return place;
}

TEST(RemoteTable, FindsEverySsrcHoweverTheyAreSpread) {
  for (const std::uint32_t step : {1U, 512U, 1U << 22, 0x9e37'79b1U}) {
    SCOPED_TRACE(step);
    Reserve reserve(1024);
    RemoteTable table(reserve);
    for (std::uint32_t at = 0; at < kMaxRemotes; ++at) ASSERT_NE(Enter(table, 7 + at * step), nullptr);
    for (int round = 0; round < 2; ++round) {
      for (std::uint32_t at = 0; at < kMaxRemotes; ++at) {
        const Remote* found = table.Find(Ssrc(7 + at * step));
        ASSERT_NE(found, nullptr);
        EXPECT_EQ(table.IndexOf(*found), at);
        EXPECT_EQ(table.Likely(Ssrc(7 + at * step)), found) << "the last one that was found";
      }
    }
    EXPECT_EQ(table.Find(Ssrc(6)), nullptr);
  }
}

TEST(RemoteTable, ForgetsWhoLeftAndWhosePlaceIsAnothers) {
  Reserve reserve(1024);
  RemoteTable table(reserve);
  EXPECT_EQ(table.Find(Ssrc(0)), nullptr);
  table.Prefetch(Ssrc(0));
  Remote* first = Enter(table, 1);
  EXPECT_EQ(table.Find(Ssrc(1)), first);
  first->Clear();
  EXPECT_EQ(table.Find(Ssrc(1)), nullptr);
  EXPECT_EQ(Enter(table, 2), first) << "the free place";
  EXPECT_EQ(table.Find(Ssrc(1)), nullptr);
  EXPECT_EQ(table.Find(Ssrc(2)), first);
  table.Clear();
  EXPECT_EQ(table.Likely(Ssrc(2)), nullptr);
  EXPECT_EQ(table.Find(Ssrc(2)), nullptr);
}

/// RFC 3550 6.4.1: 32 bits of 1/65536 s.
TEST(Remote, ReportsADelayThatTheFieldCanHold) {
  using namespace std::chrono_literals;
  Remote remote;
  remote.speaker = Speaker::Create();
  remote.last_sr = 1;
  remote.last_sr_at = Instant(1s);
  EXPECT_EQ(remote.MakeReport(Instant(3s)).delay_since_last_sr, 2u << 16);
  EXPECT_EQ(remote.MakeReport(Instant(24h)).delay_since_last_sr, 0xffff'ffffu);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session

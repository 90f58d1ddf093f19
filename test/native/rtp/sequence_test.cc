#include <gtest/gtest.h>

#include "core/rtp/counter_window.h"
#include "core/rtp/replay_window.h"
#include "core/rtp/sequence_unwrapper.h"
#include "voice_transport_vectors.h"

namespace sdkpp::rtp {
namespace SDKPP_TEST_FILE {

TEST(SequenceUnwrapper, ExtendsAsPublished) {
  for (const auto& row : vectors::kSequenceUnwrap) {
    SCOPED_TRACE(row.name);
    SequenceUnwrapper unwrapper;
    ReplayWindow window;
    unwrapper.Accept(
        Sequence(row.first));  // the highest number so far; whether it was seen is not part of it
    for (const auto& step : row.steps) {
      const bool late = unwrapper.Peek(Sequence(step.sequence)).raw() < *unwrapper.highest();
      const std::int64_t extended = unwrapper.Accept(Sequence(step.sequence)).raw();
      EXPECT_EQ(extended, step.extended);
      EXPECT_EQ(late, step.late);
      EXPECT_EQ(window.Check(extended) == ReplayWindow::Verdict::kSeen, step.duplicate);
      window.Mark(extended);
    }
  }
}

TEST(ReplayWindow, RemembersEverythingInsideItsSizeAndRejectsWhatIsOlder) {
  ReplayWindow window;
  window.Mark(5000);
  EXPECT_EQ(window.Check(5000), ReplayWindow::Verdict::kSeen);
  EXPECT_EQ(window.Check(5000 - 1023), ReplayWindow::Verdict::kFresh);
  EXPECT_EQ(window.Check(5000 - 1024), ReplayWindow::Verdict::kTooOld);
  window.Mark(5000 + 1024);
  EXPECT_EQ(window.Check(5001), ReplayWindow::Verdict::kFresh);
  EXPECT_EQ(window.Check(5000), ReplayWindow::Verdict::kTooOld);
}

TEST(CounterWindow, RejectsACopyAfterAWrap) {
  CounterWindow window;
  std::uint32_t counter = 0xffff'ffe0;
  for (int i = 0; i < 100; ++i) window.Accept(counter++);
  EXPECT_FALSE(window.Rejects(counter));
  EXPECT_TRUE(window.Rejects(counter - 1));
  EXPECT_TRUE(window.Rejects(0xffff'fff0));
}

TEST(CounterWindow, RejectsAPacketRecorded65536PacketsEarlier) {
  CounterWindow window;
  for (std::uint32_t counter = 0; counter <= 65'536; ++counter) window.Accept(counter);
  EXPECT_TRUE(window.Rejects(0));
}

TEST(CounterWindow, OnlyCountsWhenTheCounterDoesNotRise) {
  CounterWindow window;
  // little-endian writers: the value read big-endian jumps about, mostly down
  for (std::uint32_t i = 0; i < 64; ++i) window.Accept(0xff00'0000 - (i << 24));
  EXPECT_FALSE(window.Rejects(0xff00'0000));
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::rtp

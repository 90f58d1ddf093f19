#include "core/player/heard_marks.h"

#include <gtest/gtest.h>

namespace sdkpp::player {
namespace SDKPP_TEST_FILE {

TEST(HeardMarks, KnowsTheNewestTracksApart) {
  HeardMarks heard;
  EXPECT_EQ(heard.Of(1), 0u) << "nothing has left";
  heard.Note({1, 960});
  heard.Note({2, 480});
  heard.Note({2, 1440});
  EXPECT_EQ(heard.Of(1), 960u);
  EXPECT_EQ(heard.Of(2), 1440u);
  EXPECT_EQ(heard.Of(3), 0u);
}

TEST(HeardMarks, ForgetsATrackForOneThatIsSixteenNewer) {
  HeardMarks heard;
  heard.Note({1, 960});
  heard.Note({16, 20});
  EXPECT_EQ(heard.Of(1), 960u);
  heard.Note({17, 30});
  EXPECT_EQ(heard.Of(1), 0u);
  EXPECT_EQ(heard.Of(17), 30u);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::player

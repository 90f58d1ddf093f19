#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "support/allocation_guard.h"

namespace sdkpp {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

constexpr Field kCount{1, "count"};
constexpr Field kDebt{2, "debt"};
constexpr Field kName{3, "name"};
constexpr Field kChild{4, "child"};
constexpr Field kUntil{5, "until"};
constexpr Instant kNow{1h};

class Fields : public testing::Test {
 protected:
  /// Reads what was written, `later` on another time line.
  FieldReader Read(Instant now = kNow) { return {writer.written(), now, "parent", fault}; }

  std::array<std::uint8_t, 256> room{};
  FieldWriter writer{room, kNow};
  RestoreFault fault;
};

template <class T>
void ExpectRoundTrip(T value) {
  std::array<std::uint8_t, 16> room;
  FieldWriter writer(room, kNow);
  writer.Number(kCount, value);
  ASSERT_TRUE(writer.ok());
  RestoreFault fault;
  FieldReader reader(writer.written(), kNow, "parent", fault);
  EXPECT_EQ(reader.Number<T>(kCount), value);
  EXPECT_FALSE(fault);
}

TEST_F(Fields, KeepNumbersOfEverySize) {
  for (const int shift : {0, 1, 7, 8, 15, 16, 31, 32, 47, 62, 63}) {
    const std::uint64_t bit = std::uint64_t{1} << shift;
    for (const std::uint64_t value : {bit - 1, bit, bit + 1}) {
      ExpectRoundTrip(value);
      ExpectRoundTrip(static_cast<std::int64_t>(value));
      ExpectRoundTrip(-static_cast<std::int64_t>(value >> 1));
    }
  }
  ExpectRoundTrip(std::numeric_limits<std::int64_t>::min());
  ExpectRoundTrip(true);
  ExpectRoundTrip(-0.25F);
  ExpectRoundTrip(Ssrc(0xffff'ffff));
  ExpectRoundTrip(Duration(-20ms));
}

TEST_F(Fields, KnowAValueThatIsTooLargeForItsType) {
  writer.Number(kCount, std::uint32_t{256});
  FieldReader reader = Read();
  EXPECT_EQ(reader.Number<std::uint8_t>(kCount), 0);
  EXPECT_EQ(fault.problem, RestoreProblem::kOutOfRange);
  EXPECT_EQ(fault.field, "count");
}

TEST_F(Fields, KnowWhatHasHappenedFromWhatHasNot) {
  writer.Time(kUntil, kNow);
  writer.Time(kDebt, kNow + 1ns);
  FieldReader reader = Read();
  EXPECT_EQ(reader.PastTime(kUntil), kNow);
  EXPECT_TRUE(reader.ok());
  EXPECT_EQ(reader.PastTime(kDebt), kNow);
  EXPECT_EQ(fault.problem, RestoreProblem::kOutOfRange);
  EXPECT_EQ(fault.field, "debt");
}

TEST_F(Fields, PassOverWhatTheyDoNotKnow) {
  writer.Text(Field{200, "of a later version"}, "new");
  writer.Number(kCount, 7);
  EXPECT_EQ(Read().Number<int>(kCount), 7);
  EXPECT_EQ(Read().Maybe<int>(kDebt), std::nullopt);
  EXPECT_FALSE(fault);
}

TEST_F(Fields, NameTheRecordAndTheFieldThatIsMissing) {
  writer.Record(kChild, [](FieldWriter& out) { out.Number(kCount, 1); });
  FieldReader child = Read().Record(kChild);
  EXPECT_EQ(child.Number<int>(kCount), 1);
  EXPECT_EQ(child.Number<int>(kDebt), 0);
  EXPECT_EQ(child.Text(kName), "");  // the first fault stays
  EXPECT_EQ(fault.problem, RestoreProblem::kMissing);
  EXPECT_EQ(fault.record, "child");
  EXPECT_EQ(fault.field, "debt");
}

TEST_F(Fields, CarryTimeAsTimeLeft) {
  writer.Time(kUntil, kNow + 3s);
  writer.Time(kDebt, kNow - 1s);
  writer.Time(kName, Instant{});
  const Instant elsewhere{5min};
  EXPECT_EQ(Read(elsewhere).Time(kUntil), elsewhere + 3s);
  EXPECT_EQ(Read(elsewhere).Time(kDebt), elsewhere - 1s);
  EXPECT_EQ(Read(elsewhere).Time(kName), Instant{});
  EXPECT_FALSE(fault);
}

TEST_F(Fields, RefuseATimeNobodyWaitsFor) {
  writer.Number(kUntil, std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(Read().Time(kUntil), Instant{});
  EXPECT_EQ(fault.problem, RestoreProblem::kOutOfRange);
}

TEST_F(Fields, KeepListsInOrder) {
  for (const int value : {3, 1, 2}) {
    writer.Number(kCount, value);
    writer.Record(kChild, [&](FieldWriter& out) { out.Number(kDebt, -value); });
  }
  std::vector<int> numbers;
  Read().EachNumber<int>(kCount, [&](int value) { numbers.push_back(value); });
  Read().EachRecord(kChild, [&](FieldReader in) { numbers.push_back(in.Number<int>(kDebt)); });
  EXPECT_EQ(numbers, (std::vector<int>{3, 1, 2, -3, -1, -2}));
}

TEST_F(Fields, WriteNothingBeyondTheirRoomAndNeverAllocate) {
  const test::AllocationGuard guard;
  std::array<std::uint8_t, 8> small{};
  FieldWriter cramped(small, kNow);
  cramped.Number(kCount, 7);
  EXPECT_TRUE(cramped.ok());
  cramped.Bytes(kName, room);
  EXPECT_FALSE(cramped.ok());
}

TEST_F(Fields, KnowCutBytes) {
  writer.Text(kName, "name");
  writer.Record(kChild, [](FieldWriter& out) { out.Number(kCount, 70'000); });
  const auto whole = writer.written();
  for (std::size_t size = 1; size < whole.size(); ++size) {
    RestoreFault cut;
    FieldReader reader(whole.first(size), kNow, "parent", cut);
    (void)reader.Text(kName);
    (void)reader.Record(kChild).Number<int>(kCount);
    EXPECT_TRUE(cut) << size;
  }
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp

#include "core/base/fixed_vector.h"

#include <gtest/gtest.h>

#include <memory>

#include "support/allocation_guard.h"

namespace sdkpp {
namespace SDKPP_TEST_FILE {

TEST(FixedVector, MakesElementsInOrderUpToItsCapacity) {
  FixedVector<int, 3> values;
  EXPECT_EQ(values.size(), 0U);
  for (int value = 1; value <= 3; ++value) *values.Add() = value;
  EXPECT_EQ(values.Add(), nullptr);
  int sum = 0;
  for (const int value : values) sum += value;
  EXPECT_EQ(sum, 6);
  EXPECT_EQ(values[2], 3);
  EXPECT_EQ(values.all().size(), 3U);
}

TEST(FixedVector, FreesItsElements) {
  const auto shared = std::make_shared<int>(1);
  FixedVector<std::shared_ptr<int>, 4> values;
  *values.Add() = shared;
  *values.Add() = shared;
  EXPECT_EQ(shared.use_count(), 3);
  values.Clear();
  EXPECT_EQ(shared.use_count(), 1);
  *values.Add() = shared;
  EXPECT_EQ(shared.use_count(), 2);
}

TEST(FixedVector, AllocatesOnlyWhenItIsMade) {
  FixedVector<int, 100> values;
  const test::AllocationGuard guard;
  while (values.Add() != nullptr) {
  }
  values.Clear();
  EXPECT_EQ(guard.count(), 0U);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp

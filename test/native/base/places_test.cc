#include "core/base/places.h"

#include <gtest/gtest.h>

#include <memory>

#include "support/allocation_guard.h"

namespace sdkpp {
namespace {

TEST(Places, AreMadeInOrderUpToTheirLimit) {
  Places<int, 3> places;
  EXPECT_EQ(places.size(), 0U);
  for (int value = 1; value <= 3; ++value) *places.Add() = value;
  EXPECT_EQ(places.Add(), nullptr);
  int sum = 0;
  for (const int value : places) sum += value;
  EXPECT_EQ(sum, 6);
  EXPECT_EQ(places[2], 3);
  EXPECT_EQ(places.all().size(), 3U);
}

TEST(Places, FreeWhatTheyHold) {
  const auto shared = std::make_shared<int>(1);
  Places<std::shared_ptr<int>, 4> places;
  *places.Add() = shared;
  *places.Add() = shared;
  EXPECT_EQ(shared.use_count(), 3);
  places.Clear();
  EXPECT_EQ(shared.use_count(), 1);
  *places.Add() = shared;
  EXPECT_EQ(shared.use_count(), 2);
}

TEST(Places, AllocateWhenTheyAreMadeOnly) {
  Places<int, 100> places;
  const test::AllocationGuard guard;
  while (places.Add() != nullptr) {
  }
  places.Clear();
  EXPECT_EQ(guard.count(), 0U);
}

}  // namespace
}  // namespace sdkpp

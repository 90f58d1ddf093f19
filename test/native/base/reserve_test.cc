#include "core/base/reserve.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "core/base/fixed_vector.h"
#include "core/base/spsc_ring.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

TEST(Reserve, PartsDoNotOverlapAndAreAligned) {
  Reserve reserve(256);
  std::vector<std::pair<std::byte*, std::size_t>> parts;
  for (const std::size_t bytes : {1U, 16U, 100U, 200U, 1000U, 3U})
    parts.emplace_back(reserve.Take(bytes), bytes);
  for (std::size_t at = 0; at < parts.size(); ++at) {
    const auto [part, bytes] = parts[at];
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(part) % __STDCPP_DEFAULT_NEW_ALIGNMENT__, 0U);
    std::memset(part, static_cast<int>(at), bytes);
  }
  for (std::size_t at = 0; at < parts.size(); ++at) {
    const auto [part, bytes] = parts[at];
    for (std::size_t i = 0; i < bytes; ++i) ASSERT_EQ(part[i], static_cast<std::byte>(at));
  }
}

TEST(Reserve, PlacesAndRingsLiveInIt) {
  Reserve reserve(1024);
  FixedVector<std::uint64_t, 10> places(reserve);
  SpscRing<std::uint64_t> ring(10, reserve);
  for (std::uint64_t value = 0; value < 10; ++value) {
    *places.Add() = value;
    EXPECT_TRUE(ring.Push(value + 100));
  }
  for (std::uint64_t value = 0; value < 10; ++value) {
    EXPECT_EQ(places[value], value);
    EXPECT_EQ(ring.Pop(), value + 100);
  }
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test

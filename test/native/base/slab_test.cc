#include "core/base/slab.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <set>
#include <thread>
#include <vector>

namespace sdkpp {
namespace SDKPP_TEST_FILE {

struct alignas(64) Record {
  std::array<std::uint8_t, 192> bytes{};
};

std::uintptr_t AddressOf(const void* place) { return reinterpret_cast<std::uintptr_t>(place); }

class SlabTest : public testing::Test {
 protected:
  void Take(int count) {
    for (int at = 0; at < count; ++at) places.push_back(slab.Take());
  }

  Slab<Record> slab;
  std::vector<void*> places;
};

TEST_F(SlabTest, LaysObjectsSideBySide) {
  Take(64);
  EXPECT_EQ(AddressOf(places[0]) % alignof(Record), 0U);
  for (std::size_t at = 1; at < places.size(); ++at) {
    EXPECT_EQ(AddressOf(places[at]) - AddressOf(places[at - 1]), sizeof(Record));
  }
}

TEST_F(SlabTest, GrowsAndMovesNothing) {
  Take(200);
  const std::set<void*> different(places.begin(), places.end());
  EXPECT_EQ(different.size(), 200U);
  for (std::size_t at = 0; at < places.size(); ++at) static_cast<Record*>(places[at])->bytes.fill(at & 0xff);
  for (std::size_t at = 0; at < places.size(); ++at) {
    EXPECT_EQ(static_cast<Record*>(places[at])->bytes[191], at & 0xff);
  }
}

TEST_F(SlabTest, TakesPlacesThatCameFreeFirst) {
  Take(70);
  slab.Give(places[3]);
  slab.Give(places[5]);
  EXPECT_EQ(slab.Take(), places[5]);
  EXPECT_EQ(slab.Take(), places[3]);
}

TEST_F(SlabTest, SeveralThreadsTakeAndGive) {
  std::vector<std::thread> threads;
  std::array<std::set<void*>, 4> kept;
  for (auto& mine : kept) {
    threads.emplace_back([&] {
      for (int at = 0; at < 2000; ++at) {
        void* place = slab.Take();
        at % 20 == 0 ? (void)mine.insert(place) : slab.Give(place);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::set<void*> all;
  for (const auto& mine : kept) all.insert(mine.begin(), mine.end());
  EXPECT_EQ(all.size(), 400U);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp

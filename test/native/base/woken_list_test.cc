#include "core/base/woken_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>
#include <vector>

namespace sdkpp {
namespace SDKPP_TEST_FILE {

std::vector<WokenList::Entry*> Take(WokenList& list) {
  std::vector<WokenList::Entry*> taken;
  list.TakeAll([&](WokenList::Entry& entry) { taken.push_back(&entry); });
  std::ranges::sort(taken);
  return taken;
}

TEST(WokenList, HasAnEntryOnceAndAgainOnceItWasTaken) {
  WokenList list;
  std::array<WokenList::Entry, 2> entries;
  list.Add(entries[0]);
  list.Add(entries[1]);
  list.Add(entries[0]);
  EXPECT_EQ(Take(list), (std::vector{&entries[0], &entries[1]}));
  EXPECT_TRUE(Take(list).empty());
  list.Add(entries[1]);
  EXPECT_EQ(Take(list), std::vector{&entries[1]});
}

/// Each writes before it adds: who takes the entry sees at least that.
TEST(WokenList, LosesNothingBetweenThreads) {
  constexpr int kRounds = 20'000;
  struct Item {
    WokenList::Entry entry;
    std::atomic<int> written{0};
  };
  WokenList list;
  std::array<Item, 3> items;
  for (auto& item : items) item.entry.owner = &item;
  std::vector<std::thread> threads;
  for (auto& item : items) {
    threads.emplace_back([&] {
      for (int round = 1; round <= kRounds; ++round) {
        item.written.store(round, std::memory_order_relaxed);
        list.Add(item.entry);
      }
    });
  }
  std::array<int, 3> seen{};
  const auto is_done = [&] { return std::ranges::all_of(seen, [](int value) { return value == kRounds; }); };
  while (!is_done()) {
    list.TakeAll([&](WokenList::Entry& entry) {
      auto* item = static_cast<Item*>(entry.owner);
      seen[static_cast<std::size_t>(item - items.data())] = item->written.load(std::memory_order_relaxed);
    });
  }
  for (auto& thread : threads) thread.join();
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp

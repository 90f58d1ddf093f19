#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/spsc_ring.h"

namespace sdkpp::engine {

/// The members that one media thread ticks: added and removed by the JavaScript thread, which owns them, and
/// visited by the media thread, which neither allocates nor frees. `Seat` is made of a member and is what the
/// media thread keeps of it; `seat.member` points to it.
template <class Member, class Seat>
class Roster {
 public:
  using Seats = std::vector<Seat>;

  Roster() {
    rooms_.push_back(std::make_unique<Seats>());
    rooms_.back()->reserve(kFirstRoom);
    seats_ = rooms_.back().get();
  }
  Roster(const Roster&) = delete;
  Roster& operator=(const Roster&) = delete;

  // JavaScript thread; after each of them the media thread has to be woken
  // -----------------------------------
  void Add(Member* member) {
    if (++present_ > rooms_.back()->capacity()) MakeRoom();
    unsent_.push_back({.added = member});
    SendChanges();
  }
  void Remove(std::unique_ptr<Member> member) {
    unsent_.push_back({.removed = member.get()});
    leaving_.push_back(std::move(member));
    SendChanges();
  }
  /// Frees the members that the media thread has released. True when it has to be woken.
  bool CollectGarbage() {
    while (const auto released = released_.Pop()) {
      std::erase_if(leaving_, [&](const auto& each) { return each.get() == *released; });
      --present_;
      --removing_;
    }
    const bool had_unsent = !unsent_.empty();
    if (had_unsent) SendChanges();
    return had_unsent;
  }
  /// Removed members that are not freed yet.
  [[nodiscard]] std::size_t leaving() const noexcept { return leaving_.size(); }

  // Media thread
  // ---------------------------------------------------------------------------------------------
  /// Takes in what was added and releases what was removed; calls `entered` and `left` with each. True when
  /// there was any: the JavaScript thread frees what was released, and sends the changes for which there was
  /// no room.
  template <class Entered, class Left>
  bool ApplyChanges(const Entered& entered, const Left& left) noexcept {
    bool changed = false;
    while (const auto change = changes_.Pop()) {
      changed = true;
      if (change->room != nullptr) {
        change->room->assign(seats_->begin(), seats_->end());
        seats_ = change->room;
      } else if (change->added != nullptr) {
        entered(*change->added);
        seats_->push_back(Seat(*change->added));
      } else {
        left(*change->removed);
        std::erase_if(*seats_, [&](const Seat& seat) { return seat.member == change->removed; });
        (void)released_.Push(static_cast<Member*>(change->removed));
      }
    }
    return changed;
  }
  [[nodiscard]] const Seats& seats() const noexcept { return *seats_; }

 private:
  /// What the media thread is told; one of the three.
  struct Change {
    Member* added = nullptr;
    Member* removed = nullptr;
    Seats* room = nullptr;  ///< empty, for more members than before
  };
  /// As many changes are under way at once; others wait on this side.
  static constexpr std::size_t kChanges = 1024;
  static constexpr std::size_t kFirstRoom = 64;

  /// The media thread must not allocate: it moves into what is made here. Rooms stay, because nothing says
  /// when it has moved; together they are as large as the newest.
  void MakeRoom() {
    const std::size_t capacity = rooms_.back()->capacity();
    rooms_.push_back(std::make_unique<Seats>());
    rooms_.back()->reserve(2 * capacity);
    unsent_.push_back({.room = rooms_.back().get()});
  }

  void SendChanges() noexcept {
    while (!unsent_.empty()) {
      const bool removes = unsent_.front().removed != nullptr;
      if (removes && removing_ == released_.capacity()) break;
      if (!changes_.Push(Change(unsent_.front()))) break;
      removing_ += removes ? 1 : 0;
      unsent_.pop_front();
    }
  }

  SpscRing<Change> changes_{kChanges};
  SpscRing<Member*> released_{kChanges};

  std::deque<Change> unsent_;
  std::vector<std::unique_ptr<Member>> leaving_;
  std::vector<std::unique_ptr<Seats>> rooms_;  ///< the newest is in use; none moves or goes
  std::size_t present_ = 0;
  std::size_t removing_ = 0;  ///< of leaving_, those that the media thread was told to release

  Seats* seats_;  ///< media thread
};

}  // namespace sdkpp::engine

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/instant.h"
#include "core/base/spsc_ring.h"
#include "engine/thread_nudge.h"

namespace sdkpp::engine {

/// The members that one media thread ticks: added, moved and removed by the JavaScript thread, which owns
/// them, and visited by the media thread, which neither allocates nor frees. `Seat` is made of a member and
/// is what the media thread keeps of it; `seat.member` points to it.
template <class Member, class Seat>
class Roster {
 public:
  using Seats = std::vector<Seat>;

  /// `nudge` wakes the media thread.
  explicit Roster(ThreadNudge& nudge) : nudge_(nudge) {
    rooms_.push_back(std::make_unique<Seats>());
    rooms_.back()->reserve(kFirstRoom);
    seats_ = rooms_.back().get();
  }
  Roster(const Roster&) = delete;
  Roster& operator=(const Roster&) = delete;

  // JavaScript thread --------------------------------------------------------------------------------------
  void Add(Member* member) {
    Expect();
    unsent_.push_back({.added = member});
    SendChanges();
  }
  /// A member that leaves its thread. One that is of no more use comes with its ownership; another one rests:
  /// it stays as it is between two ticks, its owner's, and may be added again.
  struct Leaving {
    Member* member = nullptr;
    std::unique_ptr<Member> owned = nullptr;
  };
  /// Takes a member off its thread for good; TakeReleased() gives it back.
  void Remove(std::unique_ptr<Member> member) {
    Member* const raw = member.get();
    Leave({raw, std::move(member)});
  }
  /// Takes a member off its thread; TakeReleased() tells when it is.
  void Rest(Member* member) { Leave({member}); }
  /// Hands a member over to another thread, between two ticks of both; all that comes after is asked of `to`.
  /// False when the one or the other has too much to do: the member stays then.
  [[nodiscard]] bool Move(Member* member, Roster& to) {
    if (!unsent_.empty() || IsArriving(member) || !to.ExpectArrival()) return false;
    to.arriving_.push_back(std::make_unique<Transfer>());
    Transfer& transfer = *to.arriving_.back();
    transfer.member = member;
    transfer.from = this;
    transfer.to = &to;
    unsent_.push_back({.moved = &transfer});
    SendChanges();
    return true;
  }
  /// Takes out of this the members that left and that the media thread has released.
  [[nodiscard]] std::vector<Leaving> TakeReleased() {
    std::vector<Leaving> taken;
    while (const auto released = released_.Pop()) {
      const auto found = std::ranges::find(leaving_, *released, &Leaving::member);
      taken.push_back(std::move(*found));
      leaving_.erase(found);
      --present_;
      --removing_;
    }
    NoteArrivals();
    if (!unsent_.empty()) SendChanges();
    return taken;
  }
  /// Members that leave.
  [[nodiscard]] std::size_t leaving() const noexcept { return leaving_.size() + leaving_under_way_.size(); }
  /// Members that are here, come or go.
  [[nodiscard]] std::size_t present() const noexcept { return present_; }
  /// Nobody is here, and no other thread is still handing a member over.
  [[nodiscard]] bool is_unused() const noexcept { return present_ == 0 && arriving_.empty(); }

  // Media thread -------------------------------------------------------------------------------------------
  /// Takes in what was added and releases what was removed; calls `entered` and `left` with each, and
  /// `parted` with what goes to another thread or rests. `next`: the deadline of the next tick. True when
  /// there was any change: the JavaScript thread has to be woken, for what was released and for changes that
  /// found no room.
  template <class Entered, class Left, class Parted>
  bool ApplyChanges(Instant next, const Entered& entered, const Left& left, const Parted& parted) noexcept {
    // before the changes, among which is the room for who arrives
    TakeInbox();
    bool changed = false;
    while (const auto change = changes_.Pop()) {
      changed = true;
      if (change->room != nullptr) {
        change->room->assign(seats_->begin(), seats_->end());
        seats_ = change->room;
      } else if (change->added != nullptr) {
        entered(*change->added);
        seats_->push_back(Seat(*change->added));
      } else if (change->moved != nullptr) {
        parted(*change->moved->member);
        Vacate(change->moved->member);
        HandOver(*change->moved, next);
      } else {
        change->rests ? parted(*change->removed) : left(*change->removed);
        Vacate(change->removed);
        (void)released_.Push(static_cast<Member*>(change->removed));
      }
    }
    return changed;
  }
  /// Seats who arrived from another thread and is not ahead of this one: its next tick is that of `next`, or
  /// was due before. `arrived` is called with the member and the deadline of its next tick. True when there
  /// was any.
  template <class Arrived>
  bool SeatArrivals(Instant next, const Arrived& arrived) noexcept {
    bool any = false;
    for (Transfer** at = &waiting_; *at != nullptr;) {
      Transfer& transfer = **at;
      if (transfer.next_tick > next) {
        at = &transfer.next;
        continue;
      }
      *at = transfer.next;
      arrived(*transfer.member, transfer.next_tick);
      seats_->push_back(Seat(*transfer.member));
      (void)arrived_.Push(&transfer);
      any = true;
    }
    return any;
  }
  [[nodiscard]] const Seats& seats() const noexcept { return *seats_; }
  [[nodiscard]] bool empty() const noexcept { return seats_->empty() && waiting_ == nullptr; }

 private:
  /// A member on its way from one thread to another.
  struct Transfer {
    Member* member = nullptr;
    Roster* from = nullptr;
    Roster* to = nullptr;
    Instant next_tick{};
    Transfer* next = nullptr;         ///< in the list it is in
    std::atomic<bool> handed{false};  ///< the thread before does not touch it any more
    bool is_here = false;             ///< JavaScript thread: it arrived
  };
  /// What the media thread is told; one of the four.
  struct Change {
    Member* added = nullptr;
    Member* removed = nullptr;
    bool rests = false;  ///< who is removed
    Transfer* moved = nullptr;
    Seats* room = nullptr;  ///< empty, for more members than before
  };
  /// As many changes are under way at once; others wait on this side.
  static constexpr std::size_t kChanges = 1024;
  static constexpr std::size_t kFirstRoom = 64;

  // JavaScript thread --------------------------------------------------------------------------------------
  void Expect() {
    if (++present_ > rooms_.back()->capacity()) MakeRoom();
  }
  /// The media thread must not allocate: it moves into what is made here. Rooms stay, because nothing says
  /// when it has moved; together they are as large as the newest.
  void MakeRoom() {
    const std::size_t capacity = rooms_.back()->capacity();
    rooms_.push_back(std::make_unique<Seats>());
    rooms_.back()->reserve(2 * capacity);
    unsent_.push_back({.room = rooms_.back().get()});
  }
  /// False when its room could not be announced, which must come first.
  [[nodiscard]] bool ExpectArrival() {
    if (arriving_.size() == kChanges) return false;
    Expect();
    if (!unsent_.empty()) SendChanges();
    if (unsent_.empty()) return true;
    --present_;
    return false;
  }
  [[nodiscard]] bool IsArriving(const Member* member) const noexcept {
    return std::ranges::any_of(arriving_,
                               [&](const auto& each) { return each->member == member && !each->is_here; });
  }
  void NoteArrivals() {
    while (const auto arrived = arrived_.Pop()) (*arrived)->is_here = true;
    std::erase_if(arriving_, [](const auto& each) {
      const bool over = each->is_here && each->handed.load(std::memory_order_acquire);
      if (over) --each->from->present_;
      return over;
    });
    for (Leaving& each : std::exchange(leaving_under_way_, {})) Leave(std::move(each));
  }
  void Leave(Leaving leaving) {
    // while it is under way nobody would find it
    if (IsArriving(leaving.member)) {
      leaving_under_way_.push_back(std::move(leaving));
      return;
    }
    unsent_.push_back({.removed = leaving.member, .rests = !leaving.owned});
    leaving_.push_back(std::move(leaving));
    SendChanges();
  }

  void SendChanges() noexcept {
    while (!unsent_.empty()) {
      const bool removes = unsent_.front().removed != nullptr;
      if (removes && removing_ == released_.capacity()) break;
      if (!changes_.Push(Change(unsent_.front()))) break;
      removing_ += removes ? 1 : 0;
      unsent_.pop_front();
    }
    nudge_.Send();
  }

  // Media thread -------------------------------------------------------------------------------------------
  void Vacate(const void* member) noexcept {
    std::erase_if(*seats_, [&](const Seat& seat) { return seat.member == member; });
  }
  static void HandOver(Transfer& transfer, Instant next) noexcept {
    transfer.next_tick = next;
    Roster& to = *transfer.to;
    transfer.next = to.inbox_.load(std::memory_order_relaxed);
    while (!to.inbox_.compare_exchange_weak(transfer.next, &transfer, std::memory_order_release,
                                            std::memory_order_relaxed)) {
    }
    to.nudge_.Send();
    transfer.handed.store(true, std::memory_order_release);
  }
  void TakeInbox() noexcept {
    Transfer* transfer = inbox_.exchange(nullptr, std::memory_order_acquire);
    while (transfer != nullptr) {
      Transfer* next = std::exchange(transfer->next, waiting_);
      waiting_ = transfer;
      transfer = next;
    }
  }

  ThreadNudge& nudge_;
  SpscRing<Change> changes_{kChanges};
  SpscRing<Member*> released_{kChanges};
  SpscRing<Transfer*> arrived_{kChanges};
  std::atomic<Transfer*> inbox_{nullptr};  ///< from any media thread

  // JavaScript thread
  std::deque<Change> unsent_;
  std::vector<Leaving> leaving_;
  std::vector<Leaving> leaving_under_way_;
  std::vector<std::unique_ptr<Transfer>> arriving_;
  std::vector<std::unique_ptr<Seats>> rooms_;  ///< the newest is in use; none moves or goes
  std::size_t present_ = 0;
  std::size_t removing_ = 0;  ///< of leaving_, those that the media thread was told to release

  // media thread
  Seats* seats_;
  Transfer* waiting_ = nullptr;
};

}  // namespace sdkpp::engine

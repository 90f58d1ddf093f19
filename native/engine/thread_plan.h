#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/base/audio_format.h"
#include "core/base/instant.h"
#include "engine/tick_load.h"

namespace sdkpp::engine {

/// Which media thread ticks which session: pure, it knows threads by number and members by address. A
/// thread's load is what it measured, and the prices of those who came or went since. Prices are those of one
/// machine; what threads measure tells how much they are on this one.
class ThreadPlan {
 public:
  /// As TickLoad::Reading. Beyond it a thread is full: what more it gets belongs on another one.
  static constexpr Duration kFull = kBlockDuration / 2;

  /// A thread that needs more, measurement after measurement, is about to be late.
  static constexpr Duration kOverload = std::chrono::milliseconds(17);

  using Thread = std::size_t;
  using Member = const void*;

  struct Move {
    Member member;
    Thread from;
    Thread to;
  };

  void Open(Thread thread) { threads_.emplace(thread, State{}); }
  /// Of a thread without members.
  void Close(Thread thread) { threads_.erase(thread); }
  /// A measurement of that thread; the same one may come again.
  void Measured(Thread thread, TickLoad::Reading reading);

  /// `price`: of one tick. Members that may not move stay where they are.
  void Add(Member member, Thread thread, Duration price, bool may_move);
  void SetPrice(Member member, Duration price, bool may_move);
  /// What a member costs turned out to be more or less; it is measured already.
  void Learn(Member member, Duration price);
  void Moved(Member member, Thread to);
  void Remove(Member member);

  [[nodiscard]] Thread ThreadOf(Member member) const { return members_.at(member).thread; }
  [[nodiscard]] std::size_t MembersOf(Thread thread) const { return threads_.at(thread).members; }
  [[nodiscard]] Duration LoadOf(Thread thread) const;
  [[nodiscard]] Thread Fullest() const;
  /// The thread with the most room.
  [[nodiscard]] Thread Roomiest() const;
  /// Whether a member of this price would fill even that one.
  [[nodiscard]] bool HasNoRoomFor(Duration price) const { return LoadOf(Roomiest()) + Here(price) > kFull; }
  [[nodiscard]] bool IsFull(Thread thread) const { return LoadOf(thread) > kFull; }
  /// Whether a thread has needed too much for half a second.
  [[nodiscard]] bool IsOverloaded(Thread thread) const { return threads_.at(thread).heavy >= kHeavy; }
  /// Some of its members cost less since a moment ago. True when that is enough, by their prices: the half
  /// second then counts anew.
  bool Relieved(Thread thread);
  /// Whether those who came since it was measured need what was left of it: the next measurement tells.
  [[nodiscard]] bool IsSpokenFor(Thread thread) const;
  /// Whether a thread is full and has several members.
  [[nodiscard]] bool WantsThread() const;
  /// What makes the fullest thread less full, if it is; the caller reports it with Moved().
  [[nodiscard]] std::optional<Move> NextMove() const;

 private:
  /// Measurements in a row, of 160 ms each.
  static constexpr std::uint32_t kHeavy = 3;

  struct State {
    TickLoad::Reading measured{};
    /// Prices of those who came, less those who went, since the newest measurement, and since the one before:
    /// that one had begun when they came.
    Duration since_newest{};
    Duration since_before{};
    Duration prices{};  ///< of all members
    std::size_t members = 0;
    std::uint32_t heavy = 0;  ///< measurements in a row beyond kOverload

    [[nodiscard]] Duration measured_prices() const { return prices - since_newest - since_before; }
  };
  struct Tenancy {
    Thread thread;
    Duration price;
    bool may_move;
  };

  void Charge(Thread thread, Duration price);
  /// A price on this machine.
  [[nodiscard]] Duration Here(Duration price) const;

  std::unordered_map<Thread, State> threads_;
  std::unordered_map<Member, Tenancy> members_;
};

}  // namespace sdkpp::engine

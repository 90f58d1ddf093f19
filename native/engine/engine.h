#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/player/player.h"
#include "engine/datagram_reader.h"
#include "engine/media_session.h"
#include "engine/roster.h"
#include "engine/tick_pace.h"
#include "engine/waiter.h"
#include "thread/semaphore.h"
#include "thread/thread.h"

namespace sdkpp::engine {

/// Notified by the media thread that a session has something for the JavaScript thread. Must not block.
class WakeSink {
 public:
  virtual ~WakeSink() = default;
  virtual void Wake() noexcept = 0;
};

/// The media thread of one addon instance: one wake-up per 20 ms tick for all players and sessions, absolute
/// deadlines.
/// Sockets are read right before the tick, and earlier where a session asks for it.
class Engine {
 public:
  /// Starts the thread; nullptr on failure. `sink` must outlive the engine.
  [[nodiscard]] static std::unique_ptr<Engine> Start(WakeSink& sink);
  /// Stops and joins; sessions still inside are freed.
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // All of these: one thread only, the one that started the engine.

  void Add(MediaSession* session);
  void Add(player::Player* player);
  /// Removes a session. CollectGarbage() frees it once the media thread has released it.
  void Remove(std::unique_ptr<MediaSession> session);
  void Remove(std::unique_ptr<player::Player> player);
  /// Frees what the media thread has released.
  void CollectGarbage();
  /// Removed sessions and players that are not freed yet.
  [[nodiscard]] std::size_t leaving() const noexcept { return sessions_.leaving() + players_.leaving(); }
  /// New commands are waiting.
  void Nudge() noexcept {
    if (!nudged_.exchange(true, std::memory_order_acq_rel)) waiter_->Wake();
  }
  /// Gives the media thread a priority (TakePriority) and waits until it has it, a tick at most. 0, or the
  /// system's error number.
  [[nodiscard]] int SetPriority(int priority) noexcept;
  /// Binds the media thread to processors (TakeProcessors); answers as SetPriority does.
  [[nodiscard]] int SetProcessors(std::uint64_t mask) noexcept;
  /// Whether the system granted realtime scheduling; false until the thread has asked.
  [[nodiscard]] bool realtime() const noexcept { return realtime_.load(std::memory_order_relaxed); }

 private:
  /// One session of the media thread. Its hot part is reached without it.
  struct Seat {
    explicit Seat(MediaSession& session) noexcept : member(&session), hot(&session.hot()) {}
    MediaSession* member;
    HotSession* hot;
  };
  struct PlayerSeat {
    explicit PlayerSeat(player::Player& player) noexcept : member(&player) {}
    player::Player* member;
  };

  /// What the media thread is asked to do to itself.
  struct Placement {
    int (*take)(std::uint64_t value) noexcept;
    std::uint64_t value;
    int answer = 0;
  };

  Engine(WakeSink& sink, std::unique_ptr<Waiter> waiter, std::unique_ptr<DatagramReader> reader);
  [[nodiscard]] int Place(Placement placement) noexcept;

  // media thread
  void Run() noexcept;
  void HandleNudge(Instant now) noexcept;
  void ApplyChanges() noexcept;
  void ApplyPlacement() noexcept;
  /// Until a deadline, a nudge, or a datagram where those are read as they come.
  void Rest(Instant now) noexcept;
  /// One tick of every player and session.
  void TickAll() noexcept;
  void TickPlayers() noexcept;
  /// Whether a tick would change nothing.
  [[nodiscard]] bool IsIdle() const noexcept;
  [[nodiscard]] bool TickFast(const Seat& seat) noexcept;
  void TickSlow(MediaSession& session) noexcept;
  void Prefetch(std::size_t at) noexcept;
  void ReadSockets(Instant now) noexcept;
  void Receive(MediaSession& session) noexcept;
  void PlanReading(Instant now) noexcept;
  void NoticeSleep(Instant now) noexcept;
  void WakeIfNeeded() noexcept;

  WakeSink& sink_;
  std::unique_ptr<Waiter> waiter_;
  std::unique_ptr<DatagramReader> reader_;
  Roster<MediaSession, Seat> sessions_;
  Roster<player::Player, PlayerSeat> players_;

  // media thread
  session::Outbox outbox_;  ///< of one session after the other
  TickPace pace_;
  Instant next_read_{};
  Instant rested_{};  ///< sockets that are read as datagrams come are left alone until then
  Duration read_every_ = session::Media::kUsualReading;
  bool wake_ = false;
  bool held_back_ = false;  ///< commands that wait for the JavaScript thread are tried again after the tick
  Duration asleep_{};       ///< TimeAsleep() at the newest tick

  std::atomic<bool> nudged_{false};
  std::atomic<bool> stopping_{false};
  std::atomic<bool> realtime_{false};
  std::atomic<Placement*> placement_{nullptr};  ///< of whoever waits for placed_
  thread::Semaphore placed_;
  std::optional<thread::Thread> thread_;  // last: starts when all the rest is there
};

}  // namespace sdkpp::engine

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/woken_list.h"
#include "core/player/player.h"
#include "engine/datagram_reader.h"
#include "engine/media_session.h"
#include "engine/roster.h"
#include "engine/thread_nudge.h"
#include "engine/tick_load.h"
#include "engine/tick_pace.h"
#include "thread/semaphore.h"
#include "thread/thread.h"

namespace sdkpp::engine {

/// Where media threads tell that the JavaScript thread has something to do.
class WakeSink {
 public:
  virtual ~WakeSink() = default;
  /// Any thread; must not block.
  virtual void Wake() noexcept = 0;
  /// Sessions and players that have something to collect.
  WokenList woken;
};

/// One media thread: one wake-up per 20 ms tick for its players and sessions, absolute deadlines.
/// Sockets are read right before the tick, and earlier where a session asks for it.
class Engine {
 public:
  /// With nothing to tick for so long, a thread has rested.
  static constexpr Duration kRest = std::chrono::seconds(30);

  /// What the media thread is asked to do to itself (placement.h): `take` with `value`.
  struct Placement {
    int (*take)(std::uint64_t value) noexcept;
    std::uint64_t value;
    bool ends_realtime = false;
    int answer = 0;  ///< 0, or the system's error number
  };

  /// Starts the thread; nullptr on failure. `sink` must outlive the engine.
  [[nodiscard]] static std::unique_ptr<Engine> Start(WakeSink& sink, Duration rest = kRest);
  /// Stops; sessions still inside are freed.
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // All of these: one thread only, the one that started the engine.

  void Add(MediaSession* session) { sessions_.Add(session); }
  void Add(player::Player* player) { players_.Add(player); }
  /// Removes a session. It is freed with the garbage once the media thread has released it.
  void Remove(std::unique_ptr<MediaSession> session) { sessions_.Remove(std::move(session)); }
  /// Takes a session off the thread, as it is between two ticks, with its sockets; TakeReleased() tells when,
  /// and it may be added again.
  void Freeze(MediaSession* session) { sessions_.Rest(session); }
  void Remove(std::unique_ptr<player::Player> player) { players_.Remove(std::move(player)); }
  /// Hands a session over to another thread, which ticks it as this one would have. False when it stays.
  [[nodiscard]] bool Move(MediaSession* session, Engine& to) { return sessions_.Move(session, to.sessions_); }

  /// What the media thread has released: to be freed when nothing refers to it any more, and frozen sessions.
  struct Released {
    std::vector<std::unique_ptr<MediaSession>> sessions;
    std::vector<std::unique_ptr<player::Player>> players;
    std::vector<MediaSession*> frozen;
  };
  [[nodiscard]] Released TakeReleased();
  /// Removed sessions and players that are not freed yet.
  [[nodiscard]] std::size_t leaving() const noexcept { return sessions_.leaving() + players_.leaving(); }
  /// Nobody is on this thread, and nobody is on the way to it.
  [[nodiscard]] bool is_unused() const noexcept { return sessions_.is_unused() && players_.is_unused(); }
  /// It has had nothing to tick for a while; the JavaScript thread is woken when that begins.
  [[nodiscard]] bool has_rested() const noexcept { return has_rested_.load(std::memory_order_relaxed); }

  /// New commands are waiting.
  void Nudge() noexcept { nudge_.Send(); }
  /// The media thread carries `placement` out as soon as it may, a tick later at most.
  void BeginPlacement(Placement& placement) noexcept;
  /// Waits for what BeginPlacement began.
  void AwaitPlacement() noexcept { placed_.Acquire(); }
  /// Any thread. What a tick takes.
  [[nodiscard]] TickLoad::Reading load() const noexcept { return load_.Newest(); }
  /// Any thread. Ticks that began a whole tick late or later, or were skipped.
  [[nodiscard]] std::uint32_t late_ticks() const noexcept {
    return late_ticks_.load(std::memory_order_relaxed);
  }
  /// Whether the system granted realtime scheduling; false until the thread has asked.
  [[nodiscard]] bool realtime() const noexcept { return realtime_.load(std::memory_order_relaxed); }
  /// Ends the thread and waits for it. Other threads may hand sessions over meanwhile: they stay outside.
  void Stop() noexcept;

 private:
  /// One session of the media thread. Its hot part is reached without it.
  struct Seat {
    explicit Seat(MediaSession& session) noexcept : member(&session), hot(&session.hot()) {}
    MediaSession* member;
    HotSession* hot;
  };
  using Sessions = Roster<MediaSession, Seat>;
  struct PlayerSeat {
    explicit PlayerSeat(player::Player& player) noexcept : member(&player) {}
    player::Player* member;
  };

  Engine(WakeSink& sink, Duration rest, std::unique_ptr<Waiter> waiter,
         std::unique_ptr<DatagramReader> reader);

  // media thread
  void Run() noexcept;
  void HandleNudge(Instant now) noexcept;
  void ApplyChanges() noexcept;
  void ApplyPlacement() noexcept;
  /// Takes in a session from another thread, whose next tick is that of `due`.
  void Receive(MediaSession& session, Instant due) noexcept;
  void SeatArrivals() noexcept;
  /// As Waiter::WaitUntil.
  bool Wait(Instant deadline, Waiter::For what) noexcept;
  /// Until a nudge.
  void Idle(Instant now) noexcept;
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
  void ReadSocketsOf(MediaSession& session) noexcept;
  void PlanReading(Instant now) noexcept;
  void NoticeSleep(Instant now) noexcept;
  /// A tick began then.
  void NoteLateness(Instant began) noexcept;
  /// Whether `member` has something for the JavaScript thread.
  template <class Member>
  void NoteWake(Member& member) noexcept;
  void WakeIfNeeded() noexcept;

  WakeSink& sink_;
  const Duration rest_;
  ThreadNudge nudge_;
  Waiter& waiter_ = nudge_.waiter();
  std::unique_ptr<DatagramReader> reader_;
  Sessions sessions_{nudge_};
  Roster<player::Player, PlayerSeat> players_{nudge_};
  TickLoad load_;

  // media thread
  session::Outbox outbox_;  ///< of one session after the other
  TickPace pace_{TickGrid::OfProcess()};
  Instant next_read_{};
  Instant rested_{};  ///< sockets that are read as datagrams come are left alone until then
  Duration read_every_ = session::Media::kUsualReading;
  bool wake_ = false;
  bool held_back_ = false;  ///< commands that wait for the JavaScript thread are tried again after the tick
  std::uint32_t late_ticks_told_ = 0;
  Duration waited_{};  ///< since the start
  Duration asleep_{};  ///< TimeAsleep() at the newest tick

  std::atomic<bool> stopping_{false};
  std::atomic<bool> realtime_{false};
  std::atomic<bool> has_rested_{false};
  std::atomic<std::uint32_t> late_ticks_{0};
  std::atomic<Placement*> placement_{nullptr};  ///< of whoever waits for placed_
  thread::Semaphore placed_;
  std::optional<thread::Thread> thread_;  // last: starts when all the rest is there
};

}  // namespace sdkpp::engine

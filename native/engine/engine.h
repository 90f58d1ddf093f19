#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "core/base/spsc_ring.h"
#include "engine/media_session.h"
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

/// The media thread of one addon instance: one wake-up per 20 ms tick for all sessions, absolute deadlines.
class Engine {
 public:
  /// Starts the thread; nullptr on failure. `sink` must outlive the engine.
  [[nodiscard]] static std::unique_ptr<Engine> Start(WakeSink& sink);
  /// Stops and joins; sessions still inside are freed.
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // All of these: one thread only, the one that started the engine.

  /// False when 1024 sessions are there already.
  [[nodiscard]] bool Add(MediaSession* session) noexcept;
  /// Removes a session. CollectGarbage() frees it once the media thread has released it.
  void Remove(std::unique_ptr<MediaSession> session);
  /// Frees the sessions that the media thread has released.
  void CollectGarbage();
  /// New commands are waiting.
  void Nudge() noexcept { waiter_->Wake(); }
  /// Gives the media thread a priority (TakePriority) and waits until it has it, a tick at most. 0, or the
  /// system's error number.
  [[nodiscard]] int SetPriority(int priority) noexcept;
  /// Whether the system granted realtime scheduling; false until the thread has asked.
  [[nodiscard]] bool realtime() const noexcept { return realtime_.load(std::memory_order_relaxed); }

 private:
  struct Change {
    MediaSession* session = nullptr;
    bool add = false;
  };
  /// No requested priority, no result: neither is ever this number.
  static constexpr std::int64_t kNone = INT64_MIN;
  static constexpr std::size_t kMaxSessions = Waiter::kMaxSockets;

  Engine(WakeSink& sink, std::unique_ptr<Waiter> waiter);
  void SendRemovals() noexcept;
  void Run() noexcept;
  void ApplyChanges() noexcept;
  void ApplyPriority() noexcept;
  /// One tick of every session; gives the next deadline.
  [[nodiscard]] Instant TickAll(Instant deadline) noexcept;
  /// Waits for datagrams until `deadline` and reads those that come.
  void ReceiveUntil(Instant deadline, Instant now) noexcept;
  void ListSockets() noexcept;
  void NoticeSleep(Instant now) noexcept;
  void WakeIfNeeded() noexcept;

  WakeSink& sink_;
  std::unique_ptr<Waiter> waiter_;
  SpscRing<Change> changes_;
  SpscRing<MediaSession*> released_;
  std::vector<std::unique_ptr<MediaSession>> leaving_;
  std::vector<MediaSession*> unsent_;  ///< of leaving_, those for which `changes_` had no room
  std::size_t added_ = 0;
  std::vector<MediaSession*> sessions_;   // media thread
  std::vector<SocketHandle> sockets_;     // media thread
  std::vector<MediaSession*> listening_;  // media thread; the owners of sockets_
  Instant quiet_until_{};                 // media thread
  Duration asleep_{};                     // media thread; TimeAsleep() at the newest tick
  std::atomic<bool> stopping_{false};
  std::atomic<bool> realtime_{false};
  std::atomic<std::int64_t> requested_priority_{kNone};
  int priority_answer_ = 0;  // written before priority_answered_
  thread::Semaphore priority_answered_;
  std::optional<thread::Thread> thread_;  // last: starts when all the rest is there
};

}  // namespace sdkpp::engine

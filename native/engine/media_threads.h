#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "engine/session_price.h"
#include "engine/thread_plan.h"
#include "engine/thread_share.h"

namespace sdkpp::engine {

/// The media threads of one addon instance. There is one as long as it suffices, because every further one
/// costs each session a little; another one starts when one is full, and ends when nobody has been on it for
/// a while. Sessions move between them; a player stays on its thread, with the sessions that play it.
/// JavaScript thread.
class MediaThreads {
 public:
  /// The most that a process may have of them.
  static constexpr std::size_t kMost = 64;

  /// nullptr when the first thread cannot be started. `sink` must outlive it. `rest`: how long a thread
  /// stays unused.
  [[nodiscard]] static std::unique_ptr<MediaThreads> Start(WakeSink& sink, Duration rest = Engine::kRest);
  /// Stops and joins; sessions and players still inside are freed.
  ~MediaThreads();
  MediaThreads(const MediaThreads&) = delete;
  MediaThreads& operator=(const MediaThreads&) = delete;

  /// How many threads the process may have: 1 to kMost. Those that are there stay.
  void SetLimit(std::size_t limit) noexcept { limit_ = limit; }

  void Add(MediaSession* session);
  /// `complexity`: of its encoder, 0 to 10.
  void Add(player::Player* player, int complexity);
  /// What the session sends from now on: it may move to where there is room for that.
  void SetSends(MediaSession* session, Sends sends);
  /// The session sends what this player plays, and goes where that is.
  void Follow(MediaSession* session, const player::Player* player);
  /// Of its encoder, 0 to 10.
  void SetComplexity(MediaSession* session, int complexity);
  void Remove(std::unique_ptr<MediaSession> session);
  void Remove(std::unique_ptr<player::Player> player);
  /// Takes a session off its thread, as it is between two ticks: nothing is sent or read any more, what
  /// arrives waits in its sockets, and commands wait too. TakeReleased() tells when it is frozen: until
  /// Thaw(), it is its owner's alone.
  void Freeze(MediaSession* session);
  /// A session that is frozen from the beginning.
  void AddFrozen(MediaSession* session) { resting_.emplace(session, Resting{.tenant = {session}}); }
  /// Nothing of it is on a thread.
  [[nodiscard]] bool IsFrozen(const MediaSession* session) const;
  /// A frozen session goes on, on the thread with the most room.
  void Thaw(MediaSession* session);
  /// New commands are waiting.
  void Nudge(const MediaSession* session) noexcept {
    if (!resting_.contains(session)) EngineOf(session).Nudge();
  }
  void Nudge(const player::Player* player) noexcept { EngineOf(player).Nudge(); }

  /// What media threads have released; the caller frees what ended. Frozen ones are named once.
  [[nodiscard]] Engine::Released TakeReleased();
  /// Moves sessions from threads that are full, starts threads for them, and ends unused ones. Where that
  /// does not help, encoders whose complexity nobody asked for use less, and then nothing more is admitted.
  void Balance(Instant now);
  /// False while all threads have too much to do, or will have with those who came last, and nothing is left
  /// to be done about it.
  [[nodiscard]] bool Admits();

  /// What was done about a thread that had too much to do.
  enum class Relief : std::uint8_t {
    kMoved,     ///< sessions went to other threads
    kOpened,    ///< another thread was started
    kReduced,   ///< encoders use less of it
    kRefusing,  ///< nothing more is admitted
    kStarved,   ///< nothing: it is late because others had the processor
  };
  struct LoadEvent {
    std::size_t thread = 0;  ///< counted from 0
    std::size_t members = 0;
    Duration tick{};               ///< processor time
    std::uint32_t late_ticks = 0;  ///< since the event before
    Relief relief = Relief::kMoved;
  };
  /// What Balance did, once a second at most: the most that it had to do since.
  [[nodiscard]] std::optional<LoadEvent> TakeLoadEvent(Instant now);

  /// Gives all threads, present and future ones, a priority (TakePriority); returns when they have it. 0, or
  /// the system's error number.
  [[nodiscard]] int SetPriority(int priority);
  /// Binds them to processors (TakeProcessors); answers as SetPriority does.
  [[nodiscard]] int SetProcessors(std::uint64_t mask);

  struct Report {
    std::size_t members = 0;       ///< sessions and players
    Duration tick{};               ///< processor time of one
    std::uint32_t late_ticks = 0;  ///< that began 20 ms late or later
    bool is_overloaded = false;
  };
  [[nodiscard]] std::vector<Report> Reports() const;

 private:
  using Id = ThreadPlan::Thread;
  struct Thread {
    ThreadShare share;
    std::unique_ptr<Engine> engine;
    std::uint32_t late_ticks = 0;  ///< at the Balance before
  };
  /// A session, besides where it is.
  struct Tenant {
    MediaSession* session;
    Sends sends = Sends::kNothing;
    int complexity = 10;
    bool is_pinned = false;         ///< somebody asked for that complexity
    bool is_reduced = false;        ///< it uses kReducedComplexity at most
    const void* follows = nullptr;  ///< a player
    std::uint64_t received = 0;     ///< packets, at the time of looked_at
    Instant looked_at{};
    Duration receiving{};

    [[nodiscard]] bool encodes() const noexcept {
      return sends == Sends::kSamples || sends == Sends::kMicrophone;
    }
    [[nodiscard]] Duration Price() const noexcept {
      return SendPrice(sends, is_reduced ? kReducedComplexity : complexity) + receiving;
    }
  };
  /// A session that is frozen, or about to be.
  struct Resting {
    Tenant tenant;
    bool is_under_way = false;                        ///< its thread has not released it yet
    std::unique_ptr<MediaSession> removed = nullptr;  ///< meanwhile
  };
  using Placement = Engine::Placement;
  /// Half of the work, and hard to tell apart.
  static constexpr int kReducedComplexity = 5;

  MediaThreads(WakeSink& sink, Duration rest) noexcept : sink_(sink), rest_(rest) {}
  [[nodiscard]] bool Open(ThreadShare share);
  [[nodiscard]] bool OpenAnother();
  [[nodiscard]] Engine& EngineOf(const void* member) const noexcept {
    return *threads_.at(plan_.ThreadOf(member)).engine;
  }
  [[nodiscard]] Engine& Forget(MediaSession* session);
  [[nodiscard]] Tenant& TenantOf(MediaSession* session);
  void Seat(const Tenant& tenant);
  void NoteFrozen(MediaSession* session, Engine::Released& all);
  void Measure();
  /// Where a newcomer of this price goes.
  [[nodiscard]] Id PlaceFor(Duration price);
  void Reprice(const Tenant& tenant);
  [[nodiscard]] bool Move(MediaSession* session, Id to);
  /// A session goes to the thread of the player that it follows.
  [[nodiscard]] bool Join(const Tenant& tenant);
  void LearnPrices(Instant now);
  void Spread();
  void EndUnused();
  void Relieve();
  [[nodiscard]] static bool Limit(MediaSession& session, int complexity);
  /// Encoders of that thread use less. False when there is none that may.
  [[nodiscard]] bool Reduce(Id id);
  void NoteStarved();
  void Note(Id id, Relief relief);
  [[nodiscard]] int Place(std::optional<Placement>& kept, Placement placement);
  [[nodiscard]] int PlaceAll(const Placement& placement);

  WakeSink& sink_;
  const Duration rest_;
  std::size_t limit_ = 1;
  Id next_id_ = 0;
  std::map<Id, Thread> threads_;  ///< the first one stays
  ThreadPlan plan_;
  std::unordered_map<const void*, Tenant> tenants_;
  std::unordered_map<const MediaSession*, Resting> resting_;
  std::vector<std::unique_ptr<MediaSession>> removed_;  ///< while they were frozen
  std::vector<MediaSession*> astray_;                   ///< they are not on the thread of their player yet
  std::optional<LoadEvent> event_;                      ///< not told yet
  std::optional<Instant> told_at_;
  std::uint32_t late_told_ = 0;        ///< late ticks of all threads that were told
  std::optional<Placement> priority_;  ///< that the threads were granted
  std::optional<Placement> processors_;
};

}  // namespace sdkpp::engine

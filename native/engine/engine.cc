#include "engine/engine.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/crypto/thread_state.h"

namespace sdkpp::engine {

namespace {
/// After a stall this long ticks are skipped instead of sent in a burst.
constexpr Duration kStall = std::chrono::milliseconds(100);
/// Datagrams are read at most this often, so that a hundred speakers do not cost a wake-up per packet.
constexpr Duration kReceiveQuantum = std::chrono::milliseconds(2);
/// Without sessions the thread only waits to be woken.
constexpr Duration kIdleWait = std::chrono::hours(1);
/// A sleep of the machine this long may have changed its addresses.
constexpr Duration kSleep = std::chrono::seconds(5);
}  // namespace

Engine::Engine(WakeSink& sink, std::unique_ptr<Waiter> waiter)
    : sink_(sink), waiter_(std::move(waiter)), changes_(2 * kMaxSessions), released_(2 * kMaxSessions) {
  sessions_.reserve(kMaxSessions);
  sockets_.reserve(kMaxSessions);
  listening_.reserve(kMaxSessions);
}

std::unique_ptr<Engine> Engine::Start(WakeSink& sink) {
  auto waiter = Waiter::Create();
  if (!waiter) return nullptr;
  std::unique_ptr<Engine> engine(new Engine(sink, std::move(waiter)));
  auto started =
      thread::Thread::Start([](void* raw) noexcept { static_cast<Engine*>(raw)->Run(); }, engine.get());
  if (!started) return nullptr;
  engine->thread_.emplace(std::move(*started));
  return engine;
}

Engine::~Engine() {
  stopping_.store(true, std::memory_order_release);
  waiter_->Wake();
  thread_.reset();
}

bool Engine::Add(MediaSession* session) noexcept {
  SendRemovals();
  if (added_ >= kMaxSessions || !changes_.Push({session, true})) return false;
  ++added_;
  Nudge();
  return true;
}

void Engine::Remove(std::unique_ptr<MediaSession> session) {
  unsent_.push_back(session.get());
  leaving_.push_back(std::move(session));
  --added_;
  SendRemovals();
  Nudge();
}

void Engine::SendRemovals() noexcept {
  const auto sent = std::ranges::find_if(unsent_, [&](MediaSession* session) {
    return !changes_.Push({session, false});
  });
  unsent_.erase(unsent_.begin(), sent);
}

void Engine::CollectGarbage() {
  SendRemovals();
  while (const auto released = released_.Pop()) {
    std::erase_if(leaving_, [&](const auto& each) { return each.get() == *released; });
  }
}

int Engine::SetPriority(int priority) noexcept {
  requested_priority_.store(priority, std::memory_order_release);
  Nudge();
  priority_answered_.Acquire();
  return priority_answer_;
}

void Engine::ApplyPriority() noexcept {
  const std::int64_t request = requested_priority_.exchange(kNone, std::memory_order_acquire);
  if (request == kNone) return;
  const int error = TakePriority(static_cast<int>(request));
  if (error == 0) realtime_.store(false, std::memory_order_relaxed);
  priority_answer_ = error;
  priority_answered_.Release();
}

void Engine::Run() noexcept {
  crypto::PrepareThread();
  realtime_.store(BecomeRealtime(), std::memory_order_relaxed);
  asleep_ = TimeAsleep();
  Instant deadline = Now() + kBlockDuration;
  while (!stopping_.load(std::memory_order_acquire)) {
    ApplyPriority();
    ApplyChanges();
    const Instant now = Now();
    for (MediaSession* session : sessions_) session->RunCommands(now);
    WakeIfNeeded();
    if (sessions_.empty()) {
      waiter_->WaitUntil(now + kIdleWait, {});
      deadline = Now() + kBlockDuration;
    } else if (now >= deadline) {
      deadline = TickAll(deadline);
    } else {
      ReceiveUntil(deadline, now);
    }
  }
}

void Engine::NoticeSleep(Instant now) noexcept {
  const Duration asleep = TimeAsleep();
  if (asleep - asleep_ >= kSleep) {
    for (MediaSession* session : sessions_) session->HandleWoke(now);
  }
  asleep_ = asleep;
}

Instant Engine::TickAll(Instant deadline) noexcept {
  NoticeSleep(Now());
  for (MediaSession* session : sessions_) session->Tick(Now(), deadline);
  const Instant next = deadline + kBlockDuration;
  return Now() - next >= kStall ? Now() + kBlockDuration : next;
}

void Engine::ReceiveUntil(Instant deadline, Instant now) noexcept {
  if (now < quiet_until_) {
    waiter_->WaitUntil(std::min(deadline, quiet_until_), {});
    return;
  }
  ListSockets();
  if (!waiter_->WaitUntil(deadline, sockets_)) return;
  const Instant arrived = Now();
  for (std::size_t at = 0; at < listening_.size(); ++at) {
    if (waiter_->IsReadable(at)) listening_[at]->Receive(arrived);
  }
  quiet_until_ = arrived + kReceiveQuantum;
}

void Engine::ApplyChanges() noexcept {
  while (const auto change = changes_.Pop()) {
    if (change->add) {
      sessions_.push_back(change->session);
      continue;
    }
    std::erase(sessions_, change->session);
    (void)released_.Push(static_cast<MediaSession*>(change->session));
    sink_.Wake();
  }
}

void Engine::ListSockets() noexcept {
  sockets_.clear();
  listening_.clear();
  for (MediaSession* session : sessions_) {
    if (session->socket() == kNoSocket) continue;
    sockets_.push_back(session->socket());
    listening_.push_back(session);
  }
}

void Engine::WakeIfNeeded() noexcept {
  bool wake = false;
  for (MediaSession* session : sessions_) wake = session->TakeWake() || wake;
  if (wake) sink_.Wake();
}

}  // namespace sdkpp::engine

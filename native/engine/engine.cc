#include "engine/engine.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/crypto/thread_state.h"
#include "engine/clock.h"
#include "engine/placement.h"
#include "engine/thread_plan.h"

namespace sdkpp::engine {

namespace {
/// What is read as it comes is read at most this often, so that a hundred speakers do not cost a wake-up per
/// packet.
constexpr Duration kReceiveQuantum = std::chrono::milliseconds(2);
/// Without sessions the thread only waits to be woken.
constexpr Duration kIdleWait = std::chrono::hours(1);
/// A sleep of the machine this long may have changed its addresses.
constexpr Duration kSleep = std::chrono::seconds(5);
}  // namespace

Engine::Engine(WakeSink& sink, Duration rest, std::unique_ptr<Waiter> waiter,
               std::unique_ptr<DatagramReader> reader)
    : sink_(sink), rest_(rest), nudge_(std::move(waiter)), reader_(std::move(reader)) {}

std::unique_ptr<Engine> Engine::Start(WakeSink& sink, Duration rest) {
  auto waiter = Waiter::Create();
  auto reader = DatagramReader::Create();
  if (!waiter || !reader) return nullptr;
  std::unique_ptr<Engine> engine(new Engine(sink, rest, std::move(waiter), std::move(reader)));
  auto started =
      thread::Thread::Start([](void* raw) noexcept { static_cast<Engine*>(raw)->Run(); }, engine.get());
  if (!started) return nullptr;
  engine->thread_.emplace(std::move(*started));
  return engine;
}

Engine::~Engine() { Stop(); }

void Engine::Stop() noexcept {
  stopping_.store(true, std::memory_order_release);
  waiter_.Wake();
  thread_.reset();
}

Engine::Released Engine::TakeReleased() {
  Released released;
  for (auto& each : sessions_.TakeReleased()) {
    if (each.owned) {
      released.sessions.push_back(std::move(each.owned));
    } else {
      released.frozen.push_back(each.member);
    }
  }
  for (auto& each : players_.TakeReleased()) released.players.push_back(std::move(each.owned));
  return released;
}

void Engine::BeginPlacement(Placement& placement) noexcept {
  placement_.store(&placement, std::memory_order_release);
  nudge_.Send();
}

void Engine::ApplyPlacement() noexcept {
  Placement* placement = placement_.exchange(nullptr, std::memory_order_acquire);
  if (placement == nullptr) return;
  placement->answer = placement->take(placement->value);
  if (placement->ends_realtime && placement->answer == 0) realtime_.store(false, std::memory_order_relaxed);
  placed_.Release();
}

void Engine::Run() noexcept {
  crypto::PrepareThread();
  realtime_.store(BecomeRealtime(), std::memory_order_relaxed);
  asleep_ = TimeAsleep();
  pace_.Restart(Now());
  load_.Restart(ThreadTime(waited_));
  while (!stopping_.load(std::memory_order_acquire)) {
    if (nudge_.Take()) HandleNudge(Now());
    WakeIfNeeded();  // before anything waits
    const Instant now = Now();
    if (IsIdle()) {
      Idle(now);
    } else if (now >= pace_.due()) {
      ReadSockets(now);
      TickAll();
      PlanReading(Now());
    } else if (read_every_ > Duration::zero() && now >= next_read_) {
      ReadSockets(now);
      PlanReading(now);
    } else {
      Rest(now);
    }
  }
}

bool Engine::Wait(Instant deadline, Waiter::For what) noexcept {
  const Instant began = Now();
  const bool datagrams = waiter_.WaitUntil(deadline, what);
  waited_ += Now() - began;
  return datagrams;
}

void Engine::Idle(Instant now) noexcept {
  load_.Rest();
  const Instant until = now + (has_rested() ? kIdleWait : rest_);
  (void)Wait(until, Waiter::For::kDeadline);
  const Instant woken = Now();
  if (woken >= until) wake_ = !has_rested_.exchange(true, std::memory_order_relaxed) || wake_;
  pace_.Restart(woken);
  reader_->Begin(woken);
  load_.Restart(ThreadTime(waited_));
}

void Engine::HandleNudge(Instant now) noexcept {
  NoticeSleep(now);  // before anything is sent
  ApplyPlacement();
  ApplyChanges();
  for (const PlayerSeat& seat : players_.seats()) {
    seat.member->HandleCommands();
    NoteWake(*seat.member);
  }
  for (const Seat& seat : sessions_.seats()) {
    MediaSession& session = *seat.member;
    held_back_ = !session.RunCommands(now) || held_back_;
    if (session.is_urgent()) session.SendUrgent(Now(), outbox_);  // commands take their time
    NoteWake(session);
    read_every_ = std::min(read_every_, session.read_every());
  }
  PlanReading(now);
}

void Engine::Rest(Instant now) noexcept {
  const bool as_they_come = read_every_ == Duration::zero();
  const Instant until = as_they_come ? rested_ : next_read_;
  if (now < until) {
    (void)Wait(std::min(pace_.due(), until), Waiter::For::kDeadline);
  } else if (Wait(pace_.due(), Waiter::For::kDatagram)) {
    const Instant arrived = Now();
    ReadSockets(arrived);
    rested_ = arrived + kReceiveQuantum;
  }
}

/// Sockets are read a whole number of steps before the deadline, the last time right before the tick.
void Engine::PlanReading(Instant now) noexcept {
  if (read_every_ == Duration::zero()) return;
  const auto steps = (pace_.due() - now - Duration(1)) / read_every_;
  next_read_ = pace_.due() - read_every_ * std::max<Duration::rep>(steps, 0);
}

void Engine::NoticeSleep(Instant now) noexcept {
  const Duration asleep = TimeAsleep();
  const Duration slept = asleep - std::exchange(asleep_, asleep);
  if (slept < session::StallWatch::kStandstill) return;
  for (const Seat& seat : sessions_.seats()) {
    seat.member->HandleSlept(slept);
    if (slept >= kSleep) seat.member->HandleWoke(now);
  }
}

void Engine::TickAll() noexcept {
  const Instant began = Now();
  NoticeSleep(began);
  NoteLateness(began);
  read_every_ = session::Media::kUsualReading;
  TickPlayers();
  const auto& seats = sessions_.seats();
  for (std::size_t at = 0; at < seats.size(); ++at) {
    const Seat& seat = seats[at];
    Prefetch(at);
    if (!TickFast(seat)) TickSlow(*seat.member);
    read_every_ = std::min(read_every_, seat.hot->read_every);
  }
  if (std::exchange(held_back_, false)) nudge_.Remember();
  pace_.Ticked(began, Now());
  has_rested_.store(false, std::memory_order_relaxed);
  SeatArrivals();
  if (!load_.Ticked(ThreadTime(waited_))) return;
  const bool late = std::exchange(late_ticks_told_, late_ticks()) != late_ticks();
  wake_ = late || load_.Newest().tick > ThreadPlan::kFull || wake_;
}

void Engine::NoteLateness(Instant began) noexcept {
  const auto late = (began - pace_.deadline()) / kBlockDuration;
  if (late > 0) late_ticks_.fetch_add(static_cast<std::uint32_t>(late), std::memory_order_relaxed);
}

/// Before the sessions, which take the frames that are made here.
void Engine::TickPlayers() noexcept {
  for (const PlayerSeat& seat : players_.seats()) {
    seat.member->Tick();
    NoteWake(*seat.member);
  }
}

bool Engine::IsIdle() const noexcept {
  return sessions_.empty() && std::ranges::none_of(players_.seats(), [](const PlayerSeat& seat) {
           return seat.member->needs_ticks();
         });
}

/// False when the session has to tick itself.
bool Engine::TickFast(const Seat& seat) noexcept {
  const Instant now = Now();
  const auto room = outbox_.Claim();
  const auto size = seat.hot->path.Tick(now, pace_.deadline(), room);
  if (!size || *size == 0) return size.has_value();
  const auto datagram = room.first(*size);
  const auto result = SendDatagram(seat.hot->socket, datagram);
  if (result != session::SendResult::kSent) seat.member->HandleUnsent(datagram, result, now);
  return true;
}

void Engine::TickSlow(MediaSession& session) noexcept {
  session.Tick(Now(), pace_.deadline(), outbox_);
  NoteWake(session);
}

/// Many sessions do not fit the caches: what the next ones need is on its way while this one ticks.
void Engine::Prefetch(std::size_t at) noexcept {
  constexpr std::size_t kHot = 8;
  const auto& seats = sessions_.seats();
  if (at + kHot < seats.size()) PrefetchLines(seats[at + kHot].hot, sizeof(HotSession));
  PrefetchAhead(at, seats.size(), [&](std::size_t position, Ahead ahead) noexcept {
    const auto& [session, hot] = seats[position];
    hot->path.active() ? hot->path.Prefetch(ahead) : session->Prefetch(ahead);
  });
}

void Engine::ReadSockets(Instant now) noexcept {
  reader_->Begin(now);
  // A session that still has datagrams after its share is named again: so the rounds are counted.
  const std::size_t rounds = sessions_.seats().size() / Waiter::kReady + 1;
  for (std::size_t round = 0; round < rounds; ++round) {
    const auto ready = waiter_.TakeReady();
    if (!ready) {
      for (const Seat& seat : sessions_.seats()) ReadSocketsOf(*seat.member);
      break;
    }
    for (void* owner : *ready) ReadSocketsOf(*static_cast<MediaSession*>(owner));
    if (ready->size() < Waiter::kReady) break;
  }
}

void Engine::ReadSocketsOf(MediaSession& session) noexcept {
  session.Receive(*reader_);
  NoteWake(session);
}

void Engine::ApplyChanges() noexcept {
  const bool sessions_changed = sessions_.ApplyChanges(
      pace_.deadline(), [this](MediaSession& session) { session.Enter(waiter_); },
      [](MediaSession& session) { session.Leave(); }, [](MediaSession& session) { session.Part(); });
  const auto nothing = [](player::Player&) {};
  const bool players_changed = players_.ApplyChanges(pace_.deadline(), nothing, nothing, nothing);
  wake_ = sessions_changed || players_changed || wake_;
  SeatArrivals();
}

void Engine::SeatArrivals() noexcept {
  const auto arrived = [this](MediaSession& session, Instant due) { Receive(session, due); };
  if (!sessions_.SeatArrivals(pace_.deadline(), arrived)) return;
  wake_ = true;
  nudge_.Remember();  // commands that came meanwhile
}

void Engine::Receive(MediaSession& session, Instant due) noexcept {
  session.Enter(waiter_);
  pace_.MakeUp(due, [&](Instant deadline) { session.Tick(Now(), deadline, outbox_); });
  NoteWake(session);
}

template <class Member>
void Engine::NoteWake(Member& member) noexcept {
  if (!member.TakeWake()) return;
  sink_.woken.Add(member.woken());
  wake_ = true;
}

void Engine::WakeIfNeeded() noexcept {
  if (std::exchange(wake_, false)) sink_.Wake();
}

}  // namespace sdkpp::engine

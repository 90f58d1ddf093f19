#include "engine/media_threads.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <iterator>
#include <utility>

#include "engine/clock.h"
#include "engine/placement.h"

namespace sdkpp::engine {

namespace {
/// Sessions that move at once: each costs its threads some system calls within a tick.
constexpr std::size_t kMovesAtOnce = 64;
}  // namespace

std::unique_ptr<MediaThreads> MediaThreads::Start(WakeSink& sink, Duration rest) {
  std::unique_ptr<MediaThreads> threads(new MediaThreads(sink, rest));
  return threads->Open(ThreadShare::OfFirst()) ? std::move(threads) : nullptr;
}

/// All of them stop before one is gone: they may be handing sessions over to each other.
MediaThreads::~MediaThreads() {
  for (auto& [id, thread] : threads_) thread.engine->Stop();
}

bool MediaThreads::Open(ThreadShare share) {
  auto engine = Engine::Start(sink_, rest_);
  if (!engine) return false;
  threads_.emplace(next_id_, Thread{.share = std::move(share), .engine = std::move(engine)});
  plan_.Open(next_id_++);
  return true;
}

bool MediaThreads::OpenAnother() {
  auto share = ThreadShare::OfFurther(limit_);
  if (!share || !Open(std::move(*share))) return false;
  Engine& engine = *threads_.rbegin()->second.engine;
  for (auto granted : {priority_, processors_}) {
    if (!granted) continue;
    engine.BeginPlacement(*granted);
    engine.AwaitPlacement();
  }
  return true;
}

// Members ---------------------------------------------------------------------------------------------------

void MediaThreads::Measure() {
  for (const auto& [id, thread] : threads_) plan_.Measured(id, thread.engine->load());
}

MediaThreads::Id MediaThreads::PlaceFor(Duration price) {
  Measure();
  if (plan_.HasNoRoomFor(price)) (void)OpenAnother();
  return plan_.Roomiest();
}

void MediaThreads::Add(MediaSession* session) { Seat({.session = session}); }

void MediaThreads::Seat(const Tenant& tenant) {
  MediaSession* session = tenant.session;
  tenants_.emplace(session, tenant);
  const Id id = PlaceFor(tenant.Price());
  plan_.Add(session, id, tenant.Price(), tenant.follows == nullptr);
  threads_.at(id).engine->Add(session);
  if (tenant.follows != nullptr && !Join(tenant)) astray_.push_back(session);
}

void MediaThreads::Add(player::Player* player, int complexity) {
  const Duration price = SendPrice(Sends::kSamples, complexity);
  const Id id = PlaceFor(price);
  plan_.Add(player, id, price, false);
  threads_.at(id).engine->Add(player);
}

void MediaThreads::Remove(std::unique_ptr<MediaSession> session) {
  const auto resting = resting_.find(session.get());
  if (resting == resting_.end()) return Forget(session.get()).Remove(std::move(session));
  if (resting->second.is_under_way) {
    resting->second.removed = std::move(session);
  } else {
    resting_.erase(resting);
    removed_.push_back(std::move(session));
  }
}

void MediaThreads::Freeze(MediaSession* session) {
  resting_.emplace(session, Resting{.tenant = tenants_.at(session), .is_under_way = true});
  Forget(session).Freeze(session);
}

bool MediaThreads::IsFrozen(const MediaSession* session) const {
  const auto resting = resting_.find(session);
  return resting != resting_.end() && !resting->second.is_under_way;
}

void MediaThreads::Thaw(MediaSession* session) {
  const Tenant tenant = resting_.at(session).tenant;
  resting_.erase(session);
  session->HandleThawed(Now());
  Seat(tenant);
}

/// On a thread, or resting.
MediaThreads::Tenant& MediaThreads::TenantOf(MediaSession* session) {
  const auto resting = resting_.find(session);
  return resting == resting_.end() ? tenants_.at(session) : resting->second.tenant;
}

/// @returns the engine that it is on
Engine& MediaThreads::Forget(MediaSession* session) {
  Engine& engine = EngineOf(session);
  std::erase(astray_, session);
  plan_.Remove(session);
  tenants_.erase(session);
  return engine;
}

void MediaThreads::Remove(std::unique_ptr<player::Player> player) {
  Engine& engine = EngineOf(player.get());
  plan_.Remove(player.get());
  const auto leave = [&](Tenant& tenant) {
    if (tenant.follows == player.get()) tenant.follows = nullptr;
  };
  for (auto& [key, tenant] : tenants_) leave(tenant);
  for (auto& [key, resting] : resting_) leave(resting.tenant);
  engine.Remove(std::move(player));
}

void MediaThreads::SetSends(MediaSession* session, Sends sends) {
  Tenant& tenant = TenantOf(session);
  tenant.sends = sends;
  tenant.follows = nullptr;
  Reprice(tenant);
}

void MediaThreads::Follow(MediaSession* session, const player::Player* player) {
  Tenant& tenant = TenantOf(session);
  tenant.sends = Sends::kPackets;
  tenant.follows = player;
  if (resting_.contains(session)) return;
  plan_.SetPrice(session, tenant.Price(), false);
  if (!Join(tenant)) astray_.push_back(session);
}

/// False when it has to be tried again: it is under way to another thread.
bool MediaThreads::Join(const Tenant& tenant) {
  const Id to = plan_.ThreadOf(tenant.follows);
  return plan_.ThreadOf(tenant.session) == to || Move(tenant.session, to);
}

void MediaThreads::SetComplexity(MediaSession* session, int complexity) {
  Tenant& tenant = TenantOf(session);
  tenant.complexity = complexity;
  tenant.is_pinned = true;
  if (tenant.is_reduced && Limit(*session, 10)) tenant.is_reduced = false;
  if (tenant.follows == nullptr) Reprice(tenant);
}

/// Before its new sound begins is the best time to move.
void MediaThreads::Reprice(const Tenant& tenant) {
  MediaSession* session = tenant.session;
  if (resting_.contains(session)) return;
  plan_.SetPrice(session, tenant.Price(), true);
  const Id at = plan_.ThreadOf(session);
  if (!plan_.IsFull(at) || plan_.MembersOf(at) == 1) return;
  const Id to = PlaceFor(tenant.Price());
  if (plan_.LoadOf(to) + tenant.Price() < plan_.LoadOf(at)) (void)Move(session, to);
}

bool MediaThreads::Move(MediaSession* session, Id to) {
  Engine& from = EngineOf(session);
  Engine& target = *threads_.at(to).engine;
  if (&from == &target || !from.Move(session, target)) return false;
  plan_.Moved(session, to);
  target.Nudge();  // commands that the thread before has not seen
  return true;
}

// Balance ---------------------------------------------------------------------------------------------------

Engine::Released MediaThreads::TakeReleased() {
  Engine::Released all;
  all.sessions = std::exchange(removed_, {});
  for (const auto& [id, thread] : threads_) {
    Engine::Released released = thread.engine->TakeReleased();
    std::ranges::move(released.sessions, std::back_inserter(all.sessions));
    std::ranges::move(released.players, std::back_inserter(all.players));
    for (MediaSession* session : released.frozen) NoteFrozen(session, all);
  }
  return all;
}

void MediaThreads::NoteFrozen(MediaSession* session, Engine::Released& all) {
  Resting& resting = resting_.at(session);
  resting.is_under_way = false;
  if (resting.removed == nullptr) return all.frozen.push_back(session);
  all.sessions.push_back(std::move(resting.removed));
  resting_.erase(session);
}

void MediaThreads::Balance(Instant now) {
  std::erase_if(astray_, [this](MediaSession* session) {
    const Tenant& tenant = tenants_.at(session);
    return tenant.follows == nullptr || Join(tenant);
  });
  Measure();
  if (limit_ > 1 && plan_.WantsThread()) {
    LearnPrices(now);
    Spread();
    if (plan_.WantsThread() && OpenAnother()) {
      Note(plan_.Fullest(), Relief::kOpened);
      Spread();
    }
  }
  Relieve();
  NoteStarved();
  EndUnused();
}

// Overload --------------------------------------------------------------------------------------------------

/// Many may come before a measurement has seen the first of them.
bool MediaThreads::Admits() {
  Measure();
  const Id id = plan_.Roomiest();
  if (plan_.IsSpokenFor(id) && Reduce(id)) Note(id, Relief::kReduced);
  if (!plan_.IsOverloaded(id) && !plan_.IsSpokenFor(id)) return true;
  Note(id, Relief::kRefusing);
  return false;
}

/// Each newcomer may be one that can use less: what that saves has to be enough.
void MediaThreads::Relieve() {
  for (const auto& [id, thread] : threads_) {
    if (!plan_.IsOverloaded(id)) continue;
    const bool is_relieved = Reduce(id) && plan_.Relieved(id);
    Note(id, is_relieved ? Relief::kReduced : Relief::kRefusing);
  }
}

/// False when the session has no room for commands.
bool MediaThreads::Limit(MediaSession& session, int complexity) {
  return session.Push(session::MediaCommand(session::command::LimitComplexity{complexity}));
}

bool MediaThreads::Reduce(Id id) {
  bool any = false;
  for (auto& [key, tenant] : tenants_) {
    const bool may = tenant.encodes() && !tenant.is_pinned && !tenant.is_reduced;
    if (!may || plan_.ThreadOf(key) != id) continue;
    if (!Limit(*tenant.session, kReducedComplexity)) continue;
    tenant.is_reduced = true;
    plan_.SetPrice(key, tenant.Price(), true);
    Nudge(tenant.session);
    any = true;
  }
  return any;
}

/// Late with little processor time: others have it.
void MediaThreads::NoteStarved() {
  /// Fewer happen on any machine.
  constexpr std::uint32_t kMany = 3;
  for (auto& [id, thread] : threads_) {
    const std::uint32_t late = thread.engine->late_ticks();
    const std::uint32_t more = late - std::exchange(thread.late_ticks, late);
    if (more >= kMany && thread.engine->load().tick <= ThreadPlan::kOverload) Note(id, Relief::kStarved);
  }
}

/// One event stands for all until it is told: the one that says most.
void MediaThreads::Note(Id id, Relief relief) {
  const auto rank = [](Relief of) { return of == Relief::kStarved ? 0 : 1 + static_cast<int>(of); };
  if (event_ && rank(event_->relief) > rank(relief)) return;
  const auto place = std::distance(threads_.begin(), threads_.find(id));
  event_ = LoadEvent{.thread = static_cast<std::size_t>(place),
                     .members = plan_.MembersOf(id),
                     .tick = threads_.at(id).engine->load().tick,
                     .relief = relief};
}

std::optional<MediaThreads::LoadEvent> MediaThreads::TakeLoadEvent(Instant now) {
  constexpr Duration kEvery = std::chrono::seconds(1);
  if (!event_ || (told_at_ && now - *told_at_ < kEvery)) return std::nullopt;
  told_at_ = now;
  std::uint32_t late = 0;
  for (const auto& [id, thread] : threads_) late += thread.engine->late_ticks();
  event_->late_ticks = late - std::min(late, std::exchange(late_told_, late));
  return std::exchange(event_, std::nullopt);
}

// Threads ---------------------------------------------------------------------------------------------------

/// What those on full threads receive.
void MediaThreads::LearnPrices(Instant now) {
  for (auto& [key, tenant] : tenants_) {
    if (!plan_.IsFull(plan_.ThreadOf(key))) continue;
    const std::uint64_t received = tenant.session->stats().packets_received;
    const Duration since = now - std::exchange(tenant.looked_at, now);
    const auto packets = static_cast<double>(received - std::exchange(tenant.received, received));
    const double ticks = std::max<double>(1, std::chrono::duration<double>(since) / kBlockDuration);
    tenant.receiving = std::chrono::duration_cast<Duration>(kReceivePrice * (packets / ticks));
    plan_.Learn(key, tenant.Price());
  }
}

void MediaThreads::Spread() {
  for (std::size_t moves = 0; moves < kMovesAtOnce; ++moves) {
    const auto move = plan_.NextMove();
    if (!move || !Move(tenants_.at(move->member).session, move->to)) return;
    Note(move->from, Relief::kMoved);
  }
}

void MediaThreads::EndUnused() {
  for (auto each = std::next(threads_.begin()); each != threads_.end();) {
    const auto& [id, thread] = *each;
    const bool ends = thread.engine->is_unused() && thread.engine->has_rested();
    if (ends) plan_.Close(id);
    each = ends ? threads_.erase(each) : std::next(each);
  }
}

std::vector<MediaThreads::Report> MediaThreads::Reports() const {
  std::vector<Report> reports;
  reports.reserve(threads_.size());
  for (const auto& [id, thread] : threads_) {
    reports.push_back({.members = plan_.MembersOf(id),
                       .tick = thread.engine->load().tick,
                       .late_ticks = thread.engine->late_ticks(),
                       .is_overloaded = plan_.IsOverloaded(id)});
  }
  return reports;
}

// Placement -------------------------------------------------------------------------------------------------

int MediaThreads::SetPriority(int priority) {
  const auto take = [](std::uint64_t value) noexcept { return TakePriority(static_cast<int>(value)); };
  return Place(priority_,
               {.take = take, .value = static_cast<std::uint64_t>(priority), .ends_realtime = true});
}

int MediaThreads::SetProcessors(std::uint64_t mask) {
  return Place(processors_, {.take = TakeProcessors, .value = mask});
}

int MediaThreads::Place(std::optional<Placement>& kept, Placement placement) {
  const int error = PlaceAll(placement);
  if (error == 0) kept = placement;
  return error;
}

/// All begin before the first is waited for: they take a tick together.
int MediaThreads::PlaceAll(const Placement& placement) {
  std::deque<Placement> placements;
  for (const auto& [id, thread] : threads_) {
    thread.engine->BeginPlacement(placements.emplace_back(placement));
  }
  int error = 0;
  auto answer = placements.begin();
  for (const auto& [id, thread] : threads_) {
    thread.engine->AwaitPlacement();
    const int answered = (answer++)->answer;
    error = error == 0 ? answered : error;
  }
  return error;
}

}  // namespace sdkpp::engine

#include "engine/media_threads.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <utility>

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
  threads_.emplace(next_id_, Thread{std::move(share), std::move(engine)});
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

void MediaThreads::Add(MediaSession* session) {
  const Tenant& tenant = tenants_.emplace(session, Tenant{.session = session}).first->second;
  const Id id = PlaceFor(tenant.Price());
  plan_.Add(session, id, tenant.Price(), true);
  threads_.at(id).engine->Add(session);
}

void MediaThreads::Add(player::Player* player, int complexity) {
  const Duration price = SendPrice(Sends::kSamples, complexity);
  const Id id = PlaceFor(price);
  plan_.Add(player, id, price, false);
  threads_.at(id).engine->Add(player);
}

void MediaThreads::Remove(std::unique_ptr<MediaSession> session) {
  Engine& engine = EngineOf(session.get());
  plan_.Remove(session.get());
  tenants_.erase(session.get());
  engine.Remove(std::move(session));
}

void MediaThreads::Remove(std::unique_ptr<player::Player> player) {
  Engine& engine = EngineOf(player.get());
  plan_.Remove(player.get());
  for (auto& [key, tenant] : tenants_) {
    if (tenant.follows == player.get()) tenant.follows = nullptr;
  }
  engine.Remove(std::move(player));
}

void MediaThreads::SetSends(MediaSession* session, Sends sends) {
  Tenant& tenant = tenants_.at(session);
  tenant.sends = sends;
  tenant.follows = nullptr;
  Reprice(tenant);
}

void MediaThreads::Follow(MediaSession* session, const player::Player* player) {
  Tenant& tenant = tenants_.at(session);
  tenant.sends = Sends::kPackets;
  tenant.follows = player;
  plan_.SetPrice(session, tenant.Price(), false);
  (void)Move(session, plan_.ThreadOf(player));
}

void MediaThreads::SetComplexity(MediaSession* session, int complexity) {
  Tenant& tenant = tenants_.at(session);
  tenant.complexity = complexity;
  if (tenant.follows == nullptr) Reprice(tenant);
}

/// Before its new sound begins is the best time to move.
void MediaThreads::Reprice(const Tenant& tenant) {
  MediaSession* session = tenant.session;
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

std::vector<Engine::Garbage> MediaThreads::TakeGarbage() {
  std::vector<Engine::Garbage> garbage;
  for (const auto& [id, thread] : threads_) garbage.push_back(thread.engine->TakeGarbage());
  return garbage;
}

void MediaThreads::Balance(Instant now) {
  Measure();
  if (limit_ > 1 && plan_.WantsThread()) {
    LearnPrices(now);
    Spread();
    if (plan_.WantsThread() && OpenAnother()) Spread();
  }
  EndUnused();
}

/// What those on full threads receive; and who could not follow its player does now.
void MediaThreads::LearnPrices(Instant now) {
  for (auto& [key, tenant] : tenants_) {
    if (tenant.follows != nullptr) {
      (void)Move(tenant.session, plan_.ThreadOf(tenant.follows));
    } else if (plan_.IsFull(plan_.ThreadOf(key))) {
      const std::uint64_t received = tenant.session->stats().packets_received;
      const Duration since = now - std::exchange(tenant.looked_at, now);
      const auto packets = static_cast<double>(received - std::exchange(tenant.received, received));
      const double ticks = std::max<double>(1, std::chrono::duration<double>(since) / kBlockDuration);
      tenant.receiving = std::chrono::duration_cast<Duration>(kReceivePrice * (packets / ticks));
      plan_.Learn(key, tenant.Price());
    }
  }
}

void MediaThreads::Spread() {
  for (std::size_t moves = 0; moves < kMovesAtOnce; ++moves) {
    const auto move = plan_.NextMove();
    if (!move || !Move(tenants_.at(move->member).session, move->to)) return;
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
  for (const auto& [id, thread] : threads_) {
    reports.push_back({plan_.MembersOf(id), thread.engine->load().tick});
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

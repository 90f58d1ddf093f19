#include "device/supervisor.h"

#include <algorithm>
#include <utility>

#include "device/line_ends.h"
#include "device/now.h"
#include "device/open_device.h"

namespace sdkpp::device {

namespace {

constexpr auto kLook = std::chrono::milliseconds(50);

}  // namespace

struct Supervisor::Line {
  std::uint64_t id;
  Direction direction;
  AudioSystemFactory system;
  LineMachine machine;
  std::shared_ptr<DeviceLine> shared = std::make_shared<DeviceLine>();
  std::shared_ptr<OpenDevice> device{};
  std::uint64_t former_gaps = 0;
};

/// A device that is to close.
struct Supervisor::Leaving {
  std::shared_ptr<OpenDevice> device;
  std::shared_ptr<DeviceLine> line;
  std::uint64_t line_id;
  Instant since;
};

struct Supervisor::Listing final : DeviceThread {
  Listing(AudioSystemFactory system, std::uint64_t id) : make_system(std::move(system)), request(id) {}
  void Run() noexcept override {
    const auto system = make_system();
    if (system) answer = system->List();
  }

  AudioSystemFactory make_system;
  std::uint64_t request;
  Instant since = Now();
  DeviceNames answer{.error = "there is no audio system"};
};

Supervisor::Supervisor(std::function<void()> wake) : wake_(std::move(wake)) {}

std::unique_ptr<Supervisor> Supervisor::Start(std::function<void()> wake) {
  std::unique_ptr<Supervisor> made(new Supervisor(std::move(wake)));
  auto started =
      thread::Thread::Start([](void* raw) noexcept { static_cast<Supervisor*>(raw)->Run(); }, made.get());
  if (!started) return nullptr;
  made->thread_.emplace(std::move(*started));
  return made;
}

Supervisor::~Supervisor() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  thread_.reset();
}

std::shared_ptr<DeviceLine> Supervisor::AddLine(Direction direction, const AudioSystemFactory& system,
                                                std::string id) {
  auto line = std::make_unique<Line>(Line{next_id_++, direction, system, LineMachine(std::move(id))});
  auto shared = line->shared;
  lines_.push_back(std::move(line));
  changed_.notify_one();
  return shared;
}

Supervisor::Opened<player::Source> Supervisor::OpenInput(const AudioSystemFactory& system, std::string id) {
  const std::lock_guard lock(mutex_);
  auto shared = AddLine(Direction::kCapture, system, std::move(id));
  return {std::make_unique<DeviceInput>(std::move(shared)), lines_.back()->id};
}

Supervisor::Opened<session::Output> Supervisor::OpenOutput(const AudioSystemFactory& system, std::string id) {
  const std::lock_guard lock(mutex_);
  auto shared = AddLine(Direction::kPlayback, system, std::move(id));
  return {std::make_unique<DeviceOutput>(std::move(shared)), lines_.back()->id};
}

std::uint64_t Supervisor::List(const AudioSystemFactory& system) {
  const std::lock_guard lock(mutex_);
  auto listing = std::make_shared<Listing>(system, next_id_++);
  listing->Start();
  listings_.push_back(listing);
  changed_.notify_one();
  return listing->request;
}

Supervisor::News Supervisor::Collect() {
  const std::lock_guard lock(mutex_);
  return std::exchange(news_, {});
}

LineStats Supervisor::StatsOf(std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(lines_, id, [](const auto& line) { return line->id; });
  if (found == lines_.end()) return {};
  const Line& line = **found;
  const audio::ClockBridge* bridge = line.device ? line.device->bridge() : nullptr;
  if (bridge == nullptr) return {-1, line.former_gaps};
  return {bridge->latency_ms(), line.former_gaps + bridge->gaps()};
}

bool Supervisor::idle() const noexcept { return lines_.empty() && leaving_.empty() && listings_.empty(); }

void Supervisor::Run() noexcept {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (idle()) {
      changed_.wait(lock);
      continue;
    }
    const Instant now = Now();
    bool news = false;
    for (const auto& line : lines_) news = LookAfter(*line, now) || news;
    std::erase_if(lines_, [](const auto& line) { return line->shared->ended() && !line->device; });
    news = LookAfterLeaving(now) || news;
    news = LookAfterLists(now) || news;
    if (news) wake_();
    changed_.wait_for(lock, kLook);
  }
  CloseAll(lock);
}

/// Takes the device out of use. The media thread may still hold it for a tick.
void Supervisor::Drop(Line& line, Instant now) {
  if (!line.device) return;
  line.shared->Offer(nullptr);
  line.device->Close();
  if (const auto* bridge = line.device->bridge()) line.former_gaps += bridge->gaps();
  leaving_.push_back({std::exchange(line.device, nullptr), line.shared, line.id, now});
}

bool Supervisor::LookAfter(Line& line, Instant now) {
  if (line.shared->ended()) {
    Drop(line, now);
    return false;
  }
  auto step = line.machine.Observe(now, line.device ? line.device->Observe() : LineMachine::Observed{});
  if (step.drop) Drop(line, now);
  if (step.open) {
    line.device = std::make_shared<OpenDevice>(line.system, line.direction, *step.open);
    line.device->Start();
    line.shared->Offer(line.device.get());
  }
  if (!step.report) return false;
  news_.lines.push_back({line.id, std::move(*step.report)});
  return true;
}

bool Supervisor::LookAfterLeaving(Instant now) {
  bool news = false;
  std::erase_if(leaving_, [&](Leaving& each) {
    if (each.line->InUse(each.device.get())) return false;
    if (each.device->ended()) {
      each.device->Join();
      return true;
    }
    if (now - each.since < kLimit) return false;
    each.device->Abandon();
    news_.lines.push_back(
        {each.line_id,
         {LineReport::Kind::kHung, {}, "the device did not close within 3 s; it was abandoned"}});
    return news = true;
  });
  return news;
}

bool Supervisor::LookAfterLists(Instant now) {
  bool news = false;
  std::erase_if(listings_, [&](const std::shared_ptr<Listing>& each) {
    if (each->ended()) {
      each->Join();
      news_.lists.push_back({each->request, std::move(each->answer)});
      return news = true;
    }
    if (now - each->since < kLimit) return false;
    each->Abandon();
    news_.lists.push_back({each->request, {.error = "the audio system did not answer within 3 s"}});
    return news = true;
  });
  return news;
}

/// The addon goes: devices have a second to close.
void Supervisor::CloseAll(std::unique_lock<std::mutex>& lock) {
  const Instant began = Now();
  for (const auto& line : lines_) Drop(*line, began);
  lines_.clear();
  const auto done = [this] {
    return std::ranges::all_of(leaving_, [](const auto& each) { return each.device->ended(); }) &&
           std::ranges::all_of(listings_, [](const auto& each) { return each->ended(); });
  };
  while (!done() && Now() - began < kLimitAtEnd) changed_.wait_for(lock, std::chrono::milliseconds(5));
  for (auto& each : leaving_) each.device->ended() ? each.device->Join() : each.device->Abandon();
  for (auto& each : listings_) each->ended() ? each->Join() : each->Abandon();
}

}  // namespace sdkpp::device

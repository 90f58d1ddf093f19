#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/instant.h"
#include "core/player/source.h"
#include "core/session/sound/output.h"
#include "device/device_line.h"
#include "device/line_machine.h"
#include "thread/thread.h"

namespace sdkpp::device {

/// The devices of one addon instance. A thread looks after them every 50 ms while there are any: it has them
/// opened and closed, each on a thread of its own, replaces lost ones and abandons those that hang. Nothing
/// here waits for a device, but the end: 1 s at most. JavaScript thread.
class Supervisor {
 public:
  /// How long a device may take to close, and a list to come.
  static constexpr Duration kLimit = std::chrono::seconds(3);
  static constexpr Duration kLimitAtEnd = std::chrono::seconds(1);

  struct LineEvent {
    std::uint64_t line = 0;
    LineReport report{};
  };
  struct Listed {
    std::uint64_t request = 0;
    DeviceNames answer{};
  };
  struct News {
    std::vector<LineEvent> lines{};
    std::vector<Listed> lists{};
  };

  /// nullptr when there is no thread left. `wake` is called on threads of this when there is something to
  /// collect; it must not block.
  [[nodiscard]] static std::unique_ptr<Supervisor> Start(std::function<void()> wake);
  ~Supervisor();
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;

  /// A line to the device `id`, "" for the default one. It ends when its end is freed.
  template <class End>
  struct Opened {
    std::unique_ptr<End> end;
    std::uint64_t line = 0;
  };
  [[nodiscard]] Opened<player::Source> OpenInput(const AudioSystemFactory& system, std::string id);
  [[nodiscard]] Opened<session::Output> OpenOutput(const AudioSystemFactory& system, std::string id);
  /// Asks for the devices; the answer comes with the news.
  [[nodiscard]] std::uint64_t List(const AudioSystemFactory& system);
  /// The events since the last call.
  [[nodiscard]] News Collect();
  [[nodiscard]] LineStats StatsOf(std::uint64_t line);

 private:
  struct Line;
  struct Leaving;
  struct Listing;

  explicit Supervisor(std::function<void()> wake);
  std::shared_ptr<DeviceLine> AddLine(Direction direction, const AudioSystemFactory& system, std::string id);
  void Run() noexcept;
  // all of these under the lock
  [[nodiscard]] bool idle() const noexcept;
  bool LookAfter(Line& line, Instant now);
  void Drop(Line& line, Instant now);
  bool LookAfterLeaving(Instant now);
  bool LookAfterLists(Instant now);
  void CloseAll(std::unique_lock<std::mutex>& lock);

  std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  std::uint64_t next_id_ = 1;
  std::vector<std::unique_ptr<Line>> lines_;
  std::vector<Leaving> leaving_;
  std::vector<std::shared_ptr<Listing>> listings_;
  News news_;
  std::optional<thread::Thread> thread_;
};

}  // namespace sdkpp::device

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/instant.h"

namespace sdkpp::device {

/// The state of a requested device.
enum class OpenState : std::uint8_t { kOpening, kRunning, kFailed, kLost };

struct LineReport {
  enum class Kind : std::uint8_t { kOpened, kFailed, kLost, kHung };
  Kind kind = Kind::kOpened;
  /// The device, "" for the default one.
  std::string id{};
  /// In words; empty for kOpened.
  std::string text{};
};

/// Keeps one direction of one call on a device: which to open, when it counts as lost or hung, what comes
/// instead. Knows no device and no clock.
class LineMachine {
 public:
  static constexpr Duration kOpenLimit = std::chrono::seconds(2);
  /// One that was filled, and then sleeps: servers' sinks without hardware do so for up to 2 s.
  static constexpr Duration kBeginLimit = std::chrono::seconds(4);
  /// Callbacks come every 10 ms; without one for this long the device is lost.
  static constexpr Duration kStallLimit = std::chrono::milliseconds(250);
  static constexpr Duration kFirstRetry = std::chrono::milliseconds(250);
  static constexpr Duration kLastRetry = std::chrono::seconds(2);

  static constexpr int kAdvances = 2;
  /// A server may suspend a device for a moment, to change its rate.
  static constexpr int kLostLooks = 2;

  /// `id` "": the default device.
  explicit LineMachine(std::string id) : wanted_(std::move(id)) {}

  /// Observations of the device in use: nothing when there is none.
  struct Observed {
    OpenState state = OpenState::kOpening;
    std::uint64_t callbacks = 0;
    std::string error{};  ///< of kFailed
  };
  struct Step {
    /// The device in use is to be closed; if it hangs meanwhile, abandoned.
    bool drop = false;
    /// Open this device now.
    std::optional<std::string> open{};
    std::optional<LineReport> report{};
  };
  [[nodiscard]] Step Observe(Instant now, const Observed& seen);

 private:
  enum class Phase : std::uint8_t { kWaiting, kOpening, kRunning };

  Step Open(Instant now);
  Step Await(Instant now, const Observed& seen);
  Step GiveUp(Instant now, LineReport::Kind kind, std::string text);

  Phase phase_ = Phase::kWaiting;
  std::string wanted_;
  Instant since_{};     ///< of opening, or of the newest callback
  Instant retry_at_{};  ///< while waiting
  Duration retry_ = kFirstRetry;
  std::uint64_t callbacks_ = 0;
  int advances_ = 0;    ///< looks in a row that saw new callbacks, while opening
  int lost_looks_ = 0;  ///< in a row
  Instant began_{};     ///< of running
};

}  // namespace sdkpp::device

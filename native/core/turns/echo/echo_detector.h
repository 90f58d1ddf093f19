#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "core/turns/echo/echo_delay.h"
#include "core/turns/echo/echo_level.h"
#include "core/turns/echo/echo_path.h"
#include "core/turns/echo/echo_reference.h"
#include "core/turns/echo/echo_share.h"

namespace sdkpp::turns {

/// Tells whether what one speaker's microphone heard is the own sound, come back from a loudspeaker. Some 60
/// KB; nothing allocates.
class EchoDetector {
 public:
  /// 20 ms at 16 kHz whose first sample lies at `place` on the reference. @returns whether it is own sound,
  /// with nothing louder over it. media thread
  bool Process(std::uint64_t place, std::span<const float, kEchoHop> heard,
               const EchoReference& own) noexcept;
  /// 20 ms in which nothing came. media thread
  void ProcessSilence() noexcept;
  /// Somebody else is heard from now on. media thread
  void Forget() noexcept { *this = {}; }

  /// How late own sound comes back, in samples of 16 kHz, once that is known.
  [[nodiscard]] std::optional<std::int64_t> delay() const noexcept { return delay_; }

 private:
  [[nodiscard]] bool IsSound() noexcept;
  void Follow(std::int64_t delay) noexcept;
  void CollectSent(std::uint64_t end, const EchoReference& own) noexcept;
  [[nodiscard]] float Explain(const EchoBins& spectrum, bool learns) noexcept;

  std::array<float, kEchoWindow> heard_{};  ///< the newest samples
  float loudest_ = 0;                       ///< power, lately
  EchoDelay search_;
  std::optional<std::int64_t> delay_;  ///< the newest that was found
  EchoBins direct_sent_{};             ///< so long ago
  std::int64_t path_delay_ = 0;        ///< that the path has learned with
  EchoPath::Sent sent_{};              ///< rows around it, the newest first
  std::int64_t sent_at_ = 0;           ///< where the newest one ends
  EchoPath path_;
  EchoShare direct_;   ///< by what was sent
  EchoShare learned_;  ///< by what should come back of it
  EchoLevel level_;
  bool is_echo_ = false;
};

}  // namespace sdkpp::turns

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "core/base/audio_format.h"
#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/base/instant.h"

namespace sdkpp::session {

/// No connection lives so long, ticks of 48 kHz; sums with it never overflow.
inline constexpr std::uint64_t kFarthestPlace = std::uint64_t{1} << 60;

/// The clock of what a connection receives: ticks of 48 kHz since it was joined. It goes on over moves.
class SoundClock {
 public:
  /// The first time counts.
  void Start(Instant now) noexcept {
    if (!origin_) origin_ = now;
  }
  /// 0 before it is started.
  [[nodiscard]] std::uint64_t At(Instant time) const noexcept {
    if (!origin_ || time <= *origin_) return 0;
    const auto since = std::chrono::duration_cast<std::chrono::microseconds>(time - *origin_).count();
    constexpr std::int64_t kTicksPerMs = kSampleRate / 1000;
    return static_cast<std::uint64_t>(since * kTicksPerMs / 1000);
  }

  void Save(FieldWriter& out) const noexcept { out.Time(kOrigin, origin_); }
  void Restore(FieldReader& in) noexcept { origin_ = in.MaybeTime(kOrigin); }

 private:
  static constexpr Field kOrigin{1, "origin"};

  std::optional<Instant> origin_;
};

}  // namespace sdkpp::session

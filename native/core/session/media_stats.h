#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/base/strong.h"
#include "core/dave/frame_opener.h"
#include "core/session/speaker.h"

namespace sdkpp::session {

/// Remote SSRCs one session can hear at once.
inline constexpr std::size_t kMaxRemotes = 128;

struct RemoteStats {
  UserId user;
  Ssrc ssrc;
  SpeakerStats speaker;
  dave::FrameCounts e2ee;
  std::uint64_t callbacks_late = 0;
  std::uint64_t callbacks_bypassed = 0;
  std::uint64_t callbacks_failed = 0;
};

/// Figures of one voice session, all counted since it was made.
struct MediaStats {
  std::uint64_t packets_sent = 0;
  std::uint64_t packets_received = 0;
  std::uint64_t refused_malformed = 0;
  std::uint64_t refused_authentication = 0;
  std::uint64_t refused_replay = 0;
  std::uint64_t refused_unknown_ssrc = 0;
  std::uint64_t refused_foreign = 0;
  std::uint64_t send_errors = 0;
  float reported_loss = 0;
  double round_trip_ms = -1;
  std::uint64_t path_moves = 0;
  double pacing_p50_ms = 0;
  double pacing_p95_ms = 0;
  double pacing_p99_ms = 0;
  std::uint64_t missed_deadlines = 0;
  std::uint64_t callbacks_received = 0;
  std::uint64_t callbacks_captured = 0;
  std::uint64_t callbacks_late = 0;
  std::uint64_t callbacks_bypassed = 0;
  std::uint64_t callbacks_failed = 0;
  double callbacks_p99_ms = 0;
  double callback_budget_ms = 0;
  std::size_t remote_count = 0;
  std::array<RemoteStats, kMaxRemotes> remotes;
};

}  // namespace sdkpp::session

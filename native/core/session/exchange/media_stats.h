#pragma once

#include <cstddef>

#include "core/base/fixed_vector.h"
#include "core/base/statistics.h"
#include "core/base/strong.h"
#include "core/dave/frame_crypto_stats.h"
#include "core/session/exchange/tide.h"
#include "core/session/speaker/speaker.h"

namespace sdkpp::session {

#define SDKPP_STATISTICS "core/session/exchange/statistics.def"
#include "core/base/statistics.inc"

/// Remote SSRCs one session can hear at once.
inline constexpr std::size_t kMaxRemotes = 1000;

struct RemoteStats {
  UserId user;
  Ssrc ssrc;
  SpeakerStats speaker;
  SpeakerCallbackStats callbacks;
  dave::FrameCryptoStats e2ee;
};

/// Statistics of one session that the media thread publishes.
struct MediaStats : ConnectionStats {
  MediaStats() = default;
  explicit MediaStats(Reserve& reserve) : remotes(reserve) {}

  Tide tide;
  FixedVector<RemoteStats, kMaxRemotes> remotes;
};

}  // namespace sdkpp::session

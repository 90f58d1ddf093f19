#include "core/session/speaker/packet_tally.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>

#include "core/base/audio_format.h"

namespace sdkpp::session {
namespace {

constexpr std::int64_t kWindow = 64;
/// A jump this far is a stream that started over.
constexpr std::int64_t kRestart = 3000;
/// A pause this long says nothing about jitter.
constexpr double kPauseMs = 200;

}  // namespace

void PacketTally::Add(Instant now, ExtendedSequence sequence, RtpTimestamp timestamp) noexcept {
  ++stats_.packets_received;
  const std::int64_t number = sequence.raw();
  if (!newest_ || number - *newest_ > kRestart || *newest_ - number > kRestart) {
    Start(number);
    MoveClock(now, timestamp, false);
  } else if (number > *newest_) {
    Advance(number - *newest_);
    MoveClock(now, timestamp, true);
  } else {
    NoteBehind(*newest_ - number);
  }
}

void PacketTally::Start(std::int64_t number) noexcept {
  newest_ = number;
  seen_ = ~std::uint64_t{0};  // nothing is missed before the first
}

/// Packets that leave the window unseen are lost; so are those that were never in it.
void PacketTally::Advance(std::int64_t ahead) noexcept {
  const std::int64_t leaving = std::min(ahead, kWindow);
  const std::uint64_t left = seen_ >> (kWindow - leaving);
  stats_.packets_lost += static_cast<std::uint64_t>(ahead - std::popcount(left));
  seen_ = (ahead < kWindow ? seen_ << ahead : 0) | 1;
  *newest_ += ahead;
}

void PacketTally::NoteBehind(std::int64_t behind) noexcept {
  if (behind >= kWindow) {
    ++stats_.packets_late;
    return;
  }
  const std::uint64_t bit = std::uint64_t{1} << behind;
  if ((seen_ & bit) != 0) ++stats_.packets_duplicate;
  seen_ |= bit;
}

/// Interarrival jitter of RFC 3550.
void PacketTally::MoveClock(Instant now, RtpTimestamp timestamp, bool measure) noexcept {
  const double arrived = std::chrono::duration<double, std::milli>(now - arrival_).count();
  const double sent = static_cast<double>(Distance(timestamp_, timestamp)) * 1000 / kSampleRate;
  if (measure && arrived < kPauseMs) stats_.jitter_ms += (std::abs(arrived - sent) - stats_.jitter_ms) / 16;
  arrival_ = now;
  timestamp_ = timestamp;
}

void PacketTally::AddTo(jitter::JitterStats& stats) const noexcept {
  AddCounters(stats, stats_);
  if (newest_) stats.jitter_ms = stats_.jitter_ms;
}

}  // namespace sdkpp::session

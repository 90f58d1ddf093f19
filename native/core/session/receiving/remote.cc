#include "core/session/receiving/remote.h"

#include <algorithm>

namespace sdkpp::session {

SpeakerStats Remote::Stats() const noexcept {
  SpeakerStats stats = speaker ? speaker->stats() : SpeakerStats();
  AddCounters(stats, earlier_stats);
  return stats;
}

rtp::ReportBlock Remote::MakeReport(Instant now) noexcept {
  const std::int64_t highest = unwrapper.highest().value_or(0);
  const auto expected = static_cast<std::uint64_t>(std::max<std::int64_t>(0, highest - base_sequence + 1));
  const auto lost = static_cast<std::int64_t>(expected) - static_cast<std::int64_t>(received);
  const auto expected_now = static_cast<std::int64_t>(expected - expected_before);
  const auto lost_now = expected_now - static_cast<std::int64_t>(received - received_before);
  expected_before = expected;
  received_before = received;
  rtp::ReportBlock block;
  block.ssrc = ssrc;
  if (expected_now > 0 && lost_now > 0) {
    block.fraction_lost =
        static_cast<std::uint8_t>(std::min<std::int64_t>(255, lost_now * 256 / expected_now));
  }
  block.cumulative_lost = static_cast<std::int32_t>(std::clamp<std::int64_t>(lost, -0x80'0000, 0x7f'ffff));
  block.extended_highest = static_cast<std::uint32_t>(highest);
  block.jitter = static_cast<std::uint32_t>(speaker->stats().jitter_ms * 48);
  block.last_sr = last_sr;
  if (last_sr != 0) {
    const auto seconds = std::chrono::duration<double>(now - last_sr_at).count();
    block.delay_since_last_sr = static_cast<std::uint32_t>(seconds * 65'536);
  }
  return block;
}

void Remote::Clear() noexcept {
  used = false;
  earlier_stats = {};
  speaker_requested_at.reset();
  unwrapper.Reset();
  replay.Reset();
  retire_at.reset();
  challenger.reset();
  setting = {};
  fresh = audible_reported = muted_by_callback = holds_clear = false;
  left_out = fades_in = fades_out = false;
  base_sequence = 0;
  received = expected_before = received_before = 0;
  last_sr = 0;
  callbacks = {};
}

}  // namespace sdkpp::session

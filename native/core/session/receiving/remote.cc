#include "core/session/receiving/remote.h"

#include <algorithm>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/base/saved_statistics.h"
#include "core/session/receiving/sound_clock.h"

namespace sdkpp::session {

SpeakerStats Remote::Stats() const noexcept {
  SpeakerStats stats = speaker ? speaker->stats() : SpeakerStats();
  AddCounters(stats, earlier_stats);
  return stats;
}

namespace {

/// In units of 1/65536 s (RFC 3550 6.4.1): 18 hours at most.
std::uint32_t NtpDelay(Duration delay) noexcept {
  constexpr double kLongest = 4'294'967'295;
  const double units = std::chrono::duration<double>(delay).count() * 65'536;
  return static_cast<std::uint32_t>(std::clamp(units, 0.0, kLongest));
}

}  // namespace

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
    const double share = static_cast<double>(lost_now) / static_cast<double>(expected_now);
    block.fraction_lost = static_cast<std::uint8_t>(std::min(255.0, share * 256));
  }
  block.cumulative_lost = static_cast<std::int32_t>(std::clamp<std::int64_t>(lost, -0x80'0000, 0x7f'ffff));
  block.extended_highest = static_cast<std::uint32_t>(highest);
  block.jitter = static_cast<std::uint32_t>(speaker->stats().jitter_ms * 48);
  block.last_sr = last_sr;
  if (last_sr != 0) {
    block.delay_since_last_sr = NtpDelay(now - last_sr_at);
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

struct Remote::Fields {
  static constexpr Field kUser{2, "user"};
  static constexpr Field kAudibleReported{3, "audible reported"};
  static constexpr Field kMutedByCallback{4, "muted by callback"};
  static constexpr Field kSpeaker{5, "speaker"};
  static constexpr Field kHeardAt{6, "heard at"};
  static constexpr Field kUnwrapper{7, "unwrapper"};
  static constexpr Field kReceived{8, "received"};
  static constexpr Field kRetireAt{9, "retire at"};
  static constexpr Field kChallenger{10, "challenger"};
  static constexpr Field kReplay{11, "replay"};
  static constexpr Field kEnd{12, "end"};
  static constexpr Field kStats{13, "statistics"};
  static constexpr Field kBaseSequence{14, "base sequence"};
  static constexpr Field kExpectedBefore{15, "expected before"};
  static constexpr Field kReceivedBefore{16, "received before"};
  static constexpr Field kLastSr{17, "last SR"};
  static constexpr Field kLastSrAt{18, "last SR at"};
  static constexpr Field kCallbacks{19, "callbacks"};
  static constexpr Field kSetting{20, "setting"};
  // of packets that wait; 1 is the SSRC
  static constexpr Field kHoldsClear{2, "holds clear"};
  static constexpr Field kTime{3, "time of packets"};
  static constexpr Field kBlockTime{4, "time of blocks"};
  static constexpr Field kPackets{5, "packets"};
};

void Remote::Save(FieldWriter& out) const noexcept {
  out.Number(Fields::kUser, user);
  out.Part(Fields::kSetting, setting);
  out.Number(Fields::kAudibleReported, audible_reported);
  out.Number(Fields::kMutedByCallback, muted_by_callback);
  if (speaker) out.Part(Fields::kSpeaker, *speaker);
  out.Time(Fields::kHeardAt, heard_at);
  out.Part(Fields::kUnwrapper, unwrapper);
  out.Number(Fields::kReceived, received);
  out.Time(Fields::kRetireAt, retire_at);
  out.Number(Fields::kChallenger, challenger);
  out.Part(Fields::kReplay, replay);
  out.Number(Fields::kEnd, end());
  out.Record(Fields::kStats, [&](FieldWriter& record) noexcept { SaveStatistics(record, Stats()); });
  out.Number(Fields::kBaseSequence, base_sequence);
  out.Number(Fields::kExpectedBefore, expected_before);
  out.Number(Fields::kReceivedBefore, received_before);
  out.Number(Fields::kLastSr, last_sr);
  out.Time(Fields::kLastSrAt, last_sr_at);
  out.Record(Fields::kCallbacks, [&](FieldWriter& record) noexcept { SaveStatistics(record, callbacks); });
}

void Remote::Restore(FieldReader& in) {
  /// No stream has so many packets; distances between such numbers never overflow.
  constexpr std::int64_t kFarthest = std::int64_t{1} << 60;
  constexpr auto kMostPackets = static_cast<std::uint64_t>(kFarthest);
  user = in.Number<UserId>(Fields::kUser);
  in.Part(Fields::kSetting, setting);
  audible_reported = in.Number<bool>(Fields::kAudibleReported);
  muted_by_callback = in.Number<bool>(Fields::kMutedByCallback);
  if (auto said = in.MaybeRecord(Fields::kSpeaker)) {
    speaker = Speaker::Create();
    if (speaker) speaker->Restore(*said);
  }
  heard_at = in.PastTime(Fields::kHeardAt);
  in.Part(Fields::kUnwrapper, unwrapper);
  received = in.NumberIn<std::uint64_t>(Fields::kReceived, 0, kMostPackets);
  retire_at = in.MaybeTime(Fields::kRetireAt);
  challenger = in.Maybe<UserId>(Fields::kChallenger);
  in.Part(Fields::kReplay, replay);
  Begin(in.NumberIn<std::uint64_t>(Fields::kEnd, 0, kFarthestPlace));
  RestoreStatistics(in.Record(Fields::kStats), earlier_stats);
  base_sequence = in.NumberIn<std::int64_t>(Fields::kBaseSequence, -kFarthest, kFarthest);
  expected_before = in.NumberIn<std::uint64_t>(Fields::kExpectedBefore, 0, kMostPackets);
  received_before = in.NumberIn<std::uint64_t>(Fields::kReceivedBefore, 0, kMostPackets);
  last_sr = in.Number<std::uint32_t>(Fields::kLastSr);
  last_sr_at = in.PastTime(Fields::kLastSrAt);
  RestoreStatistics(in.Record(Fields::kCallbacks), callbacks);
}

void Remote::SavePackets(FieldWriter& out) const noexcept {
  out.Number(Fields::kHoldsClear, holds_clear);
  out.Part(Fields::kTime, time);
  out.Part(Fields::kBlockTime, block_time);
  out.Record(Fields::kPackets, [&](FieldWriter& record) noexcept { speaker->SavePackets(record); });
}

void Remote::RestorePackets(FieldReader& in) noexcept {
  holds_clear = in.Number<bool>(Fields::kHoldsClear);
  in.Part(Fields::kTime, time);
  in.Part(Fields::kBlockTime, block_time);
  FieldReader packets = in.Record(Fields::kPackets);
  speaker->RestorePackets(packets);
}

}  // namespace sdkpp::session

#include "core/session/path/path_watch.h"

#include <algorithm>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"

namespace sdkpp::session {

namespace {
/// Packets that must fail in a row before the path counts as gone.
constexpr int kFailedPackets = 10;
/// Pings without an answer, with nothing authentic in between.
constexpr int kUnansweredPings = 2;
constexpr Duration kAnswerLimit = std::chrono::seconds(1);
constexpr Duration kProbe = std::chrono::milliseconds(500);
constexpr int kProbes = 6;
/// A new socket has so long to answer before another one is tried: the address may have changed again.
constexpr Duration kTrial = std::chrono::seconds(2);
constexpr Duration kReportSilence = std::chrono::seconds(2);
constexpr Duration kReportLoss = std::chrono::seconds(10);
}  // namespace

void PathWatch::Start() noexcept {
  const std::uint64_t moves = moves_;
  *this = PathWatch();
  moves_ = moves;
}

void PathWatch::Sent(SendResult result, bool is_ping, Instant now) noexcept {
  if (result == SendResult::kSent) failed_in_row_ = 0;
  if (result != SendResult::kPathError) return;
  present_failed_ = true;
  if (++failed_in_row_ >= kFailedPackets || is_ping) Move(now);
}

void PathWatch::PingDue(bool answered, Instant now) noexcept {
  unanswered_ = answered ? 0 : std::min(unanswered_ + 1, kUnansweredPings);
  // A service that answers no ping at all must not look like a dead path.
  if (answers_pings_ && unanswered_ >= kUnansweredPings) Move(now);
}

void PathWatch::Alive(Via via, bool is_ping) noexcept {
  unanswered_ = 0;
  answer_due_.reset();
  answers_pings_ = answers_pings_ || is_ping;
  if (probing_ && via == Via::kPresent) Settle();
}

void PathWatch::RequireAnswer(Instant now) noexcept {
  if (probing_ || !answers_pings_) return;
  answer_due_ = now + kAnswerLimit;
  ping_wanted_ = true;
}

void PathWatch::Tick(Instant now) noexcept {
  if (answer_due_ && now >= *answer_due_) Move(now);
  if (probing_ && now - tried_ >= (present_failed_ ? kProbe : kTrial)) TryAnother(now);
  if ((probing_ || probes_left_ > 0) && now >= next_probe_) {
    if (probes_left_ > 0) --probes_left_;
    ping_wanted_ = probe_wanted_ = true;
    next_probe_ = now + kProbe;
  }
  if (!probing_) return;
  if (!silence_reported_ && now - began_ >= kReportSilence) {
    silence_reported_ = true;
    news_ = News::kSilent;
  } else if (now >= next_lost_) {
    next_lost_ = now + kReportLoss;
    news_ = News::kLost;
  }
}

void PathWatch::Move(Instant now) noexcept {
  answer_due_.reset();
  if (probing_) return;
  probing_ = suspected_ = true;
  began_ = now;
  next_lost_ = now + kReportLoss;
  TryAnother(now);
}

void PathWatch::TryAnother(Instant now) noexcept {
  tried_ = now;
  next_probe_ = now;
  probes_left_ = kProbes;
  failed_in_row_ = 0;
  present_failed_ = false;
  action_ = PathAction::kOpenAnother;
}

void PathWatch::Settle() noexcept {
  probing_ = false;
  ++moves_;
  action_ = PathAction::kSettle;
  if (std::exchange(silence_reported_, false)) news_ = News::kBack;
}

void PathWatch::Announce(Instant now) noexcept {
  probes_left_ = kProbes;
  next_probe_ = now;
}

struct PathWatch::Fields {
  static constexpr Field kAnswersPings{1, "answers pings"};
  static constexpr Field kUnanswered{2, "unanswered"};
  static constexpr Field kSuspect{3, "suspect"};
  static constexpr Field kMoves{4, "moves"};
  static constexpr Field kSilenceReported{5, "silence reported"};
};

void PathWatch::Save(FieldWriter& out) const noexcept {
  out.Number(Fields::kAnswersPings, answers_pings_);
  out.Number(Fields::kUnanswered, unanswered_);
  out.Number(Fields::kSuspect, !at_rest());
  out.Number(Fields::kMoves, moves_);
  out.Number(Fields::kSilenceReported, silence_reported_);
}

void PathWatch::Restore(FieldReader& in) noexcept {
  answers_pings_ = in.Number<bool>(Fields::kAnswersPings);
  unanswered_ = in.NumberIn(Fields::kUnanswered, 0, kUnansweredPings);
  moves_ = in.Number<std::uint64_t>(Fields::kMoves);
  if (in.Number<bool>(Fields::kSuspect)) Move(in.now());
  silence_reported_ = in.Number<bool>(Fields::kSilenceReported);
}

}  // namespace sdkpp::session

#include "core/gateway/machine.h"

#include <algorithm>
#include <utility>

#include "core/gateway/mode.h"

namespace sdkpp::gateway {

namespace {
constexpr Duration kStepLimit = std::chrono::seconds(10);
constexpr Duration kDisconnectLimit = std::chrono::seconds(5);
constexpr Duration kStableAfter = std::chrono::seconds(30);
/// A connection that lived this long is resumed at once when it is lost. So are some that lived only as long
/// as the second number, because others use keys meanwhile that come over it; behind those, and after shorter
/// ones, the wait is longer each time.
constexpr Duration kLivedAfter = std::chrono::seconds(1);
constexpr Duration kLivedShortly = std::chrono::milliseconds(10);
constexpr int kShortLives = 10;
/// More than the codes that the first time is known of.
constexpr std::size_t kMostCodes = 16;
}  // namespace

struct Machine::Fields {
  static constexpr Field kPreferred{1, "preferred"};
  static constexpr Field kStatus{2, "status"};
  static constexpr Field kSsrc{3, "SSRC"};
  static constexpr Field kIp{4, "IP"};
  static constexpr Field kPort{5, "port"};
  static constexpr Field kMode{6, "mode"};
  static constexpr Field kFrames{7, "frames"};
  static constexpr Field kShortLives{8, "short lives"};
  static constexpr Field kCodeSeen{9, "code seen"};
  static constexpr Field kLastClose{10, "last close"};
  static constexpr Field kPathSilent{11, "path silent"};
  static constexpr Field kRediscovered{12, "rediscovered"};
};

Machine::Machine(crypto::AeadAlgorithm preferred, std::uint64_t seed, Recovery recovery) noexcept
    : preferred_(preferred), recovery_(recovery), random_(seed) {}

void Machine::Join(Instant now) { Apply(Input::kJoin, now); }
void Machine::Leave(Instant now) { Apply(Input::kLeave, now); }
void Machine::JoinRejected(Instant now) { Apply(Input::kJoinRejected, now); }
void Machine::ServerUpdate(Instant now) { Apply(Input::kServerUpdate, now); }
void Machine::ServerGone(Instant now) { Apply(Input::kServerGone, now); }
void Machine::MediaExhausted(Instant now) { Apply(Input::kMediaExhausted, now); }
void Machine::PathSilent(Instant now) { Apply(Input::kPathSilent, now); }
void Machine::PathBack(Instant now) { Apply(Input::kPathBack, now); }
void Machine::PathLost(Instant now) { Apply(Input::kPathLost, now); }
void Machine::EncryptionLost(Instant now) { Apply(Input::kEncryptionLost, now); }
void Machine::AddressNotFound(Instant now) {
  if (state_ == State::kDiscovering)
    Log(PhaseName::kUdpBlocked,
        "VOICE_UDP_BLOCKED: no answer to IP discovery within 5 s; a firewall or proxy blocks UDP to " +
            ready_.ip + ":" + std::to_string(ready_.port));
  Apply(Input::kAddressNotFound, now);
}

void Machine::SocketOpened(Instant now) { Apply(Input::kSocketOpened, now); }

void Machine::SocketClosed(int code, Instant now) {
  has_socket_ = false;
  heartbeat_.Stop();
  last_close_ = code;
  if (state_ == State::kConnected) NoteLife(now - connected_at_);
  Log(PhaseName::kSocketClosed, "code " + std::to_string(code));
  Emit(output::Closed{code, false, {}});
  const std::size_t place = outputs_.size() - 1;
  Apply(InputOfClose(code), now);
  std::get<output::Closed>(outputs_[place]) = {code, WillRetry(), limit_ ? *limit_ - now : Duration{}};
}

bool Machine::WillRetry() const noexcept {
  return state_ == State::kResumePause || state_ == State::kNewSessionPause;
}

void Machine::NoteLife(Duration lived) noexcept {
  if (lived >= kLivedAfter) short_lives_ = 0;
  const bool quick = lived >= kLivedShortly && short_lives_++ < kShortLives;
  if (lived >= kLivedAfter || quick) resume_backoff_.Reset();
}

bool Machine::AcceptFrame(int seq, std::span<const std::uint8_t> bytes) {
  heartbeat_.Alive();
  return seq < 0 || frames_.Accept(static_cast<std::uint16_t>(seq), bytes);
}

void Machine::Hello(Duration interval, Instant now) { heartbeat_.Start(interval, now, random_); }

void Machine::HandleReady(Ready ready, Instant now) {
  if (state_ == State::kIdentifying) ready_ = std::move(ready);
  Apply(Input::kReady, now);
}

void Machine::AddressFound(std::string_view address, std::uint16_t port, Instant now) {
  if (state_ == State::kDiscovering) mode_ = *ChooseMode();
  pending_select_ = output::SelectProtocol{std::string(address), port, mode_};
  Apply(Input::kAddressFound, now);
  pending_select_.reset();
}

void Machine::SessionDescription(std::string_view mode, std::span<const std::uint8_t> key, Instant now) {
  described_mode_ = mode;
  described_key_ = key;
  Apply(Input::kSessionDescription, now);
  described_key_ = {};
}

void Machine::Resumed(Instant now) { Apply(Input::kResumed, now); }

void Machine::HeartbeatAck(std::int64_t t, Instant now) {
  if (const auto trip = heartbeat_.Acknowledge(t, now)) round_trip_ = trip;
}

void Machine::HeartbeatRequested(Instant now) {
  Emit(output::SendHeartbeat{heartbeat_.NextToken(now), frames_.seq_ack()});
}

void Machine::Timeout(Instant now) {
  if (stable_at_ && now >= *stable_at_) {
    stable_at_.reset();
    resume_backoff_.Reset();
    new_session_backoff_.Reset();
    codes_seen_.clear();
  }
  Beat(now);
  if (limit_ && now >= *limit_) {
    limit_.reset();
    Apply(Input::kTimeLimit, now);
  }
}

void Machine::Beat(Instant now) {
  switch (heartbeat_.Advance(now)) {
    case Heartbeat::Due::kNothing:
      return;
    case Heartbeat::Due::kBeat:
      return HeartbeatRequested(now);
    case Heartbeat::Due::kUnanswered:
      Log(PhaseName::kUnresponsive, "heartbeats unanswered");
      DropSocket(kCloseUnresponsive);
      return SocketClosed(kCloseUnresponsive, now);
  }
}

void Machine::PathSuspected(Instant now) {
  if (heartbeat_.Demand(now)) HeartbeatRequested(now);
}

std::optional<Instant> Machine::NextDeadline() const noexcept {
  std::optional<Instant> soonest;
  for (const auto& each : {limit_, stable_at_, heartbeat_.next()}) {
    if (each && (!soonest || *each < *soonest)) soonest = each;
  }
  return soonest;
}

std::optional<Output> Machine::Poll() {
  if (outputs_.empty()) return std::nullopt;
  Output output = std::move(outputs_.front());
  outputs_.pop_front();
  return output;
}

void Machine::Apply(Input input, Instant now) {
  const Transition* row = FindTransition(state_, input, [&](Guard guard) { return Holds(guard, now); });
  if (row == nullptr) {
    if (state_ != State::kEnded && state_ != State::kIdle) {
      Log(PhaseName::kUnexpected, std::string(Name(input)) + " in state " + std::string(Name(state_)));
    }
    return;
  }
  if (row->action != Action::kIgnore) limit_.reset();
  state_ = row->to;
  Run(row->action, now);
}

bool Machine::Holds(Guard guard, Instant now) const {
  const bool is_full = recovery_ == Recovery::kFull;
  const bool may_start_over = is_full && new_session_backoff_.HasNext(now);
  const bool came_before = was_connected_ || last_close_ != 0;
  switch (guard) {
    case Guard::kAlways:
      return true;
    case Guard::kCommonMode:
      return ChooseMode().has_value();
    case Guard::kDescriptionFits:
      return described_mode_ == mode_ && described_key_.size() == crypto::kAeadKeySize;
    case Guard::kMayResume:
      return resume_backoff_.HasNext(now);
    case Guard::kMayStartOver:
      return may_start_over;
    case Guard::kCameBefore:
      return came_before;
    case Guard::kMayReturn:
      return came_before && may_start_over;
    case Guard::kFullRecovery:
      return is_full;
    case Guard::kNotRediscovered:
      return !rediscovered_;
  }
  return false;
}

void Machine::Run(Action action, Instant now) {
  switch (action) {
    case Action::kRequestSession:
      return RequestSession(now);
    case Action::kStartSession:
      return StartSession(now);
    case Action::kIdentify:
      Log(PhaseName::kIdentify);
      SetLimit(now, kStepLimit);
      return Emit(output::Identify{});
    case Action::kOpenMedia:
      SetLimit(now, kStepLimit);
      return OpenMedia();
    case Action::kSelectProtocol:
      Log(PhaseName::kSelectProtocol, mode_);
      SetLimit(now, kStepLimit);
      return Emit(*std::exchange(pending_select_, std::nullopt));
    case Action::kConnect:
      return Connect(now);
    case Action::kScheduleResume:
      return ScheduleResume(now);
    case Action::kOpenToResume:
      return OpenSocket(now);
    case Action::kSendResume:
      SetLimit(now, kStepLimit);
      Log(PhaseName::kResume, "seq_ack " + std::to_string(frames_.seq_ack()));
      return Emit(output::Resume{frames_.seq_ack()});
    case Action::kFinishResume:
      return FinishResume(now);
    case Action::kScheduleNewSession:
      return ScheduleNewSession(now);
    case Action::kDropServer:
      Log(PhaseName::kServerGone, "waiting for the next voice server");
      DropSocket(kCloseNormal);
      DropSession();
      return SetStatus(CallStatus::kReconnecting);
    case Action::kHold:
      Log(PhaseName::kDisconnected, "waiting 5 s for a server update");
      DropSession();
      SetLimit(now, kDisconnectLimit);
      return SetStatus(CallStatus::kReconnecting);
    case Action::kReportSilent:
      Log(PhaseName::kPathSilent, "no UDP packet arrives any more; trying another path");
      return ReportPath(true);
    case Action::kReportBack:
      Log(PhaseName::kPathBack);
      return ReportPath(false);
    case Action::kRediscover:
      rediscovered_ = true;
      Log(PhaseName::kRediscoverAddress, ready_.ip + ":" + std::to_string(ready_.port));
      return Emit(output::RediscoverMedia{});
    case Action::kSelectAgain:
      Log(PhaseName::kSelectProtocolAgain, mode_);
      return Emit(*std::exchange(pending_select_, std::nullopt));
    case Action::kRekey:
      return GiveKey();
    case Action::kEndNoMode:
      Log(PhaseName::kNoCommonMode,
          "the server offers neither " + std::string(kModeNames[0]) + " nor " + std::string(kModeNames[1]));
      return End(CallError::kVoiceConnectionFailed, 0);
    case Action::kEndBadDescription:
      Log(PhaseName::kBadSessionDescription, "expected mode " + mode_ + " and 32 key bytes, received mode " +
                                                 described_mode_ + " and " +
                                                 std::to_string(described_key_.size()));
      return End(CallError::kVoiceConnectionFailed, 0);
    case Action::kEndJoinTimeout:
      Log(PhaseName::kJoinTimeout, "no voice state and server update within 10 s");
      return End(CallError::kJoinTimeout, 0);
    case Action::kEndServerGone:
      Log(PhaseName::kServerGone, "no other voice server is waited for");
      return End(CallError::kSignalingUnexpectedClose, 0);
    case Action::kEndRejected:
      return End(CallError::kForbidden, 0);
    case Action::kEndUnreachable:
    case Action::kEndUnencrypted:
      return End(CallError::kVoiceConnectionFailed, 0);
    case Action::kEndClosed:
      return EndClosed();
    case Action::kEndLeave:
      SetStatus(CallStatus::kDisconnecting);
      return End(CallError::kNone, 0);
    case Action::kIgnore:
      return;
  }
}

void Machine::RequestSession(Instant now) {
  Log(PhaseName::kRequestSession);
  if (status_ == CallStatus::kDisconnected) SetStatus(CallStatus::kJoining);
  SetLimit(now, kStepLimit);
  Emit(output::RequestSession{});
}

void Machine::StartSession(Instant now) {
  DropSocket(kCloseNormal);
  DropSession();
  Log(PhaseName::kOpenSocket);
  SetStatus(was_connected_ ? CallStatus::kReconnecting : CallStatus::kConnecting);
  OpenSocket(now);
}

void Machine::OpenSocket(Instant now) {
  has_socket_ = true;
  SetLimit(now, kStepLimit);
  Emit(output::OpenSocket{});
}

void Machine::OpenMedia() {
  Log(PhaseName::kDiscoverAddress, ready_.ip + ":" + std::to_string(ready_.port));
  if (!was_connected_) SetStatus(CallStatus::kSignalingConnected);
  Emit(output::OpenMedia{ready_.ssrc, ready_.ip, ready_.port});
}

void Machine::Connect(Instant now) {
  was_connected_ = has_session_ = true;
  last_close_ = 0;
  path_silent_ = rediscovered_ = false;
  connected_at_ = now;
  stable_at_ = now + kStableAfter;
  Log(PhaseName::kConnected, mode_);
  GiveKey();
  Emit(output::AnnounceSpeaking{});
  SetStatus(CallStatus::kConnected);
}

void Machine::GiveKey() {
  output::KeyMedia media{*AlgorithmOf(described_mode_), {}};
  std::ranges::copy(described_key_, media.key.begin());
  Emit(media);
}

void Machine::ScheduleResume(Instant now) {
  stable_at_.reset();
  DropSocket(kCloseUnresponsive);
  SetStatus(CallStatus::kReconnecting);
  SetLimit(now, resume_backoff_.Next(now, random_));
}

void Machine::FinishResume(Instant now) {
  last_close_ = 0;
  connected_at_ = now;
  stable_at_ = now + kStableAfter;
  Log(PhaseName::kResumed);
  Emit(output::AnnounceSpeaking{});
  Emit(output::CheckMedia{});
  SetStatus(path_silent_ ? CallStatus::kReconnecting : CallStatus::kConnected);
}

void Machine::ReportPath(bool silent) {
  path_silent_ = silent;
  if (!silent) rediscovered_ = false;
  SetStatus(silent ? CallStatus::kReconnecting : CallStatus::kConnected);
}

void Machine::ScheduleNewSession(Instant now) {
  stable_at_.reset();
  DropSocket(kCloseUnresponsive);
  DropSession();
  const Duration wait = new_session_backoff_.Next(now, random_);
  SetStatus(CallStatus::kReconnecting);
  Log(PhaseName::kNewSession,
      "in " + std::to_string(std::chrono::round<std::chrono::milliseconds>(wait).count()) + " ms");
  SetLimit(now, wait);
}

void Machine::EndClosed() {
  if (last_close_ == kCloseE2eeRequired) {
    Log(PhaseName::kE2eeRequired,
        "the service accepts end-to-end encrypted calls only, and this client announced no encryption: leave "
        "the option "
        "e2ee at its default, or update sdkpp");
  }
  if (IsForbidden(last_close_)) return End(CallError::kForbidden, last_close_);
  const bool never_open = last_close_ == 0 || last_close_ == kCloseLost || last_close_ == kCloseUntrusted;
  if (!was_connected_ && never_open) {
    return End(CallError::kSignalingConnectionFailed, last_close_);
  }
  End(CallError::kSignalingUnexpectedClose, last_close_);
}

void Machine::End(CallError error, int detail) {
  limit_.reset();
  stable_at_.reset();
  DropSocket(kCloseNormal);
  DropSession();
  SetStatus(CallStatus::kDisconnected, error, detail);
}

void Machine::DropSocket(int code) {
  heartbeat_.Stop();
  if (!std::exchange(has_socket_, false)) return;
  Emit(output::CloseSocket{code});
}

void Machine::DropSession() {
  frames_.Reset();
  has_session_ = path_silent_ = false;
  Emit(output::CloseMedia{});
}

void Machine::SetStatus(CallStatus status, CallError error, int detail) {
  if (status == status_ && error == CallError::kNone) return;
  status_ = status;
  Emit(output::StatusChanged{status, error, detail});
}

void Machine::Emit(Output output) { outputs_.push_back(std::move(output)); }

void Machine::Log(PhaseName phase, std::string detail) { Emit(output::Phase{phase, std::move(detail)}); }

Input Machine::InputOfClose(int code) {
  // A certificate that is not trusted stays so; a network that intercepts connections for a while does not.
  if (code == kCloseUntrusted) return was_connected_ ? Input::kCloseResume : Input::kCloseStop;
  const CloseClass close = ClassifyClose(code);
  if (recovery_ != Recovery::kFull) {
    if (KeepsSession(code)) return Input::kCloseResume;
    const bool waits = recovery_ == Recovery::kGiven && close == CloseClass::kWait;
    return waits ? Input::kCloseWait : Input::kCloseStop;
  }
  switch (close) {
    case CloseClass::kResume:
      return Input::kCloseResume;
    case CloseClass::kResumeOnce:
      return FirstTime(code) ? Input::kCloseResume : Input::kCloseNewSession;
    case CloseClass::kNewSession:
      return Input::kCloseNewSession;
    case CloseClass::kNewSessionOnce:
      return FirstTime(code) ? Input::kCloseNewSession : Input::kCloseStop;
    case CloseClass::kNewSessionOtherMode:
      if (!FirstTime(code)) return Input::kCloseStop;
      preferred_ = OtherAlgorithm(preferred_);
      return Input::kCloseNewSession;
    case CloseClass::kWait:
      return Input::kCloseWait;
    case CloseClass::kStop:
      return Input::kCloseStop;
  }
  return Input::kCloseStop;
}

bool Machine::FirstTime(int code) {
  if (std::ranges::find(codes_seen_, code) != codes_seen_.end()) return false;
  codes_seen_.push_back(code);
  return true;
}

std::optional<std::string_view> Machine::ChooseMode() const {
  for (const auto algorithm : {preferred_, OtherAlgorithm(preferred_)}) {
    const std::string_view mode = ModeName(algorithm);
    if (std::ranges::find(ready_.modes, mode) != ready_.modes.end()) return mode;
  }
  return std::nullopt;
}

/// The offered modes are of no use behind op 4.
void Machine::Save(FieldWriter& out) const noexcept {
  out.Number(Fields::kPreferred, preferred_);
  out.Number(Fields::kStatus, status_);
  out.Number(Fields::kSsrc, ready_.ssrc);
  out.Text(Fields::kIp, ready_.ip);
  out.Number(Fields::kPort, ready_.port);
  out.Text(Fields::kMode, mode_);
  out.Part(Fields::kFrames, frames_);
  out.Number(Fields::kShortLives, std::min(short_lives_, kShortLives));
  for (const int code : codes_seen_) out.Number(Fields::kCodeSeen, code);
  out.Number(Fields::kLastClose, last_close_);
  out.Number(Fields::kPathSilent, path_silent_);
  out.Number(Fields::kRediscovered, rediscovered_);
}

void Machine::Restore(FieldReader& in) {
  preferred_ = in.Enumerator(Fields::kPreferred, crypto::AeadAlgorithm::kXChaCha20Poly1305);
  status_ = in.Enumerator(Fields::kStatus, CallStatus::kReconnecting);
  if (status_ != CallStatus::kConnected && status_ != CallStatus::kReconnecting) in.Refuse(Fields::kStatus);
  ready_.ssrc = in.Number<Ssrc>(Fields::kSsrc);
  ready_.ip = in.Text(Fields::kIp);
  ready_.port = in.Number<std::uint16_t>(Fields::kPort);
  mode_ = in.Text(Fields::kMode);
  if (!AlgorithmOf(mode_)) in.Refuse(Fields::kMode);
  in.Part(Fields::kFrames, frames_);
  short_lives_ = in.NumberIn(Fields::kShortLives, 0, kShortLives);
  RestoreCodes(in);
  last_close_ = in.Number<int>(Fields::kLastClose);
  path_silent_ = in.Number<bool>(Fields::kPathSilent);
  rediscovered_ = in.Number<bool>(Fields::kRediscovered);
  if (in.ok()) ResumeAtOnce(in.now());
}

void Machine::RestoreCodes(FieldReader& in) {
  in.EachNumber<int>(Fields::kCodeSeen, [&](int code) {
    if (codes_seen_.size() == kMostCodes) return in.Refuse(Fields::kCodeSeen);
    codes_seen_.push_back(code);
  });
}

void Machine::ResumeAtOnce(Instant now) {
  was_connected_ = has_session_ = true;
  state_ = State::kResumePause;
  ScheduleResume(now);
  Apply(Input::kTimeLimit, now);
}

}  // namespace sdkpp::gateway

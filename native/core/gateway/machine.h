#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/base/instant.h"
#include "core/gateway/backoff.h"
#include "core/gateway/close_code.h"
#include "core/gateway/frame_log.h"
#include "core/gateway/heartbeat.h"
#include "core/gateway/message.h"
#include "core/gateway/random.h"
#include "core/gateway/transitions.h"

namespace sdkpp::gateway {

/// The client's side of the voice gateway, version 8, from joining to the end: sans-IO. One input, then drain
/// Poll(). Never waits, never calls back; time comes in with every input.
class Machine {
 public:
  /// `preferred` is tried first when the server offers it.
  Machine(crypto::AeadAlgorithm preferred, std::uint64_t seed, Recovery recovery = Recovery::kFull) noexcept;

  void Join(Instant now);
  void Leave(Instant now);
  void JoinRejected(Instant now);
  void ServerUpdate(Instant now);
  void ServerGone(Instant now);
  void SocketOpened(Instant now);
  void SocketClosed(int code, Instant now);
  /// Every frame, before its content. `seq` −1 when it carries none. False: a copy, to be dropped.
  [[nodiscard]] bool AcceptFrame(int seq, std::span<const std::uint8_t> bytes);
  void Hello(Duration interval, Instant now);
  void HandleReady(Ready ready, Instant now);
  void AddressFound(std::string_view address, std::uint16_t port, Instant now);
  void AddressNotFound(Instant now);
  void SessionDescription(std::string_view mode, std::span<const std::uint8_t> key, Instant now);
  void Resumed(Instant now);
  void HeartbeatAck(std::int64_t t, Instant now);
  void HeartbeatRequested(Instant now);
  void MediaExhausted(Instant now);
  /// The UDP path may be gone, and the way to the gateway with it: it has to answer a heartbeat at once.
  void PathSuspected(Instant now);
  /// The UDP path: nothing comes, it answers again, no new one could be found for long.
  void PathSilent(Instant now);
  void PathBack(Instant now);
  void PathLost(Instant now);
  /// The call must not go on without end-to-end encryption: it ends with VoiceConnectionFailed.
  void EncryptionLost(Instant now);
  void Timeout(Instant now);

  [[nodiscard]] std::optional<Instant> NextDeadline() const noexcept;
  [[nodiscard]] std::optional<Output> Poll();

  [[nodiscard]] State state() const noexcept { return state_; }
  [[nodiscard]] int seq_ack() const noexcept { return frames_.seq_ack(); }
  [[nodiscard]] std::uint64_t copies() const noexcept { return frames_.copies(); }
  /// True between op 4 and the end of the voice session, over resumes.
  [[nodiscard]] bool has_session() const noexcept { return has_session_; }
  /// The newest op 2.
  [[nodiscard]] const Ready& ready() const noexcept { return ready_; }
  /// Round trip of the newest answered heartbeat.
  [[nodiscard]] std::optional<Duration> round_trip() const noexcept { return round_trip_; }

  /// Whether another process can go on with this voice session: from op 4 on, also while it is resumed.
  [[nodiscard]] bool may_move() const noexcept { return has_session_; }
  /// Only while may_move().
  void Save(FieldWriter& out) const noexcept;
  /// Of a fresh machine with the options of the one that was saved; it is of no use when `in` has a fault.
  /// The session is resumed at once over a new socket, as after one that was lost. Back-off and heartbeat
  /// begin anew.
  void Restore(FieldReader& in);

 private:
  struct Fields;

  void Apply(Input input, Instant now);
  [[nodiscard]] bool Holds(Guard guard, Instant now) const;
  void Run(Action action, Instant now);
  void Beat(Instant now);
  void RequestSession(Instant now);
  void StartSession(Instant now);
  void OpenSocket(Instant now);
  void OpenMedia();
  void Connect(Instant now);
  /// How long the connection that is lost was one.
  void NoteLife(Duration lived) noexcept;
  void ScheduleResume(Instant now);
  void ScheduleNewSession(Instant now);
  void FinishResume(Instant now);
  void ResumeAtOnce(Instant now);
  void RestoreCodes(FieldReader& in);
  void ReportPath(bool silent);
  void GiveKey();
  /// The row that leads here goes to State::kEnded.
  void End(CallError error, int detail);
  void EndClosed();
  void DropSocket(int code);
  void DropSession();
  void SetStatus(CallStatus status, CallError error = CallError::kNone, int detail = 0);
  void Emit(Output output);
  void Log(PhaseName phase, std::string detail = {});
  [[nodiscard]] Input InputOfClose(int code);
  [[nodiscard]] bool WillRetry() const noexcept;
  [[nodiscard]] bool FirstTime(int code);
  [[nodiscard]] std::optional<std::string_view> ChooseMode() const;
  void SetLimit(Instant now, Duration limit) { limit_ = now + limit; }

  crypto::AeadAlgorithm preferred_;
  Recovery recovery_;
  Random random_;
  State state_ = State::kIdle;
  CallStatus status_ = CallStatus::kDisconnected;
  Backoff resume_backoff_{kResumePlan};
  int short_lives_ = 0;  ///< of connections in a row that were lost soon
  Backoff new_session_backoff_{kNewSessionPlan};
  Heartbeat heartbeat_;
  FrameLog frames_;
  Ready ready_;
  std::string mode_;
  std::string described_mode_;
  std::span<const std::uint8_t> described_key_;  ///< the caller's, while op 4 is handled
  std::optional<output::SelectProtocol> pending_select_;
  std::optional<Instant> limit_;
  std::optional<Instant> stable_at_;
  std::optional<Duration> round_trip_;
  std::vector<int> codes_seen_;
  std::deque<Output> outputs_;
  int last_close_ = 0;
  bool was_connected_ = false;
  bool has_session_ = false;
  bool has_socket_ = false;
  bool path_silent_ = false;
  bool rediscovered_ = false;
  Instant connected_at_{};
};

}  // namespace sdkpp::gateway

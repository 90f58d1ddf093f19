#pragma once

#include <napi.h>

#include <cstdint>
#include <memory>
#include <type_traits>

#include "addon/arguments.h"
#include "addon/audio_callbacks.h"
#include "addon/instance.h"
#include "addon/session_link.h"
#include "addon/source_end.h"
#include "core/player/heard_marks.h"
#include "core/session/signalling.h"

namespace sdkpp::addon {

/// `NativeVoiceSession` of lib/native/addon.ts: checks arguments, calls Signalling or posts a command to
/// Media, converts what comes back. JavaScript thread.
class VoiceSession final : public Napi::ObjectWrap<VoiceSession>, private Woken {
 public:
  static Napi::Function Define(Napi::Env env);
  /// Called by `createVoiceSession` only, with an External that holds the Instance.
  explicit VoiceSession(const Napi::CallbackInfo& info);
  ~VoiceSession() override;

 private:
  using Value = Napi::Value;
  using Info = Napi::CallbackInfo;

  /// An input of the gateway machine whose only argument is the time.
  template <void (gateway::Machine::*kInput)(Instant)>
  void HandleInput(const Info& info);
  void SocketClosed(const Info& info);
  Value AcceptFrame(const Info& info);
  void Hello(const Info& info);
  void Ready(const Info& info);
  void SessionDescription(const Info& info);
  void HeartbeatAck(const Info& info);
  void Speaking(const Info& info);
  void ClientsConnect(const Info& info);
  void ClientDisconnect(const Info& info);
  Value NextDeadline(const Info& info);
  Value Poll(const Info& info);

  /// A setting of settings.def that Media applies.
  template <class Setting>
  void Set(const Info& info);
  /// A setting of settings.def about one other user, which Signalling applies.
  template <class Setting>
  void SetOfUser(const Info& info);

  void OpenPcmInput(const Info& info);
  Value WritePcm(const Info& info);
  void OpenOpusInput(const Info& info);
  Value WriteOpus(const Info& info);
  Value WriteOpusPackets(const Info& info);
  void OpenWavInput(const Info& info);
  Value OpenOggInput(const Info& info);
  void OpenPlayerInput(const Info& info);
  Value HeardUpTo(const Info& info);
  void LetInterrupt(const Info& info);
  void ReleaseBargeIn(const Info& info);
  void OpenStreamInput(const Info& info);
  void SetInputSkip(const Info& info);
  Value WriteInputBytes(const Info& info);
  void EndInput(const Info& info);
  void CloseInput(const Info& info);

  void OpenPcmOutput(const Info& info);
  void OpenWavOutput(const Info& info);
  void CloseOutput(const Info& info);
  void OpenDeviceInput(const Info& info);
  Value OpenPreparedInput(const Info& info);
  void OpenDeviceOutput(const Info& info);
  void CloseDeviceOutput(const Info& info);
  void StartCaptureDump(const Info& info);
  void StopCaptureDump(const Info& info);
  void Subscribe(const Info& info);
  void Unsubscribe(const Info& info);
  Value TakeReceived(const Info& info);
  void SetListening(const Info& info);
  void StopListening(const Info& info);
  void SetTurnPolicies(const Info& info);
  void JudgeTurn(const Info& info);
  Value MediaTime(const Info& info);

  void SetAudioCallbacks(const Info& info);
  void DaveSendClear(const Info& info);
  void DaveSendNothing(const Info& info);
  Value DaveInstallSend(const Info& info);
  void DaveExecuteSend(const Info& info);
  void DaveInstallReceive(const Info& info);
  void DaveExpireReceive(const Info& info);
  void DaveSetPassthrough(const Info& info);
  void DaveReset(const Info& info);

  Value GetStats(const Info& info);
  void Close(const Info& info);

  void Freeze(const Info& info);
  Value Save(const Info& info);
  void Restore(const Info& info);
  Value InputPosition(const Info& info);
  Value QueuedPackets(const Info& info);
  Value QueuedSamples(const Info& info);
  void RestorePcmInput(const Info& info);
  Value TakeDatagrams(const Info& info);
  void DeliverDatagrams(const Info& info);
  void Thaw(const Info& info);

  void GrantNumbers(const Info& info);
  void TakeSnapshot(const Info& info);
  void RestoreKept(const Info& info);
  Value Tide(const Info& info);
  Value TideMark(const Info& info);
  void KeepTide(const Info& info);
  void NameSource(const Info& info);
  void HoldWhenLate(const Info& info);
  void GoOn(const Info& info);

  /// The media thread has something to collect.
  void OnWake() override;
  void AnswerFreeze();
  void TellNews();
  /// When it is there; otherwise it is waited for.
  void AnswerSnapshot();
  /// It will not come.
  void GiveUpSnapshot();
  /// False, with an exception thrown, after close().
  [[nodiscard]] bool Live(const Info& info);
  /// False, with an exception thrown, while a media thread has it, too.
  [[nodiscard]] bool Frozen(const Info& info);
  [[nodiscard]] bool is_frozen() const;
  /// Time moves to argument `at`; what the media thread reported is handled first.
  Instant Advance(Arguments& arguments, std::size_t at);
  /// Carries out what Signalling asks for.
  void Pump();
  void Post(session::MediaCommand command);
  /// The media threads count with what the session costs from now on.
  template <class Setting>
  void NotePrice(const Setting& setting);
  void ReplaceInput(engine::Sends sends, std::unique_ptr<player::Source> input, SourceEnd end = {});
  void PutInput(std::unique_ptr<player::Source> input, SourceEnd end = {});
  /// Before the first sound that is no Opus. False, with an exception thrown, when out of memory.
  [[nodiscard]] bool EnsureEncoder();
  /// Before the first microphone or recording of one.
  void EnsureCapture();
  void CloseNow() noexcept;
  /// Reports of that line are not wanted any more.
  void ForgetLine(std::uint64_t& line);

  std::shared_ptr<Instance> instance_;
  std::unique_ptr<SessionLink> link_;  ///< null once it is closed
  AudioCallbacks callbacks_;
  Napi::FunctionReference on_wake_;
  Napi::FunctionReference on_frozen_;  ///< until it is called
  Napi::FunctionReference on_saved_;   ///< until it is called
  /// The writing side of the present input; Media owns it and returns it to be freed.
  SourceEnd input_end_;
  /// Of the player that is the input; null for another one.
  std::shared_ptr<player::HeardMarks> heard_;
  /// The newest source that was named.
  session::Tide marked_tide_;
  std::uint32_t tide_mark_ = 0;
  session::TideSlot::Source source_;
  session::TideSlot* tide_slot_ = nullptr;
  std::uint32_t tide_generation_ = 0;
  bool has_encoder_ = false;
  bool has_capture_ = false;
  bool has_turn_policies_ = false;
  /// Lines to devices; 0: none.
  std::uint64_t input_line_ = 0;
  std::uint64_t output_line_ = 0;
};

template <class Setting>
void VoiceSession::NotePrice(const Setting& setting) {
  if constexpr (std::is_same_v<Setting, session::command::SetEncoder>) {
    if (auto* threads = instance_->threads())
      threads->SetComplexity(&link_->media(), setting.settings.complexity);
  }
}

}  // namespace sdkpp::addon

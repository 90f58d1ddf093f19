#pragma once

#include <napi.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "addon/audio_devices.h"
#include "addon/notifier.h"
#include "device/recorder.h"
#include "engine/decoder_thread.h"
#include "engine/engine.h"

namespace sdkpp::addon {

class AudioPlayer;
class VoiceSession;

/// Everything this addon keeps for one JavaScript environment. Nothing is static: worker threads and repeated
/// loads each have their own.
class Instance {
 public:
  explicit Instance(Napi::Env env) : env_(env) {}

  /// The media thread, started on first use; nullptr when it cannot be started or the environment is ending.
  [[nodiscard]] engine::Engine* engine();
  /// The thread that decodes streams; as engine().
  [[nodiscard]] engine::DecoderThread* decoder();
  /// Bytes of a stream came, or the end of them.
  void WakeDecoder();
  /// Begins a recording; `ended` is called once, later, with an empty text or what failed. Undefined, with an
  /// exception thrown, when it cannot begin.
  [[nodiscard]] std::unique_ptr<session::Output> OpenRecording(const std::string& path, Napi::Function ended);
  /// The devices of this machine, looked after from first use on; nullptr as for engine().
  [[nodiscard]] AudioDevices* audio_devices();
  /// Lists devices (AudioDevices::List), and keeps the process alive meanwhile. False when there is no
  /// thread.
  [[nodiscard]] bool ListAudioDevices(const device::AudioSystemFactory& system, const Napi::Function& listed);
  /// nullptr before the first use.
  [[nodiscard]] AudioDevices* used_audio_devices() const noexcept { return audio_devices_.get(); }

  /// Stops and joins the threads, and waits until recordings are complete. Sessions and players live on as
  /// dead objects.
  void Shutdown() noexcept;

  void Enter(VoiceSession* session) { sessions_.push_back(session); }
  void Leave(VoiceSession* session) noexcept { std::erase(sessions_, session); }
  void Enter(AudioPlayer* player) { players_.push_back(player); }
  void Leave(AudioPlayer* player) noexcept { std::erase(players_, player); }
  [[nodiscard]] std::size_t session_count() const noexcept { return sessions_.size(); }
  [[nodiscard]] std::size_t player_count() const noexcept { return players_.size(); }

  Napi::FunctionReference session_class;
  Napi::FunctionReference player_class;

 private:
  void OnWake();
  void ReportRecordings();

  Napi::Env env_;
  std::vector<VoiceSession*> sessions_;
  std::vector<AudioPlayer*> players_;
  bool ended_ = false;
  std::unique_ptr<Notifier> notifier_;
  std::map<std::uint64_t, Napi::FunctionReference> recording_ended_;
  // the recorder, the devices and the engine call the notifier: they must go first, and the engine may hold
  // outputs
  std::unique_ptr<device::Recorder> recorder_;
  std::unique_ptr<AudioDevices> audio_devices_;
  std::unique_ptr<engine::Engine> engine_;
  std::unique_ptr<engine::DecoderThread> decoder_;
};

}  // namespace sdkpp::addon

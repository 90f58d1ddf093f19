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
#include "engine/media_threads.h"
#include "engine/tide_map.h"

namespace sdkpp::addon {

/// An object whose sessions or players have something to collect.
class Woken {
 public:
  virtual void OnWake() = 0;

 protected:
  ~Woken() = default;
};

/// Everything this addon keeps for one JavaScript environment. Nothing is static: worker threads and repeated
/// loads each have their own.
class Instance {
 public:
  explicit Instance(Napi::Env env) : env_(env) {}

  /// The media threads, the first of them started on first use; nullptr when it cannot be started or the
  /// environment is ending.
  [[nodiscard]] engine::MediaThreads* threads();
  /// nullptr before the first use.
  [[nodiscard]] const engine::MediaThreads* started_threads() const noexcept { return threads_.get(); }
  /// How many media threads the process may have.
  void SetThreadLimit(std::size_t limit) noexcept;
  /// The thread that decodes streams; as threads().
  [[nodiscard]] engine::DecoderThread* decoder();
  /// Bytes of a stream came, or the end of them.
  void WakeDecoder();
  /// Begins a recording; `ended` is called once, later, with an empty text or what failed. Undefined, with an
  /// exception thrown, when it cannot begin.
  [[nodiscard]] std::unique_ptr<session::Output> OpenRecording(const std::string& path, Napi::Function ended);
  /// The devices of this machine, looked after from first use on; nullptr as for threads().
  [[nodiscard]] AudioDevices* audio_devices();
  /// Lists devices (AudioDevices::List), and keeps the process alive meanwhile. False when there is no
  /// thread.
  [[nodiscard]] bool ListAudioDevices(const device::AudioSystemFactory& system, const Napi::Function& listed);
  /// nullptr before the first use.
  [[nodiscard]] AudioDevices* used_audio_devices() const noexcept { return audio_devices_.get(); }

  /// Opens the file in which calls of this process note how far they are. False when it cannot be used, or
  /// another one is open.
  [[nodiscard]] bool OpenTides(const std::string& path);
  /// nullptr without that file, or behind its end.
  [[nodiscard]] session::TideSlot* tide_slot(std::size_t number) const noexcept {
    return tides_ ? tides_->slot(number) : nullptr;
  }

  /// Stops and joins the threads, and waits until recordings are complete. Sessions and players live on as
  /// dead objects.
  void Shutdown() noexcept;

  /// Objects of this environment that are not closed.
  std::size_t sessions = 0;
  std::size_t players = 0;
  /// Called with a MediaLoad; empty until somebody listens.
  Napi::FunctionReference on_media_load;
  Napi::FunctionReference session_class;
  Napi::FunctionReference player_class;

 private:
  void OnWake();
  void VisitWoken();
  static void Visit(const WokenList::Entry& entry);
  void BalanceThreads();
  void ReportRecordings();

  Napi::Env env_;
  bool ended_ = false;
  std::size_t thread_limit_ = 1;
  std::unique_ptr<Notifier> notifier_;
  /// The media threads write to it.
  std::unique_ptr<engine::TideMap> tides_;
  std::map<std::uint64_t, Napi::FunctionReference> recording_ended_;
  // the recorder, the devices and the media threads call the notifier: they must go first, and the media
  // threads may hold outputs
  std::unique_ptr<device::Recorder> recorder_;
  std::unique_ptr<AudioDevices> audio_devices_;
  std::unique_ptr<engine::MediaThreads> threads_;
  std::unique_ptr<engine::DecoderThread> decoder_;
};

}  // namespace sdkpp::addon

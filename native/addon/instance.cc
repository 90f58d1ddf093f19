#include "addon/instance.h"

#include <algorithm>

#include "addon/arguments.h"
#include "addon/audio_player.h"
#include "addon/voice_session.h"

namespace sdkpp::addon {

namespace {

/// A callback may close any of them, so only those still listed are visited.
template <class Object>
void WakeAll(const std::vector<Object*>& listed) {
  for (Object* object : std::vector<Object*>(listed)) {
    if (std::ranges::find(listed, object) != listed.end()) object->OnWake();
  }
}

}  // namespace

engine::Engine* Instance::engine() {
  if (ended_ || engine_) return engine_.get();
  if (!notifier_) notifier_ = Notifier::Start(env_, [this] { OnWake(); });
  if (notifier_) engine_ = engine::Engine::Start(*notifier_);
  return engine_.get();
}

engine::DecoderThread* Instance::decoder() {
  if (!ended_ && !decoder_) decoder_ = engine::DecoderThread::Start();
  return decoder_.get();
}

void Instance::WakeDecoder() {
  if (decoder_) decoder_->Wake();
}

std::unique_ptr<session::Output> Instance::OpenRecording(const std::string& path, Napi::Function ended) {
  if (engine() == nullptr) return nullptr;
  if (!recorder_) recorder_ = std::make_unique<device::Recorder>([this] { notifier_->Wake(); });
  device::Recorder::Opened opened = recorder_->Open(path);
  if (!opened.output) {
    ThrowCoded(env_, "OUTPUT_FAILED", "Cannot write the file " + path + ": " + opened.error);
    return nullptr;
  }
  recording_ended_[opened.id] = Napi::Persistent(ended);
  return std::move(opened.output);
}

AudioDevices* Instance::audio_devices() {
  if (audio_devices_ || engine() == nullptr) return audio_devices_.get();
  auto supervisor = device::Supervisor::Start([this] { notifier_->Wake(); });
  if (supervisor) audio_devices_ = std::make_unique<AudioDevices>(env_, std::move(supervisor));
  return audio_devices_.get();
}

bool Instance::ListAudioDevices(const device::AudioSystemFactory& system, const Napi::Function& listed) {
  AudioDevices* devices = audio_devices();
  if (devices == nullptr) return false;
  devices->List(system, listed);
  notifier_->Hold(env_, true);
  return true;
}

void Instance::Shutdown() noexcept {
  ended_ = true;
  engine_.reset();
  decoder_.reset();
  audio_devices_.reset();
  // sessions that live on still hold outputs of the recorder
  if (recorder_) recorder_->FinishAll();
  recording_ended_.clear();
  notifier_.reset();
}

void Instance::ReportRecordings() {
  for (const device::RecordingEnd& end : recorder_->Collect()) {
    const auto found = recording_ended_.find(end.id);
    if (found == recording_ended_.end()) continue;
    const Napi::FunctionReference ended = std::move(found->second);
    recording_ended_.erase(found);
    const Napi::HandleScope scope(env_);
    ended.Value().Call({Napi::String::New(env_, end.error)});
    if (env_.IsExceptionPending()) env_.GetAndClearPendingException();
  }
}

void Instance::OnWake() {
  if (!engine_) return;
  const Napi::HandleScope scope(env_);
  engine_->CollectGarbage();
  if (recorder_) ReportRecordings();
  if (audio_devices_) audio_devices_->OnWake();
  notifier_->Hold(env_, audio_devices_ && audio_devices_->awaited());
  WakeAll(sessions_);
  WakeAll(players_);
}

}  // namespace sdkpp::addon

#include "addon/instance.h"

#include "addon/arguments.h"
#include "addon/outputs.h"
#include "engine/clock.h"

namespace sdkpp::addon {

engine::MediaThreads* Instance::threads() {
  if (ended_ || threads_) return threads_.get();
  if (!notifier_) notifier_ = Notifier::Start(env_, [this] { OnWake(); });
  if (notifier_) threads_ = engine::MediaThreads::Start(*notifier_);
  if (threads_) threads_->SetLimit(thread_limit_);
  return threads_.get();
}

void Instance::SetThreadLimit(std::size_t limit) noexcept {
  thread_limit_ = limit;
  if (threads_) threads_->SetLimit(limit);
}

engine::DecoderThread* Instance::decoder() {
  if (!ended_ && !decoder_) decoder_ = engine::DecoderThread::Start();
  return decoder_.get();
}

void Instance::WakeDecoder() {
  if (decoder_) decoder_->Wake();
}

std::unique_ptr<session::Output> Instance::OpenRecording(const std::string& path, Napi::Function ended) {
  if (threads() == nullptr) return nullptr;
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
  if (audio_devices_ || threads() == nullptr) return audio_devices_.get();
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

bool Instance::OpenTides(const std::string& path) {
  if (tides_) return false;
  tides_ = engine::TideMap::Open(path);
  return tides_ != nullptr;
}

void Instance::Shutdown() noexcept {
  ended_ = true;
  threads_.reset();
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
  if (!threads_) return;
  const Napi::HandleScope scope(env_);
  {
    const auto released = threads_->TakeReleased();
    VisitWoken();  // among them may be some that ended: they are freed behind that
    for (engine::MediaSession* session : released.frozen) Visit(session->woken());
  }
  BalanceThreads();
  if (recorder_) ReportRecordings();
  if (audio_devices_) audio_devices_->OnWake();
  notifier_->Hold(env_, audio_devices_ && audio_devices_->awaited());
}

void Instance::BalanceThreads() {
  const Instant now = engine::Now();
  threads_->Balance(now);
  const auto event = threads_->TakeLoadEvent(now);
  if (!event || on_media_load.IsEmpty()) return;
  on_media_load.Value().Call({ToJavaScript(env_, *event)});
  if (env_.IsExceptionPending()) env_.GetAndClearPendingException();
}

/// A callback may close any of them, which has no owner then; its entry stays until it is garbage.
void Instance::VisitWoken() {
  std::vector<WokenList::Entry*> woken;
  notifier_->woken.TakeAll([&](WokenList::Entry& entry) { woken.push_back(&entry); });
  for (const WokenList::Entry* entry : woken) Visit(*entry);
}

void Instance::Visit(const WokenList::Entry& entry) {
  if (entry.owner != nullptr) static_cast<Woken*>(entry.owner)->OnWake();
}

}  // namespace sdkpp::addon

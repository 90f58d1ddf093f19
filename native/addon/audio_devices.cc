#include "addon/audio_devices.h"

#include <array>
#include <utility>

namespace sdkpp::addon {

namespace {

using Kind = device::LineReport::Kind;

const char* NameOf(Kind kind) noexcept {
  switch (kind) {
    case Kind::kOpened:
      return "opened";
    case Kind::kFailed:
      return "failed";
    case Kind::kLost:
      return "lost";
    case Kind::kHung:
      return "hung";
  }
  return "";
}

Napi::Array ToJavaScript(Napi::Env env, const std::vector<device::DeviceName>& devices) {
  auto list = Napi::Array::New(env, devices.size());
  for (std::uint32_t at = 0; at < devices.size(); ++at) {
    const device::DeviceName& device = devices[at];
    auto object = Napi::Object::New(env);
    object.Set("id", Napi::String::New(env, device.id));
    object.Set("name", Napi::String::New(env, device.name));
    object.Set("isDefault", Napi::Boolean::New(env, device.is_default));
    list.Set(at, object);
  }
  return list;
}

void Call(Napi::Env env, const Napi::FunctionReference& function,
          const std::initializer_list<napi_value>& arguments) {
  function.Value().Call(arguments);
  if (env.IsExceptionPending()) env.GetAndClearPendingException();
}

}  // namespace

void AudioDevices::List(const device::AudioSystemFactory& system, const Napi::Function& listed) {
  requests_[supervisor_->List(system)] = Napi::Persistent(listed);
}

std::unique_ptr<player::Source> AudioDevices::OpenInput(const device::AudioSystemFactory& system,
                                                        std::string id, const Napi::Function& changed,
                                                        std::uint64_t& line) {
  auto opened = supervisor_->OpenInput(system, std::move(id));
  reports_[line = opened.line] = Napi::Persistent(changed);
  return std::move(opened.end);
}

std::unique_ptr<session::Output> AudioDevices::OpenOutput(const device::AudioSystemFactory& system,
                                                          std::string id, const Napi::Function& changed,
                                                          std::uint64_t& line) {
  auto opened = supervisor_->OpenOutput(system, std::move(id));
  reports_[line = opened.line] = Napi::Persistent(changed);
  return std::move(opened.end);
}

std::uint64_t AudioDevices::Prepare(const device::AudioSystemFactory& system, std::string id,
                                    const Napi::Function& changed) {
  std::uint64_t line = 0;
  auto end = OpenInput(system, std::move(id), changed, line);
  prepared_[line] = std::move(end);
  return line;
}

std::unique_ptr<player::Source> AudioDevices::TakePrepared(std::uint64_t line,
                                                           const Napi::Function& changed) {
  const auto found = prepared_.find(line);
  if (found == prepared_.end()) return nullptr;
  auto end = std::move(found->second);
  prepared_.erase(found);
  reports_[line] = Napi::Persistent(changed);
  return end;
}

void AudioDevices::Release(std::uint64_t line) {
  if (prepared_.erase(line) > 0) Forget(line);
}

void AudioDevices::OnWake() {
  const auto news = supervisor_->Collect();
  for (const auto& event : news.lines) Report(event);
  for (const auto& listed : news.lists) Answer(listed);
}

void AudioDevices::Report(const device::Supervisor::LineEvent& event) {
  const auto found = reports_.find(event.line);
  if (found == reports_.end()) return;
  const Napi::HandleScope scope(env_);
  // a copy: the callback may forget the line
  const auto function = Napi::Persistent(found->second.Value());
  Call(env_, function,
       {Napi::String::New(env_, NameOf(event.report.kind)), Napi::String::New(env_, event.report.id),
        Napi::String::New(env_, event.report.text)});
}

void AudioDevices::Answer(const device::Supervisor::Listed& listed) {
  const auto found = requests_.find(listed.request);
  if (found == requests_.end()) return;
  const auto function = std::move(found->second);
  requests_.erase(found);
  const Napi::HandleScope scope(env_);
  const device::DeviceNames& names = listed.answer;
  Call(env_, function,
       {Napi::String::New(env_, names.error), ToJavaScript(env_, names.inputs),
        ToJavaScript(env_, names.outputs), Napi::Boolean::New(env_, names.null_system)});
}

}  // namespace sdkpp::addon

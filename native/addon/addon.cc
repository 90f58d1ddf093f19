#include <napi.h>

#include <climits>
#include <cstdint>
#include <memory>

#include "addon/arguments.h"
#include "addon/audio_player.h"
#include "addon/device_choice.h"
#include "addon/instance.h"
#include "addon/outputs.h"
#include "addon/pin_module.h"
#include "addon/saved_values.h"
#include "addon/stream_inspection.h"
#include "addon/voice_session.h"
#include "core/crypto/aead.h"
#include "engine/placement.h"

namespace sdkpp::addon {

namespace {

using Shared = std::shared_ptr<Instance>;

Shared& InstanceOf(const Napi::CallbackInfo& info) { return *info.Env().GetInstanceData<Shared>(); }

Napi::Value HasAesHardware(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), crypto::HasAesHardware());
}

Napi::Value CreateVoiceSession(const Napi::CallbackInfo& info) {
  Shared& instance = InstanceOf(info);
  const auto holder = Napi::External<Shared>::New(info.Env(), &instance);
  return instance->session_class.New({holder, info[0]});
}

Napi::Value CreatePlayer(const Napi::CallbackInfo& info) {
  Shared& instance = InstanceOf(info);
  const auto holder = Napi::External<Shared>::New(info.Env(), &instance);
  return instance->player_class.New({holder, info[0]});
}

/// Places the media threads; returns undefined, or the reason of the failure.
Napi::Value PlaceMediaThread(const Napi::CallbackInfo& info, auto request) {
  engine::MediaThreads* threads = InstanceOf(info)->threads();
  if (threads == nullptr) return Napi::String::New(info.Env(), "there is no media thread");
  const int error = request(*threads);
  return Napi::String::New(info.Env(), error == 0 ? "" : engine::PlacementErrorText(error));
}

Napi::Value SetMediaThreadPriority(const Napi::CallbackInfo& info) {
  Arguments arguments(info);
  const int priority = arguments.Integer(0, "priority", INT_MIN, INT_MAX);
  if (!arguments.ok()) return {};
  return PlaceMediaThread(info, [&](engine::MediaThreads& threads) { return threads.SetPriority(priority); });
}

Napi::Value SetMediaThreadProcessors(const Napi::CallbackInfo& info) {
  Arguments arguments(info);
  const std::uint64_t mask = arguments.Unsigned64(0, "mask");
  if (!arguments.ok()) return {};
  return PlaceMediaThread(info, [&](engine::MediaThreads& threads) { return threads.SetProcessors(mask); });
}

void ListAudioDevices(const Napi::CallbackInfo& info) {
  Arguments arguments(info);
  const device::AudioSystemFactory system = ReadAudioSystem(arguments, 0);
  const Napi::Function listed = arguments.Function(1, "onListed");
  if (!arguments.ok()) return;
  if (!InstanceOf(info)->ListAudioDevices(system, listed))
    ThrowCoded(info.Env(), "MEDIA_UNAVAILABLE", "There is no thread for devices");
}

Napi::Value PrepareDeviceInput(const Napi::CallbackInfo& info) {
  Arguments arguments(info);
  const DeviceChoice choice = ReadDeviceChoice(arguments);
  const Napi::Function changed = arguments.Function(2, "onChanged");
  if (!arguments.ok()) return info.Env().Undefined();
  AudioDevices* devices = InstanceOf(info)->audio_devices();
  if (devices == nullptr) {
    ThrowCoded(info.Env(), "MEDIA_UNAVAILABLE", "There is no thread for devices");
    return info.Env().Undefined();
  }
  const std::uint64_t line = devices->Prepare(choice.system, choice.id, changed);
  return Napi::Number::New(info.Env(), static_cast<double>(line));
}

void ReleaseDeviceInput(const Napi::CallbackInfo& info) {
  Arguments arguments(info);
  const int prepared = arguments.Integer(0, "prepared", 1, INT_MAX);
  AudioDevices* devices = InstanceOf(info)->audio_devices();
  if (arguments.ok() && devices != nullptr) devices->Release(static_cast<std::uint64_t>(prepared));
}

Napi::Value LiveCounts(const Napi::CallbackInfo& info) {
  Napi::Object counts = Napi::Object::New(info.Env());
  counts.Set("sessions", Napi::Number::New(info.Env(), static_cast<double>(InstanceOf(info)->sessions)));
  counts.Set("players", Napi::Number::New(info.Env(), static_cast<double>(InstanceOf(info)->players)));
  return counts;
}

void SetMediaThreads(const Napi::CallbackInfo& info) {
  Arguments arguments(info);
  const int limit = arguments.Integer(0, "limit", 1, static_cast<int>(engine::MediaThreads::kMost));
  if (arguments.ok()) InstanceOf(info)->SetThreadLimit(static_cast<std::size_t>(limit));
}

void OnMediaLoad(const Napi::CallbackInfo& info) {
  Arguments arguments(info);
  const Napi::Function changed = arguments.Function(0, "onLoad");
  if (arguments.ok()) InstanceOf(info)->on_media_load = Napi::Persistent(changed);
}

Napi::Value MediaThreads(const Napi::CallbackInfo& info) {
  const engine::MediaThreads* threads = InstanceOf(info)->started_threads();
  Napi::Array list = Napi::Array::New(info.Env());
  if (threads == nullptr) return list;
  for (const auto& report : threads->Reports()) {
    const Napi::Object thread = Napi::Object::New(info.Env());
    thread.Set("members", static_cast<double>(report.members));
    thread.Set("tickMs", MsOf(report.tick));
    thread.Set("lateTicks", report.late_ticks);
    thread.Set("isOverloaded", report.is_overloaded);
    list.Set(list.Length(), thread);
  }
  return list;
}

Napi::Value OpenTides(const Napi::CallbackInfo& info) {
  Arguments arguments(info);
  const std::string path = arguments.Text(0, "path");
  if (!arguments.ok()) return info.Env().Undefined();
  return Napi::Boolean::New(info.Env(), InstanceOf(info)->OpenTides(path));
}

Napi::Value ReadTide(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Arguments arguments(info);
  const auto number = static_cast<std::size_t>(arguments.Integer(0, "slot", 0, INT_MAX));
  const auto generation = static_cast<std::uint32_t>(arguments.Integer(1, "generation", 0, INT_MAX));
  if (!arguments.ok()) return env.Undefined();
  const session::TideSlot* slot = InstanceOf(info)->tide_slot(number);
  const auto reading = slot != nullptr ? slot->Read(generation) : std::nullopt;
  return reading ? ToJavaScript(env, *reading) : env.Undefined();
}

/// Before the environment ends its threads must be gone. The instance itself is the hook's argument: a
/// repeated (function, argument) pair would abort the process when the addon is loaded twice.
void OnEnvironmentEnd(void* instance) { static_cast<Instance*>(instance)->Shutdown(); }

Napi::Object Init(Napi::Env env, Napi::Object exports) {
  PinModule();
  auto* shared = new Shared(std::make_shared<Instance>(env));
  env.SetInstanceData<Shared>(shared);
  napi_add_env_cleanup_hook(env, OnEnvironmentEnd, shared->get());
  (*shared)->session_class = Napi::Persistent(VoiceSession::Define(env));
  (*shared)->player_class = Napi::Persistent(AudioPlayer::Define(env));
  exports.Set("buildType", Napi::String::New(env, SDKPP_BUILD_TYPE));
  exports.Set("hasAesHardware", Napi::Function::New(env, HasAesHardware, "hasAesHardware"));
  exports.Set("createVoiceSession", Napi::Function::New(env, CreateVoiceSession, "createVoiceSession"));
  exports.Set("createPlayer", Napi::Function::New(env, CreatePlayer, "createPlayer"));
  exports.Set("setMediaThreadPriority",
              Napi::Function::New(env, SetMediaThreadPriority, "setMediaThreadPriority"));
  exports.Set("setMediaThreadProcessors",
              Napi::Function::New(env, SetMediaThreadProcessors, "setMediaThreadProcessors"));
  exports.Set("setMediaThreads", Napi::Function::New(env, SetMediaThreads, "setMediaThreads"));
  exports.Set("mediaThreads", Napi::Function::New(env, MediaThreads, "mediaThreads"));
  exports.Set("onMediaLoad", Napi::Function::New(env, OnMediaLoad, "onMediaLoad"));
  exports.Set("listAudioDevices", Napi::Function::New(env, ListAudioDevices, "listAudioDevices"));
  exports.Set("prepareDeviceInput", Napi::Function::New(env, PrepareDeviceInput, "prepareDeviceInput"));
  exports.Set("releaseDeviceInput", Napi::Function::New(env, ReleaseDeviceInput, "releaseDeviceInput"));
  exports.Set("probeStream", Napi::Function::New(env, ProbeStream, "probeStream"));
  exports.Set("searchPlace", Napi::Function::New(env, SearchPlace, "searchPlace"));
  exports.Set("openTides", Napi::Function::New(env, OpenTides, "openTides"));
  exports.Set("readTide", Napi::Function::New(env, ReadTide, "readTide"));
  exports.Set("liveCounts", Napi::Function::New(env, LiveCounts, "liveCounts"));
  return exports;
}

}  // namespace

}  // namespace sdkpp::addon

static Napi::Object InitAddon(Napi::Env env, Napi::Object exports) {
  return sdkpp::addon::Init(env, exports);
}

NODE_API_MODULE(sdkpp, InitAddon)

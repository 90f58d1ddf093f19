#include "addon/saved_values.h"

#include <cstring>
#include <string>

#include "addon/outputs.h"
#include "core/base/audio_format.h"
#include "engine/clock.h"

namespace sdkpp::addon {

namespace {

const char* Describe(RestoreProblem problem) {
  switch (problem) {
    case RestoreProblem::kNone:
      break;
    case RestoreProblem::kDamaged:
      return "damaged";
    case RestoreProblem::kMissing:
      return "missing";
    case RestoreProblem::kOutOfRange:
      return "outOfRange";
  }
  return "";
}

}  // namespace

Napi::Value ToJavaScript(Napi::Env env, std::span<const std::uint8_t> bytes) {
  Napi::Uint8Array copy = Napi::Uint8Array::New(env, bytes.size());
  if (!bytes.empty()) std::memcpy(copy.Data(), bytes.data(), bytes.size());
  return copy;
}

Napi::Value ToJavaScript(Napi::Env env, const std::optional<player::SourcePosition>& position) {
  if (!position) return env.Undefined();
  const Napi::Number samples = Napi::Number::New(env, static_cast<double>(position->samples));
  if (!position->track) return samples;
  Napi::Object of_player = Napi::Object::New(env);
  of_player.Set("track", *position->track);
  of_player.Set("samples", samples);
  return of_player;
}

Napi::Value ToJavaScript(Napi::Env env, const session::TideSlot::Reading& reading) {
  constexpr double kSamplesPerMs = kSampleRate / 1000.0;
  const auto& [tick, is_playing, source] = reading;
  Napi::Object object = Napi::Object::New(env);
  object.Set("ageMs", MsOf(engine::Now() - tick.at));
  object.Set("sequence", tick.next_sequence.raw());
  object.Set("isPlaying", is_playing);
  if (!source || !tick.samples) return object;
  const double start_ms = static_cast<double>(source->start_us) / 1000;
  const Napi::Object played = Napi::Object::New(env);
  played.Set("count", source->count);
  played.Set("positionMs", start_ms + static_cast<double>(*tick.samples) / kSamplesPerMs);
  object.Set("source", played);
  return object;
}

void Throw(Napi::Env env, const RestoreFault& fault) {
  const Napi::Error error = Napi::Error::New(env, "The saved session cannot be restored");
  error.Set("code", Napi::String::New(env, "SAVED_SESSION_INVALID"));
  error.Set("problem", Napi::String::New(env, Describe(fault.problem)));
  error.Set("record", Napi::String::New(env, std::string(fault.record)));
  error.Set("field", Napi::String::New(env, std::string(fault.field)));
  error.ThrowAsJavaScriptException();
}

}  // namespace sdkpp::addon

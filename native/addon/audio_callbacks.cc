#include "addon/audio_callbacks.h"

#include <algorithm>

#include "addon/thrown.h"
#include "engine/waiter.h"

namespace sdkpp::addon {

void AudioCallbacks::Set(Napi::Value received, Napi::Value captured) {
  received_.Reset();
  captured_.Reset();
  if (received.IsFunction()) received_ = Napi::Persistent(received.As<Napi::Function>());
  if (captured.IsFunction()) captured_ = Napi::Persistent(captured.As<Napi::Function>());
  reported_ = {};
}

Napi::Int16Array AudioCallbacks::Array(Napi::Env env) {
  // a callback may have transferred the array away: then it is empty and is replaced
  if (!array_.IsEmpty() && array_.Value().ElementLength() == kBlockValues) return array_.Value();
  const Napi::Int16Array made = Napi::Int16Array::New(env, kBlockValues);
  if (!made.IsEmpty()) array_ = Napi::Persistent(made);
  return made;
}

bool AudioCallbacks::Call(Napi::Env env, session::CallbackExchange::Slot& slot, std::string& message) {
  const bool is_received = slot.user != UserId(0);
  Napi::Int16Array samples = Array(env);
  if (samples.IsEmpty()) return true;  // the worker was terminated meanwhile: no script will hear it
  std::ranges::copy(slot.samples, samples.Data());
  const Napi::Number per_channel = Napi::Number::New(env, static_cast<double>(kBlockSamples));
  const Napi::Number rate = Napi::Number::New(env, kSampleRate);
  const Napi::Number channels = Napi::Number::New(env, static_cast<double>(kChannels));
  if (out_.IsEmpty()) out_ = Napi::Persistent(Napi::Object::New(env));
  out_.Value().Set("value", Napi::Boolean::New(env, false));
  if (is_received) {
    const Napi::BigInt user = Napi::BigInt::New(env, slot.user.raw());
    received_.Value().Call({user, samples, per_channel, rate, channels, out_.Value()});
  } else {
    captured_.Value().Call({samples, per_channel, rate, channels});
  }
  // A script may have put an accessor there that throws.
  const Napi::Value mute =
      is_received && !env.IsExceptionPending() ? out_.Value().Get("value") : Napi::Value();
  if (env.IsExceptionPending()) {
    out_.Reset();
    message = TakeException(env);
    return false;
  }
  if (!mute.IsEmpty()) slot.mute = mute.ToBoolean().Value();
  // Asked anew: `samples` remembers the length and the address that it had before the call.
  const Napi::Int16Array after = array_.Value();
  if (after.ElementLength() != kBlockValues) return true;  // transferred away: the block stays as it was
  std::copy_n(after.Data(), kBlockValues, slot.samples.begin());
  return true;
}

void AudioCallbacks::Run(Napi::Env env, session::CallbackExchange& exchange,
                         const std::function<bool()>& alive,
                         const std::function<void(const char*, const std::string&)>& failed) {
  while (session::CallbackExchange::Slot* slot = exchange.Take()) {
    Napi::HandleScope scope(env);
    const bool is_received = slot->user != UserId(0);
    const bool wanted = is_received ? has_received() : has_captured();
    bool& reported = is_received ? reported_.received : reported_.captured;
    std::string message;
    const bool good = !wanted || Call(env, *slot, message);
    exchange.Finish(*slot, engine::Now());
    if (!good && !reported) {
      reported = true;
      failed(is_received ? "received" : "captured", message);
    }
    if (!alive()) return;
  }
}

}  // namespace sdkpp::addon

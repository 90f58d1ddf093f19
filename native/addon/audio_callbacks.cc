#include "addon/audio_callbacks.h"

#include <chrono>
#include <cstdint>
#include <span>

#include "core/audio/samples.h"
#include "engine/clock.h"

namespace sdkpp::addon {

namespace {

constexpr Duration kReportAgain = std::chrono::seconds(1);

bool IsReceived(const session::CallbackExchange::Slot& slot) noexcept { return slot.speaker.has_value(); }

}  // namespace

void AudioCallbacks::Set(Napi::Value received, Napi::Value captured) {
  received_ = {};
  captured_ = {};
  if (received.IsFunction()) received_.function = Napi::Persistent(received.As<Napi::Function>());
  if (captured.IsFunction()) captured_.function = Napi::Persistent(captured.As<Napi::Function>());
}

Napi::Int16Array AudioCallbacks::Array(Napi::Env env) {
  // a callback may have transferred the array away: then it is empty and is replaced
  if (!array_.IsEmpty() && array_.Value().ElementLength() == kBlockValues) return array_.Value();
  const Napi::Int16Array made = Napi::Int16Array::New(env, kBlockValues);
  if (!made.IsEmpty()) array_ = Napi::Persistent(made);
  return made;
}

Napi::Value AudioCallbacks::Call(Napi::Env env, Tap& tap, const session::CallbackExchange::Slot& slot,
                                 Napi::Int16Array samples) {
  const Napi::Number per_channel = Napi::Number::New(env, static_cast<double>(kBlockSamples));
  const Napi::Number rate = Napi::Number::New(env, kSampleRate);
  const Napi::Number channels = Napi::Number::New(env, static_cast<double>(kChannels));
  if (!IsReceived(slot)) return tap.function.Value().Call({samples, per_channel, rate, channels});
  if (out_.IsEmpty()) out_ = Napi::Persistent(Napi::Object::New(env));
  out_.Value().Set("value", Napi::Boolean::New(env, false));
  const Napi::BigInt user = Napi::BigInt::New(env, slot.speaker->raw());
  return tap.function.Value().Call({user, samples, per_channel, rate, channels, out_.Value()});
}

/// False when the callback did not do its work; the failure is counted.
bool AudioCallbacks::Filter(Napi::Env env, Tap& tap, session::CallbackExchange::Slot& slot) {
  Napi::Int16Array samples = Array(env);
  if (samples.IsEmpty()) return false;  // the worker was terminated meanwhile: no script will run
  audio::Round(slot.samples, std::span(samples.Data(), kBlockValues));
  const Napi::Value result = Call(env, tap, slot, samples);
  // A script may have put an accessor there that throws.
  const bool asks_mute = IsReceived(slot) && !env.IsExceptionPending();
  const Napi::Value mute = asks_mute ? out_.Value().Get("value") : Napi::Value();
  if (env.IsExceptionPending()) {
    out_.Reset();
    tap.Fail(env, env.GetAndClearPendingException().Value());
    return false;
  }
  if (result.IsPromise()) {
    tap.Fail(env,
             Napi::Error::New(env, "it returned a promise; edits made after that come too late").Value());
    return false;
  }
  // Read again: `samples` keeps the length and the address that it had before the call.
  const Napi::Int16Array after = array_.Value();
  if (after.ElementLength() != kBlockValues) {
    tap.Fail(env, Napi::Error::New(env, "it transferred its samples away").Value());
    return false;
  }
  if (!mute.IsEmpty()) slot.mute = mute.ToBoolean().Value();
  audio::Widen(std::span<const std::int16_t>(after.Data(), kBlockValues), slot.samples);
  return true;
}

void AudioCallbacks::Run(Napi::Env env, session::CallbackExchange& exchange,
                         const std::function<bool()>& alive) {
  while (session::CallbackExchange::Slot* slot = exchange.Take()) {
    const Napi::HandleScope scope(env);
    Tap& tap = IsReceived(*slot) ? received_ : captured_;
    // a block on loan to a callback that was removed meanwhile is not filtered
    const bool filtered = !tap.function.IsEmpty() && Filter(env, tap, *slot);
    exchange.Finish(*slot, engine::Now(), filtered);
    if (!alive()) return;
  }
}

void AudioCallbacks::Tap::Fail(Napi::Env env, Napi::Value error) {
  if (failures++ > 0) return;
  const Napi::Object holder = Napi::Object::New(env);
  holder.Set("error", error);
  first = Napi::Persistent(holder);
}

bool AudioCallbacks::Tap::IsDue(Instant now) const noexcept {
  return failures > reported && (!reported_at || now - *reported_at >= kReportAgain);
}

bool AudioCallbacks::has_failure(Instant now) const noexcept {
  return received_.IsDue(now) || captured_.IsDue(now);
}

std::optional<CallbackFailure> AudioCallbacks::TakeFailure(Napi::Env env, Instant now) {
  if (!has_failure(now)) return std::nullopt;
  Tap& tap = received_.IsDue(now) ? received_ : captured_;
  tap.reported = tap.failures;
  tap.reported_at = now;
  const char* which = &tap == &received_ ? "received" : "captured";
  const Napi::Value error = tap.first.IsEmpty() ? env.Undefined() : tap.first.Value().Get("error");
  return CallbackFailure{which, tap.failures, error};
}

}  // namespace sdkpp::addon

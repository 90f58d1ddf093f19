#include <chrono>
#include <climits>
#include <utility>

#include "addon/outputs.h"
#include "addon/saved_values.h"
#include "addon/voice_session.h"
#include "core/session/exchange/number_range.h"
#include "engine/clock.h"

// The members of VoiceSession with which a call outlives its process.

namespace sdkpp::addon {

namespace {

/// Within a year, the farthest point in time that a record has.
constexpr double kLongestMs = 3.1e10;
constexpr int kMostNumbers = static_cast<int>(session::NumberRange::kMost);

Succession ReadSuccession(Properties& from) {
  const double age_ms = from.Number("ageMs", 0, kLongestMs);
  const int start = from.Integer("start", 0, kMostNumbers);
  const int limit = from.Integer("limit", start, kMostNumbers);
  const int sequence = from.Integer("sequence", 0, 65'535);
  return {.age = std::chrono::duration_cast<Duration>(std::chrono::duration<double, std::milli>(age_ms)),
          .numbers = {static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(limit)},
          .sequence = Sequence(static_cast<std::uint16_t>(sequence))};
}

/// What it throws is its own affair.
void Call(Napi::Env env, Napi::FunctionReference callback, Napi::Value value) {
  callback.Value().Call({value});
  if (env.IsExceptionPending()) env.GetAndClearPendingException();
}

}  // namespace

void VoiceSession::GrantNumbers(const Info& info) {
  Arguments args(info);
  const int start = args.Integer(0, "start", 0, kMostNumbers);
  const int limit = args.Integer(1, "limit", start, kMostNumbers);
  if (!args.ok() || !Live(info)) return;
  link_->signalling().Grant({static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(limit)});
  Pump();
}

void VoiceSession::TakeSnapshot(const Info& info) {
  Arguments args(info);
  const Napi::Function saved = args.Function(1, "onSaved");
  if (!Live(info)) return;
  const Instant now = args.Time(0);
  if (!args.ok()) return;
  if (instance_->threads() == nullptr)
    return ThrowCoded(info.Env(), "MEDIA_UNAVAILABLE", "There is no media thread");
  if (!on_frozen_.IsEmpty() || is_frozen())
    return ThrowCoded(info.Env(), "SESSION_FROZEN",
                      "This voice session is frozen, or about to be: save it instead");
  if (!on_saved_.IsEmpty())
    return ThrowCoded(info.Env(), "SNAPSHOT_RUNNING", "The snapshot before has not been answered yet");
  link_->Advance(now);
  on_saved_ = Napi::Persistent(saved);
  link_->AskForSnapshot();
  Pump();
}

void VoiceSession::AnswerSnapshot() {
  if (on_saved_.IsEmpty()) return;
  const auto answer = link_->TakeSnapshot();
  Pump();
  if (!answer) return;
  const Napi::Env env = Env();
  const Napi::Value saved = *answer ? ToJavaScript(env, (*answer)->bytes()) : env.Undefined();
  Call(env, std::move(on_saved_), saved);
}

void VoiceSession::GiveUpSnapshot() {
  if (on_saved_.IsEmpty()) return;
  if (link_) link_->ForgetSnapshot();
  Call(Env(), std::move(on_saved_), Env().Undefined());
}

void VoiceSession::RestoreKept(const Info& info) {
  Arguments args(info);
  const Instant now = args.Time(1);
  Properties properties(args, info[2], "from");
  const Succession from = ReadSuccession(properties);
  // last: a getter of another property could detach it
  const auto saved = args.Bytes(0, "saved");
  if (!args.ok() || !Frozen(info)) return;
  const RestoreFault fault = link_->RestoreKept(saved, now, from);
  if (fault) return Throw(info.Env(), fault);
  link_->signalling().made().Each([this](const auto& setting) { NotePrice(setting); });
}

Napi::Value VoiceSession::Tide(const Info& info) {
  const Napi::Env env = info.Env();
  if (!Live(info)) return env.Undefined();
  const session::Tide& tide = link_->media().tide();
  if (tide.at == Instant{}) return env.Undefined();
  Napi::Object object = Napi::Object::New(env);
  object.Set("used", static_cast<double>(tide.Used(link_->signalling().first_counter())));
  object.Set("sequence", tide.next_sequence.raw());
  object.Set("packetsReceived", static_cast<double>(tide.packets_received));
  object.Set("position", ToJavaScript(env, tide.position));
  object.Set("ageMs", MsOf(engine::Now() - tide.at));
  return object;
}

Napi::Value VoiceSession::TideMark(const Info& info) {
  if (!Live(info)) return info.Env().Undefined();
  const session::Tide& tide = link_->media().tide();
  if (!tide.IsAsFarAs(marked_tide_)) {
    marked_tide_ = tide;
    ++tide_mark_;
  }
  return Napi::Number::New(info.Env(), tide_mark_);
}

void VoiceSession::KeepTide(const Info& info) {
  Arguments args(info);
  const auto slot = static_cast<std::size_t>(args.Integer(0, "slot", 0, INT_MAX));
  const auto generation = static_cast<std::uint32_t>(args.Integer(1, "generation", 0, INT_MAX));
  if (!args.ok() || !Live(info)) return;
  session::TideSlot* const found = instance_->tide_slot(slot);
  // the media thread writes to it already
  if (found == tide_slot_ && generation == tide_generation_) return;
  tide_slot_ = found;
  tide_generation_ = generation;
  if (tide_slot_ != nullptr) tide_slot_->Begin(generation, source_);
  Post(session::command::KeepTide{tide_slot_});
}

void VoiceSession::NameSource(const Info& info) {
  Arguments args(info);
  const auto count = static_cast<std::uint32_t>(args.Integer(0, "count", 0, INT_MAX));
  const double start_ms = args.Number(1, "startMs", 0, kLongestMs);
  if (!args.ok() || !Live(info)) return;
  source_ = {.input = link_->signalling().input_number(),
             .count = count,
             .start_us = static_cast<std::uint64_t>(start_ms * 1000)};
  if (tide_slot_ != nullptr) tide_slot_->Name(source_);
}

void VoiceSession::HoldWhenLate(const Info& info) {
  Arguments args(info);
  const bool holds = args.Boolean(0, "holds");
  if (args.ok() && Live(info)) Post(session::command::HoldWhenLate{holds});
}

void VoiceSession::GoOn(const Info& info) {
  if (!Live(info)) return;
  link_->signalling().GoOn();
  Pump();
}

}  // namespace sdkpp::addon

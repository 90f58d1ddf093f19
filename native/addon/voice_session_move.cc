#include <memory>
#include <utility>

#include "addon/saved_values.h"
#include "addon/voice_session.h"
#include "core/base/field_reader.h"
#include "engine/clock.h"

// The members of VoiceSession with which a call goes on in another process.

namespace sdkpp::addon {

bool VoiceSession::is_frozen() const {
  const engine::MediaThreads* threads = instance_->started_threads();
  return threads != nullptr && threads->IsFrozen(&link_->media());
}

bool VoiceSession::Frozen(const Info& info) {
  if (!Live(info)) return false;
  if (is_frozen()) return true;
  ThrowCoded(info.Env(), "SESSION_NOT_FROZEN", "This voice session runs: freeze it first");
  return false;
}

void VoiceSession::Freeze(const Info& info) {
  Arguments args(info);
  const Napi::Function frozen = args.Function(0, "onFrozen");
  if (!args.ok() || !Live(info)) return;
  engine::MediaThreads* threads = instance_->threads();
  if (threads == nullptr) return ThrowCoded(info.Env(), "MEDIA_UNAVAILABLE", "There is no media thread");
  if (!on_frozen_.IsEmpty() || is_frozen())
    return ThrowCoded(info.Env(), "SESSION_FROZEN",
                      "This voice session is frozen, or about to be: thaw it before it is frozen again");
  on_frozen_ = Napi::Persistent(frozen);
  threads->Freeze(&link_->media());
}

Napi::Value VoiceSession::Save(const Info& info) {
  Arguments args(info);
  if (!Frozen(info)) return info.Env().Undefined();
  const Instant now = Advance(args, 0);
  if (!args.ok()) return info.Env().Undefined();
  const auto saved = link_->Save(now);
  if (saved) return ToJavaScript(info.Env(), saved->bytes());
  ThrowCoded(info.Env(), "SESSION_NOT_JOINED", "A call that is not joined cannot be saved: join it anew");
  return info.Env().Undefined();
}

void VoiceSession::Restore(const Info& info) {
  Arguments args(info);
  const auto saved = args.Bytes(0, "saved");
  const Instant now = args.Time(1);
  if (!args.ok() || !Frozen(info)) return;
  const RestoreFault fault = link_->Restore(saved, now);
  if (fault) return Throw(info.Env(), fault);
  link_->signalling().made().Each([this](const auto& setting) { NotePrice(setting); });
}

Napi::Value VoiceSession::InputPosition(const Info& info) {
  if (!Frozen(info)) return info.Env().Undefined();
  return ToJavaScript(info.Env(), link_->InputPosition());
}

Napi::Value VoiceSession::QueuedPackets(const Info& info) {
  if (!Frozen(info) || input_end_.opus() == nullptr) return info.Env().Undefined();
  return ToJavaScript(info.Env(), input_end_.QueuedPackets());
}

Napi::Value VoiceSession::QueuedSamples(const Info& info) {
  if (!Frozen(info)) return info.Env().Undefined();
  const auto samples = link_->QueuedSamples();
  return samples.empty() ? info.Env().Undefined() : ToJavaScript(info.Env(), samples);
}

void VoiceSession::RestorePcmInput(const Info& info) {
  Arguments args(info);
  const auto saved = args.Bytes(0, "saved");
  if (!args.ok() || !Live(info)) return;
  RestoreFault fault;
  FieldReader in(saved, engine::Now(), "input", fault);
  auto source = std::make_unique<player::PcmSource>(in);
  if (fault) return Throw(info.Env(), fault);
  if (!EnsureEncoder()) return;
  const SourceEnd end(*source);
  ReplaceInput(engine::Sends::kSamples, std::move(source), end);
}

Napi::Value VoiceSession::TakeDatagrams(const Info& info) {
  if (!Frozen(info)) return info.Env().Undefined();
  const auto datagrams = link_->TakeDatagrams();
  return datagrams.empty() ? info.Env().Undefined() : ToJavaScript(info.Env(), datagrams);
}

void VoiceSession::DeliverDatagrams(const Info& info) {
  Arguments args(info);
  const auto datagrams = args.Bytes(0, "datagrams");
  if (!args.ok() || !Live(info)) return;
  link_->Deliver(datagrams);
  Pump();
}

void VoiceSession::Thaw(const Info& info) {
  if (Frozen(info)) instance_->threads()->Thaw(&link_->media());
}

}  // namespace sdkpp::addon

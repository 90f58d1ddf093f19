#include "addon/outputs.h"

#include <array>
#include <chrono>
#include <cstring>
#include <type_traits>
#include <vector>

namespace sdkpp::addon {

namespace {

namespace gw = gateway::output;
namespace ss = session::output;

/// Builds one plain object.
class Builder {
 public:
  Builder(Napi::Env env, const char* type) : env_(env), object_(Napi::Object::New(env)) {
    if (type != nullptr) Text("type", type);
  }
  Builder& Text(const char* key, const std::string& value) {
    return Set(key, Napi::String::New(env_, value));
  }
  Builder& Number(const char* key, double value) { return Set(key, Napi::Number::New(env_, value)); }
  Builder& Count(const char* key, std::uint64_t value) { return Number(key, static_cast<double>(value)); }
  Builder& Flag(const char* key, bool value) { return Set(key, Napi::Boolean::New(env_, value)); }
  Builder& User(const char* key, UserId value) { return Set(key, Napi::BigInt::New(env_, value.raw())); }
  /// Every row of a statistics table that JavaScript sees.
  template <class Statistics>
  Builder& All(const Statistics& stats) {
    VisitStatistics(stats, [this](const char* key, const auto& value) { this->Add(key, value); });
    return *this;
  }
  /// The same, in an object of its own.
  template <class Statistics>
  Builder& Group(const char* key, const Statistics& stats) {
    return Set(key, Builder(env_, nullptr).All(stats).Done());
  }
  Builder& Set(const char* key, Napi::Value value) {
    object_.Set(key, value);
    return *this;
  }
  [[nodiscard]] Napi::Object Done() const { return object_; }

 private:
  void Add(const char* key, std::uint64_t counter) { Count(key, counter); }
  void Add(const char* key, double gauge) { Number(key, gauge); }
  template <class Statistics>
  void Add(const char* key, const Statistics& group) {
    Group(key, group);
  }

  Napi::Env env_;
  Napi::Object object_;
};

// One overload per output: an output without one does not compile.

Napi::Object Convert(Napi::Env env, const gw::RequestSession&) {
  return Builder(env, "requestSession").Done();
}

Napi::Object Convert(Napi::Env env, const gw::OpenSocket&) { return Builder(env, "openSocket").Done(); }

Napi::Object Convert(Napi::Env env, const gw::CloseSocket& output) {
  return Builder(env, "closeSocket").Number("code", output.code).Done();
}

Napi::Object Convert(Napi::Env env, const gw::Identify&) { return Builder(env, "identify").Done(); }

Napi::Object Convert(Napi::Env env, const gw::Resume& output) {
  return Builder(env, "resume").Number("seqAck", output.seq_ack).Done();
}

Napi::Object Convert(Napi::Env env, const gw::SelectProtocol& output) {
  return Builder(env, "selectProtocol")
      .Text("address", output.address)
      .Number("port", output.port)
      .Text("mode", output.mode)
      .Done();
}

Napi::Object Convert(Napi::Env env, const gw::SendHeartbeat& output) {
  return Builder(env, "heartbeat")
      .Number("t", static_cast<double>(output.t))
      .Number("seqAck", output.seq_ack)
      .Done();
}

Napi::Object Convert(Napi::Env env, const gw::StatusChanged& output) {
  return Builder(env, "status")
      .Number("status", static_cast<double>(output.status))
      .Number("error", static_cast<double>(output.error))
      .Number("errorDetail", output.error_detail)
      .Done();
}

Napi::Object Convert(Napi::Env env, const gw::Phase& output) {
  return Builder(env, "phase")
      .Text("phase", std::string(gateway::Name(output.phase)))
      .Text("detail", output.detail)
      .Done();
}

Napi::Object Convert(Napi::Env env, const gw::Closed& output) {
  const std::chrono::duration<double, std::milli> in = output.in;
  return Builder(env, "closed")
      .Number("code", output.code)
      .Flag("willRetry", output.will_retry)
      .Number("inMs", in.count())
      .Done();
}

Napi::Object Convert(Napi::Env env, const ss::Speaking& output) {
  return Builder(env, "speaking").Number("flags", output.flags).Number("ssrc", output.ssrc.raw()).Done();
}

Napi::Object Convert(Napi::Env env, const ss::Stalled&) { return Builder(env, "stalled").Done(); }

Napi::Object Convert(Napi::Env env, const ss::Participant& output) {
  return Builder(env, "participant").User("userId", output.user).Flag("added", output.added).Done();
}

Napi::Object Convert(Napi::Env env, const ss::SpeakingChanged& output) {
  return Builder(env, "speakingChanged").User("userId", output.user).Flag("speaking", output.speaking).Done();
}

Napi::Object Convert(Napi::Env env, const ss::InputDetected& output) {
  return Builder(env, "inputDetected").Flag("detected", output.detected).Done();
}

Napi::Object Convert(Napi::Env env, const ss::InputLevel& output) {
  return Builder(env, "inputLevel").Number("dbfs", output.dbfs).Done();
}

Napi::Object Losses(Napi::Env env, const player::SourceLosses& losses) {
  constexpr double kPerMs = kSampleRate / 1000.0;
  return Builder(env, nullptr)
      .Count("packets", losses.packets)
      .Count("bytes", losses.bytes)
      .Count("pages", losses.pages)
      .Number("atMs", static_cast<double>(losses.before) / kPerMs)
      .Number("playedMs", static_cast<double>(losses.played) / kPerMs)
      .Done();
}

const char* NameOf(player::SourceRefusal refusal) noexcept {
  switch (refusal) {
    case player::SourceRefusal::kKind:
      return "kind";
    case player::SourceRefusal::kNoOpus:
      return "noOpus";
    case player::SourceRefusal::kDamaged:
      return "damaged";
    case player::SourceRefusal::kSurround:
      return "surround";
    case player::SourceRefusal::kCodec:
      return "codec";
    case player::SourceRefusal::kEmpty:
      return "empty";
    case player::SourceRefusal::kMemory:
      return "memory";
    case player::SourceRefusal::kNone:
      break;
  }
  return "";
}

Napi::Object Convert(Napi::Env env, const ss::InputEnded& output) {
  Builder ended(env, "inputEnded");
  if (output.losses.any()) ended.Set("losses", Losses(env, output.losses));
  if (output.refusal != player::SourceRefusal::kNone) ended.Text("refusal", NameOf(output.refusal));
  return ended.Done();
}

Napi::Object Convert(Napi::Env env, const ss::Undecryptable& output) {
  return Builder(env, "undecryptable").User("userId", output.user).Done();
}

Napi::Object Convert(Napi::Env env, const ss::BargeIn& output) {
  /// In the order of event::BargeIn::Kind.
  constexpr std::array kKinds{"interrupted", "meant", "resumed"};
  return Builder(env, "bargeIn")
      .Text("kind", kKinds.at(static_cast<std::size_t>(output.kind)))
      .Number("number", output.number)
      .User("userId", output.user)
      .Number("speechBegan", static_cast<double>(output.speech_began))
      .Number("timestamp", static_cast<double>(output.time))
      .Number("decidedAtMs", MsOf(output.decided.time_since_epoch()))
      .Number("track", output.position.track.value_or(0))
      .Number("samples", static_cast<double>(output.position.samples))
      .Done();
}

Napi::Object Speaker(Napi::Env env, const session::RemoteStats& remote) {
  return Builder(env, nullptr)
      .User("userId", remote.user)
      .Number("ssrc", remote.ssrc.raw())
      .All(remote.speaker)
      .All(remote.callbacks)
      .Group("e2ee", remote.e2ee)
      .Done();
}

}  // namespace

Napi::Object ToJavaScript(Napi::Env env, const player::SourceLosses& losses) { return Losses(env, losses); }

Napi::String ToJavaScript(Napi::Env env, player::SourceRefusal refusal) {
  return Napi::String::New(env, NameOf(refusal));
}

Napi::Object ToJavaScript(Napi::Env env, const session::SignallingOutput& output) {
  return std::visit([env](const auto& each) { return Convert(env, each); }, output);
}

Napi::Object ToJavaScript(Napi::Env env, const CallbackFailure& failure) {
  return Builder(env, "callbackFailed")
      .Text("which", failure.which)
      .Count("count", failure.count)
      .Set("error", failure.error)
      .Done();
}

Napi::Object ToJavaScript(Napi::Env env, const session::MediaStats& stats,
                          const session::DeliveryStats& delivery) {
  const Napi::Array speakers = Napi::Array::New(env, stats.remotes.size());
  for (std::size_t at = 0; at < stats.remotes.size(); ++at) {
    speakers.Set(static_cast<std::uint32_t>(at), Speaker(env, stats.remotes[at]));
  }
  const session::ConnectionStats& connection = stats;
  return Builder(env, nullptr).All(connection).All(delivery).Set("speakers", speakers).Done();
}

double MsOf(Duration duration) noexcept {
  return std::chrono::duration<double, std::milli>(duration).count();
}

Napi::Object ToJavaScript(Napi::Env env, const engine::MediaThreads::LoadEvent& event) {
  /// In the order of Relief.
  constexpr std::array kActions{"moved", "opened", "reduced", "refusing", "starved"};
  Napi::Object object = Napi::Object::New(env);
  object.Set("thread", static_cast<double>(event.thread));
  object.Set("members", static_cast<double>(event.members));
  object.Set("tickMs", MsOf(event.tick));
  object.Set("lateTicks", event.late_ticks);
  object.Set("action", kActions.at(static_cast<std::size_t>(event.relief)));
  return object;
}

}  // namespace sdkpp::addon

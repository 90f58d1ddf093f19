#include "addon/voice_session.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "addon/outputs.h"
#include "addon/read_setting.h"
#include "core/gateway/mode.h"
#include "engine/clock.h"

namespace sdkpp::addon {

namespace {

constexpr std::size_t kSeedSize = 32;
/// Modes in op 2 beyond this number are ignored.
constexpr std::uint32_t kMaxModes = 64;

template <class Number>
Number SeedPart(std::span<const std::uint8_t> seed, std::size_t at) {
  Number value;
  std::memcpy(&value, seed.data() + at, sizeof(value));
  return value;
}

/// NTP time (32.32) of the zero of the monotonic clock.
std::uint64_t NtpOrigin() {
  constexpr std::uint64_t kUnixToNtp = 2'208'988'800;
  const auto wall = std::chrono::system_clock::now().time_since_epoch();
  const auto zero =
      std::chrono::duration_cast<std::chrono::milliseconds>(wall - engine::Now().time_since_epoch());
  const auto ms = static_cast<std::uint64_t>(zero.count());
  return (kUnixToNtp + ms / 1000) << 32 | ((ms % 1000) << 32) / 1000;
}

/// Why nothing more is admitted.
std::string Overloaded(const engine::MediaThreads& threads) {
  const auto reports = threads.Reports();
  std::size_t members = 0;
  double most = 0;
  for (const auto& report : reports) {
    members += report.members;
    most = std::max(most, MsOf(report.tick));
  }
  std::array<char, 320> text{};
  std::snprintf(
      text.data(), text.size(),
      "The media threads (%zu) have no time for another session: %zu sessions and players need up to "
      "%.1f of every 20 ms. End some, lower the encoders' complexity, let the process have more "
      "threads (mediaThreads, SDKPP_MEDIA_THREADS), or use another machine",
      reports.size(), members, most);
  return text.data();
}

crypto::AeadAlgorithm PreferredMode(Properties& options) {
  const std::size_t choice =
      options.Choice("preferredMode", {"", gateway::kModeNames[0], gateway::kModeNames[1]});
  if (choice > 0) return *gateway::AlgorithmOf(gateway::kModeNames[choice - 1]);
  return crypto::HasAesHardware() ? crypto::AeadAlgorithm::kAes256Gcm
                                  : crypto::AeadAlgorithm::kXChaCha20Poly1305;
}

}  // namespace

template <void (gateway::Machine::*kInput)(Instant)>
void VoiceSession::HandleInput(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const Instant now = Advance(args, 0);
  if (args.ok()) (link_->signalling().gateway().*kInput)(now);
  Pump();
}

template <class Setting>
void VoiceSession::Set(const Info& info) {
  Arguments args(info);
  Setting setting;
  Read(args, setting);
  if (!args.ok() || !Live(info)) return;
  NotePrice(setting);
  Post(setting);
}

template <class Setting>
void VoiceSession::SetOfUser(const Info& info) {
  Arguments args(info);
  Setting setting;
  Read(args, setting);
  if (!args.ok() || !Live(info)) return;
  link_->signalling().Apply(setting);
  Pump();
}

Napi::Function VoiceSession::Define(Napi::Env env) {
  return DefineClass(
      env, "NativeVoiceSession",
      {InstanceMethod("join", &VoiceSession::HandleInput<&gateway::Machine::Join>),
       InstanceMethod("leave", &VoiceSession::HandleInput<&gateway::Machine::Leave>),
       InstanceMethod("joinRefused", &VoiceSession::HandleInput<&gateway::Machine::JoinRejected>),
       InstanceMethod("encryptionLost", &VoiceSession::HandleInput<&gateway::Machine::EncryptionLost>),
       InstanceMethod("serverUpdate", &VoiceSession::HandleInput<&gateway::Machine::ServerUpdate>),
       InstanceMethod("serverGone", &VoiceSession::HandleInput<&gateway::Machine::ServerGone>),
       InstanceMethod("socketOpened", &VoiceSession::HandleInput<&gateway::Machine::SocketOpened>),
       InstanceMethod("socketClosed", &VoiceSession::SocketClosed),
       InstanceMethod("acceptFrame", &VoiceSession::AcceptFrame),
       InstanceMethod("hello", &VoiceSession::Hello),
       InstanceMethod("ready", &VoiceSession::Ready),
       InstanceMethod("sessionDescription", &VoiceSession::SessionDescription),
       InstanceMethod("resumed", &VoiceSession::HandleInput<&gateway::Machine::Resumed>),
       InstanceMethod("heartbeatAck", &VoiceSession::HeartbeatAck),
       InstanceMethod("heartbeatRequested",
                      &VoiceSession::HandleInput<&gateway::Machine::HeartbeatRequested>),
       InstanceMethod("speaking", &VoiceSession::Speaking),
       InstanceMethod("clientsConnect", &VoiceSession::ClientsConnect),
       InstanceMethod("clientDisconnect", &VoiceSession::ClientDisconnect),
       InstanceMethod("timeout", &VoiceSession::HandleInput<&gateway::Machine::Timeout>),
       InstanceMethod("nextDeadline", &VoiceSession::NextDeadline),
       InstanceMethod("poll", &VoiceSession::Poll),
#define SETTING(Name, name, fields) InstanceMethod(name, &VoiceSession::Set<session::command::Name>),
#define USER_SETTING(Name, name, fields) \
  InstanceMethod(name, &VoiceSession::SetOfUser<session::command::Name>),
#include "core/session/settings/settings.def"
       InstanceMethod("openPcmInput", &VoiceSession::OpenPcmInput),
       InstanceMethod("writePcm", &VoiceSession::WritePcm),
       InstanceMethod("openOpusInput", &VoiceSession::OpenOpusInput),
       InstanceMethod("writeOpus", &VoiceSession::WriteOpus),
       InstanceMethod("writeOpusPackets", &VoiceSession::WriteOpusPackets),
       InstanceMethod("openWavInput", &VoiceSession::OpenWavInput),
       InstanceMethod("openOggInput", &VoiceSession::OpenOggInput),
       InstanceMethod("openPlayerInput", &VoiceSession::OpenPlayerInput),
       InstanceMethod("heardUpTo", &VoiceSession::HeardUpTo),
       InstanceMethod("letInterrupt", &VoiceSession::LetInterrupt),
       InstanceMethod("releaseBargeIn", &VoiceSession::ReleaseBargeIn),
       InstanceMethod("openStreamInput", &VoiceSession::OpenStreamInput),
       InstanceMethod("setInputSkip", &VoiceSession::SetInputSkip),
       InstanceMethod("writeInputBytes", &VoiceSession::WriteInputBytes),
       InstanceMethod("endInput", &VoiceSession::EndInput),
       InstanceMethod("closeInput", &VoiceSession::CloseInput),
       InstanceMethod("openPcmOutput", &VoiceSession::OpenPcmOutput),
       InstanceMethod("openWavOutput", &VoiceSession::OpenWavOutput),
       InstanceMethod("closeOutput", &VoiceSession::CloseOutput),
       InstanceMethod("openDeviceInput", &VoiceSession::OpenDeviceInput),
       InstanceMethod("openPreparedInput", &VoiceSession::OpenPreparedInput),
       InstanceMethod("openDeviceOutput", &VoiceSession::OpenDeviceOutput),
       InstanceMethod("closeDeviceOutput", &VoiceSession::CloseDeviceOutput),
       InstanceMethod("startCaptureDump", &VoiceSession::StartCaptureDump),
       InstanceMethod("stopCaptureDump", &VoiceSession::StopCaptureDump),
       InstanceMethod("subscribe", &VoiceSession::Subscribe),
       InstanceMethod("unsubscribe", &VoiceSession::Unsubscribe),
       InstanceMethod("takeReceived", &VoiceSession::TakeReceived),
       InstanceMethod("setListening", &VoiceSession::SetListening),
       InstanceMethod("stopListening", &VoiceSession::StopListening),
       InstanceMethod("setTurnPolicies", &VoiceSession::SetTurnPolicies),
       InstanceMethod("judgeTurn", &VoiceSession::JudgeTurn),
       InstanceMethod("mediaTime", &VoiceSession::MediaTime),
       InstanceMethod("setAudioCallbacks", &VoiceSession::SetAudioCallbacks),
       InstanceMethod("daveSendClear", &VoiceSession::DaveSendClear),
       InstanceMethod("daveSendNothing", &VoiceSession::DaveSendNothing),
       InstanceMethod("daveInstallSend", &VoiceSession::DaveInstallSend),
       InstanceMethod("daveExecuteSend", &VoiceSession::DaveExecuteSend),
       InstanceMethod("daveInstallReceive", &VoiceSession::DaveInstallReceive),
       InstanceMethod("daveExpireReceive", &VoiceSession::DaveExpireReceive),
       InstanceMethod("daveSetPassthrough", &VoiceSession::DaveSetPassthrough),
       InstanceMethod("daveReset", &VoiceSession::DaveReset),
       InstanceMethod("getStats", &VoiceSession::GetStats),
       InstanceMethod("freeze", &VoiceSession::Freeze),
       InstanceMethod("save", &VoiceSession::Save),
       InstanceMethod("restore", &VoiceSession::Restore),
       InstanceMethod("inputPosition", &VoiceSession::InputPosition),
       InstanceMethod("queuedPackets", &VoiceSession::QueuedPackets),
       InstanceMethod("queuedSamples", &VoiceSession::QueuedSamples),
       InstanceMethod("restorePcmInput", &VoiceSession::RestorePcmInput),
       InstanceMethod("takeDatagrams", &VoiceSession::TakeDatagrams),
       InstanceMethod("deliverDatagrams", &VoiceSession::DeliverDatagrams),
       InstanceMethod("thaw", &VoiceSession::Thaw),
       InstanceMethod("grantNumbers", &VoiceSession::GrantNumbers),
       InstanceMethod("snapshot", &VoiceSession::TakeSnapshot),
       InstanceMethod("restoreKept", &VoiceSession::RestoreKept),
       InstanceMethod("tide", &VoiceSession::Tide),
       InstanceMethod("tideMark", &VoiceSession::TideMark),
       InstanceMethod("keepTide", &VoiceSession::KeepTide),
       InstanceMethod("nameSource", &VoiceSession::NameSource),
       InstanceMethod("holdWhenLate", &VoiceSession::HoldWhenLate),
       InstanceMethod("goOn", &VoiceSession::GoOn),
       InstanceMethod("close", &VoiceSession::Close)});
}

VoiceSession::VoiceSession(const Info& info) : Napi::ObjectWrap<VoiceSession>(info) {
  if (info.Length() != 2 || !info[0].IsExternal()) {
    ThrowCoded(info.Env(), "ILLEGAL_CONSTRUCTOR",
               "NativeVoiceSession cannot be constructed; use createVoiceSession");
    return;
  }
  const auto instance = *info[0].As<Napi::External<std::shared_ptr<Instance>>>().Data();
  Arguments args(info);
  Properties options(args, info[1], "options");
  session::SignallingOptions signalling;
  signalling.own_user = options.User("userId");
  signalling.preferred = PreferredMode(options);
  constexpr gateway::Recovery kRecoveries[] = {gateway::Recovery::kFull, gateway::Recovery::kSession,
                                               gateway::Recovery::kGiven};
  signalling.recovery = kRecoveries[options.Choice("recovery", {"full", "session", "given"})];
  const bool may_refuse = options.Choice("admission", {"usual", "always"}) == 0;
  const bool starts_frozen = options.Choice("start", {"running", "frozen"}) == 1;
  const Napi::Function wake = options.Function("onWake");
  // last: a getter of another property could detach it
  const std::span<const std::uint8_t> seed = options.Bytes("seed", kSeedSize);
  if (!args.ok()) return;
  engine::MediaThreads* threads = instance->threads();
  auto talker = session::Talker::CreateForPackets();
  if (threads == nullptr || !talker) {
    ThrowCoded(info.Env(), "MEDIA_UNAVAILABLE", "The media thread could not be started");
    return;
  }
  if (may_refuse && !threads->Admits()) {
    ThrowCoded(info.Env(), "MEDIA_OVERLOADED", Overloaded(*threads));
    return;
  }
  signalling.seed = SeedPart<std::uint64_t>(seed, 0);
  signalling.counter_start = SeedPart<std::uint32_t>(seed, 8);
  session::MediaSeed media_seed;
  media_seed.sequence = Sequence(SeedPart<std::uint16_t>(seed, 12));
  media_seed.timestamp = RtpTimestamp(SeedPart<std::uint32_t>(seed, 16));
  media_seed.ntp_origin = NtpOrigin();
  auto media = std::make_unique<engine::MediaSession>(std::move(talker), media_seed);
  media->woken().owner = static_cast<Woken*>(this);
  starts_frozen ? threads->AddFrozen(media.get()) : threads->Add(media.get());
  instance_ = instance;
  link_ = std::make_unique<SessionLink>(signalling, std::move(media));
  on_wake_ = Napi::Persistent(wake);
  ++instance_->sessions;
}

VoiceSession::~VoiceSession() { CloseNow(); }

void VoiceSession::CloseNow() noexcept {
  if (!instance_) return;
  --instance_->sessions;
  input_end_ = {};
  ForgetLine(input_line_);
  ForgetLine(output_line_);
  link_->media().woken().owner = nullptr;
  if (engine::MediaThreads* threads = instance_->threads()) threads->Remove(link_->TakeMedia());
  link_.reset();
  instance_.reset();
}

void VoiceSession::Close(const Info&) {
  CloseNow();
  on_wake_.Reset();
  on_frozen_.Reset();
  callbacks_.Set(Env().Null(), Env().Null());
  GiveUpSnapshot();
}

bool VoiceSession::Live(const Info& info) {
  if (link_) return true;
  ThrowCoded(info.Env(), "SESSION_CLOSED", "This voice session is closed");
  return false;
}

void VoiceSession::OnWake() {
  const Napi::Env env = Env();
  const Napi::HandleScope scope(env);
  if (link_->media().has_exchange()) {
    callbacks_.Run(env, link_->media().exchange(), [this] { return link_ != nullptr; });
  }
  if (!link_) return;
  link_->Collect([this](const session::event::Retired& retired) {
    if (input_end_.IsOf(retired.input.get())) input_end_ = {};
  });
  Pump();
  if (!on_frozen_.IsEmpty() && is_frozen()) AnswerFreeze();
  if (link_) TellNews();
  // behind the news: what JavaScript makes of them is in the snapshot
  if (link_) AnswerSnapshot();
}

void VoiceSession::AnswerFreeze() {
  const Napi::Env env = Env();
  GiveUpSnapshot();
  if (on_frozen_.IsEmpty()) return;
  const Napi::FunctionReference frozen = std::move(on_frozen_);
  frozen.Value().Call({});
  if (env.IsExceptionPending()) env.GetAndClearPendingException();
}

void VoiceSession::TellNews() {
  const Napi::Env env = Env();
  engine::MediaSession& media = link_->media();
  const bool received = media.has_receive_queue() && !media.receive_queue().empty();
  const bool reports = link_->has_reports() || callbacks_.has_failure(engine::Now());
  if (!reports && !received) return;
  on_wake_.Value().Call({Napi::Boolean::New(env, reports)});
  if (env.IsExceptionPending()) env.GetAndClearPendingException();
}

Instant VoiceSession::Advance(Arguments& arguments, std::size_t at) {
  const Instant now = arguments.Time(at);
  return link_->Advance(arguments.ok() ? now : Instant{});
}

void VoiceSession::Pump() {
  engine::MediaThreads* threads = instance_->threads();
  if (link_->Pump() && threads != nullptr) threads->Nudge(&link_->media());
}

void VoiceSession::Post(session::MediaCommand command) {
  link_->signalling().Command(std::move(command));
  Pump();
}

// Signalling ------------------------------------------------------------------------------------------------

void VoiceSession::SocketClosed(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const int code = args.Integer(0, "code", 1000, 4999);
  const Instant now = Advance(args, 1);
  if (args.ok()) link_->signalling().gateway().SocketClosed(code, now);
  Pump();
}

Napi::Value VoiceSession::AcceptFrame(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return info.Env().Undefined();
  const int seq = args.Integer(0, "seq", -1, 65'535);
  const auto bytes = args.Bytes(1, "bytes");
  Advance(args, 2);
  const bool fresh = args.ok() && link_->signalling().gateway().AcceptFrame(seq, bytes);
  return Napi::Boolean::New(info.Env(), fresh);
}

void VoiceSession::Hello(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const double interval = args.Number(0, "heartbeatIntervalMs", 0, 3.6e6);
  const Instant now = Advance(args, 1);
  if (!args.ok()) return;
  const auto duration =
      std::chrono::duration_cast<Duration>(std::chrono::duration<double, std::milli>(interval));
  link_->signalling().gateway().Hello(duration, now);
  Pump();
}

void VoiceSession::Ready(const Info& info) {
  Arguments args(info);
  gateway::Ready ready;
  ready.ssrc = Ssrc(static_cast<std::uint32_t>(args.Number(0, "ssrc", 0, 4'294'967'295.0)));
  ready.ip = args.Text(1, "ip");
  ready.port = static_cast<std::uint16_t>(args.Integer(2, "port", 0, 65'535));
  ready.modes = args.Texts(3, "modes", kMaxModes);
  // after the modes: a getter among them could close the session
  if (!args.ok() || !Live(info)) return;
  const Instant now = Advance(args, 4);
  if (args.ok()) link_->signalling().gateway().HandleReady(std::move(ready), now);
  Pump();
}

void VoiceSession::SessionDescription(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const std::string mode = args.Text(0, "mode");
  const auto key = args.Bytes(1, "secretKey");
  const Instant now = Advance(args, 2);
  if (args.ok()) link_->signalling().gateway().SessionDescription(mode, key, now);
  Pump();
}

void VoiceSession::HeartbeatAck(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const auto t = static_cast<std::int64_t>(args.Number(0, "t", -9e15, 9e15));
  const Instant now = Advance(args, 1);
  if (args.ok()) link_->signalling().gateway().HeartbeatAck(t, now);
}

void VoiceSession::Speaking(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const UserId user = args.User(0, "userId");
  const Ssrc ssrc(static_cast<std::uint32_t>(args.Number(1, "ssrc", 0, 4'294'967'295.0)));
  const Instant now = Advance(args, 3);
  if (args.ok()) link_->signalling().Speaking(user, ssrc, now);
  Pump();
}

void VoiceSession::ClientsConnect(const Info& info) {
  Arguments args(info);
  const std::vector<UserId> users = args.Users(0, "userIds");
  // after the users: a getter among them could close the session
  if (!args.ok() || !Live(info)) return;
  Advance(args, 1);
  if (args.ok()) link_->signalling().ClientsConnect(users);
  Pump();
}

void VoiceSession::ClientDisconnect(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const UserId user = args.User(0, "userId");
  Advance(args, 1);
  if (args.ok()) link_->signalling().ClientDisconnect(user);
  Pump();
}

Napi::Value VoiceSession::NextDeadline(const Info& info) {
  if (!Live(info)) return info.Env().Undefined();
  const auto deadline = link_->signalling().gateway().NextDeadline();
  if (!deadline) return info.Env().Undefined();
  const std::chrono::duration<double, std::milli> ms = deadline->time_since_epoch();
  return Napi::Number::New(info.Env(), ms.count());
}

Napi::Value VoiceSession::Poll(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return info.Env().Undefined();
  Advance(args, 0);
  if (!args.ok()) return info.Env().Undefined();
  Pump();
  if (const auto failure = callbacks_.TakeFailure(info.Env(), engine::Now())) {
    return ToJavaScript(info.Env(), *failure);
  }
  const auto output = link_->signalling().Poll();
  return output ? ToJavaScript(info.Env(), *output) : info.Env().Undefined();
}

}  // namespace sdkpp::addon

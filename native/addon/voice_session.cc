#include "addon/voice_session.h"

#include <chrono>
#include <cstring>
#include <utility>

#include "addon/outputs.h"
#include "core/gateway/mode.h"
#include "core/opus/packet.h"
#include "core/session/file_input.h"
#include "device/wav_file_output.h"
#include "engine/waiter.h"

namespace sdkpp::addon {

namespace {

using session::MediaCommand;
namespace cmd = session::command;

constexpr std::size_t kSeedSize = 32;

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

crypto::AeadAlgorithm Preferred(const std::string& mode) {
  if (const auto named = gateway::AlgorithmOf(mode)) return *named;
  return crypto::HasAesHardware() ? crypto::AeadAlgorithm::kAes256Gcm
                                  : crypto::AeadAlgorithm::kXChaCha20Poly1305;
}

}  // namespace

Napi::Function VoiceSession::Define(Napi::Env env) {
  return DefineClass(env, "NativeVoiceSession",
                     {InstanceMethod("join", &VoiceSession::Join),
                      InstanceMethod("leave", &VoiceSession::Leave),
                      InstanceMethod("joinRefused", &VoiceSession::JoinRefused),
                      InstanceMethod("serverUpdate", &VoiceSession::ServerUpdate),
                      InstanceMethod("serverGone", &VoiceSession::ServerGone),
                      InstanceMethod("socketOpened", &VoiceSession::SocketOpened),
                      InstanceMethod("socketClosed", &VoiceSession::SocketClosed),
                      InstanceMethod("acceptFrame", &VoiceSession::AcceptFrame),
                      InstanceMethod("hello", &VoiceSession::Hello),
                      InstanceMethod("ready", &VoiceSession::Ready),
                      InstanceMethod("sessionDescription", &VoiceSession::SessionDescription),
                      InstanceMethod("resumed", &VoiceSession::Resumed),
                      InstanceMethod("heartbeatAck", &VoiceSession::HeartbeatAck),
                      InstanceMethod("heartbeatRequested", &VoiceSession::HeartbeatRequested),
                      InstanceMethod("speaking", &VoiceSession::Speaking),
                      InstanceMethod("clientsConnect", &VoiceSession::ClientsConnect),
                      InstanceMethod("clientDisconnect", &VoiceSession::ClientDisconnect),
                      InstanceMethod("timeout", &VoiceSession::Timeout),
                      InstanceMethod("nextDeadline", &VoiceSession::NextDeadline),
                      InstanceMethod("poll", &VoiceSession::Poll),
                      InstanceMethod("setSelfMute", &VoiceSession::SetSelfMute),
                      InstanceMethod("setSelfDeaf", &VoiceSession::SetSelfDeaf),
                      InstanceMethod("setAudioMode", &VoiceSession::SetAudioMode),
                      InstanceMethod("setPttActive", &VoiceSession::SetPttActive),
                      InstanceMethod("setPttReleaseDelay", &VoiceSession::SetPttReleaseDelay),
                      InstanceMethod("setVadThreshold", &VoiceSession::SetVadThreshold),
                      InstanceMethod("setInputVolume", &VoiceSession::SetInputVolume),
                      InstanceMethod("setOutputVolume", &VoiceSession::SetOutputVolume),
                      InstanceMethod("setUserVolume", &VoiceSession::SetUserVolume),
                      InstanceMethod("setLocalMute", &VoiceSession::SetLocalMute),
                      InstanceMethod("setNoInputThreshold", &VoiceSession::SetNoInputThreshold),
                      InstanceMethod("setEncoder", &VoiceSession::SetEncoder),
                      InstanceMethod("openPcmInput", &VoiceSession::OpenPcmInput),
                      InstanceMethod("writePcm", &VoiceSession::WritePcm),
                      InstanceMethod("openOpusInput", &VoiceSession::OpenOpusInput),
                      InstanceMethod("writeOpus", &VoiceSession::WriteOpus),
                      InstanceMethod("openWavInput", &VoiceSession::OpenWavInput),
                      InstanceMethod("openOggInput", &VoiceSession::OpenOggInput),
                      InstanceMethod("endInput", &VoiceSession::EndInput),
                      InstanceMethod("closeInput", &VoiceSession::CloseInput),
                      InstanceMethod("openPcmOutput", &VoiceSession::OpenPcmOutput),
                      InstanceMethod("openWavOutput", &VoiceSession::OpenWavOutput),
                      InstanceMethod("closeOutput", &VoiceSession::CloseOutput),
                      InstanceMethod("subscribe", &VoiceSession::Subscribe),
                      InstanceMethod("unsubscribe", &VoiceSession::Unsubscribe),
                      InstanceMethod("takeReceived", &VoiceSession::TakeReceived),
                      InstanceMethod("setAudioCallbacks", &VoiceSession::SetAudioCallbacks),
                      InstanceMethod("setCallbackPolicy", &VoiceSession::SetCallbackPolicy),
                      InstanceMethod("getStats", &VoiceSession::GetStats),
                      InstanceMethod("close", &VoiceSession::Close)});
}

VoiceSession::VoiceSession(const Info& info) : Napi::ObjectWrap<VoiceSession>(info) {
  if (info.Length() != 2 || !info[0].IsExternal() || !info[1].IsObject()) {
    ThrowCoded(info.Env(), "ILLEGAL_CONSTRUCTOR",
               "NativeVoiceSession cannot be constructed; use createVoiceSession");
    return;
  }
  const auto instance = *info[0].As<Napi::External<std::shared_ptr<Instance>>>().Data();
  const auto options = info[1].As<Napi::Object>();
  const Napi::Value user = options.Get("userId");
  const Napi::Value seed_value = options.Get("seed");
  const Napi::Value wake = options.Get("onWake");
  const bool seeded =
      seed_value.IsTypedArray() && seed_value.As<Napi::TypedArray>().ByteLength() == kSeedSize;
  if (!user.IsBigInt() || !seeded || !wake.IsFunction()) {
    ThrowCoded(info.Env(), "INVALID_ARGUMENT",
               "Expected { userId: bigint, seed: Uint8Array of 32 bytes, onWake: function } for options");
    return;
  }
  engine::Engine* engine = instance->engine();
  auto talker = session::Talker::Create({});
  if (engine == nullptr || !talker) {
    ThrowCoded(info.Env(), "MEDIA_UNAVAILABLE", "The media thread could not be started");
    return;
  }
  const std::span<const std::uint8_t> seed(seed_value.As<Napi::Uint8Array>().Data(), kSeedSize);
  bool lossless = false;
  session::SignallingOptions signalling;
  signalling.own_user = UserId(user.As<Napi::BigInt>().Uint64Value(&lossless));
  signalling.preferred = Preferred(options.Get("preferredMode").ToString().Utf8Value());
  signalling.seed = SeedPart<std::uint64_t>(seed, 0);
  signalling.counter_start = SeedPart<std::uint32_t>(seed, 8);
  session::MediaSeed media_seed;
  media_seed.sequence = Sequence(SeedPart<std::uint16_t>(seed, 12));
  media_seed.timestamp = RtpTimestamp(SeedPart<std::uint32_t>(seed, 16));
  media_seed.ntp_origin = NtpOrigin();
  auto media = std::make_unique<engine::MediaSession>(std::move(talker), media_seed);
  if (!engine->Add(media.get())) {
    ThrowCoded(info.Env(), "TOO_MANY_SESSIONS", "One addon instance carries at most 1024 voice sessions");
    return;
  }
  instance_ = instance;
  media_ = std::move(media);
  signalling_ = std::make_unique<session::Signalling>(signalling);
  on_wake_ = Napi::Persistent(wake.As<Napi::Function>());
  instance_->Enter(this);
}

VoiceSession::~VoiceSession() { CloseNow(); }

void VoiceSession::CloseNow() noexcept {
  if (!instance_) return;
  instance_->Leave(this);
  pcm_input_ = nullptr;
  opus_input_ = nullptr;
  engine::Engine* engine = instance_->engine();
  if (engine != nullptr) engine->Remove(std::move(media_));
  media_.reset();
  signalling_.reset();
  instance_.reset();
}

void VoiceSession::Close(const Info&) {
  CloseNow();
  on_wake_.Reset();
  callbacks_.Set(Env().Null(), Env().Null());
}

bool VoiceSession::Live(const Info& info) {
  if (media_) return true;
  ThrowCoded(info.Env(), "SESSION_CLOSED", "This voice session is closed");
  return false;
}

void VoiceSession::OnWake() {
  Napi::Env env = Env();
  Napi::HandleScope scope(env);
  if (media_->has_exchange()) {
    callbacks_.Run(
        env, media_->exchange(), [this] { return media_ != nullptr; },
        [this](const char* which, const std::string& message) {
          callback_failures_.push_back(which);
          callback_failures_.push_back(message);
        });
  }
  if (!media_) return;
  while (auto event = media_->PopEvent()) {
    if (auto* retired = std::get_if<session::event::Retired>(&*event)) {
      if (retired->input != nullptr && retired->input.get() == pcm_input_) pcm_input_ = nullptr;
      if (retired->input != nullptr && retired->input.get() == opus_input_) opus_input_ = nullptr;
      continue;
    }
    pending_events_.push_back(std::move(*event));
  }
  Pump();
  const bool received = media_->has_receive_queue() && media_->receive_queue().size() > 0;
  if (pending_events_.empty() && callback_failures_.empty() && !received) return;
  on_wake_.Value().Call({});
  if (env.IsExceptionPending()) env.GetAndClearPendingException();
}

Instant VoiceSession::Advance(Arguments& arguments, std::size_t at) {
  const Instant now = arguments.Time(at);
  if (arguments.ok() && now > now_) now_ = now;
  HandlePendingEvents();
  return now_;
}

void VoiceSession::HandlePendingEvents() {
  for (session::MediaEvent& event : std::exchange(pending_events_, {})) {
    signalling_->HandleEvent(std::move(event), now_);
  }
}

void VoiceSession::Pump() {
  while (const auto wish = signalling_->PollPath()) OpenPath(*wish);
  while (auto command = signalling_->PollCommand()) backlog_.push_back(std::move(*command));
  bool pushed = false;
  while (!backlog_.empty() && media_->Push(std::move(backlog_.front()))) {
    backlog_.pop_front();
    pushed = true;
  }
  engine::Engine* engine = instance_->engine();
  if (pushed && engine != nullptr) engine->Nudge();
}

void VoiceSession::OpenPath(const session::PathWish& wish) {
  if (wish.ip.empty()) {
    backlog_.emplace_back(engine::DetachSocket{});
    return;
  }
  auto socket = engine::UdpSocket::Connect(wish.ip, wish.port);
  if (!socket) return;  // discovery will find no answer and says so
  backlog_.emplace_back(engine::AttachSocket{std::move(*socket)});
}

void VoiceSession::Post(MediaCommand command) {
  signalling_->Command(std::move(command));
  Pump();
}

// Signalling ------------------------------------------------------------------------------------------------

void VoiceSession::Join(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const Instant now = Advance(args, 0);
  if (args.ok()) signalling_->gateway().Join(now);
  Pump();
}

void VoiceSession::Leave(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const Instant now = Advance(args, 0);
  if (args.ok()) signalling_->gateway().Leave(now);
  Pump();
}

void VoiceSession::JoinRefused(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const Instant now = Advance(args, 0);
  if (args.ok()) signalling_->gateway().Refuse(now);
  Pump();
}

void VoiceSession::ServerUpdate(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const Instant now = Advance(args, 0);
  if (args.ok()) signalling_->gateway().ServerUpdate(now);
  Pump();
}

void VoiceSession::ServerGone(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const Instant now = Advance(args, 0);
  if (args.ok()) signalling_->gateway().ServerGone(now);
  Pump();
}

void VoiceSession::SocketOpened(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const Instant now = Advance(args, 0);
  if (args.ok()) signalling_->gateway().SocketOpened(now);
  Pump();
}

void VoiceSession::SocketClosed(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const int code = args.Integer(0, "code", 1000, 4999);
  const Instant now = Advance(args, 1);
  if (args.ok()) signalling_->gateway().SocketClosed(code, now);
  Pump();
}

Napi::Value VoiceSession::AcceptFrame(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return info.Env().Undefined();
  const int seq = args.Integer(0, "seq", -1, 65'535);
  const auto bytes = args.Bytes(1, "bytes");
  Advance(args, 2);
  const bool fresh = args.ok() && signalling_->gateway().AcceptFrame(seq, bytes);
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
  signalling_->gateway().Hello(duration, now);
  Pump();
}

void VoiceSession::Ready(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  gateway::Ready ready;
  ready.ssrc = Ssrc(static_cast<std::uint32_t>(args.Number(0, "ssrc", 0, 4'294'967'295.0)));
  ready.ip = args.Text(1, "ip");
  ready.port = static_cast<std::uint16_t>(args.Integer(2, "port", 0, 65'535));
  if (args.ok() && info[3].IsArray()) {
    const auto modes = info[3].As<Napi::Array>();
    for (std::uint32_t at = 0; at < modes.Length() && at < 64; ++at) {
      const Napi::Value mode = modes.Get(at);
      if (mode.IsString()) ready.modes.push_back(mode.As<Napi::String>().Utf8Value());
    }
  }
  const Instant now = Advance(args, 4);
  if (args.ok()) signalling_->gateway().HandleReady(std::move(ready), now);
  Pump();
}

void VoiceSession::SessionDescription(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const std::string mode = args.Text(0, "mode");
  const auto key = args.Bytes(1, "secretKey");
  const Instant now = Advance(args, 2);
  if (args.ok()) signalling_->gateway().SessionDescription(mode, key, now);
  Pump();
}

void VoiceSession::Resumed(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const Instant now = Advance(args, 0);
  if (args.ok()) signalling_->gateway().Resumed(now);
  Pump();
}

void VoiceSession::HeartbeatAck(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const auto t = static_cast<std::int64_t>(args.Number(0, "t", -9e15, 9e15));
  const Instant now = Advance(args, 1);
  if (args.ok()) signalling_->gateway().HeartbeatAck(t, now);
}

void VoiceSession::HeartbeatRequested(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const Instant now = Advance(args, 0);
  if (args.ok()) signalling_->gateway().HeartbeatRequested(now);
  Pump();
}

void VoiceSession::Speaking(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const UserId user = args.User(0, "userId");
  const Ssrc ssrc(static_cast<std::uint32_t>(args.Number(1, "ssrc", 0, 4'294'967'295.0)));
  const Instant now = Advance(args, 3);
  if (args.ok()) signalling_->Speaking(user, ssrc, now);
  Pump();
}

void VoiceSession::ClientsConnect(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  std::vector<UserId> users;
  if (info[0].IsArray()) {
    const auto list = info[0].As<Napi::Array>();
    for (std::uint32_t at = 0; at < list.Length(); ++at) {
      const Napi::Value user = list.Get(at);
      bool lossless = false;
      if (user.IsBigInt()) users.emplace_back(user.As<Napi::BigInt>().Uint64Value(&lossless));
    }
  }
  Advance(args, 1);
  if (args.ok()) signalling_->ClientsConnect(users);
  Pump();
}

void VoiceSession::ClientDisconnect(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const UserId user = args.User(0, "userId");
  Advance(args, 1);
  if (args.ok()) signalling_->ClientDisconnect(user);
  Pump();
}

void VoiceSession::Timeout(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  const Instant now = Advance(args, 0);
  if (args.ok()) signalling_->gateway().Timeout(now);
  Pump();
}

Napi::Value VoiceSession::NextDeadline(const Info& info) {
  if (!Live(info)) return info.Env().Undefined();
  const auto deadline = signalling_->gateway().NextDeadline();
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
  if (callback_failures_.size() >= 2) {
    const std::string which = callback_failures_[0];
    const std::string message = callback_failures_[1];
    callback_failures_.erase(callback_failures_.begin(), callback_failures_.begin() + 2);
    return CallbackFailed(info.Env(), which, message);
  }
  const auto output = signalling_->Poll();
  return output ? ToJavaScript(info.Env(), *output) : info.Env().Undefined();
}

// Gates and levels ------------------------------------------------------------------------------------------

void VoiceSession::SetSelfMute(const Info& info) {
  Arguments args(info);
  const bool mute = args.Boolean(0, "mute");
  if (args.ok() && Live(info)) Post(cmd::SetSelfMute{mute});
}

void VoiceSession::SetSelfDeaf(const Info& info) {
  Arguments args(info);
  const bool deaf = args.Boolean(0, "deaf");
  if (args.ok() && Live(info)) Post(cmd::SetSelfDeaf{deaf});
}

void VoiceSession::SetAudioMode(const Info& info) {
  Arguments args(info);
  const int mode = args.Integer(0, "mode", 0, 3);
  if (args.ok() && Live(info)) Post(cmd::SetMode{static_cast<session::AudioMode>(mode)});
}

void VoiceSession::SetPttActive(const Info& info) {
  Arguments args(info);
  const bool active = args.Boolean(0, "active");
  if (args.ok() && Live(info)) Post(cmd::SetPttActive{active});
}

void VoiceSession::SetPttReleaseDelay(const Info& info) {
  Arguments args(info);
  const double ms = args.Number(0, "delayMs", 0, 600'000);
  const auto delay = std::chrono::duration_cast<Duration>(std::chrono::duration<double, std::milli>(ms));
  if (args.ok() && Live(info)) Post(cmd::SetPttReleaseDelay{delay});
}

void VoiceSession::SetVadThreshold(const Info& info) {
  Arguments args(info);
  const bool automatic = args.Boolean(0, "automatic");
  const double threshold = args.Number(1, "threshold", -100, 0);
  if (args.ok() && Live(info)) Post(cmd::SetVad{automatic, static_cast<float>(threshold)});
}

void VoiceSession::SetInputVolume(const Info& info) {
  Arguments args(info);
  const double volume = args.Number(0, "volume", 0, 100);
  if (args.ok() && Live(info)) Post(cmd::SetInputVolume{static_cast<int>(volume)});
}

void VoiceSession::SetOutputVolume(const Info& info) {
  Arguments args(info);
  const double volume = args.Number(0, "volume", 0, 200);
  if (args.ok() && Live(info)) Post(cmd::SetOutputVolume{static_cast<int>(volume)});
}

void VoiceSession::SetUserVolume(const Info& info) {
  Arguments args(info);
  const UserId user = args.User(0, "userId");
  const double volume = args.Number(1, "volume", 0, 200);
  if (args.ok() && Live(info)) Post(cmd::SetUserVolume{user, static_cast<int>(volume)});
}

void VoiceSession::SetLocalMute(const Info& info) {
  Arguments args(info);
  const UserId user = args.User(0, "userId");
  const bool mute = args.Boolean(1, "mute");
  if (args.ok() && Live(info)) Post(cmd::SetLocalMute{user, mute});
}

void VoiceSession::SetNoInputThreshold(const Info& info) {
  Arguments args(info);
  const double dbfs = args.Number(0, "dbfs", -100, 100);
  if (args.ok() && Live(info)) Post(cmd::SetNoInputThreshold{static_cast<float>(dbfs)});
}

void VoiceSession::SetEncoder(const Info& info) {
  if (!Live(info)) return;
  const Napi::Object settings =
      info[0].IsObject() ? info[0].As<Napi::Object>() : Napi::Object::New(info.Env());
  session::EncoderSettings wanted;
  wanted.bitrate = settings.Get("bitrate").ToNumber().Int32Value();
  wanted.complexity = settings.Get("complexity").ToNumber().Int32Value();
  wanted.music = settings.Get("application").ToString().Utf8Value() == "audio";
  wanted.frame_ms = settings.Get("frameMs").ToNumber().Int32Value();
  if (!session::Talker::Create(wanted)) {
    return ThrowCoded(
        info.Env(), "INVALID_ARGUMENT",
        "Expected bitrate 6000-510000, complexity 0-10 and frameMs 10, 20, 40 or 60 for settings");
  }
  Post(cmd::SetEncoder{wanted});
}

// Input -----------------------------------------------------------------------------------------------------

void VoiceSession::ReplaceInput(std::unique_ptr<session::Input> input) {
  pcm_input_ = nullptr;
  opus_input_ = nullptr;
  Post(cmd::SetInput{std::move(input)});
}

void VoiceSession::OpenPcmInput(const Info& info) {
  Arguments args(info);
  const int rate = args.Integer(0, "sampleRate", 8'000, 192'000);
  const int channels = args.Integer(1, "channels", 1, 2);
  if (!args.ok() || !Live(info)) return;
  auto input = std::make_unique<session::PcmInput>(rate, channels);
  session::PcmInput* writing = input.get();
  ReplaceInput(std::move(input));
  pcm_input_ = writing;
}

Napi::Value VoiceSession::WritePcm(const Info& info) {
  Arguments args(info);
  const auto samples = args.Samples(0, "samples");
  if (!args.ok() || !Live(info)) return info.Env().Undefined();
  const std::size_t taken = pcm_input_ != nullptr ? pcm_input_->queue().Write(samples) : 0;
  return Napi::Number::New(info.Env(), static_cast<double>(taken));
}

void VoiceSession::OpenOpusInput(const Info& info) {
  if (!Live(info)) return;
  auto input = std::make_unique<session::OpusInput>();
  session::OpusInput* writing = input.get();
  ReplaceInput(std::move(input));
  opus_input_ = writing;
}

Napi::Value VoiceSession::WriteOpus(const Info& info) {
  Arguments args(info);
  const auto packet = args.Bytes(0, "packet");
  if (!args.ok() || !Live(info)) return info.Env().Undefined();
  if (packet.size() > opus::kMaxPayload || !opus::PacketSamples(packet)) {
    ThrowCoded(info.Env(), "OPUS_INVALID", "Expected one Opus packet of 1 to 1275 bytes for packet");
    return info.Env().Undefined();
  }
  return Napi::Boolean::New(info.Env(), opus_input_ != nullptr && opus_input_->Write(packet));
}

void VoiceSession::OpenWavInput(const Info& info) {
  Arguments args(info);
  const auto file = args.Bytes(0, "file");
  const bool loop = args.Boolean(1, "loop");
  if (!args.ok() || !Live(info)) return;
  auto reader = audio::WavReader::Open({file.begin(), file.end()});
  if (!reader) return ThrowCoded(info.Env(), "WAV_INVALID", audio::Describe(reader.error()));
  ReplaceInput(std::make_unique<session::WavInput>(std::move(*reader), loop));
}

void VoiceSession::OpenOggInput(const Info& info) {
  Arguments args(info);
  const auto file = args.Bytes(0, "file");
  const bool loop = args.Boolean(1, "loop");
  if (!args.ok() || !Live(info)) return;
  auto reader = audio::OggOpusReader::Open({file.begin(), file.end()});
  if (!reader) return ThrowCoded(info.Env(), "OGG_INVALID", audio::Describe(reader.error()));
  ReplaceInput(std::make_unique<session::OggInput>(std::move(*reader), loop));
}

void VoiceSession::EndInput(const Info& info) {
  if (!Live(info)) return;
  if (pcm_input_ != nullptr) pcm_input_->queue().Finish();
  if (opus_input_ != nullptr) opus_input_->Finish();
}

void VoiceSession::CloseInput(const Info& info) {
  if (Live(info)) ReplaceInput(nullptr);
}

// Output ----------------------------------------------------------------------------------------------------

void VoiceSession::OpenPcmOutput(const Info& info) {
  if (!Live(info)) return;
  Post(cmd::Subscribe{UserId(0), false, false, &media_->receive_queue()});
  Post(cmd::SetOutput{std::make_unique<session::QueueOutput>(media_->receive_queue())});
}

void VoiceSession::OpenWavOutput(const Info& info) {
  Arguments args(info);
  const std::string path = args.Text(0, "path");
  if (!args.ok() || !Live(info)) return;
  auto output = device::WavFileOutput::Open(path);
  if (!output) return ThrowCoded(info.Env(), "OUTPUT_FAILED", "Cannot write the file " + path);
  Post(cmd::SetOutput{std::move(output)});
}

void VoiceSession::CloseOutput(const Info& info) {
  if (Live(info)) Post(cmd::SetOutput{nullptr});
}

void VoiceSession::Subscribe(const Info& info) {
  Arguments args(info);
  const UserId user = args.User(0, "userId");
  const std::string format = args.Text(1, "format");
  if (!args.ok() || !Live(info)) return;
  Post(cmd::Subscribe{user, format == "opus", format == "pcm", &media_->receive_queue()});
}

void VoiceSession::Unsubscribe(const Info& info) {
  Arguments args(info);
  const UserId user = args.User(0, "userId");
  if (args.ok() && Live(info)) Post(cmd::Subscribe{user, false, false, &media_->receive_queue()});
}

Napi::Value VoiceSession::TakeReceived(const Info& info) {
  if (!Live(info)) return info.Env().Undefined();
  if (!media_->has_receive_queue()) return Napi::Array::New(info.Env());
  return TakeAll(info.Env(), media_->receive_queue());
}

// Callbacks, figures ----------------------------------------------------------------------------------------

void VoiceSession::SetAudioCallbacks(const Info& info) {
  if (!Live(info)) return;
  callbacks_.Set(info[0], info[1]);
  Post(cmd::SetCallbacks{callbacks_.has_received(), callbacks_.has_captured(), &media_->exchange()});
}

void VoiceSession::SetCallbackPolicy(const Info& info) {
  Arguments args(info);
  const std::string late = args.Text(0, "late");
  const double budget = args.Number(1, "budgetMs", 0, 200);
  if (!args.ok() || !Live(info)) return;
  const auto duration =
      std::chrono::duration_cast<Duration>(std::chrono::duration<double, std::milli>(budget));
  const auto policy = late == "mute" ? session::LatePolicy::kMute : session::LatePolicy::kPass;
  Post(cmd::SetCallbackPolicy{policy, duration});
}

Napi::Value VoiceSession::GetStats(const Info& info) {
  if (!Live(info)) return info.Env().Undefined();
  const std::uint64_t dropped = media_->has_receive_queue() ? media_->receive_queue().dropped() : 0;
  return ToJavaScript(info.Env(), media_->stats(), dropped, signalling_->gateway().copies());
}

}  // namespace sdkpp::addon

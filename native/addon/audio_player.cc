#include "addon/audio_player.h"

#include <chrono>
#include <utility>
#include <variant>

#include "addon/outputs.h"
#include "addon/player_filters.h"
#include "core/player/tap.h"

namespace sdkpp::addon {

namespace {

namespace cmd = player::command;
namespace ev = player::event;

constexpr napi_type_tag kTag{0x5d1f'3c07'98a4'4e26, 0xb2c9'60e3'1af7'845d};
constexpr const char* kClosed = "This player is closed; make another one";
/// Linear, +12 dB.
constexpr double kMostGain = 4;
constexpr double kLongestFadeMs = 600'000;

/// Two sources, and what fades out, hold so much sound each: 3 MB.
constexpr double kLongestCrossFadeMs = 15'000;

Duration DurationOf(double ms) {
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double, std::milli>(ms));
}

player::PlayerSettings ReadSettings(Properties& options) {
  player::PlayerSettings settings;
  settings.bitrate = options.Integer("bitrate", 6'000, 510'000);
  settings.complexity = options.Integer("complexity", 0, 10);
  settings.music = options.Choice("signal", {"voice", "music"}) == 1;
  settings.plays_unheard = options.Choice("whenUnheard", {"pause", "play"}) == 1;
  settings.cross_fade = DurationOf(options.Number("crossFadeMs", 0, kLongestCrossFadeMs));
  return settings;
}

}  // namespace

struct AudioPlayer::Place {
  enum class Kind : std::uint8_t { kNow, kNext, kAgain, kMix };
  Kind kind = Kind::kNow;
  float gain = 1;
  player::Ducking ducking{};
  std::uint32_t after = 0;
};

AudioPlayer::Place AudioPlayer::ReadPlace(Arguments& args, std::size_t at) {
  if (!args.At(at).IsObject())
    return {.kind = static_cast<Place::Kind>(args.Choice(at, "place", {"now", "next", "again"}))};
  Properties mix(args, args.At(at), "place");
  Place place{.kind = Place::Kind::kMix};
  place.gain = static_cast<float>(mix.Number("gain", 0, kMostGain));
  place.ducking.gain = static_cast<float>(mix.Number("duckGain", 0, 1));
  place.ducking.attack = DurationOf(mix.Number("attackMs", 0, kLongestFadeMs));
  place.ducking.release = DurationOf(mix.Number("releaseMs", 0, kLongestFadeMs));
  place.after = static_cast<std::uint32_t>(mix.Integer("after", 0, 0xff'ffff));
  return place;
}

Napi::Function AudioPlayer::Define(Napi::Env env) {
  return DefineClass(
      env, "NativePlayer",
      {InstanceMethod("openPcm", &AudioPlayer::OpenPcm), InstanceMethod("openOpus", &AudioPlayer::OpenOpus),
       InstanceMethod("openWav", &AudioPlayer::OpenWav), InstanceMethod("openOgg", &AudioPlayer::OpenOgg),
       InstanceMethod("openStream", &AudioPlayer::OpenStream),
       InstanceMethod("setStreamSkip", &AudioPlayer::SetStreamSkip),
       InstanceMethod("writePcm", &AudioPlayer::WritePcm),
       InstanceMethod("writeOpusPackets", &AudioPlayer::WriteOpusPackets),
       InstanceMethod("writeBytes", &AudioPlayer::WriteBytes),
       InstanceMethod("finishTrack", &AudioPlayer::FinishTrack), InstanceMethod("skip", &AudioPlayer::Skip),
       InstanceMethod("stop", &AudioPlayer::Stop), InstanceMethod("setPaused", &AudioPlayer::SetPaused),
       InstanceMethod("setGain", &AudioPlayer::SetGain),
       InstanceMethod("setFilters", &AudioPlayer::SetFilters),
       InstanceMethod("getPosition", &AudioPlayer::GetPosition), InstanceMethod("poll", &AudioPlayer::Poll),
       InstanceMethod("close", &AudioPlayer::Close)});
}

AudioPlayer::AudioPlayer(const Info& info) : Napi::ObjectWrap<AudioPlayer>(info) {
  if (info.Length() != 2 || !info[0].IsExternal()) {
    ThrowCoded(info.Env(), "ILLEGAL_CONSTRUCTOR", "NativePlayer cannot be constructed; use createPlayer");
    return;
  }
  const auto instance = *info[0].As<Napi::External<std::shared_ptr<Instance>>>().Data();
  Arguments args(info);
  Properties options(args, info[1], "options");
  const player::PlayerSettings settings = ReadSettings(options);
  const Napi::Function wake = options.Function("onWake");
  if (!args.ok()) return;
  engine::MediaThreads* threads = instance->threads();
  auto player = player::Player::Create(settings);
  if (threads == nullptr || !player) {
    ThrowCoded(info.Env(), "MEDIA_UNAVAILABLE", "The media thread could not be started");
    return;
  }
  info.This().As<Napi::Object>().TypeTag(&kTag);
  player->woken().owner = static_cast<Woken*>(this);
  threads->Add(player.get(), settings.complexity);
  instance_ = instance;
  player_ = std::move(player);
  on_wake_ = Napi::Persistent(wake);
  ++instance_->players;
}

AudioPlayer::~AudioPlayer() { CloseNow(); }

AudioPlayer* AudioPlayer::Of(Napi::Env env, Napi::Value value) {
  AudioPlayer* player = nullptr;
  if (value.IsObject() && value.As<Napi::Object>().CheckTypeTag(&kTag))
    player = Unwrap(value.As<Napi::Object>());
  if (player != nullptr && player->player_) return player;
  if (player != nullptr) {
    ThrowCoded(env, "PLAYER_CLOSED", kClosed);
  } else {
    ThrowCoded(env, "ARGUMENT_INVALID", "Expected a NativePlayer for player");
  }
  return nullptr;
}

std::unique_ptr<player::Source> AudioPlayer::Tap(std::shared_ptr<player::HeardMarks> heard) const {
  return std::make_unique<player::Tap>(player_->frames(), std::move(heard));
}

// Tracks ----------------------------------------------------------------------------------------------------

template <class Open>
Napi::Value AudioPlayer::OpenTrack(const Info& info, const Open& open) {
  Arguments args(info);
  const auto number = static_cast<std::uint32_t>(args.Integer(0, "track", 1, 0xff'ffff));
  const Place place = ReadPlace(args, 1);
  // after the place: a getter of it could close the player
  if (!args.ok() || !Live(info)) return info.Env().Undefined();
  OpenedSource opened = open(args);
  if (!opened.source) return info.Env().Undefined();
  player::Track track{.source = std::move(opened.source), .number = number};
  if (place.kind != Place::Kind::kMix) track.source = player_->InSight(std::move(track.source));
  if (place.kind == Place::Kind::kMix) {
    if (!Mix(std::move(track), place)) return info.Env().Undefined();
  } else if (place.kind == Place::Kind::kNow) {
    Post(cmd::Play{std::move(track)});
  } else if (place.kind == Place::Kind::kAgain) {
    Post(cmd::SetAgain{std::move(track)});
  } else {
    Post(cmd::SetNext{std::move(track)});
  }
  ends_[number] = opened.end;
  return Napi::Number::New(info.Env(), opened.gain_db);
}

bool AudioPlayer::Mix(player::Track track, const Place& place) {
  auto decoder = opus::Decoder::Create();
  if (!decoder) {
    ThrowCoded(Env(), "MEDIA_UNAVAILABLE", "There is no memory for a decoder");
    return false;
  }
  auto overlay = std::make_unique<player::Overlay>(std::move(track), std::move(*decoder));
  overlay->gain = place.gain;
  overlay->ducking = place.ducking;
  overlay->after = place.after;
  Post(cmd::Mix{std::move(overlay)});
  return true;
}

void AudioPlayer::OpenPcm(const Info& info) {
  OpenTrack(info, [](Arguments& args) { return addon::OpenPcm(args, 2); });
}

void AudioPlayer::OpenOpus(const Info& info) {
  OpenTrack(info, [](Arguments&) { return addon::OpenOpus(); });
}

void AudioPlayer::OpenWav(const Info& info) {
  OpenTrack(info, [&](Arguments& args) { return addon::OpenWav(info.Env(), args, 2); });
}

Napi::Value AudioPlayer::OpenOgg(const Info& info) {
  return OpenTrack(info, [&](Arguments& args) { return addon::OpenOgg(info.Env(), args, 2); });
}

void AudioPlayer::OpenStream(const Info& info) {
  OpenTrack(info, [&](Arguments& args) { return addon::OpenStream(info.Env(), args, 2, *instance_); });
}

void AudioPlayer::SetStreamSkip(const Info& info) {
  Arguments args(info);
  const auto track = static_cast<std::uint32_t>(args.Integer(0, "track", 1, 0xff'ffff));
  if (args.ok() && Live(info)) EndOf(track).SetSkip(args, 1);
}

SourceEnd AudioPlayer::EndOf(std::uint32_t track) const {
  const auto found = ends_.find(track);
  return found == ends_.end() ? SourceEnd() : found->second;
}

Napi::Value AudioPlayer::WritePcm(const Info& info) {
  Arguments args(info);
  const auto track = static_cast<std::uint32_t>(args.Integer(0, "track", 1, 0xff'ffff));
  const auto samples = args.Samples(1, "samples");
  if (!args.ok() || !Live(info)) return info.Env().Undefined();
  return EndOf(track).WritePcm(info.Env(), samples);
}

Napi::Value AudioPlayer::WriteOpusPackets(const Info& info) {
  Arguments args(info);
  const auto track = static_cast<std::uint32_t>(args.Integer(0, "track", 1, 0xff'ffff));
  const auto packed = args.Bytes(1, "packed");
  if (!args.ok() || !Live(info)) return info.Env().Undefined();
  return EndOf(track).WriteOpusPackets(info.Env(), packed);
}

Napi::Value AudioPlayer::WriteBytes(const Info& info) {
  Arguments args(info);
  const auto track = static_cast<std::uint32_t>(args.Integer(0, "track", 1, 0xff'ffff));
  const auto bytes = args.Bytes(1, "bytes");
  if (!args.ok() || !Live(info)) return info.Env().Undefined();
  const std::size_t taken = EndOf(track).WriteBytes(bytes);
  if (taken > 0) instance_->WakeDecoder();
  return Napi::Number::New(info.Env(), static_cast<double>(taken));
}

void AudioPlayer::FinishTrack(const Info& info) {
  Arguments args(info);
  const auto track = static_cast<std::uint32_t>(args.Integer(0, "track", 1, 0xff'ffff));
  if (!args.ok() || !Live(info)) return;
  EndOf(track).Finish();
  instance_->WakeDecoder();
}

// Commands --------------------------------------------------------------------------------------------------

void AudioPlayer::Skip(const Info& info) {
  Arguments args(info);
  const auto track = static_cast<std::uint32_t>(args.Integer(0, "track", 1, 0xff'ffff));
  if (args.ok() && Live(info)) Post(cmd::Skip{track});
}

void AudioPlayer::Stop(const Info& info) {
  if (Live(info)) Post(cmd::Stop{});
}

void AudioPlayer::SetPaused(const Info& info) {
  Arguments args(info);
  const bool paused = args.Boolean(0, "paused");
  if (args.ok() && Live(info)) Post(cmd::Pause{paused});
}

void AudioPlayer::SetGain(const Info& info) {
  Arguments args(info);
  const auto gain = static_cast<float>(args.Number(0, "gain", 0, kMostGain));
  const double fade_ms = args.Number(1, "fadeMs", 0, kLongestFadeMs);
  if (!args.ok() || !Live(info)) return;
  const auto fade = std::chrono::duration_cast<Duration>(std::chrono::duration<double, std::milli>(fade_ms));
  Post(cmd::SetGain{gain, fade});
}

void AudioPlayer::SetFilters(const Info& info) {
  Arguments args(info);
  const auto settings = ReadFilters(args);
  if (args.ok() && Live(info)) Post(cmd::SetFilters{player::filters::FilterChain::Create(settings)});
}

Napi::Value AudioPlayer::GetPosition(const Info& info) {
  if (!Live(info)) return info.Env().Undefined();
  const player::Position position = player_->position();
  Napi::Object result = Napi::Object::New(info.Env());
  result.Set("track", position.number);
  result.Set("samples", static_cast<double>(position.samples));
  return result;
}

void AudioPlayer::Post(player::PlayerCommand command) {
  backlog_.push_back(std::move(command));
  Pump();
}

void AudioPlayer::Pump() {
  while (!backlog_.empty() && player_->Push(std::move(backlog_.front()))) backlog_.pop_front();
  if (engine::MediaThreads* threads = instance_->threads()) threads->Nudge(player_.get());
}

// Events ----------------------------------------------------------------------------------------------------

void AudioPlayer::OnWake() {
  const Napi::HandleScope scope(Env());
  while (auto event = player_->PopEvent()) {
    if (const auto* retired = std::get_if<ev::Retired>(&*event)) {
      std::erase_if(ends_, [&](const auto& each) { return each.second.IsOf(retired->held()); });
    } else {
      events_.push_back(std::move(*event));
    }
  }
  if (!backlog_.empty()) Pump();
  if (events_.empty()) return;
  on_wake_.Value().Call({});
  if (Env().IsExceptionPending()) Env().GetAndClearPendingException();
}

Napi::Object AudioPlayer::Convert(const player::PlayerEvent& event) const {
  const Napi::Env env = Env();
  Napi::Object object = Napi::Object::New(env);
  const auto of = [&](const char* type, std::uint32_t track) {
    object.Set("type", type);
    object.Set("track", track);
  };
  if (const auto* started = std::get_if<ev::Started>(&event)) of("started", started->number);
  if (const auto* starved = std::get_if<ev::Starved>(&event)) of("starved", starved->number);
  if (const auto* refilled = std::get_if<ev::Refilled>(&event)) {
    of("refilled", refilled->number);
    object.Set("starvedMs", MsOf(refilled->starved));
  }
  if (const auto* ended = std::get_if<ev::Ended>(&event)) {
    of("ended", ended->number);
    object.Set("isFinished", ended->end == player::TrackEnd::kFinished);
    if (ended->losses.any()) object.Set("losses", ToJavaScript(env, ended->losses));
    if (ended->refusal != player::SourceRefusal::kNone)
      object.Set("refusal", ToJavaScript(env, ended->refusal));
  }
  if (const auto* listening = std::get_if<ev::Listening>(&event)) {
    object.Set("type", "listening");
    object.Set("any", listening->any);
  }
  return object;
}

Napi::Value AudioPlayer::Poll(const Info& info) {
  if (!Live(info) || events_.empty()) return info.Env().Undefined();
  const player::PlayerEvent event = std::move(events_.front());
  events_.pop_front();
  return Convert(event);
}

// End -------------------------------------------------------------------------------------------------------

bool AudioPlayer::Live(const Info& info) {
  if (player_) return true;
  ThrowCoded(info.Env(), "PLAYER_CLOSED", kClosed);
  return false;
}

void AudioPlayer::Close(const Info&) {
  CloseNow();
  on_wake_.Reset();
}

void AudioPlayer::CloseNow() noexcept {
  if (!instance_) return;
  --instance_->players;
  ends_.clear();
  player_->woken().owner = nullptr;
  player_->frames()->Close();
  if (engine::MediaThreads* threads = instance_->threads()) threads->Remove(std::move(player_));
  player_.reset();
  instance_.reset();
}

}  // namespace sdkpp::addon

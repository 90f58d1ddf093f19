#include <climits>
#include <utility>

#include "addon/audio_player.h"
#include "addon/device_choice.h"
#include "addon/outputs.h"
#include "addon/voice_session.h"
#include "core/opus/packet.h"

// The members of VoiceSession that concern sound: inputs, outputs, callbacks, statistics.

namespace sdkpp::addon {

namespace {

namespace cmd = session::command;

using engine::Sends;

}  // namespace

// Input -----------------------------------------------------------------------------------------------------

void VoiceSession::ReplaceInput(Sends sends, std::unique_ptr<player::Source> input, SourceEnd end) {
  // before its sound begins, so that it does not move with it
  if (auto* threads = instance_->threads()) threads->SetSends(&link_->media(), sends);
  PutInput(std::move(input), std::move(end));
}

void VoiceSession::PutInput(std::unique_ptr<player::Source> input, SourceEnd end) {
  ForgetLine(input_line_);
  link_->signalling().SetInput(std::move(input));
  Pump();
  input_end_ = std::move(end);
  heard_ = nullptr;
}

void VoiceSession::OpenPcmInput(const Info& info) {
  Arguments args(info);
  OpenedSource opened = OpenPcm(args, 0);
  if (!opened.source || !Live(info) || !EnsureEncoder()) return;
  ReplaceInput(Sends::kSamples, std::move(opened.source), opened.end);
}

Napi::Value VoiceSession::WritePcm(const Info& info) {
  Arguments args(info);
  const auto samples = args.Samples(0, "samples");
  if (!args.ok() || !Live(info)) return info.Env().Undefined();
  return input_end_.WritePcm(info.Env(), samples);
}

void VoiceSession::OpenOpusInput(const Info& info) {
  if (!Live(info)) return;
  OpenedSource opened = OpenOpus();
  ReplaceInput(Sends::kPackets, std::move(opened.source), opened.end);
}

Napi::Value VoiceSession::WriteOpus(const Info& info) {
  Arguments args(info);
  const auto packet = args.Bytes(0, "packet");
  if (!args.ok() || !Live(info)) return info.Env().Undefined();
  if (!opus::PacketSamples(packet)) {
    ThrowCoded(info.Env(), "OPUS_INVALID", "Expected one Opus packet for packet");
    return info.Env().Undefined();
  }
  player::OpusSource* source = input_end_.opus();
  return Napi::Boolean::New(info.Env(), source != nullptr && source->Write(packet));
}

Napi::Value VoiceSession::WriteOpusPackets(const Info& info) {
  Arguments args(info);
  const auto packed = args.Bytes(0, "packed");
  if (!args.ok() || !Live(info)) return info.Env().Undefined();
  return input_end_.WriteOpusPackets(info.Env(), packed);
}

void VoiceSession::OpenWavInput(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  OpenedSource opened = OpenWav(info.Env(), args, 0);
  if (opened.source && EnsureEncoder()) ReplaceInput(Sends::kSamples, std::move(opened.source));
}

Napi::Value VoiceSession::OpenOggInput(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return info.Env().Undefined();
  OpenedSource opened = OpenOgg(info.Env(), args, 0);
  if (!opened.source) return info.Env().Undefined();
  ReplaceInput(Sends::kPackets, std::move(opened.source));
  return Napi::Number::New(info.Env(), opened.gain_db);
}

void VoiceSession::OpenPlayerInput(const Info& info) {
  if (!Live(info)) return;
  const AudioPlayer* player = AudioPlayer::Of(info.Env(), info[0]);
  if (player == nullptr) return;
  if (auto* threads = instance_->threads()) threads->Follow(&link_->media(), &player->player());
  auto heard = std::make_shared<player::HeardMarks>();
  PutInput(player->Tap(heard));
  heard_ = std::move(heard);
}

Napi::Value VoiceSession::HeardUpTo(const Info& info) {
  Arguments args(info);
  const auto track = static_cast<std::uint32_t>(args.Integer(0, "track", 1, 0xff'ffff));
  if (!args.ok() || !Live(info)) return info.Env().Undefined();
  return Napi::Number::New(info.Env(), heard_ ? static_cast<double>(heard_->Of(track)) : 0.0);
}

void VoiceSession::LetInterrupt(const Info& info) {
  Arguments args(info);
  const UserId user = args.User(0, "userId");
  if (args.ok() && Live(info)) Post(cmd::LetInterrupt{user});
}

void VoiceSession::ReleaseBargeIn(const Info& info) {
  Arguments args(info);
  const int number = args.Integer(0, "number", 1, INT_MAX);
  if (args.ok() && Live(info)) Post(cmd::ReleaseBargeIn{static_cast<std::uint32_t>(number)});
}

void VoiceSession::OpenStreamInput(const Info& info) {
  Arguments args(info);
  if (!Live(info)) return;
  OpenedSource opened = OpenStream(info.Env(), args, 0, *instance_);
  // its sound may turn out to be samples
  if (opened.source && EnsureEncoder()) ReplaceInput(Sends::kSamples, std::move(opened.source), opened.end);
}

void VoiceSession::SetInputSkip(const Info& info) {
  Arguments args(info);
  if (Live(info)) input_end_.SetSkip(args, 0);
}

Napi::Value VoiceSession::WriteInputBytes(const Info& info) {
  Arguments args(info);
  const auto bytes = args.Bytes(0, "bytes");
  if (!args.ok() || !Live(info)) return info.Env().Undefined();
  const std::size_t taken = input_end_.WriteBytes(bytes);
  if (taken > 0) instance_->WakeDecoder();
  return Napi::Number::New(info.Env(), static_cast<double>(taken));
}

void VoiceSession::EndInput(const Info& info) {
  if (!Live(info)) return;
  input_end_.Finish();
  instance_->WakeDecoder();
}

void VoiceSession::CloseInput(const Info& info) {
  if (Live(info)) ReplaceInput(Sends::kNothing, nullptr);
}

// Output ----------------------------------------------------------------------------------------------------

void VoiceSession::OpenPcmOutput(const Info& info) {
  if (!Live(info)) return;
  Post(cmd::SetReceiveQueue{&link_->media().receive_queue()});
  Post(cmd::SetOutput{std::make_unique<session::QueueOutput>(link_->media().receive_queue())});
}

void VoiceSession::OpenWavOutput(const Info& info) {
  Arguments args(info);
  const std::string path = args.Text(0, "path");
  const Napi::Function ended = args.Function(1, "onEnded");
  if (!args.ok() || !Live(info)) return;
  auto output = instance_->OpenRecording(path, ended);
  if (output) Post(cmd::SetOutput{std::move(output)});
}

void VoiceSession::CloseOutput(const Info& info) {
  if (Live(info)) Post(cmd::SetOutput{nullptr});
}

// Devices ---------------------------------------------------------------------------------------------------

void VoiceSession::ForgetLine(std::uint64_t& line) {
  AudioDevices* devices = instance_->used_audio_devices();
  if (devices != nullptr && line != 0) devices->Forget(line);
  line = 0;
}

bool VoiceSession::EnsureEncoder() {
  if (has_encoder_) return true;
  auto encoder = opus::Encoder::Create(false);
  if (!encoder) {
    ThrowCoded(Env(), "MEDIA_UNAVAILABLE", "There is no memory for an encoder");
    return false;
  }
  has_encoder_ = true;
  Post(cmd::InstallEncoder{std::move(*encoder)});
  return true;
}

void VoiceSession::EnsureCapture() {
  if (!std::exchange(has_capture_, true)) Post(cmd::SetCapture{std::make_unique<session::Capture>()});
}

void VoiceSession::OpenDeviceInput(const Info& info) {
  Arguments args(info);
  const DeviceChoice choice = ReadDeviceChoice(args);
  const Napi::Function changed = args.Function(2, "onChanged");
  if (!args.ok() || !Live(info)) return;
  AudioDevices* devices = instance_->audio_devices();
  if (devices == nullptr)
    return ThrowCoded(info.Env(), "MEDIA_UNAVAILABLE", "There is no thread for devices");
  if (!EnsureEncoder()) return;
  EnsureCapture();
  std::uint64_t line = 0;
  ReplaceInput(Sends::kMicrophone, devices->OpenInput(choice.system, choice.id, changed, line));
  input_line_ = line;
}

Napi::Value VoiceSession::OpenPreparedInput(const Info& info) {
  Arguments args(info);
  const auto line = static_cast<std::uint64_t>(args.Integer(0, "prepared", 1, INT_MAX));
  const Napi::Function changed = args.Function(1, "onChanged");
  if (!args.ok() || !Live(info)) return info.Env().Undefined();
  AudioDevices* devices = instance_->audio_devices();
  auto end = devices != nullptr ? devices->TakePrepared(line, changed) : nullptr;
  if (!end || !EnsureEncoder()) return Napi::Boolean::New(info.Env(), false);
  EnsureCapture();
  ReplaceInput(Sends::kMicrophone, std::move(end));
  input_line_ = line;
  return Napi::Boolean::New(info.Env(), true);
}

void VoiceSession::OpenDeviceOutput(const Info& info) {
  Arguments args(info);
  const DeviceChoice choice = ReadDeviceChoice(args);
  const Napi::Function changed = args.Function(2, "onChanged");
  if (!args.ok() || !Live(info)) return;
  AudioDevices* devices = instance_->audio_devices();
  if (devices == nullptr)
    return ThrowCoded(info.Env(), "MEDIA_UNAVAILABLE", "There is no thread for devices");
  ForgetLine(output_line_);
  Post(cmd::SetOutput{devices->OpenOutput(choice.system, choice.id, changed, output_line_),
                      session::OutputTarget::kSpeaker});
}

void VoiceSession::CloseDeviceOutput(const Info& info) {
  if (!Live(info)) return;
  ForgetLine(output_line_);
  Post(cmd::SetOutput{nullptr, session::OutputTarget::kSpeaker});
}

void VoiceSession::StartCaptureDump(const Info& info) {
  Arguments args(info);
  const std::string captured = args.Text(0, "capturedPath");
  const std::string played = args.Text(1, "playedPath");
  const std::string processed = args.Text(2, "processedPath");
  const Napi::Function ended = args.Function(3, "onEnded");
  if (!args.ok() || !Live(info)) return;
  session::CaptureDump::Outputs outputs;
  std::size_t at = 0;
  for (const std::string& path : {captured, played, processed}) {
    outputs[at] = instance_->OpenRecording(path, ended);
    if (!outputs[at++]) return;
  }
  EnsureCapture();
  Post(cmd::SetCaptureDump{std::make_unique<session::CaptureDump>(std::move(outputs))});
}

void VoiceSession::StopCaptureDump(const Info& info) {
  if (Live(info)) Post(cmd::SetCaptureDump{nullptr});
}

void VoiceSession::Subscribe(const Info& info) {
  Arguments args(info);
  const UserId user = args.User(0, "userId");
  const std::size_t format = args.Choice(1, "format", {"opus", "pcm", "both"});
  const int tag = args.Integer(2, "tag", 1, INT_MAX);
  if (!args.ok() || !Live(info)) return;
  link_->signalling().Command(cmd::SetReceiveQueue{&link_->media().receive_queue()});
  link_->signalling().Subscribe(user, format != 1, format != 0, static_cast<session::SubscriptionTag>(tag));
  Pump();
}

void VoiceSession::Unsubscribe(const Info& info) {
  Arguments args(info);
  const UserId user = args.User(0, "userId");
  if (!args.ok() || !Live(info)) return;
  link_->signalling().Subscribe(user, false, false, 0);
  Pump();
}

Napi::Value VoiceSession::TakeReceived(const Info& info) {
  if (!Live(info) || !link_->media().has_receive_queue()) return info.Env().Undefined();
  RecordRing& records = link_->media().receive_queue().records();
  const std::size_t bytes = records.waiting();
  if (bytes == 0) return info.Env().Undefined();
  Napi::ArrayBuffer batch = Napi::ArrayBuffer::New(info.Env(), bytes);
  records.TakeAll(std::span(static_cast<std::uint8_t*>(batch.Data()), bytes));
  return batch;
}

// Callbacks, statistics -------------------------------------------------------------------------------------

void VoiceSession::SetAudioCallbacks(const Info& info) {
  Arguments args(info);
  const Napi::Function received = args.FunctionOrNull(0, "received");
  const Napi::Function captured = args.FunctionOrNull(1, "captured");
  if (!args.ok() || !Live(info)) return;
  if (!captured.IsEmpty() && !EnsureEncoder()) return;
  callbacks_.Set(received, captured);
  Post(cmd::SetCallbacks{callbacks_.has_received(), callbacks_.has_captured(), &link_->media().exchange()});
}

Napi::Value VoiceSession::GetStats(const Info& info) {
  if (!Live(info)) return info.Env().Undefined();
  session::DeliveryStats delivery;
  if (link_->media().has_receive_queue())
    delivery.received_dropped = link_->media().receive_queue().dropped();
  delivery.duplicate_frames = link_->signalling().gateway().copies();
  if (AudioDevices* devices = instance_->used_audio_devices()) {
    const device::LineStats input = devices->StatsOf(input_line_);
    const device::LineStats output = devices->StatsOf(output_line_);
    delivery.input_latency_ms = input.latency_ms;
    delivery.output_latency_ms = output.latency_ms;
    delivery.device_gaps = input.gaps + output.gaps;
  }
  return ToJavaScript(info.Env(), link_->media().stats(), delivery);
}

}  // namespace sdkpp::addon

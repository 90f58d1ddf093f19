#include "core/session/sending/talker.h"

#include <algorithm>
#include <utility>

#include "core/audio/gain.h"
#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/opus/packet.h"

namespace sdkpp::session {
namespace {

constexpr int kSilenceFrames = 5;

}  // namespace

std::unique_ptr<Talker> Talker::Create(EncoderSettings settings) {
  if (!IsValid(settings)) return nullptr;
  auto encoder = opus::Encoder::Create(settings.music);
  if (!encoder) return nullptr;
  auto talker = CreateForPackets();
  talker->framing_.SetWanted(settings);
  talker->Install(std::move(*encoder));
  return talker;
}

std::unique_ptr<Talker> Talker::CreateForPackets() { return std::unique_ptr<Talker>(new Talker); }

void Talker::Install(opus::Encoder encoder) noexcept { framing_.Install(std::move(encoder)); }

void Talker::Apply(const command::SetAudioMode& setting, Instant) noexcept { gate_.SetMode(setting.mode); }

void Talker::Apply(const command::SetSelfMute& setting, Instant) noexcept {
  gate_.SetSelfMute(setting.mute);
  if (setting.mute) framing_.Drop();
}

void Talker::Apply(const command::SetPttActive& setting, Instant now) noexcept {
  gate_.ptt().SetActive(setting.active, now);
}

void Talker::Apply(const command::SetPttReleaseDelay& setting, Instant) noexcept {
  gate_.ptt().SetReleaseDelay(setting.delay);
}

void Talker::Apply(const command::SetVadThreshold& setting, Instant) noexcept {
  gate_.voice().Configure(setting.automatic, setting.threshold_dbfs);
}

void Talker::Apply(const command::SetInputVolume& setting, Instant) noexcept {
  framing_.SetGain(audio::GainOfVolume(static_cast<float>(setting.percent)));
}

void Talker::Apply(const command::SetNoInputThreshold& setting, Instant) noexcept {
  gate_.input().SetThreshold(setting.dbfs);
}

void Talker::Apply(const command::SetLevelReports& setting, Instant) noexcept {
  gate_.meter().SetOn(setting.on);
}

void Talker::Apply(const command::SetEncoder& setting, Instant) noexcept {
  if (IsValid(setting.settings)) framing_.SetWanted(setting.settings);
}

void Talker::LimitComplexity(int most) noexcept { framing_.LimitComplexity(most); }

void Talker::DropUnsent() noexcept {
  framing_.Drop();
  framing_.ResetEncoder();
  gate_.look_back().Clear();
}

void Talker::SetReportedLoss(Instant now, float fraction) noexcept {
  framing_.SetReportedLoss(now, fraction);
}

void Talker::StartSpeech() noexcept {
  if (speaking_) return;
  speaking_ = true;
  silence_left_ = 0;
  time_line_.Resume();
  framing_.ResetEncoder();
}

void Talker::StopSpeech() noexcept {
  if (speaking_) silence_left_ = kSilenceFrames;
  speaking_ = false;
}

/// The level of a whole block opens the gate, so a word that begins late in one block opens it in the next.
/// The block before then goes first, in the same tick: speech is not delayed by it, only this one packet is a
/// tick late, which every jitter buffer allows for. Not when its time was sent already, as silence.
void Talker::GatherLookBack(Instant now) noexcept {
  const audio::LookBack& before = gate_.look_back();
  if (before.Reaches(now) && !time_line_.IsTaken(before.since()))
    framing_.Gather(before.since(), before.block());
}

/// One of the frames that end speech, if there is one left to send.
void Talker::SendSilence(Instant now) noexcept {
  if (silence_left_ == 0) return;
  --silence_left_;
  Send(opus::kSilenceFrame, kBlockSamples, now);
}

void Talker::Send(std::span<const std::uint8_t> payload, std::size_t samples, Instant start) noexcept {
  frames_[frame_count_++] = {.payload = payload,
                             .samples = static_cast<std::uint32_t>(samples),
                             .timestamp_ticks = time_line_.Place(samples, start),
                             .silence = opus::IsSilenceFrame(payload)};
}

std::span<const OutgoingFrame> Talker::TickPcm(Instant now, std::span<const std::int16_t> block) noexcept {
  frame_count_ = 0;
  framing_.UpdateFec(now);
  if (block.size() != kBlockValues) block = {};
  const bool voice = gate_.Hears(block);
  if (!framing_.inside_frame()) {
    framing_.ApplySettings();
    const bool open = gate_.KeyAllows(now) && !block.empty() && voice;
    const bool opens = open && !speaking_;
    open ? StartSpeech() : StopSpeech();
    if (opens) GatherLookBack(now);
    speaking_ ? gate_.look_back().Clear() : gate_.KeepLookBack(now, block);
  }
  if (speaking_) {
    framing_.Gather(now, block);
    framing_.Encode([this](const Framing::Frame& frame) { Send(frame.payload, frame.samples, frame.start); });
  } else {
    SendSilence(now);
  }
  return Sent();
}

std::span<const OutgoingFrame> Talker::TickOpus(Instant now, std::span<const std::uint8_t> packet) noexcept {
  frame_count_ = 0;
  framing_.Drop();
  const bool new_tick = opus_tick_ != now;
  if (new_tick) covered_samples_ -= std::min(covered_samples_, kBlockSamples);
  opus_tick_ = now;

  const auto samples = opus::PacketSamples(packet);
  const bool valid = samples && packet.size() <= opus::kMaxPayload;
  const bool open = gate_.KeyAllows(now);
  if (open && valid) {
    StartSpeech();
    Send(packet, *samples, now);
    covered_samples_ += *samples;
  } else if (!open || covered_samples_ == 0) {
    covered_samples_ = 0;
    StopSpeech();
    if (new_tick) SendSilence(now);
  }
  return Sent();
}

std::span<const std::int16_t> Talker::Listen(std::span<const std::int16_t> block) noexcept {
  if (block.size() != kBlockValues) block = {};
  gate_.Meter(block);
  DropUnsent();
  StopSpeech();
  return block.empty() ? block : framing_.AtVolume(block);
}

std::span<const OutgoingFrame> Talker::Silence(Instant now) noexcept {
  frame_count_ = 0;
  if (!speaking_) Send(opus::kSilenceFrame, kBlockSamples, now);
  return Sent();
}

bool Talker::sending() const noexcept { return speaking_; }

std::optional<bool> Talker::TakeInputDetected() noexcept { return gate_.input().TakeChange(); }

std::optional<float> Talker::TakeLevel() noexcept { return gate_.meter().Take(); }

struct Talker::Fields {
  static constexpr Field kOpusTick{1, "opus tick"};
  static constexpr Field kCovered{2, "covered samples"};
  static constexpr Field kSilenceLeft{3, "silence left"};
  static constexpr Field kSpeaking{4, "speaking"};
  static constexpr Field kTimeLine{5, "time line"};
  static constexpr Field kGate{6, "gate"};
  static constexpr Field kFraming{7, "framing"};
};

void Talker::Save(FieldWriter& out) const noexcept {
  out.Time(Fields::kOpusTick, opus_tick_);
  out.Number(Fields::kCovered, covered_samples_);
  out.Number(Fields::kSilenceLeft, silence_left_);
  out.Number(Fields::kSpeaking, speaking_);
  out.Part(Fields::kTimeLine, time_line_);
  out.Part(Fields::kGate, gate_);
  out.Part(Fields::kFraming, framing_);
}

void Talker::Restore(FieldReader& in) noexcept {
  opus_tick_ = in.MaybeTime(Fields::kOpusTick);
  covered_samples_ = in.NumberIn<std::size_t>(Fields::kCovered, 0, 2 * opus::kMaxPacketSamples);
  silence_left_ = in.NumberIn(Fields::kSilenceLeft, 0, kSilenceFrames);
  speaking_ = in.Number<bool>(Fields::kSpeaking);
  in.Part(Fields::kTimeLine, time_line_);
  in.Part(Fields::kGate, gate_);
  in.Part(Fields::kFraming, framing_);
}

}  // namespace sdkpp::session

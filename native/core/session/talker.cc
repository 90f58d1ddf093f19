#include "core/session/talker.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "core/audio/gain.h"
#include "core/audio/input_detector.h"
#include "core/audio/level_meter.h"
#include "core/audio/look_back.h"
#include "core/audio/ptt_gate.h"
#include "core/audio/voice_activity.h"
#include "core/opus/packet.h"

namespace sdkpp::session {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr int kSilenceFrames = 5;
constexpr float kLossForFec = 0.01F;
constexpr Duration kFecHold = seconds(10);
/// In the middle of speech a gap of this much in the ticks shows in the timestamps; less is a late wake-up.
constexpr Duration kStall = milliseconds(100);
/// A tick may come this much early against the one that the time line was anchored at.
constexpr Duration kTickTolerance = milliseconds(5);
constexpr std::size_t kMaxFrameSamples = 2880;
/// Two blocks in frames of 10 ms.
constexpr std::size_t kMaxFrames = 4;

std::size_t FrameSamples(const EncoderSettings& settings) noexcept {
  return static_cast<std::size_t>(settings.frame_ms) * (kSampleRate / 1000);
}

Duration DurationOf(std::size_t samples) noexcept {
  return Duration(static_cast<std::int64_t>(samples) * 1'000'000'000 / kSampleRate);
}

}  // namespace

struct Talker::Parts {
  opus::Encoder encoder;
  EncoderSettings settings;  ///< in use
  EncoderSettings wanted;    ///< from the next frame on

  // gate
  AudioMode mode = AudioMode::kVoiceActivity;
  bool self_mute = false;
  audio::PttGate ptt;
  audio::VoiceActivity voice;
  audio::LookBack look_back;
  audio::InputDetector input;
  audio::LevelMeter meter;
  float gain = 1;
  bool speaking = false;
  bool resumed = false;  ///< the next frame is the first after silence
  int silence_left = 0;

  // the frame being gathered
  std::array<std::int16_t, kMaxFrameSamples * kChannels> gathered;
  std::size_t gathered_samples = 0;
  Instant gathered_since{};

  // an Opus source
  std::optional<Instant> opus_tick;
  std::size_t covered_samples = 0;

  // loss
  std::optional<Instant> fec_until;
  int fec_percent = 0;

  // time line of the stream
  bool any_frame = false;
  std::size_t last_samples = 0;
  Instant next_start{};

  std::array<std::array<std::uint8_t, opus::kMaxPayload>, kMaxFrames> payloads;
  std::array<OutgoingFrame, kMaxFrames> frames{};
  std::size_t frame_count = 0;

  void ApplySettings() noexcept {
    encoder.SetBitrate(wanted.bitrate);
    encoder.SetComplexity(wanted.complexity);
    if (gathered_samples > 0) return;
    if (wanted.music != settings.music) {
      encoder.SetMusic(wanted.music);
      encoder.SetExpectedLoss(fec_percent);
    }
    settings = wanted;
  }

  void UpdateFec(Instant now) noexcept {
    if (!fec_until || now < *fec_until) return;
    fec_until.reset();
    fec_percent = 0;
    encoder.SetExpectedLoss(0);
  }

  void Meter(std::span<const std::int16_t> block) noexcept {
    input.Process(block);
    meter.Process(block);
  }

  [[nodiscard]] bool KeyAllows(Instant now) const noexcept {
    return !self_mute && (mode != AudioMode::kPushToTalk || ptt.IsOpen(now));
  }

  [[nodiscard]] bool IsVoiceGated() const noexcept {
    return mode != AudioMode::kPushToTalk && mode != AudioMode::kContinuous;
  }

  [[nodiscard]] bool HearsVoice(std::span<const std::int16_t> block) noexcept {
    if (IsVoiceGated()) return voice.Process(block);
    voice.Reset();
    return true;
  }

  /// Adds one block, or silence when it is empty, to the frame being gathered.
  void Gather(Instant now, std::span<const std::int16_t> block) noexcept {
    if (gathered_samples == 0) gathered_since = now;
    const auto end = gathered.begin() + static_cast<std::ptrdiff_t>(gathered_samples * kChannels);
    if (block.empty()) {
      std::fill_n(end, kBlockValues, std::int16_t{0});
    } else {
      std::ranges::copy(block, end);
      audio::ApplyGain(std::span(end, kBlockValues), gain);
    }
    gathered_samples += kBlockSamples;
  }

  /// Encodes the whole frames among what was gathered.
  void EncodeGathered() noexcept {
    const std::size_t length = FrameSamples(settings);
    std::size_t done = 0;
    for (; gathered_samples - done >= length && frame_count < kMaxFrames; done += length) {
      const auto values = std::span(gathered).subspan(done * kChannels, length * kChannels);
      auto& payload = payloads[frame_count];
      const std::size_t bytes = encoder.Encode(values, payload);
      if (bytes > 0) Send(std::span(payload).first(bytes), length, gathered_since + DurationOf(done));
    }
    if (done > 0) gathered_samples = 0;
  }

  void StartSpeech() noexcept {
    if (speaking) return;
    speaking = resumed = true;
    silence_left = 0;
    encoder.Reset();
  }

  /// The level of a whole block opens the gate, so a word that begins late in one block opens it in the next.
  /// The block before then goes first, in the same tick: speech is not delayed by it, only this one packet is
  /// a tick late, which every jitter buffer allows for. Not when its time was sent already, as silence.
  void GatherLookBack(Instant now) noexcept {
    if (!look_back.Reaches(now)) return;
    if (any_frame && look_back.since() + kTickTolerance < next_start) return;
    Gather(look_back.since(), look_back.block());
  }

  /// Remembers a block that the gate held back; nothing said while muted.
  void KeepLookBack(Instant now, std::span<const std::int16_t> block) noexcept {
    if (speaking || !KeyAllows(now) || !IsVoiceGated()) return look_back.Clear();
    look_back.Keep(now, block);
  }

  void StopSpeech() noexcept {
    if (speaking) silence_left = kSilenceFrames;
    speaking = false;
  }

  /// One of the frames that end speech, if there is one left to send.
  void SendSilence(Instant now) noexcept {
    if (silence_left == 0) return;
    --silence_left;
    Send(opus::kSilenceFrame, kBlockSamples, now);
  }

  /// Puts a frame that starts at `start` on the time line.
  void Send(std::span<const std::uint8_t> payload, std::size_t samples, Instant start) noexcept {
    std::size_t ticks = any_frame ? last_samples : 0;
    if (!any_frame) next_start = start;
    const Duration gap = start - next_start + kTickTolerance;
    if (any_frame && gap >= (resumed ? Duration(kBlockDuration) : kStall)) {
      const auto blocks = gap / Duration(kBlockDuration);
      ticks += static_cast<std::size_t>(blocks) * kBlockSamples;
      next_start += Duration(kBlockDuration) * blocks;
    }
    resumed = false;
    any_frame = true;
    last_samples = samples;
    next_start += DurationOf(samples);
    frames[frame_count++] = {.payload = payload,
                             .samples = static_cast<std::uint32_t>(samples),
                             .timestamp_ticks = static_cast<std::uint32_t>(ticks),
                             .silence = opus::IsSilenceFrame(payload)};
  }

  [[nodiscard]] std::span<const OutgoingFrame> Sent() const noexcept {
    return std::span(frames).first(frame_count);
  }
};

std::unique_ptr<Talker> Talker::Create(EncoderSettings settings) {
  if (!IsValid(settings)) return nullptr;
  auto encoder = opus::Encoder::Create(settings.music);
  if (!encoder) return nullptr;
  auto talker = CreateForPackets();
  talker->parts_->settings = talker->parts_->wanted = settings;
  talker->Install(std::move(*encoder));
  return talker;
}

std::unique_ptr<Talker> Talker::CreateForPackets() {
  // make_unique would clear the buffers, which touches their memory
  return std::unique_ptr<Talker>(new Talker(std::unique_ptr<Parts>(new Parts)));
}

void Talker::Install(opus::Encoder encoder) noexcept {
  Parts& parts = *parts_;
  parts.encoder = std::move(encoder);
  parts.settings = parts.wanted;
  parts.encoder.SetMusic(parts.settings.music);
  parts.encoder.SetExpectedLoss(parts.fec_percent);
  parts.ApplySettings();
}

Talker::Talker(std::unique_ptr<Parts> parts) noexcept : parts_(std::move(parts)) {}

Talker::~Talker() = default;

void Talker::Apply(const command::SetAudioMode& setting, Instant) noexcept {
  parts_->mode = setting.mode;
  parts_->look_back.Clear();
}

void Talker::Apply(const command::SetSelfMute& setting, Instant) noexcept {
  parts_->self_mute = setting.mute;
  if (!setting.mute) return;
  parts_->gathered_samples = 0;
  parts_->look_back.Clear();
}

void Talker::Apply(const command::SetPttActive& setting, Instant now) noexcept {
  parts_->ptt.SetActive(setting.active, now);
}

void Talker::Apply(const command::SetPttReleaseDelay& setting, Instant) noexcept {
  parts_->ptt.SetReleaseDelay(setting.delay);
}

void Talker::Apply(const command::SetVadThreshold& setting, Instant) noexcept {
  parts_->voice.Configure(setting.automatic, setting.threshold_dbfs);
}

void Talker::Apply(const command::SetInputVolume& setting, Instant) noexcept {
  parts_->gain = audio::GainOfVolume(static_cast<float>(setting.percent));
}

void Talker::Apply(const command::SetNoInputThreshold& setting, Instant) noexcept {
  parts_->input.SetThreshold(setting.dbfs);
}

void Talker::Apply(const command::SetLevelReports& setting, Instant) noexcept {
  parts_->meter.SetOn(setting.on);
}

void Talker::Apply(const command::SetEncoder& setting, Instant) noexcept {
  if (!IsValid(setting.settings)) return;
  parts_->wanted = setting.settings;
  parts_->ApplySettings();
}

void Talker::DropUnsent() noexcept {
  parts_->gathered_samples = 0;
  parts_->look_back.Clear();
  parts_->encoder.Reset();
}

void Talker::SetReportedLoss(Instant now, float fraction) noexcept {
  if (!(fraction > kLossForFec)) return;
  parts_->fec_until = now + kFecHold;
  const int percent = static_cast<int>(std::lround(std::min(fraction, 1.0F) * 100.0F));
  if (percent == parts_->fec_percent) return;
  parts_->fec_percent = percent;
  parts_->encoder.SetExpectedLoss(percent);
}

std::span<const OutgoingFrame> Talker::TickPcm(Instant now, std::span<const std::int16_t> block) noexcept {
  Parts& parts = *parts_;
  parts.frame_count = 0;
  parts.UpdateFec(now);
  if (block.size() != kBlockValues) block = {};
  parts.Meter(block);
  const bool voice = parts.HearsVoice(block);
  const bool inside_frame = parts.gathered_samples > 0;
  if (!inside_frame) {
    parts.ApplySettings();
    const bool open = parts.KeyAllows(now) && !block.empty() && voice;
    const bool opens = open && !parts.speaking;
    open ? parts.StartSpeech() : parts.StopSpeech();
    if (opens) parts.GatherLookBack(now);
    parts.KeepLookBack(now, block);
  }
  if (parts.speaking) {
    parts.Gather(now, block);
    parts.EncodeGathered();
  } else {
    parts.SendSilence(now);
  }
  return parts.Sent();
}

std::span<const OutgoingFrame> Talker::TickOpus(Instant now, std::span<const std::uint8_t> packet) noexcept {
  Parts& parts = *parts_;
  parts.frame_count = 0;
  parts.gathered_samples = 0;
  const bool new_tick = parts.opus_tick != now;
  if (new_tick) parts.covered_samples -= std::min(parts.covered_samples, kBlockSamples);
  parts.opus_tick = now;

  const auto samples = opus::PacketSamples(packet);
  const bool valid = samples && packet.size() <= opus::kMaxPayload;
  const bool open = parts.KeyAllows(now);
  if (open && valid) {
    parts.StartSpeech();
    parts.Send(packet, *samples, now);
    parts.covered_samples += *samples;
  } else if (!open || parts.covered_samples == 0) {
    parts.covered_samples = 0;
    parts.StopSpeech();
    if (new_tick) parts.SendSilence(now);
  }
  return parts.Sent();
}

std::span<const std::int16_t> Talker::Listen(std::span<const std::int16_t> block) noexcept {
  Parts& parts = *parts_;
  if (block.size() != kBlockValues) block = {};
  parts.Meter(block);
  DropUnsent();
  parts.StopSpeech();
  if (block.empty()) return {};
  const auto heard = std::span(parts.gathered).first(kBlockValues);
  std::ranges::copy(block, heard.begin());
  audio::ApplyGain(heard, parts.gain);
  return heard;
}

std::span<const OutgoingFrame> Talker::Silence(Instant now) noexcept {
  parts_->frame_count = 0;
  if (!parts_->speaking) parts_->Send(opus::kSilenceFrame, kBlockSamples, now);
  return parts_->Sent();
}

bool Talker::sending() const noexcept { return parts_->speaking; }

std::optional<bool> Talker::TakeInputDetected() noexcept { return parts_->input.TakeChange(); }

std::optional<float> Talker::TakeLevel() noexcept { return parts_->meter.Take(); }

}  // namespace sdkpp::session

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/field.h"
#include "core/base/instant.h"
#include "core/opus/encoder.h"
#include "core/session/sending/framing.h"
#include "core/session/sending/talk_gate.h"
#include "core/session/sending/time_line.h"
#include "core/session/settings/settings.h"

namespace sdkpp::session {

/// One packet to send now.
struct OutgoingFrame {
  /// Opus, 1 to 1275 bytes; valid until the next call of the talker, a packet as long as its source keeps it.
  std::span<const std::uint8_t> payload;
  /// Samples per channel.
  std::uint32_t samples = 0;
  /// How far the RTP timestamp moves from the previous frame of this talker; 0 for its first frame.
  std::uint32_t timestamp_ticks = 0;
  /// One of the five silence frames that end speech.
  bool silence = false;
};

/// The sending chain of one call: gate, framing and encoder, silence frames, time line. Used by one thread.
/// Only Create allocates. When voice activity opens the gate, the block before is sent first, so that the
/// first milliseconds of a word are not clipped.
class Talker {
 public:
  /// nullptr when the settings are out of range or the encoder cannot be made (out of memory).
  [[nodiscard]] static std::unique_ptr<Talker> Create(EncoderSettings settings);
  /// One that has no encoder yet: PCM is dropped until Install.
  [[nodiscard]] static std::unique_ptr<Talker> CreateForPackets();
  /// Takes an encoder into use, with the settings that were made before.
  void Install(opus::Encoder encoder) noexcept;
  /// Encodes with this complexity at most, 0 to 10.
  void LimitComplexity(int most) noexcept;
  Talker(const Talker&) = delete;
  Talker& operator=(const Talker&) = delete;

  // Settings: one Apply per row of settings.def. Levels outside of their range are clamped; encoder settings
  // out of range change nothing.
#define TALKER_SETTING(Name, name, fields) void Apply(const command::Name& setting, Instant now) noexcept;
#include "core/session/settings/settings.def"

  /// Drops the sound that was gathered and not sent yet.
  void DropUnsent() noexcept;
  /// Loss a receiver reports, 0 to 1. Above 0.01 in-band FEC is on until 10 s have passed without such a
  /// report.
  void SetReportedLoss(Instant now, float fraction) noexcept;

  /// One 20 ms tick of a PCM source; `block` is kBlockValues values, or empty when the source has nothing
  /// (that ends speech). Returns the frames to send now, oldest first, valid until the next call. media
  /// thread
  [[nodiscard]] std::span<const OutgoingFrame> TickPcm(Instant now,
                                                       std::span<const std::int16_t> block) noexcept;

  /// One 20 ms tick of a source of Opus packets; `packet` is untrusted, empty when there is none. A packet
  /// longer than a tick covers the following ticks too. For packets shorter than a tick call again with the
  /// same `now`. Malformed packets and packets over 1275 bytes count as none. media thread
  [[nodiscard]] std::span<const OutgoingFrame> TickOpus(Instant now,
                                                        std::span<const std::uint8_t> packet) noexcept;

  /// One 20 ms tick of a PCM source that others must not hear; `block` as for TickPcm. Returns it at the
  /// input volume, valid until the next call. media thread
  [[nodiscard]] std::span<const std::int16_t> Listen(std::span<const std::int16_t> block) noexcept;

  /// One frame of silence on the time line, between two ticks; none while speech is being sent. media thread
  [[nodiscard]] std::span<const OutgoingFrame> Silence(Instant now) noexcept;

  /// Whether TickOpus of a packet of one tick would change nothing but the time line, until the next setting.
  [[nodiscard]] bool IsSteady() const noexcept {
    return speaking_ && covered_samples_ == kBlockSamples && gate_.StaysOpen() && !framing_.inside_frame();
  }
  [[nodiscard]] const TimeLine& time_line() const noexcept { return time_line_; }
  /// Such packets were sent meanwhile, the newest at `last`.
  void Resume(const TimeLine& time_line, Instant last) noexcept {
    time_line_ = time_line;
    opus_tick_ = last;
  }

  /// The gate is open: speech is being sent (silence frames do not count).
  [[nodiscard]] bool sending() const noexcept;

  /// Whether there is input, once per crossing of the no-input threshold: false after 5 s below it, true with
  /// the first block at or above it. Nothing while nothing changed.
  [[nodiscard]] std::optional<bool> TakeInputDetected() noexcept;
  /// The level of the input in front of the gate and the volume, dBFS, when it is reported and a new value is
  /// due.
  [[nodiscard]] std::optional<float> TakeLevel() noexcept;

  /// Between two ticks. Settings are made anew, before Restore.
  void Save(FieldWriter& out) const noexcept;
  void Restore(FieldReader& in) noexcept;

 private:
  struct Fields;

  Talker() noexcept = default;

  void StartSpeech() noexcept;
  void StopSpeech() noexcept;
  void GatherLookBack(Instant now) noexcept;
  void SendSilence(Instant now) noexcept;
  void Send(std::span<const std::uint8_t> payload, std::size_t samples, Instant start) noexcept;
  [[nodiscard]] std::span<const OutgoingFrame> Sent() const noexcept {
    return std::span(frames_).first(frame_count_);
  }

  // what each tick of a source of packets uses comes first
  std::optional<Instant> opus_tick_;
  std::size_t covered_samples_ = 0;  ///< by packets longer than a tick
  std::size_t frame_count_ = 0;
  int silence_left_ = 0;
  bool speaking_ = false;
  TimeLine time_line_;
  std::array<OutgoingFrame, Framing::kMaxFrames> frames_;
  TalkGate gate_;
  Framing framing_;
};

}  // namespace sdkpp::session

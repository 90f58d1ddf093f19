#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/instant.h"

namespace sdkpp::session {

/// When the microphone is sent. kUninit behaves as kVoiceActivity.
enum class AudioMode { kUninit = 0, kVoiceActivity = 1, kPushToTalk = 2, kContinuous = 3 };

inline constexpr int kMinBitrate = 6'000;
inline constexpr int kMaxBitrate = 510'000;
inline constexpr int kMaxComplexity = 10;

/// How PCM is encoded.
struct EncoderSettings {
  /// Bits per second, kMinBitrate to kMaxBitrate.
  int bitrate = 64'000;
  /// 0 (least CPU) to 10 (best).
  int complexity = 10;
  /// Tuned for music instead of speech.
  bool music = false;
  /// Length of one frame: 10, 20, 40 or 60 ms.
  int frame_ms = 20;
};

/// Whether an encoder can be set so.
[[nodiscard]] bool IsValid(const EncoderSettings& settings) noexcept;

/// One packet to send now.
struct OutgoingFrame {
  /// Opus, 1 to 1275 bytes; valid until the next call of the talker.
  std::span<const std::uint8_t> payload;
  /// Samples per channel.
  std::uint32_t samples;
  /// How far the RTP timestamp moves from the previous frame of this talker; 0 for its first frame.
  std::uint32_t timestamp_ticks;
  /// One of the five silence frames that end speech.
  bool silence;
};

/// The sending chain of one call: input volume, gate (self mute, push-to-talk, voice activity), Opus encoder,
/// silence frames and timestamps. Used by one thread. Only Create allocates. When voice activity opens the
/// gate, the block before is sent first, so that the first milliseconds of a word are not clipped.
class Talker {
 public:
  /// nullptr when the settings are out of range or the encoder cannot be made (out of memory).
  [[nodiscard]] static std::unique_ptr<Talker> Create(EncoderSettings settings);
  ~Talker();
  Talker(const Talker&) = delete;
  Talker& operator=(const Talker&) = delete;

  void SetMode(AudioMode mode) noexcept;
  /// Takes effect at once: a frame that is being gathered is thrown away.
  void SetSelfMute(bool mute) noexcept;
  /// Of the sound so far nothing goes out any more.
  void Forget() noexcept;
  /// The push-to-talk key; matters in kPushToTalk only.
  void SetPttActive(bool active, Instant now) noexcept;
  /// How long speech still flows after the key is released: until the first frame boundary at or after that
  /// time. Negative counts as 0.
  void SetPttReleaseDelay(Duration delay) noexcept;
  /// `threshold_dbfs` is used when not `automatic`; clamped to [-100, 0].
  void SetVad(bool automatic, float threshold_dbfs) noexcept;
  /// Perceptual percentage, clamped to [0, 200]; 100 leaves samples as they are.
  void SetInputVolume(int percent) noexcept;
  /// Level that counts as input, in dBFS, clamped to [-100, 100]; -100 switches detection off.
  void SetNoInputThreshold(float dbfs) noexcept;
  /// False, with nothing changed, when out of range. A new frame length or tuning starts at the next frame.
  [[nodiscard]] bool SetEncoder(EncoderSettings settings) noexcept;
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

  /// One frame of silence on the time line, between two ticks; none while speech is being sent. media thread
  [[nodiscard]] std::span<const OutgoingFrame> Silence(Instant now) noexcept;

  /// The gate is open: speech is being sent (silence frames do not count).
  [[nodiscard]] bool sending() const noexcept;

  /// Whether there is input, once per crossing of the no-input threshold: false after 5 s below it, true with
  /// the first block at or above it. Nothing while nothing changed.
  [[nodiscard]] std::optional<bool> TakeInputDetected() noexcept;

 private:
  struct Parts;
  explicit Talker(std::unique_ptr<Parts> parts) noexcept;

  std::unique_ptr<Parts> parts_;
};

}  // namespace sdkpp::session

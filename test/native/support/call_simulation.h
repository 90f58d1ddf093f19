#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/audio_format.h"
#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/jitter/jitter_buffer.h"
#include "support/fake_frame_decoder.h"
#include "support/network_emulator.h"
#include "support/sound.h"

namespace sdkpp::test {

/// One packet on the way.
struct MediaPacket {
  std::int64_t sequence = 0;
  std::uint32_t timestamp = 0;
  std::vector<std::uint8_t> payload;
};

/// A sender with its own clock, a network and a jitter buffer that is pulled every 20 ms, in virtual time.
class CallSimulation {
 public:
  CallSimulation(Impairment impairment, std::uint64_t seed, double drift_ppm = 0,
                 Duration phase = std::chrono::milliseconds(7))
      : network_(impairment, seed), drift_(1.0 + drift_ppm * 1e-6), next_send_(kStart + phase) {}

  static constexpr Instant kStart{std::chrono::seconds(100)};

  /// Runs for a time; `each` is called after every pull.
  void Run(Duration time, const std::function<void(jitter::BlockKind)>& each = {}) {
    const Instant end = tick_ + time;
    for (; tick_ < end; tick_ += kBlockDuration) {
      SendUntil(tick_);
      while (auto arrival = network_.Receive(tick_)) {
        const MediaPacket& packet = arrival->second;
        buffer.Insert(quantized ? tick_ : arrival->first, ExtendedSequence{packet.sequence},
                      RtpTimestamp{packet.timestamp}, packet.payload);
      }
      while (take_decoded && buffer.TakeDecoded(tick_)) {
      }
      SoundBlock sound;
      kind = buffer.Pull(tick_, sound);
      out = Rounded(sound);
      waiting_sum += buffer.stats().added_delay_ms;
      ++ticks;
      if (each) each(kind);
    }
  }

  void SendUntil(Instant now) {
    while (talking && next_send_ <= now) {
      network_.Send(next_send_, {sequence++, timestamp, FakeFrameDecoder::Payload(frame, flags)});
      Step();
    }
    while (!talking && next_send_ <= now) next_send_ += FrameTime();
  }

  void Step() {
    timestamp += static_cast<std::uint32_t>(frame);
    next_send_ += FrameTime();
  }

  [[nodiscard]] Duration FrameTime() const {
    return Duration(static_cast<std::int64_t>(static_cast<double>(frame) * 1e9 / kSampleRate * drift_));
  }

  /// Concealed share of what was played.
  [[nodiscard]] double Concealed() const {
    const auto stats = buffer.stats();
    return static_cast<double>(stats.concealed_samples) / static_cast<double>(stats.played_samples);
  }
  [[nodiscard]] double MeanWaiting() const { return waiting_sum / static_cast<double>(ticks); }
  [[nodiscard]] Instant now() const { return tick_; }
  NetworkEmulator<MediaPacket>& network() { return network_; }

  FakeFrameDecoder decoder;
  jitter::JitterBuffer buffer{decoder};
  std::int64_t sequence = 1000;
  std::uint32_t timestamp = 5000;
  std::size_t frame = kBlockSamples;
  std::uint8_t flags = 0;
  bool talking = true;
  bool quantized = false;     ///< packets are only noticed at ticks
  bool take_decoded = false;  ///< as with a receive callback
  AudioBlock out{};           ///< the last pull
  jitter::BlockKind kind{};
  double waiting_sum = 0;
  std::uint64_t ticks = 0;

 private:
  NetworkEmulator<MediaPacket> network_;
  double drift_;
  Instant next_send_;
  Instant tick_ = kStart;
};

}  // namespace sdkpp::test

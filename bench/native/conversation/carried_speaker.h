#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "conversation/files.h"
#include "core/audio/samples.h"
#include "core/opus/encoder.h"
#include "core/session/speaker/speaker.h"
#include "support/network_emulator.h"

namespace sdkpp::bench {

/// A speaker on the other side of a network: our encoder, a network with jitter and loss, our jitter buffer
/// and decoder, in virtual time. A block is sent when its last sample is there; ticks lie 7 ms behind the
/// sender's.
class CarriedSpeaker {
 public:
  CarriedSpeaker(double loss, std::uint64_t seed)
      : encoder_(opus::Encoder::Create(false)),
        speaker_(session::Speaker::Create()),
        network_({.delay = std::chrono::milliseconds(30),
                  .jitter = std::chrono::milliseconds(6),
                  .one_sided = true,
                  .loss = loss},
                 seed) {
    if (!encoder_ || speaker_ == nullptr) std::abort();
    encoder_->SetBitrate(64'000);
    encoder_->SetComplexity(5);
    encoder_->SetExpectedLoss(static_cast<int>(loss * 100));
  }

  /// The next 20 ms, mono.
  void Say(std::span<const std::int16_t, kBlockSamples> samples) {
    AudioBlock block;
    for (std::size_t at = 0; at < kBlockSamples; ++at) block[2 * at] = block[2 * at + 1] = samples[at];
    std::vector<std::uint8_t> packet(1275);
    packet.resize(encoder_->Encode(block, packet));
    now_ += kBlockDuration;
    network_.Send(now_, {count_++, std::move(packet)});
  }
  /// Returns the block that the listener's tick of this time plays.
  HeardBlock Hear() {
    const Instant tick = now_ + std::chrono::milliseconds(7);
    while (auto arrival = network_.Receive(tick)) {
      const auto& [number, packet] = arrival->second;
      speaker_->Insert(tick, ExtendedSequence{number},
                       RtpTimestamp{static_cast<std::uint32_t>(number * std::int64_t{kBlockSamples})},
                       packet);
    }
    SoundBlock sound;
    const auto kind = speaker_->Pull(tick, sound);
    return Record(tick, kind, sound);
  }

 private:
  struct Packet {
    std::int64_t number = 0;
    std::vector<std::uint8_t> bytes;
  };
  static constexpr Instant kStart{std::chrono::seconds(100)};

  HeardBlock Record(Instant tick, session::BlockKind kind, const SoundBlock& sound) {
    const bool plays = kind != session::BlockKind::kSilence;
    time_ = plays ? speaker_->pulled_from().raw() : time_ + kBlockSamples;
    HeardBlock block{.time = time_,
                     .wall = std::chrono::duration<double, std::milli>(tick - kStart).count(),
                     .kind = static_cast<std::int32_t>(kind)};
    for (std::size_t at = 0; at < kBlockSamples; ++at) block.samples[at] = audio::Rounded(sound[2 * at]);
    return block;
  }

  std::optional<opus::Encoder> encoder_;
  std::unique_ptr<session::Speaker> speaker_;
  test::NetworkEmulator<Packet> network_;
  Instant now_ = kStart;
  std::int64_t count_ = 0;
  double time_ = 0;
};

}  // namespace sdkpp::bench

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/audio/ogg_opus_reader.h"
#include "core/audio/wav_reader.h"
#include "core/opus/packet.h"
#include "core/session/input.h"

namespace sdkpp::session {

/// A WAV file in memory.
class WavInput final : public Input {
 public:
  WavInput(audio::WavReader reader, bool loop) : reader_(std::move(reader)) { reader_.SetLoop(loop); }

  [[nodiscard]] InputBlock Next() noexcept override {
    if (!reader_.Next(block_)) return {InputBlock::Kind::kEnd, {}, {}, 0};
    return {InputBlock::Kind::kPcm, block_, {}, 0};
  }

 private:
  audio::WavReader reader_;
  AudioBlock block_{};
};

/// An Ogg Opus file in memory; its packets go out as they are.
class OggInput final : public Input {
 public:
  OggInput(audio::OggOpusReader reader, bool loop) : reader_(std::move(reader)), loop_(loop) {}

  [[nodiscard]] InputBlock Next() noexcept override {
    Refill();
    for (int round = 0; round < 2; ++round) {
      reader_.Allow(budget_);
      const auto packet = reader_.Next();
      budget_ = reader_.allowance();
      if (const auto samples = opus::PacketSamples(packet); samples && packet.size() <= opus::kMaxPayload) {
        played_ = true;
        covered_ = static_cast<std::uint32_t>(*samples);
        return {InputBlock::Kind::kOpus, {}, packet, covered_};
      }
      // a packet we cannot send leaves its place silent; so do pages that are not ours
      if (!packet.empty() || reader_.waits()) return {};
      if (!loop_ || !played_ || reader_.error()) break;
      played_ = false;
      reader_.Rewind();
    }
    return {InputBlock::Kind::kEnd, {}, {}, 0};
  }

 private:
  /// Bytes of pages that are looked at for 20 ms of sound; a page has 64 KiB at most, so twice that in a
  /// tick.
  static constexpr std::size_t kPerBlock = 65'536;

  void Refill() noexcept {
    const std::size_t more = kPerBlock * std::exchange(covered_, kBlockSamples) / kBlockSamples;
    budget_ = std::min(budget_ + more, kPerBlock);
  }

  audio::OggOpusReader reader_;
  bool loop_;
  bool played_ = false;  ///< a packet came since the beginning
  std::size_t budget_ = 0;
  std::uint32_t covered_ = kBlockSamples;  ///< samples per channel since the last refill
};

}  // namespace sdkpp::session

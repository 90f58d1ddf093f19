#pragma once

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
    for (int round = 0; round < 2; ++round) {
      const auto packet = reader_.Next();
      if (const auto samples = opus::PacketSamples(packet); samples && packet.size() <= opus::kMaxPayload) {
        return {InputBlock::Kind::kOpus, {}, packet, static_cast<std::uint32_t>(*samples)};
      }
      if (!packet.empty()) return {};  // a packet we cannot send: leave its place silent
      if (!loop_ || reader_.error()) break;
      reader_.Rewind();
    }
    return {InputBlock::Kind::kEnd, {}, {}, 0};
  }

 private:
  audio::OggOpusReader reader_;
  bool loop_;
};

}  // namespace sdkpp::session

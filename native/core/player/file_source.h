#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/audio/ogg_opus_reader.h"
#include "core/audio/wav_reader.h"
#include "core/opus/packet.h"
#include "core/opus/packet_cutter.h"
#include "core/player/packet_trim.h"
#include "core/player/source.h"

namespace sdkpp::player {

/// A WAV file in memory.
class WavSource final : public Source {
 public:
  WavSource(audio::WavReader reader, bool loop) : reader_(std::move(reader)) { reader_.SetLoop(loop); }

  [[nodiscard]] SourceBlock Next() noexcept override {
    const std::size_t samples = reader_.Next(block_);
    if (samples == 0) return {SourceBlock::Kind::kEnd, {}, {}, 0};
    played_ += samples;
    return {.kind = SourceBlock::Kind::kPcm,
            .pcm = block_,
            .padding = static_cast<std::uint32_t>(kBlockSamples - samples)};
  }
  [[nodiscard]] std::optional<SourcePosition> position() const noexcept override {
    return SourcePosition{played_};
  }
  /// Sound that the file announces but does not contain is missing at its end.
  [[nodiscard]] SourceLosses losses() const noexcept override {
    return {.bytes = reader_.missing_bytes(), .before = played_, .played = played_};
  }

 private:
  audio::WavReader reader_;
  AudioBlock block_{};
  std::uint64_t played_ = 0;
};

/// An Ogg Opus file in memory; its packets go out as they are, and those that are too long in pieces.
class OggSource final : public Source {
 public:
  OggSource(audio::OggOpusReader reader, opus::PacketCutter cutter, bool loop)
      : reader_(std::move(reader)), cutter_(std::move(cutter)), loop_(loop) {}

  [[nodiscard]] SourceBlock Next() noexcept override {
    Refill();
    if (const auto piece = cutter_.Next(); !piece.bytes.empty()) return Give(piece.bytes, piece.samples);
    while (true) {
      const container::Demuxed next = Read();
      switch (next.what) {
        case container::Demuxing::kStream:
          trims_.Begin(reader_.head().pre_skip, next.packet.end.value_or(0));
          break;
        case container::Demuxing::kPacket:
          return Play(next.packet);
        case container::Demuxing::kEnd:
          if (!loop_ || !has_played_) return {.kind = SourceBlock::Kind::kEnd};
          has_played_ = false;
          reader_.Rewind();
          break;
        case container::Demuxing::kWaits:
        case container::Demuxing::kNeedsBytes:
          // pages that are not ours leave silence
          return {};
      }
    }
  }
  /// With what is not to be heard of the packets, which go out whole, and with places that are silent.
  [[nodiscard]] std::optional<SourcePosition> position() const noexcept override {
    return SourcePosition{given_};
  }
  [[nodiscard]] SourceLosses losses() const noexcept override { return losses_; }

 private:
  /// Bytes of pages that are looked at for 20 ms of sound; a page has 64 KiB at most, so twice that in a
  /// tick.
  static constexpr std::size_t kPerBlock = 65'536;

  void Refill() noexcept {
    const std::size_t more = kPerBlock * std::exchange(covered_, kBlockSamples) / kBlockSamples;
    budget_ = std::min(budget_ + more, kPerBlock);
  }

  [[nodiscard]] container::Demuxed Read() noexcept {
    reader_.Allow(budget_);
    const container::Demuxed next = reader_.Next();
    budget_ = reader_.allowance();
    NoteLosses(0);
    return next;
  }

  /// Of a packet that is too long to be sent in one piece nothing is left out.
  [[nodiscard]] SourceBlock Play(const container::Packet& packet) noexcept {
    const auto samples = opus::PacketSamples(packet.bytes);
    const std::size_t length = samples ? *samples : opus::ClaimedSamples(packet.bytes);
    const OpusTrim trim = trims_.Of(packet, length);
    if (samples && packet.bytes.size() <= opus::kMaxPayload) return Give(packet.bytes, length, trim);
    if (samples && cutter_.Begin(packet.bytes)) {
      const auto piece = cutter_.Next();
      return Give(piece.bytes, piece.samples, {.begins = trim.begins});
    }
    NoteLosses(1);
    // its place is silent
    return BlockOf({}, length, trim);
  }
  [[nodiscard]] SourceBlock Give(std::span<const std::uint8_t> packet, std::size_t samples,
                                 OpusTrim trim = {}) noexcept {
    has_played_ = true;
    losses_.played += samples;
    return BlockOf(packet, samples, trim);
  }
  [[nodiscard]] SourceBlock BlockOf(std::span<const std::uint8_t> packet, std::size_t samples,
                                    OpusTrim trim) noexcept {
    covered_ = static_cast<std::uint32_t>(samples);
    given_ += covered_;
    return {.kind = SourceBlock::Kind::kOpus,
            .opus = packet,
            .opus_samples = covered_,
            .lead_in = trim.lead_in,
            .padding = trim.padding,
            .begins = trim.begins};
  }

  void NoteLosses(std::uint64_t refused) noexcept {
    refused_ += refused;
    const audio::OggLosses& file = reader_.losses();
    const bool any = losses_.any();
    losses_.packets = refused_ + file.packets;
    losses_.bytes = file.bytes;
    losses_.pages = file.pages;
    if (!any) losses_.before = losses_.played;
  }

  audio::OggOpusReader reader_;
  opus::PacketCutter cutter_;
  PacketTrim trims_;
  bool loop_;
  bool has_played_ = false;  ///< a packet came since the beginning
  std::size_t budget_ = 0;
  std::uint32_t covered_ = kBlockSamples;  ///< samples per channel since the last refill
  std::uint64_t given_ = 0;                ///< samples per channel
  std::uint64_t refused_ = 0;              ///< packets that are no Opus
  SourceLosses losses_;
};

}  // namespace sdkpp::player

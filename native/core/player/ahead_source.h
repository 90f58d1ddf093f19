#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "core/base/audio_format.h"
#include "core/base/record_ring.h"
#include "core/opus/packet.h"
#include "core/player/source.h"

namespace sdkpp::player {

/// Another source, some of whose sound is read ahead: so its end is in sight before it is heard.
class AheadSource final : public Source {
 public:
  /// `samples` per channel are in sight. Allocates room for them.
  AheadSource(std::unique_ptr<Source> source, std::size_t samples)
      : source_(std::move(source)), wanted_(samples), ring_(RoomFor(samples)) {}

  [[nodiscard]] SourceBlock Next() noexcept override {
    if (std::exchange(lent_, false)) ring_.Release();
    Fill();
    const auto record = ring_.Front();
    if (record.empty()) return {.kind = over_ ? SourceBlock::Kind::kEnd : SourceBlock::Kind::kNothing};
    lent_ = true;
    return Lend(record);
  }
  [[nodiscard]] bool Prepare() noexcept override {
    Fill();
    return over_ || ahead_ > 0;
  }
  [[nodiscard]] std::optional<std::uint64_t> Rest() const noexcept override {
    return over_ ? std::optional(ahead_) : std::nullopt;
  }
  [[nodiscard]] const Source* origin() const noexcept override { return source_->origin(); }
  [[nodiscard]] SourceLosses losses() const noexcept override { return source_->losses(); }
  [[nodiscard]] SourceRefusal refusal() const noexcept override { return source_->refusal(); }

 private:
  /// Before each piece.
  struct Header {
    SourceBlock::Kind kind{};
    std::uint32_t samples = 0;
    std::uint32_t lead_in = 0;
    std::uint32_t padding = 0;
    bool begins = false;
  };
  /// Per call: the queue behind it is filled faster than it is emptied, but not at any speed.
  static constexpr int kMostAtOnce = 4;
  /// Of a block of samples, with what the ring adds; packets are shorter.
  static constexpr std::size_t kPerBlock = kBlockValues * sizeof(std::int16_t) + 64;

  [[nodiscard]] static std::size_t RoomFor(std::size_t samples) noexcept {
    return std::bit_ceil((samples / kBlockSamples + 2) * kPerBlock);
  }

  void Fill() noexcept {
    for (int count = 0; count < kMostAtOnce && !over_ && ahead_ < wanted_; ++count) {
      if (!HasRoom()) return;
      const SourceBlock block = source_->Next();
      over_ = block.kind == SourceBlock::Kind::kEnd;
      if (block.kind == SourceBlock::Kind::kPcm) {
        Keep(block, kBlockSamples, std::as_bytes(block.pcm));
      } else if (block.kind == SourceBlock::Kind::kOpus) {
        Keep(block, block.opus_samples, std::as_bytes(block.opus));
      } else {
        return;
      }
    }
  }

  /// For the longest piece there is: what the source gave cannot be given back.
  [[nodiscard]] bool HasRoom() noexcept { return !ring_.Claim(kPerBlock - 64 + sizeof(Header)).empty(); }

  void Keep(const SourceBlock& block, std::size_t samples, std::span<const std::byte> bytes) noexcept {
    const Header header{.kind = block.kind,
                        .samples = static_cast<std::uint32_t>(samples),
                        .lead_in = block.lead_in,
                        .padding = block.padding,
                        .begins = block.begins};
    const auto record = ring_.Claim(sizeof(header) + bytes.size());
    if (record.empty()) return;
    std::memcpy(record.data(), &header, sizeof(header));
    if (!bytes.empty()) std::memcpy(record.data() + sizeof(header), bytes.data(), bytes.size());
    ring_.Commit();
    ahead_ += Heard(header);
  }

  [[nodiscard]] SourceBlock Lend(std::span<const std::uint8_t> record) noexcept {
    Header header;
    std::memcpy(&header, record.data(), sizeof(header));
    ahead_ -= Heard(header);
    SourceBlock block{
        .kind = header.kind, .lead_in = header.lead_in, .padding = header.padding, .begins = header.begins};
    const auto bytes = record.subspan(sizeof(header));
    if (header.kind == SourceBlock::Kind::kPcm) {
      std::memcpy(pcm_.data(), bytes.data(), std::min(bytes.size(), sizeof(pcm_)));
      block.pcm = pcm_;
    } else {
      block.opus = bytes;
      block.opus_samples = header.samples;
    }
    return block;
  }

  [[nodiscard]] static std::uint64_t Heard(const Header& header) noexcept {
    const std::uint64_t left_out = std::uint64_t{header.lead_in} + header.padding;
    return header.samples - std::min<std::uint64_t>(left_out, header.samples);
  }

  std::unique_ptr<Source> source_;
  std::size_t wanted_;
  RecordRing ring_;
  std::uint64_t ahead_ = 0;  ///< samples per channel in the ring that will be heard
  bool over_ = false;        ///< the source has given everything
  bool lent_ = false;
  AudioBlock pcm_{};
};

}  // namespace sdkpp::player

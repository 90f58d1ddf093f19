#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/container/demuxer.h"
#include "core/player/packet_trim.h"
#include "core/player/stream_feed.h"
#include "decoder/stream_reader.h"

namespace sdkpp::decoder {

/// The packets of Ogg and WebM as they are. The place of one that cannot be played is silent.
class PacketReader final : public StreamReader {
 public:
  /// `skip`: samples per channel at the beginning that are left out, to the nearest packet.
  PacketReader(std::unique_ptr<container::Demuxer> demuxer, std::uint64_t skip);

  [[nodiscard]] std::size_t Write(std::span<const std::uint8_t> bytes) noexcept override;
  void Finish() noexcept override { demuxer_->Finish(); }
  [[nodiscard]] Progress Step(player::StreamFeed& feed) noexcept override;
  [[nodiscard]] std::size_t queued() const noexcept override;

 private:
  /// Of a packet's.
  enum class Waiting : std::uint8_t { kNothing, kPacket, kGap };

  [[nodiscard]] Progress Read(player::StreamFeed& feed) noexcept;
  [[nodiscard]] Progress Take(const container::Packet& packet, player::StreamFeed& feed) noexcept;
  [[nodiscard]] Progress Offer(player::StreamFeed& feed) noexcept;
  [[nodiscard]] Progress End(player::StreamFeed& feed) noexcept;
  void NoteLosses(player::StreamFeed& feed) noexcept;
  [[nodiscard]] player::SourceRefusal refusal() const noexcept;

  std::unique_ptr<container::Demuxer> demuxer_;
  player::OpusSource* sound_ = nullptr;  ///< opened with the first packet
  std::uint64_t skip_;
  bool has_stream_ = false;
  bool has_packet_ = false;
  std::uint64_t bytes_ = 0;
  std::uint64_t given_ = 0;  ///< samples per channel
  std::uint64_t refused_ = 0;
  Waiting waiting_ = Waiting::kNothing;
  std::span<const std::uint8_t> packet_{};  ///< waits for room in the feed
  std::size_t samples_ = 0;
  player::PacketTrim trims_;
  player::OpusTrim trim_{};  ///< of packet_
  player::SourceLosses losses_;
};

}  // namespace sdkpp::decoder

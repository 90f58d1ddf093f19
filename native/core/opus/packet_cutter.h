#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/opus/packet.h"

struct OpusRepacketizer;

namespace sdkpp::opus {

/// Cuts a packet that is too long to be sent, at the borders of its frames and without encoding: 20 ms each,
/// where frames are that short, and less where 20 ms are still too long.
class PacketCutter {
 public:
  /// One packet of those; empty when there is none.
  struct Piece {
    std::span<const std::uint8_t> bytes{};
    std::size_t samples = 0;  ///< per channel
  };

  /// Nothing when out of memory.
  [[nodiscard]] static std::optional<PacketCutter> Create();

  /// Takes a packet, which must stay where it is, and begins with one of its frames. False, and no piece
  /// follows, when it is malformed or has no such frame.
  [[nodiscard]] bool Begin(std::span<const std::uint8_t> packet, std::size_t first_frame = 0) noexcept;
  /// Valid until the next call.
  [[nodiscard]] Piece Next() noexcept;
  /// Frames up to the end of the last piece.
  [[nodiscard]] std::size_t frames_done() const noexcept { return next_; }

 private:
  struct Destroyer {
    void operator()(OpusRepacketizer* repacketizer) const noexcept;
  };

  explicit PacketCutter(OpusRepacketizer* repacketizer) noexcept : frames_(repacketizer) {}

  std::unique_ptr<OpusRepacketizer, Destroyer> frames_;
  std::size_t next_ = 0;
  std::size_t count_ = 0;
  std::size_t each_ = kMaxPacketSamples;  ///< samples per channel of a frame
  std::array<std::uint8_t, kMaxPayload> piece_{};
};

}  // namespace sdkpp::opus

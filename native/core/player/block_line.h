#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "core/base/audio_format.h"
#include "core/opus/decoder.h"
#include "core/opus/packet.h"
#include "core/player/packet_history.h"
#include "core/player/source.h"

namespace sdkpp::player {

/// Sound of any pieces in, blocks of 20 ms out. Packets are decoded; what does not fill a block waits. Media
/// thread.
class BlockLine {
 public:
  explicit BlockLine(opus::Decoder decoder) noexcept : decoder_(std::move(decoder)) {}

  /// Another source follows: nothing of the one before sounds in its packets.
  void StartOver() noexcept { decoder_.Reset(); }
  /// The decoder continues behind packets that were played as they are. The last `keep` samples per channel
  /// of their sound wait in the line, if the newest has as many. For an empty line.
  void Prime(const PacketHistory& played, std::size_t keep) noexcept;

  /// The sound of a block, without what is not to be heard; an empty packet is a lost one. False for a block
  /// of no sound. There is room while no whole block waits.
  [[nodiscard]] bool Add(const SourceBlock& block) noexcept;
  /// Sound of a source until a block is there. Whether the source has ended before that.
  [[nodiscard]] bool Gather(Source& source) noexcept;
  /// The outcome of Fill.
  struct Filled {
    bool sounds = false;  ///< a block is there
    bool over = false;    ///< the source has ended
  };
  /// A block of a source, its last part with silence behind it.
  [[nodiscard]] Filled Fill(Source& source) noexcept;
  /// Silence, up to the end of the block that has begun.
  void Pad() noexcept;
  /// Drops what waits.
  void Clear() noexcept { begin_ = end_ = 0; }
  /// Drops the oldest `samples` per channel, or all.
  void Skip(std::size_t samples) noexcept { begin_ = std::min(end_, begin_ + samples * kChannels); }

  [[nodiscard]] bool empty() const noexcept { return begin_ == end_; }
  /// Samples per channel that wait.
  [[nodiscard]] std::size_t size() const noexcept { return (end_ - begin_) / kChannels; }
  [[nodiscard]] bool has_block() const noexcept { return end_ - begin_ >= kBlockValues; }
  /// One block, to be edited in place until the next call; has_block() must hold.
  [[nodiscard]] std::span<float, kBlockValues> Take() noexcept;

 private:
  /// Room for the longest packet behind a block that has begun.
  static constexpr std::size_t kRoom = opus::kMaxPacketSamples * kChannels + kBlockValues;

  /// Of what was added last: all behind `begin`.
  void Trim(std::size_t begin, const SourceBlock& block) noexcept;
  void AddPcm(std::span<const std::int16_t> block) noexcept;
  void AddPacket(std::span<const std::uint8_t> packet, std::size_t samples) noexcept;
  [[nodiscard]] std::span<float> Free() noexcept;

  opus::Decoder decoder_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::array<float, kRoom> values_;
};

}  // namespace sdkpp::player

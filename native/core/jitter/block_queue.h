#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/fixed_vector.h"
#include "core/base/instant.h"
#include "core/jitter/decoded_block.h"
#include "core/jitter/stream_front.h"

namespace sdkpp::jitter {

/// Decoded sound cut into 20 ms blocks, first in, first out. Each block has an id and can be edited until it
/// is taken out. The last block may still be filling.
class BlockQueue {
 public:
  static constexpr std::size_t kCapacity = 16;
  static constexpr std::uint16_t kNoLoan = 0xffff;

  struct Block {
    std::uint32_t id = 0;
    std::uint32_t filled = 0;   ///< samples per channel
    std::uint32_t made_up = 0;  ///< of these, concealment
    bool muted = false;
    bool reviewed = false;         ///< the review has decided
    bool approved = false;         ///< and the result may be heard
    std::uint16_t loan = kNoLoan;  ///< the review's own
    std::int64_t arrival_ns = 0;   ///< of the packet of its first sample; 0 when that is made up
    StreamPlace begin;             ///< of its first sample
    SoundBlock samples{};
  };

  /// Room in samples per channel.
  [[nodiscard]] std::size_t room() const noexcept;
  /// Samples per channel held.
  [[nodiscard]] std::size_t samples() const noexcept { return samples_; }
  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  /// Samples per channel that the last block lacks; 0 when it is whole or there is none.
  [[nodiscard]] std::size_t lacking() const noexcept;

  /// Concealment among them, in samples per channel.
  [[nodiscard]] std::size_t made_up() const noexcept;

  /// Appends at most room() samples, interleaved, of which the first lies at `begin`. media thread
  void Append(std::span<const float> values, bool made_up, Instant arrival, StreamPlace begin) noexcept;

  /// Where the samples of the next block will be, to be made in place; empty when the last block still fills
  /// or there is no room. AppendMade() appends it. media thread
  [[nodiscard]] std::span<float> NextPlace() noexcept;
  /// Appends what was made in NextPlace(), all of it received. media thread
  void AppendMade(Instant arrival, StreamPlace begin) noexcept;

  /// Where the oldest sample lies; nothing when it is empty.
  [[nodiscard]] std::optional<StreamPlace> begin() const noexcept;

  /// The oldest whole block, nullptr when there is none. Valid until Pop.
  [[nodiscard]] Block* Front() noexcept;
  void Pop() noexcept;

  /// The next whole block of speech that has not been offered, and marks it. `ahead` receives the number of
  /// samples before it in the queue.
  struct Offer {
    Block* block;
    std::size_t ahead;
  };
  [[nodiscard]] std::optional<Offer> NextOffer() noexcept;

  /// nullptr when the block is gone.
  [[nodiscard]] Block* Find(std::uint32_t id) noexcept;

  void Clear() noexcept;

 private:
  [[nodiscard]] Block& At(std::size_t index) noexcept { return *line_[(head_ + index) % kCapacity]; }
  [[nodiscard]] Block& Open(StreamPlace begin) noexcept;
  [[nodiscard]] Block* TakePlace() noexcept;

  FixedVector<Block, kCapacity> slots_;
  std::array<Block*, kCapacity> line_{};
  /// Slots that were used before. The last one that came free is taken first: it is still in the caches.
  std::array<Block*, kCapacity> free_{};
  std::size_t free_count_ = 0;
  std::size_t head_ = 0;
  std::size_t count_ = 0;
  std::size_t offered_ = 0;  ///< blocks from the head that were offered or passed over
  std::size_t samples_ = 0;
  std::uint32_t last_id_ = 0;
};

}  // namespace sdkpp::jitter

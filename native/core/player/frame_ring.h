#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/base/audio_format.h"
#include "core/opus/packet.h"
#include "core/player/position.h"

namespace sdkpp::player {

/// The newest frames of a player, numbered from 1: one thread writes, any number of threads read, and neither
/// waits. A reader that is too slow finds its frame gone; what it reads is always whole.
class FrameRing {
 public:
  /// Frames of 2.5 ms for two ticks and more.
  static constexpr std::size_t kFrames = 32;
  static constexpr std::size_t kMaxFrame = opus::kMaxPayload;

  /// A frame as it was read.
  struct Frame {
    std::span<const std::uint8_t> packet{};
    std::uint32_t samples = 0;  ///< per channel
    std::uint64_t tick = 0;     ///< of the player, in which it was made
    Position position{};        ///< of the player, up to which the frame sounds
  };

  // Writer -------------------------------------------------------------------------------------------------
  /// A tick of the player begins.
  void BeginTick() noexcept { ticks_.store(ticks() + 1, std::memory_order_release); }
  /// `packet`: 1 to kMaxFrame bytes.
  void Write(std::span<const std::uint8_t> packet, std::uint32_t samples, Position position) noexcept {
    const std::uint64_t number = newest() + 1;
    Slot& slot = slots_[number % kFrames];
    // odd while it is written. A reader that sees one of the words below sees this, too
    slot.version.store(2 * number - 1, std::memory_order_relaxed);
    slot.samples.store(samples, std::memory_order_release);
    slot.size.store(static_cast<std::uint32_t>(packet.size()), std::memory_order_release);
    slot.tick.store(ticks(), std::memory_order_release);
    slot.position.store(position.Pack(), std::memory_order_release);
    for (std::size_t at = 0; at < packet.size(); at += kWord) {
      std::uint64_t word = 0;
      std::memcpy(&word, packet.data() + at, std::min(kWord, packet.size() - at));
      slot.words[at / kWord].store(word, std::memory_order_release);
    }
    slot.version.store(2 * number, std::memory_order_release);
    newest_.store(number, std::memory_order_release);
  }
  /// No more frames will come.
  void Close() noexcept { closed_.store(true, std::memory_order_release); }
  /// Number of the newest frame that a reader took.
  [[nodiscard]] std::uint64_t taken() const noexcept { return taken_.load(std::memory_order_relaxed); }
  /// The linear gain that a reader asks for.
  [[nodiscard]] float wish() const noexcept { return wish_.load(std::memory_order_relaxed); }
  /// Whether a reader took, or would have taken, a frame in the tick before.
  [[nodiscard]] bool heard() const noexcept {
    return heard_until_.load(std::memory_order_relaxed) + 1 >= ticks();
  }

  // Readers ------------------------------------------------------------------------------------------------
  [[nodiscard]] std::uint64_t ticks() const noexcept { return ticks_.load(std::memory_order_acquire); }
  /// Number of the newest frame; 0 before the first.
  [[nodiscard]] std::uint64_t newest() const noexcept { return newest_.load(std::memory_order_acquire); }
  [[nodiscard]] bool closed() const noexcept { return closed_.load(std::memory_order_acquire); }
  /// Copies frame `number` into `room`. False, with `room` in any state, when it is gone or not made yet.
  [[nodiscard]] bool Read(std::uint64_t number, std::span<std::uint8_t, kMaxFrame> room,
                          Frame& frame) const noexcept {
    const Slot& slot = slots_[number % kFrames];
    if (slot.version.load(std::memory_order_acquire) != 2 * number) return false;
    const std::size_t size = std::min<std::size_t>(slot.size.load(std::memory_order_acquire), kMaxFrame);
    frame = {.packet = room.first(size),
             .samples = slot.samples.load(std::memory_order_acquire),
             .tick = slot.tick.load(std::memory_order_acquire),
             .position = Position::Unpack(slot.position.load(std::memory_order_acquire))};
    for (std::size_t at = 0; at < size; at += kWord) {
      const std::uint64_t word = slot.words[at / kWord].load(std::memory_order_acquire);
      std::memcpy(room.data() + at, &word, std::min(kWord, size - at));
    }
    return slot.version.load(std::memory_order_relaxed) == 2 * number;
  }
  /// A reader is served for `ticks_covered` from this one on.
  void NoteHeard(std::uint64_t ticks_covered) noexcept { Raise(heard_until_, ticks() + ticks_covered - 1); }
  /// A reader asks for this linear gain, in place of what it or another one asked for.
  void SetWish(float gain) noexcept { wish_.store(gain, std::memory_order_relaxed); }
  /// A reader took frame `number`.
  void NoteTaken(std::uint64_t number) noexcept { Raise(taken_, number); }

 private:
  static constexpr std::size_t kWord = sizeof(std::uint64_t);
  /// All atomic: a reader may look while its frame is replaced, and finds out afterwards.
  struct alignas(64) Slot {
    std::atomic<std::uint64_t> version{0};
    std::atomic<std::uint64_t> tick{0};
    std::atomic<std::uint64_t> position{0};
    std::atomic<std::uint32_t> size{0};
    std::atomic<std::uint32_t> samples{0};
    std::array<std::atomic<std::uint64_t>, (kMaxFrame + kWord - 1) / kWord> words{};
  };

  static void Raise(std::atomic<std::uint64_t>& value, std::uint64_t least) noexcept {
    std::uint64_t known = value.load(std::memory_order_relaxed);
    while (known < least && !value.compare_exchange_weak(known, least, std::memory_order_relaxed)) {
    }
  }

  std::array<Slot, kFrames> slots_;
  std::atomic<std::uint64_t> newest_{0};
  std::atomic<std::uint64_t> taken_{0};
  /// 2 at first: no reader was there in the ticks before.
  std::atomic<std::uint64_t> ticks_{2};
  std::atomic<std::uint64_t> heard_until_{0};
  std::atomic<float> wish_{1};
  std::atomic<bool> closed_{false};
};

}  // namespace sdkpp::player

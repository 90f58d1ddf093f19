#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/instant.h"
#include "core/base/spsc_ring.h"
#include "core/base/strong.h"

namespace sdkpp::session {

/// Loans blocks to JavaScript for editing; the media thread never waits for it. They are in parts of full
/// scale: JavaScript's thread turns them into the 16 bits of a callback, and back.
///
/// A slot goes free → posted → running → done. At the block's deadline the media thread abandons a slot that
/// is not done; JavaScript frees it later.
class CallbackExchange {
 public:
  static constexpr std::size_t kSlots = 512;

  enum class State : std::uint8_t { kFree, kPosted, kRunning, kDone, kAbandoned };

  struct Slot {
    std::atomic<State> state{State::kFree};
    std::optional<UserId> speaker;  ///< of a received block; none for a captured one
    std::uint32_t block_id = 0;
    bool mute = false;      ///< JavaScript's outShouldMute, starts as the user's previous decision
    bool filtered = false;  ///< the callback did its work; otherwise `samples` are undefined
    Instant posted{};
    Instant finished{};
    SoundBlock samples{};
  };

  CallbackExchange() : slots_(std::make_unique<Slot[]>(kSlots)), posted_(2 * kSlots) {}

  // Media thread ------------------------------------------------------------------------------------------

  /// Posts a copy of `samples`, of a speaker or captured. Returns nothing when no slot is free.
  std::optional<std::uint16_t> Post(Instant now, std::optional<UserId> speaker, std::uint32_t block_id,
                                    bool previous_mute,
                                    std::span<const float, kBlockValues> samples) noexcept;

  /// The slot when JavaScript has finished it, else nullptr. Free() it afterwards.
  [[nodiscard]] const Slot* Finished(std::uint16_t index) const noexcept;

  void Free(std::uint16_t index) noexcept;

  /// Abandons a slot at its deadline. False when JavaScript finished it at this moment: take it then.
  [[nodiscard]] bool Abandon(std::uint16_t index) noexcept;

  // JavaScript thread -------------------------------------------------------------------------------------

  /// The next posted block, now running, or nullptr. Finish() it.
  [[nodiscard]] Slot* Take() noexcept;
  /// `filtered`: the callback did its work on the samples.
  void Finish(Slot& slot, Instant now, bool filtered = true) noexcept;

 private:
  std::unique_ptr<Slot[]> slots_;
  SpscRing<std::uint16_t> posted_;
  std::size_t next_ = 0;
};

}  // namespace sdkpp::session

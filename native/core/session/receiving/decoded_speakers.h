#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/fixed_vector.h"
#include "core/base/instant.h"
#include "core/base/reserve.h"
#include "core/opus/packet.h"
#include "core/session/exchange/media_stats.h"
#include "core/session/receiving/loudest_lately.h"

namespace sdkpp::session {

/// Chooses whose packets are decoded. Up to kMost who speak at once all are; of more, the loudest of the last
/// 400 ms. SILK says in its packets whether there is a voice; how loud it is, is known from the last time it
/// was decoded. CELT says nothing, so of those who are not chosen some packets are decoded for their level.
///
/// Speakers are named by their place in the table of remotes. Levels are in dBFS. Media thread.
class DecodedSpeakers {
 public:
  static constexpr std::size_t kMost = 30;
  /// Who sent nothing for so long loses their place.
  static constexpr Duration kWindow = LoudestLately::kWindow;
  /// So long somebody keeps a new place.
  static constexpr Duration kHold = std::chrono::milliseconds(200);
  /// So much louder somebody has to be to get the place of another, dB.
  static constexpr float kMargin = 6;
  /// Between two packets of one speaker that are decoded for their level: one of ten that last 20 ms.
  static constexpr Duration kProbeEvery = std::chrono::milliseconds(200);

  explicit DecodedSpeakers(Reserve& reserve) : entries_(reserve) {}

  /// A packet of the speaker at `at` came. @returns whether it is to be decoded
  [[nodiscard]] bool Admit(Instant now, std::uint16_t at) noexcept;
  /// Whether somebody was turned away lately, so that it matters how loud everybody is.
  [[nodiscard]] bool crowded(Instant now) const noexcept { return now < crowded_until_; }
  /// In a crowd: what the admitted packet, or the one that was not, says about its sound; `size` in bytes.
  void Note(Instant now, std::uint16_t at, opus::VoiceHint hint, std::size_t size) noexcept;
  /// Whether the packet just noted should be decoded for its level; the answer then goes to Measured().
  [[nodiscard]] bool TakeProbe(Instant now, std::uint16_t at) noexcept;
  /// In a crowd: the level of decoded sound.
  void Measured(Instant now, std::uint16_t at, float level) noexcept;
  [[nodiscard]] bool IsChosen(std::uint16_t at) const noexcept {
    return at < entries_.size() && entries_[at].chosen;
  }

  /// Once a tick: gives the places of the silent and the quiet to the loud. `lose` gets each speaker who lost
  /// a place to somebody else.
  template <class Lose>
  void Choose(Instant now, const Lose& lose) noexcept {
    probes_left_ = kLeastProbes + entries_.size() / kProbeShare;
    DropSilent(now);
    for (int swaps = 0; swaps < kMostSwaps && crowded(now); ++swaps) {
      const Swap swap = NextSwap(now);
      if (swap.in == nullptr) return;
      if (swap.out != nullptr) {
        const std::uint16_t out = IndexOf(*swap.out);
        Drop(out);
        lose(out);
      }
      Take(now, IndexOf(*swap.in));
    }
  }

  /// The speaker needs no place; what is known about them stays.
  void Drop(std::uint16_t at) noexcept;
  /// The place in the table is somebody else's now.
  void Forget(std::uint16_t at) noexcept;

 private:
  /// A voice that was never decoded is as loud as a usual one.
  static constexpr float kUsualLevel = -26;
  static constexpr float kNoVoice = -70;
  static constexpr float kSilence = -100;
  /// A packet that is larger than usual is louder by so much at most, and a smaller one quieter, dB. Twice
  /// this is not more than kMargin: alone it gives nobody a place.
  static constexpr float kMostOfSize = 3;
  /// Bounds of a tick. Each tenth speaker has a packet to probe in it, and a few more catch up.
  static constexpr std::size_t kLeastProbes = 16;
  static constexpr std::size_t kProbeShare = 8;
  static constexpr int kMostSwaps = 8;

  struct Entry {
    bool chosen = false;
    bool waits = false;     ///< was turned away, and sent something in the last 400 ms
    bool has_hint = false;  ///< its last packet said something about its sound
    Instant packet_at{};
    Instant chosen_at{};
    Instant probed_at{-kProbeEvery};
    LoudestLately loudest;
    float usual = kUsualLevel;  ///< its voice when it was last decoded
    float mean_size = 0;        ///< of packets with a voice, bytes; 0: there was none
  };

  struct Swap {
    const Entry* in = nullptr;
    const Entry* out = nullptr;  ///< nullptr: there is a free place
  };

  [[nodiscard]] Entry& EntryOf(std::uint16_t at) noexcept;
  [[nodiscard]] std::uint16_t IndexOf(const Entry& entry) const noexcept {
    return static_cast<std::uint16_t>(&entry - entries_.data());
  }
  void Take(Instant now, std::uint16_t at) noexcept;
  void DropSilent(Instant now) noexcept;
  [[nodiscard]] Swap NextSwap(Instant now) noexcept;
  [[nodiscard]] const Entry* LoudestWaiting(Instant now) noexcept;
  [[nodiscard]] const Entry* QuietestChosen(Instant now) const noexcept;
  [[nodiscard]] static float LevelOfVoice(Entry& entry, std::size_t size) noexcept;

  FixedVector<Entry, kMaxRemotes> entries_;
  std::array<std::uint16_t, kMost> chosen_{};  ///< of these the first count_
  std::size_t count_ = 0;
  std::size_t probes_left_ = kLeastProbes;
  Instant crowded_since_{};
  Instant crowded_until_{};
};

}  // namespace sdkpp::session

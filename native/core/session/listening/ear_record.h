#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace sdkpp::session {

/// In front of the samples of a block of one ear: 20 ms, mono, 16 bit. lib/native/ears.ts reads the same
/// layout.
struct EarRecord {
  static constexpr std::uint8_t kInTurn = 1;     ///< the user's turn is on
  static constexpr std::uint8_t kSilent = 2;     ///< no packet was behind it
  static constexpr std::uint8_t kConcealed = 4;  ///< the packet was lost, and the sound is made up
  static constexpr std::uint8_t kOwnEcho = 8;    ///< the own sound, come back

  std::uint64_t user = 0;
  std::uint64_t speech_began = 0;      ///< of the turn that is on, on the SoundClock
  std::array<float, 2> level{};        ///< of each 10 ms, dBFS
  std::array<float, 2> probability{};  ///< of a voice in each 10 ms
  std::uint32_t lost = 0;              ///< blocks of this user that found no room since the one before
  std::uint16_t rate = 0;              ///< Hz
  std::uint8_t flags = 0;
  std::uint8_t reserved = 0;
};
static_assert(sizeof(EarRecord) == 40 && std::endian::native == std::endian::little);

/// A moment of a turn. lib/native/ears.ts reads the same layout.
struct TurnRecord {
  /// Those of turns::TurnEvent, in its order, and one more.
  enum class Kind : std::uint8_t { kSpeechStart, kPause, kResume, kEndOfTurn, kMissedDeadline };

  std::uint64_t user = 0;
  std::uint64_t speech_began = 0;  ///< on the SoundClock, as those below
  std::uint64_t speech_ended = 0;
  std::uint64_t decided = 0;    ///< when the media thread found it
  std::int64_t decided_at = 0;  ///< the same, nanoseconds of the media thread's clock
  float silence_ms = 0;
  float probability = 0;
  float energy_slope = 0;  ///< dB/s
  float pitch_hz = 0;      ///< 0: there is none
  float pitch_slope = 0;   ///< semitones/s
  Kind kind = Kind::kSpeechStart;
  std::array<std::uint8_t, 3> reserved{};
};
static_assert(sizeof(TurnRecord) == 64);

}  // namespace sdkpp::session

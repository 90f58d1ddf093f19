#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/audio_format.h"
#include "core/base/instant.h"
#include "core/base/strong.h"

namespace sdkpp::session {

/// The place of a call's newest tick in memory that outlives its process: numbers, and no secret. The media
/// thread writes it before the packets of the tick leave, so that the next process goes on exact to the
/// packet. Two sequence locks: one of the media thread, one of the JavaScript thread, which names the source.
/// A reader in another process trusts nothing of it.
class alignas(64) TideSlot {
 public:
  /// The part of the media thread.
  struct Tick {
    Instant at{};
    Sequence next_sequence{};
    std::uint32_t input = 0;  ///< its number
    /// Per channel at 48 kHz, sent of the input; nothing of a microphone or a player.
    std::optional<std::uint64_t> samples{};

    /// Nothing was sent between the two.
    [[nodiscard]] bool IsAsFarAs(const Tick& other) const noexcept {
      return next_sequence == other.next_sequence && input == other.input && samples == other.samples;
    }
  };
  /// The part of the JavaScript thread: what an input plays.
  struct Source {
    std::uint32_t input = 0;  ///< as in Tick
    std::uint32_t count = 0;  ///< of the source, among those of the call
    std::uint64_t start_us = 0;
  };
  /// A whole reading.
  struct Reading {
    Tick tick;
    bool is_playing = false;         ///< the newest tick sent some of the source
    std::optional<Source> source{};  ///< that of the input, once it is named
  };

  /// JavaScript thread, before the media thread has it. Calls have a place one after the other: `generation`
  /// tells them apart.
  void Begin(std::uint32_t generation, const Source& source) noexcept {
    Write(tick_turn_, [&] {
      Put(generation_, generation);
      Put(at_, Duration::rep{0});
      Put(flags_, std::uint32_t{0});
    });
    Name(source);
  }
  /// Media thread. Returns whether some of the source was sent in it.
  bool Note(const Tick& tick) noexcept {
    const bool goes_on = Get(input_) == tick.input && (Get(flags_) & kHasSamples) != 0;
    const bool is_playing = tick.samples && *tick.samples > (goes_on ? Get(samples_) : 0);
    Write(tick_turn_, [&] {
      Put(at_, tick.at.time_since_epoch().count());
      Put(input_, tick.input);
      Put(samples_, tick.samples.value_or(0));
      Put(flags_, std::uint32_t{tick.next_sequence.raw()} | (tick.samples ? kHasSamples : 0) |
                      (is_playing ? kIsPlaying : 0));
    });
    return is_playing;
  }
  /// Media thread: a block of the input that was noted before was sent.
  void NoteBlock(Instant at, Sequence next_sequence) noexcept {
    const std::uint32_t has_samples = Get(flags_) & kHasSamples;
    Write(tick_turn_, [&] {
      Put(at_, at.time_since_epoch().count());
      Put(samples_, Get(samples_) + kBlockSamples);
      Put(flags_, std::uint32_t{next_sequence.raw()} | has_samples | (has_samples != 0 ? kIsPlaying : 0));
    });
  }
  /// JavaScript thread.
  void Name(const Source& source) noexcept {
    Write(source_turn_, [&] {
      Put(source_input_, source.input);
      Put(source_count_, source.count);
      Put(source_start_, source.start_us);
    });
  }
  /// Any process. Nothing of another generation, before the first tick, or while somebody writes all the
  /// time: a writer that was killed in its middle has left no whole tick.
  [[nodiscard]] std::optional<Reading> Read(std::uint32_t generation) const noexcept {
    Reading reading;
    bool is_ours = false;
    const bool is_whole = ReadWhole(tick_turn_, [&] {
      is_ours = Get(generation_) == generation;
      const std::uint32_t flags = Get(flags_);
      reading.tick = {.at = Instant(Duration(Get(at_))),
                      .next_sequence = Sequence(static_cast<std::uint16_t>(flags)),
                      .input = Get(input_)};
      if ((flags & kHasSamples) != 0) reading.tick.samples = Get(samples_);
      reading.is_playing = (flags & kIsPlaying) != 0;
    });
    if (!is_whole || !is_ours || reading.tick.at == Instant{}) return std::nullopt;
    Source source;
    const bool is_named = ReadWhole(source_turn_, [&] {
      source = {.input = Get(source_input_), .count = Get(source_count_), .start_us = Get(source_start_)};
    });
    if (is_named && source.input == reading.tick.input) reading.source = source;
    return reading;
  }

 private:
  static constexpr std::uint32_t kHasSamples = 1U << 16;
  static constexpr std::uint32_t kIsPlaying = 1U << 17;
  static constexpr int kTries = 1000;

  /// Behind the odd turn for every reader.
  template <class T>
  static void Put(std::atomic<T>& to, T value) noexcept {
    to.store(value, std::memory_order_release);
  }
  /// In front of the turn that is read next.
  template <class T>
  static T Get(const std::atomic<T>& from) noexcept {
    return from.load(std::memory_order_acquire);
  }
  /// One that was killed in its middle left the turn odd: the next one goes on from there.
  template <class Change>
  static void Write(std::atomic<std::uint32_t>& turn, const Change& change) noexcept {
    const std::uint32_t writing = Get(turn) | 1;
    turn.store(writing, std::memory_order_relaxed);
    change();
    turn.store(writing + 1, std::memory_order_release);
  }
  template <class Look>
  static bool ReadWhole(const std::atomic<std::uint32_t>& turn, const Look& look) noexcept {
    for (int tries = 0; tries < kTries; ++tries) {
      const std::uint32_t before = turn.load(std::memory_order_acquire);
      look();
      if (before % 2 == 0 && Get(turn) == before) return true;
    }
    return false;
  }

  std::atomic<std::uint32_t> tick_turn_{0};
  std::atomic<std::uint32_t> generation_{0};
  std::atomic<Duration::rep> at_{0};
  std::atomic<std::uint64_t> samples_{0};
  std::atomic<std::uint32_t> input_{0};
  std::atomic<std::uint32_t> flags_{0};  ///< with the sequence number in the lower half

  std::atomic<std::uint32_t> source_turn_{0};
  std::atomic<std::uint32_t> source_input_{0};
  std::atomic<std::uint64_t> source_start_{0};
  std::atomic<std::uint32_t> source_count_{0};
};

/// Other processes find it by its number.
static_assert(sizeof(TideSlot) == 64);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

}  // namespace sdkpp::session

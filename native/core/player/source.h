#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/field.h"

namespace sdkpp::player {

/// A source's sound for one 20 ms tick.
struct SourceBlock {
  enum class Kind : std::uint8_t {
    kNothing,   ///< nothing now; more may come
    kPcm,       ///< `pcm` holds one block
    kCaptured,  ///< `captured` holds one block of a microphone
    kOpus,      ///< `opus` holds one packet
    kEnd,       ///< played to its end
  };
  Kind kind = Kind::kNothing;
  std::span<const std::int16_t> pcm{};
  std::span<const std::uint8_t> opus{};
  /// Samples per channel that the packet lasts; only for kOpus.
  std::uint32_t opus_samples = 0;
  /// Of ±1, and perhaps more: it has not been processed.
  std::span<const float> captured{};
  /// Samples per channel at its beginning and at its end that are not to be heard; the end of `pcm` is silent
  /// there. Who sends a packet as it is cannot leave them out.
  std::uint32_t lead_in = 0;
  std::uint32_t padding = 0;
  /// A packet of another stream than the one before: decoders start anew.
  bool begins = false;
};

/// The parts of a source that could not be played so far.
struct SourceLosses {
  std::uint64_t packets = 0;  ///< damaged, incomplete, or no Opus
  std::uint64_t bytes = 0;    ///< of a file: damaged, or announced and not there
  std::uint64_t pages = 0;    ///< missing in an Ogg file
  // in samples per channel at 48 kHz
  std::uint64_t before = 0;  ///< played before the first loss
  std::uint64_t played = 0;

  [[nodiscard]] bool any() const noexcept { return packets + bytes + pages > 0; }
};

/// How much of a source Next has given since it was opened. Repetitions of a loop count like the first time.
struct SourcePosition {
  std::uint64_t samples = 0;             ///< per channel at 48 kHz
  std::optional<std::uint32_t> track{};  ///< of a player: the one they are of, 0 before its first frame

  friend bool operator==(const SourcePosition&, const SourcePosition&) noexcept = default;
};

/// Why nothing of a stream of bytes could be heard.
enum class SourceRefusal : std::uint8_t {
  kNone,
  kKind,      ///< of a kind without a reader, or of none that is known
  kNoOpus,    ///< a container without an Opus stream
  kDamaged,   ///< its beginning cannot be read
  kSurround,  ///< Opus of more than two channels
  kCodec,     ///< samples in a form that is not read, or of a rate outside 8 to 192 kHz
  kEmpty,     ///< no bytes, or no sound in them
  kMemory,    ///< there was no memory for its decoder
};

class OpusSource;

/// A source of speech: microphone, file, or samples and packets pushed from JavaScript.
class Source {
 public:
  virtual ~Source() = default;

  /// Asks the processor for what Next will read. Media thread.
  virtual void Prefetch() const noexcept {}
  /// The next piece; spans are valid until the next call. Media thread: no allocation, no waiting.
  [[nodiscard]] virtual SourceBlock Next() noexcept = 0;
  /// Whether Next has something, if only the end. Media thread.
  [[nodiscard]] virtual bool Prepare() noexcept { return true; }
  /// Samples per channel up to its end, once that is in sight. Media thread.
  [[nodiscard]] virtual std::optional<std::uint64_t> Rest() const noexcept { return std::nullopt; }
  /// The one whose sound it is.
  [[nodiscard]] virtual const Source* origin() const noexcept { return this; }
  /// Nothing for a source without a beginning. Media thread.
  [[nodiscard]] virtual std::optional<SourcePosition> position() const noexcept { return std::nullopt; }
  /// Turns down what Next gives from now on, within some blocks, where the source can: a player does. Linear;
  /// 1 is as loud as ever. Media thread.
  virtual void Duck(float /*gain*/) noexcept {}
  /// All that Next gave so far has left in packets. Media thread.
  virtual void NoteSent() noexcept {}
  /// Media thread.
  [[nodiscard]] virtual SourceLosses losses() const noexcept { return {}; }
  /// Final once it has ended. Media thread.
  [[nodiscard]] virtual SourceRefusal refusal() const noexcept { return SourceRefusal::kNone; }
  /// Whether its sound is processed on its way (Capture). Media thread.
  [[nodiscard]] virtual bool IsMicrophone() const noexcept { return false; }
  /// What was pushed from JavaScript as samples and is to be played; false when it is no such source.
  /// `again`: so many samples per channel of the block that Next gave last are among them. Nobody plays
  /// meanwhile.
  [[nodiscard]] virtual bool SaveSamples(FieldWriter& /*out*/, std::size_t /*again*/) const noexcept {
    return false;
  }
  /// This, when it is packets pushed from JavaScript; otherwise nullptr. Media thread.
  [[nodiscard]] virtual OpusSource* packets() noexcept { return nullptr; }
};

}  // namespace sdkpp::player

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "core/container/byte_window.h"
#include "core/container/opus_head.h"

namespace sdkpp::container {

/// The parts that were missing in the input.
struct Losses {
  std::uint64_t bytes = 0;    ///< that belong to no whole page or element, or to a stream without a header
  std::uint64_t pages = 0;    ///< of Ogg, whose numbers are missing
  std::uint64_t packets = 0;  ///< of which a part is missing, and those over kMaxPacket
};

/// Why there is no stream to be heard.
enum class StreamError {
  kNoContainer,         ///< no whole page in it, or no EBML header
  kNoOpus,              ///< no stream in it begins with an Opus header
  kBadHead,             ///< the Opus header is short, of an unknown version or has no channels
  kUnsupportedMapping,  ///< more than one Opus stream in each packet (surround)
};

/// Of a header that claims to be one of Opus.
[[nodiscard]] constexpr StreamError RefusalOf(OpusHeadError error) noexcept {
  return error == OpusHeadError::kUnsupportedMapping ? StreamError::kUnsupportedMapping
                                                     : StreamError::kBadHead;
}

/// One Opus packet. Positions are samples per channel at 48 kHz, as the container counts them: the pre-skip
/// belongs to them.
struct Packet {
  std::span<const std::uint8_t> bytes{};
  std::optional<std::int64_t> start{};  ///< of its first sample; WebM says it once a block
  std::optional<std::int64_t> end{};    ///< behind its last sample; Ogg says it once a page
  std::int64_t padding = 0;             ///< samples at its end that are not to be heard
  bool follows_hole = false;            ///< something between it and the packet before is lost
  bool is_last = false;                 ///< of its stream; Ogg says it, and `end` then leaves out its padding
};

/// What Next came to.
enum class Demuxing {
  kStream,  ///< a stream begins, head() is its own: decoders start anew; `packet.end` is what lies before it
  kPacket,  ///< valid until the next call of any kind
  kNeedsBytes,  ///< Write more, or Finish
  kWaits,       ///< the allowance is used up
  kEnd,
};

struct Demuxed {
  Demuxing what;
  Packet packet{};
};

/// Reads one kind of container as its bytes arrive, in pieces of any size. The bytes are untrusted: what is
/// damaged is passed over and counted, and memory is what the constructor allocated.
class Demuxer {
 public:
  static constexpr std::size_t kMaxPacket = 65'536;

  virtual ~Demuxer() = default;

  /// Takes bytes, and says how many: those that have room before Next has been called.
  [[nodiscard]] std::size_t Write(std::span<const std::uint8_t> bytes) noexcept {
    return finished_ ? 0 : window_.Write(bytes);
  }
  /// No more bytes will come.
  void Finish() noexcept { finished_ = true; }

  /// How many bytes Next may look at from now on. What holds no packet would keep it busy to the end of what
  /// was written. No limit at first.
  void Allow(std::size_t bytes) noexcept { allowance_ = bytes; }
  /// The rest of that allowance.
  [[nodiscard]] std::size_t allowance() const noexcept { return allowance_; }

  [[nodiscard]] virtual Demuxed Next() noexcept = 0;

  /// Of the stream that has begun.
  [[nodiscard]] const OpusHead& head() const noexcept { return head_; }
  /// Why no stream has begun, as soon as that is likely: one may still come. Final at the end.
  [[nodiscard]] virtual std::optional<StreamError> refusal() const noexcept = 0;
  [[nodiscard]] const Losses& losses() const noexcept { return losses_; }

 protected:
  void Spend(std::size_t bytes) noexcept { allowance_ -= bytes < allowance_ ? bytes : allowance_; }
  /// All that was written has been read, and no more will come.
  [[nodiscard]] bool is_over() const noexcept { return finished_ && window_.pending().empty(); }

  ByteWindow window_{kStreamWindow};
  bool finished_ = false;
  std::size_t allowance_ = std::numeric_limits<std::size_t>::max();
  Losses losses_;
  OpusHead head_;
  bool has_head_ = false;
  std::optional<StreamError> refused_;  ///< why a header cannot be used
};

}  // namespace sdkpp::container

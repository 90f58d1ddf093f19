#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/player/source.h"

namespace sdkpp::decoder {

/// What Next came to.
enum class Decoding {
  kFormat,   ///< form() is that of the samples that follow
  kSamples,  ///< interleaved, valid until the next call; full scale is 1
  kNeedsBytes,
  kWorks,  ///< it passed over something that is no sound; call again
  kEnd,
};

struct Decoded {
  Decoding what;
  std::span<const float> samples{};
};

/// Of samples.
struct SampleForm {
  int rate = 0;                ///< 8 to 192 kHz
  int channels = 0;            ///< 1 to 32
  std::uint32_t speakers = 0;  ///< a bit for each, as in WAVE_FORMAT_EXTENSIBLE; 0: not said
};

/// Makes samples of one kind of stream as its bytes arrive. The bytes are untrusted: what is damaged is
/// passed over and counted.
class SampleDecoder {
 public:
  virtual ~SampleDecoder() = default;

  /// Takes bytes, and says how many: those that have room before Next has been called.
  [[nodiscard]] virtual std::size_t Write(std::span<const std::uint8_t> bytes) noexcept = 0;
  /// No more bytes will come.
  virtual void Finish() noexcept = 0;
  /// Does little: it decodes one frame, and only when all of it is there.
  [[nodiscard]] virtual Decoded Next() noexcept = 0;

  /// From kFormat on.
  [[nodiscard]] virtual SampleForm form() const noexcept = 0;
  /// Bytes that were no sound, or were announced and did not come.
  [[nodiscard]] virtual std::uint64_t lost_bytes() const noexcept = 0;
  /// At the end: why there can be no sound, if it is known.
  [[nodiscard]] virtual player::SourceRefusal refusal() const noexcept {
    return player::SourceRefusal::kNone;
  }
};

}  // namespace sdkpp::decoder

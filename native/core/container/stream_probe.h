#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace sdkpp::container {

/// Whether a stream can be played here.
enum class StreamVerdict {
  kMore,  ///< more bytes are needed
  kPlays,
  kForeign,  ///< there is no reader for it
};

/// Sound of which each sample takes as many bytes.
struct SteadySound {
  std::uint64_t begins = 0;    ///< bytes in front of it
  std::size_t unit_bytes = 0;  ///< of one sample of all channels
  int rate = 0;                ///< samples per channel in a second
};

struct StreamProbe {
  StreamVerdict verdict = StreamVerdict::kMore;
  std::string name{};  ///< "an MP3 file"; empty when unknown
  double gain_db = 0;  ///< what the header of Opus asks players to add
  std::optional<SteadySound> steady{};
};

/// Of so many bytes at most.
inline constexpr std::size_t kMostForProbe = 65'536;

/// Tells it by the first bytes of a stream. `is_all`: no more will come. A container counts as played when a
/// stream of Opus begins in it. Allocates; the bytes are untrusted.
[[nodiscard]] StreamProbe ProbeStream(std::span<const std::uint8_t> start, bool is_all);

}  // namespace sdkpp::container

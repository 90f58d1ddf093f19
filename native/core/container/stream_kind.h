#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace sdkpp::container {

/// Which reader a stream of bytes needs.
enum class StreamKind {
  kUnknown,
  kOgg,       ///< of Opus, or of streams that only its reader can tell
  kMatroska,  ///< WebM too
  kWav,
  kMp3,    ///< a long ID3 tag promises it, too
  kFlac,   ///< in its own container
  kOther,  ///< has a name, and no reader here
};

struct NamedKind {
  StreamKind kind = StreamKind::kUnknown;
  const char* name = "";  ///< "an MP3 file"; empty when unknown
};

/// After so many bytes nothing stays open. They are this many only behind an ID3 tag, and 36 otherwise.
inline constexpr std::size_t kMostForKind = 65'536;

/// Names the kind of a stream by its first bytes, as soon as they suffice; nothing while more are needed.
/// `is_all`: no more will come. The bytes are untrusted.
[[nodiscard]] std::optional<NamedKind> KindOf(std::span<const std::uint8_t> start, bool is_all) noexcept;

}  // namespace sdkpp::container

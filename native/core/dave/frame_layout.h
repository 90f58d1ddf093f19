#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/byte_reader.h"
#include "core/base/result.h"

namespace sdkpp::dave {

// frame = body | tag(8) | ULEB128 nonce | { ULEB128 offset, ULEB128 size }* | supplement size(1) | FA FA

inline constexpr std::size_t kTagSize = 8;
/// Bytes a sealed frame without clear ranges has more than its plain form, at most.
inline constexpr std::size_t kMaxOverhead = 16;
/// The Opus frame of silence. Received in the clear it passes in every mode: some clients never seal it.
inline constexpr std::array<std::uint8_t, 3> kSilence{0xf8, 0xff, 0xfe};

[[nodiscard]] bool IsSilence(std::span<const std::uint8_t> frame) noexcept;

/// Bytes of the body that are not encrypted, only authenticated.
struct ClearRange {
  std::size_t offset = 0;
  std::size_t size = 0;
};

/// Reads the table of clear ranges, whose bytes nothing authenticates. Every range is inside the body and
/// behind the one before.
class ClearRangeReader {
 public:
  ClearRangeReader(std::span<const std::uint8_t> table, std::size_t body_size) noexcept
      : in_(table), body_size_(body_size) {}

  /// The next range; nothing at the end and behind the first bad one.
  [[nodiscard]] std::optional<ClearRange> Next() noexcept;
  /// False once a range was bad.
  [[nodiscard]] bool ok() const noexcept { return ok_; }

 private:
  [[nodiscard]] std::optional<ClearRange> Read() noexcept;

  ByteReader in_;
  std::size_t body_size_;
  std::size_t end_ = 0;  ///< of the range before
  bool ok_ = true;
};

/// The parts of a protocol frame; they point into it.
struct FrameLayout {
  std::span<const std::uint8_t> body;
  std::span<const std::uint8_t> tag;
  std::uint32_t nonce = 0;
  std::span<const std::uint8_t> range_table;
  /// Bytes of the body in clear.
  std::size_t clear_size = 0;

  [[nodiscard]] ClearRangeReader ranges() const noexcept { return {range_table, body.size()}; }
};

/// Why bytes are not a protocol frame, in the order of the checks.
enum class FrameError : std::uint8_t {
  kTooShort,
  kNoMarker,
  kBadSupplementSize,
  kBadNonce,
  kBadRanges,
};

/// The protocol-frame check of an untrusted frame. It checks the form only: a frame that passes still has to
/// open.
[[nodiscard]] Result<FrameLayout, FrameError> ParseFrame(std::span<const std::uint8_t> frame) noexcept;

/// Writes the trailer of a sealed frame, behind body and tag. Returns its size; 0 when there is no room, or
/// when the size does not fit its one byte.
[[nodiscard]] std::size_t WriteTrailer(std::span<std::uint8_t> out, std::uint32_t nonce,
                                       std::span<const ClearRange> ranges) noexcept;

}  // namespace sdkpp::dave

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sdkpp {

class FieldReader;
class FieldWriter;

/// A field of a saved record: a number that keeps its meaning for good, because a process of another version
/// reads it, and a name for errors.
struct Field {
  std::uint8_t number;
  std::string_view name;
};

/// Why a record cannot be restored.
enum class RestoreProblem : std::uint8_t {
  kNone,
  kDamaged,     ///< the bytes do not divide into fields
  kMissing,     ///< a field that must be there is not
  kOutOfRange,  ///< the field has a value that the record cannot have
};

/// The first problem of a restore, with the record and the field that have it.
struct RestoreFault {
  RestoreProblem problem = RestoreProblem::kNone;
  std::string_view record;
  std::string_view field;

  [[nodiscard]] explicit operator bool() const noexcept { return problem != RestoreProblem::kNone; }
};

/// Bytes in front of the content of a field: its number (1), the size of its content (3, big endian).
inline constexpr std::size_t kFieldHeadSize = 4;
inline constexpr std::size_t kMaxFieldSize = 0xff'ffff;

}  // namespace sdkpp

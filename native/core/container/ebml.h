#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace sdkpp::container {

/// What stands before the data of an EBML element (RFC 8794).
struct EbmlHeader {
  std::uint32_t id = 0;                 ///< with its length marker, as in the tables of RFC 9559
  std::optional<std::uint64_t> size{};  ///< of the data; none: unknown
  std::size_t bytes = 0;                ///< of the header
};

enum class EbmlParse { kHeader, kShort, kNone };

/// kShort: may become one with more bytes.
[[nodiscard]] EbmlParse ParseEbmlHeader(std::span<const std::uint8_t> bytes, EbmlHeader& header) noexcept;

/// A number with a length marker, which is taken off.
struct EbmlNumber {
  std::uint64_t value = 0;
  std::size_t bytes = 0;    ///< 0: none stands there
  bool is_unknown = false;  ///< all its bits are set
};
[[nodiscard]] EbmlNumber ReadEbmlNumber(std::span<const std::uint8_t> bytes) noexcept;

/// Values of elements; data that is too long gives 0.
[[nodiscard]] std::uint64_t EbmlUnsigned(std::span<const std::uint8_t> data) noexcept;
[[nodiscard]] std::int64_t EbmlSigned(std::span<const std::uint8_t> data) noexcept;
[[nodiscard]] double EbmlFloat(std::span<const std::uint8_t> data) noexcept;

/// The elements in the data of another one. It ends where one does not fit.
class EbmlElements {
 public:
  explicit EbmlElements(std::span<const std::uint8_t> data) noexcept : rest_(data) {}

  /// False at the end.
  [[nodiscard]] bool Next() noexcept;
  [[nodiscard]] std::uint32_t id() const noexcept { return id_; }
  [[nodiscard]] std::span<const std::uint8_t> data() const noexcept { return data_; }

 private:
  std::span<const std::uint8_t> rest_;
  std::uint32_t id_ = 0;
  std::span<const std::uint8_t> data_{};
};

}  // namespace sdkpp::container

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace sdkpp::decoder {

/// A part of a stream that a search wants to see.
struct WantedBytes {
  std::uint64_t position = 0;
  std::size_t size = 0;
};

/// The rest of a stream, as a stream of its own.
struct StreamPlace {
  std::vector<std::uint8_t> head{};  ///< stands in front of the bytes there
  std::uint64_t position = 0;        ///< where those begin
  double skip_ms = 0;                ///< sound of it that lies before the place that was looked for
};

/// Finds where a stream has to be read from for the sound at a certain time, by a few looks into its bytes.
/// These are untrusted: what they lead to is a place in front of the one that is looked for, or none.
class PlaceSearch {
 public:
  virtual ~PlaceSearch() = default;

  /// Nothing when the search is over.
  [[nodiscard]] virtual std::optional<WantedBytes> Wanted() const noexcept = 0;
  /// The bytes that are wanted; fewer at the end of the stream. Allocates.
  virtual void Give(std::span<const std::uint8_t> bytes) = 0;
  /// Once it is over; nothing when the stream has to be read from its beginning. Allocates.
  [[nodiscard]] virtual std::optional<StreamPlace> Found() const = 0;
};

/// In a stream of so many bytes that begins with `start`; nullptr for a kind in which nothing is looked for.
[[nodiscard]] std::unique_ptr<PlaceSearch> MakePlaceSearch(std::span<const std::uint8_t> start,
                                                           std::uint64_t size, std::uint32_t start_ms);

}  // namespace sdkpp::decoder

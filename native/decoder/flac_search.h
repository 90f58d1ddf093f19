#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "decoder/bisection.h"
#include "decoder/flac_frame.h"
#include "decoder/flac_header.h"
#include "decoder/place_search.h"

namespace sdkpp::decoder {

/// A place in FLAC: a frame that begins where the one before it ends. What only looks like a frame is in no
/// such row.
class FlacSearch final : public PlaceSearch {
 public:
  FlacSearch(std::span<const std::uint8_t> start, std::uint64_t size, std::uint32_t start_ms);

  [[nodiscard]] std::optional<WantedBytes> Wanted() const noexcept override;
  void Give(std::span<const std::uint8_t> bytes) override;
  [[nodiscard]] std::optional<StreamPlace> Found() const override;

 private:
  void ReadBeginning(std::span<const std::uint8_t> bytes);
  [[nodiscard]] std::span<const std::uint8_t> ReadHeader(std::span<const std::uint8_t> bytes) noexcept;
  void ReadFirst(std::span<const std::uint8_t> bytes) noexcept;
  [[nodiscard]] std::vector<Landmark> LandmarksIn(std::span<const std::uint8_t> bytes) const;
  [[nodiscard]] bool IsLikeFirst(const FlacFrame& frame) const noexcept;
  [[nodiscard]] std::int64_t SampleOf(const FlacFrame& frame) const noexcept;

  std::uint64_t size_;
  std::uint32_t start_ms_;
  FlacHeader header_;
  std::uint64_t read_ = 0;  ///< bytes before the frames
  unsigned looks_ = 0;      ///< at those
  bool is_over_ = false;
  FlacFrame first_;
  std::optional<Bisection> bisection_;  ///< once the first frame is known
};

}  // namespace sdkpp::decoder

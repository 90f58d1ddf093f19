#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/container/ogg_demuxer.h"
#include "decoder/bisection.h"
#include "decoder/place_search.h"

namespace sdkpp::decoder {

/// A place in Ogg Opus: a page behind one that says where its last packet ends. Of a chained file only the
/// first stream is looked at.
class OggSearch final : public PlaceSearch {
 public:
  OggSearch(std::span<const std::uint8_t> start, std::uint64_t size, std::uint32_t start_ms);

  [[nodiscard]] std::optional<WantedBytes> Wanted() const noexcept override;
  void Give(std::span<const std::uint8_t> bytes) override;
  [[nodiscard]] std::optional<StreamPlace> Found() const override;

 private:
  void ReadBeginning(std::span<const std::uint8_t> bytes);
  void AddPacket(const container::Packet& packet) noexcept;
  [[nodiscard]] std::vector<Landmark> LandmarksIn(std::span<const std::uint8_t> bytes) const;

  std::uint64_t size_;
  std::int64_t target_;
  container::OggDemuxer demuxer_;
  std::uint64_t read_ = 0;    ///< bytes of the beginning
  std::int64_t samples_ = 0;  ///< in front of the first place that is known
  std::int64_t first_ = 0;    ///< where the sound begins, as the pages count
  bool is_over_ = false;
  std::optional<Bisection> bisection_;  ///< once the first place is known
};

}  // namespace sdkpp::decoder

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/container/cue_list.h"
#include "core/container/webm_demuxer.h"
#include "decoder/place_search.h"

namespace sdkpp::decoder {

/// A place in WebM or Matroska: a cluster that the cues of the file name. Without cues nothing is found.
class WebmSearch final : public PlaceSearch {
 public:
  WebmSearch(std::span<const std::uint8_t> start, std::uint64_t size, std::uint32_t start_ms);

  [[nodiscard]] std::optional<WantedBytes> Wanted() const noexcept override;
  void Give(std::span<const std::uint8_t> bytes) override;
  [[nodiscard]] std::optional<StreamPlace> Found() const override;

 private:
  enum class Stage { kBeginning, kCues, kCluster, kFound, kNowhere };

  void ReadBeginning(std::span<const std::uint8_t> bytes);
  void ReadCues(std::span<const std::uint8_t> bytes) noexcept;
  void ReadCluster(std::span<const std::uint8_t> bytes) noexcept;
  void LookForCues() noexcept;
  void Visit(const std::optional<container::Cue>& cue) noexcept;
  [[nodiscard]] std::optional<std::int64_t> StartIn(std::span<const std::uint8_t> bytes) noexcept;
  void Want(Stage stage, std::uint64_t position, std::size_t size) noexcept;

  std::uint64_t size_;
  std::int64_t target_;  ///< samples per channel from the first packet on
  container::WebmDemuxer demuxer_;
  Stage stage_ = Stage::kBeginning;
  WantedBytes wanted_{};
  std::vector<std::uint8_t> head_;  ///< of the file, up to its first cluster
  std::int64_t first_ = 0;          ///< when the first packet begins
  container::Cue cue_{};            ///< of the cluster that is looked at
  std::int64_t start_ = 0;          ///< when its first packet begins
  unsigned visits_ = 0;
};

}  // namespace sdkpp::decoder

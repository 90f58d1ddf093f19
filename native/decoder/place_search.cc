#include "decoder/place_search.h"

#include "core/container/stream_kind.h"
#include "decoder/flac_search.h"
#include "decoder/ogg_search.h"
#include "decoder/webm_search.h"

namespace sdkpp::decoder {

std::unique_ptr<PlaceSearch> MakePlaceSearch(std::span<const std::uint8_t> start, std::uint64_t size,
                                             std::uint32_t start_ms) {
  const auto kind = container::KindOf(start, start.size() >= size);
  if (!kind) return nullptr;
  switch (kind->kind) {
    case container::StreamKind::kOgg:
      return std::make_unique<OggSearch>(start, size, start_ms);
    case container::StreamKind::kMatroska:
      return std::make_unique<WebmSearch>(start, size, start_ms);
    case container::StreamKind::kFlac:
      return std::make_unique<FlacSearch>(start, size, start_ms);
    default:
      return nullptr;
  }
}

}  // namespace sdkpp::decoder

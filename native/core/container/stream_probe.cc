#include "core/container/stream_probe.h"

#include <algorithm>
#include <optional>

#include "core/container/demuxer.h"
#include "core/container/ogg_demuxer.h"
#include "core/container/stream_kind.h"
#include "core/container/wav_header.h"
#include "core/container/webm_demuxer.h"

namespace sdkpp::container {
namespace {

/// Bytes that are looked at for so many that are there: what only seems to be a page costs its sum each time.
constexpr std::size_t kMostLookedAt = 4 * kMostForProbe;

const char* DetailOf(StreamError error) noexcept {
  switch (error) {
    case StreamError::kNoContainer:
      return ", but a damaged one";
    case StreamError::kNoOpus:
      return " without Opus";
    case StreamError::kBadHead:
      return " with a damaged Opus header";
    case StreamError::kUnsupportedMapping:
      return " with more than two channels";
  }
  return "";
}

StreamProbe ProbeContainer(Demuxer& demuxer, const std::string& name, std::span<const std::uint8_t> start,
                           bool is_all) {
  demuxer.Allow(kMostLookedAt);
  while (true) {
    const Demuxing what = demuxer.Next().what;
    if (what == Demuxing::kWaits)
      return {StreamVerdict::kForeign, name + DetailOf(StreamError::kNoContainer)};
    if (what == Demuxing::kStream || what == Demuxing::kPacket)
      return {StreamVerdict::kPlays, name, demuxer.head().gain_db};
    if (const auto refusal = demuxer.refusal()) return {StreamVerdict::kForeign, name + DetailOf(*refusal)};
    if (what == Demuxing::kEnd) return {StreamVerdict::kForeign, name};
    if (start.empty() && !is_all) return {};
    if (start.empty()) demuxer.Finish();
    start = start.subspan(demuxer.Write(start));
  }
}

StreamProbe ProbeWav(const std::string& name, std::span<const std::uint8_t> start, bool is_all) {
  WavHeader header;
  (void)header.Write(start);
  if (is_all) header.Finish();
  if (header.refusal()) return {StreamVerdict::kForeign, name};
  if (!header.is_read()) return {};
  const WavFormat& format = header.format();
  return {
      .verdict = StreamVerdict::kPlays,
      .name = name,
      .steady = SteadySound{.begins = header.size(), .unit_bytes = format.frame_bytes, .rate = format.rate}};
}

StreamProbe Probe(const NamedKind& kind, std::span<const std::uint8_t> start, bool is_all) {
  switch (kind.kind) {
    case StreamKind::kOgg: {
      OggDemuxer demuxer;
      return ProbeContainer(demuxer, kind.name, start, is_all);
    }
    case StreamKind::kMatroska: {
      WebmDemuxer demuxer;
      return ProbeContainer(demuxer, kind.name, start, is_all);
    }
    case StreamKind::kWav:
      return ProbeWav(kind.name, start, is_all);
    case StreamKind::kMp3:
    case StreamKind::kFlac:
      return {StreamVerdict::kPlays, kind.name};
    case StreamKind::kUnknown:
    case StreamKind::kOther:
      break;
  }
  return {StreamVerdict::kForeign, kind.name};
}

}  // namespace

StreamProbe ProbeStream(std::span<const std::uint8_t> start, bool is_all) {
  start = start.first(std::min(start.size(), kMostForProbe));
  const auto kind = KindOf(start, is_all);
  if (!kind) return {};
  const StreamProbe probe = Probe(*kind, start, is_all);
  const bool is_open = probe.verdict == StreamVerdict::kMore;
  return is_open && start.size() == kMostForProbe ? StreamProbe{StreamVerdict::kForeign, kind->name} : probe;
}

}  // namespace sdkpp::container

#include "decoder/round_robin.h"

#include <algorithm>
#include <chrono>

#include "core/base/audio_format.h"

namespace sdkpp::decoder {
namespace {

/// A stream that nobody plays any more is noticed by then.
constexpr Duration kLongest = std::chrono::seconds(1);
/// The part of the sound that waits which may be played before more is made.
constexpr std::size_t kShare = 4;

/// Full queues are filled again before they are short of sound.
Duration RestOf(std::size_t queued) noexcept {
  const std::size_t ticks = queued / kShare / kBlockSamples;
  return std::clamp<Duration>(kBlockDuration * static_cast<Duration::rep>(ticks), kBlockDuration, kLongest);
}

}  // namespace

Duration RoundRobin::Round() {
  Duration rest = kLongest;
  std::erase_if(streams_, [&rest](const std::unique_ptr<StreamDecoder>& stream) {
    const Progress progress = stream->Step();
    if (progress == Progress::kWorked) rest = Duration::zero();
    if (progress == Progress::kNeedsRoom) rest = std::min(rest, RestOf(stream->queued()));
    return progress == Progress::kOver;
  });
  return rest;
}

}  // namespace sdkpp::decoder

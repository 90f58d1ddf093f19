#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/instant.h"

namespace sdkpp::jitter {

/// A block of speech that is decoded but does not play yet.
struct DecodedBlock {
  /// Names the block until it is pulled; never 0, not reused within 2^32 blocks of the same stream.
  std::uint32_t id;
  /// The pull that takes the block, as known now. Time-stretching may move it by one tick either way.
  Instant playout;
  /// Interleaved 48 kHz stereo, ±1 at full scale; may be edited in place until the block is pulled.
  std::span<float, kBlockValues> samples;
};

/// The predominant content of a pulled block.
enum class BlockKind { kNormal, kConcealed, kSilence };

}  // namespace sdkpp::jitter

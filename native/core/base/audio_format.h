#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace sdkpp {

/// Everything between capture, codec and playback is 48 kHz interleaved stereo in blocks of 20 ms.
inline constexpr int kSampleRate = 48'000;
inline constexpr std::size_t kChannels = 2;
/// Samples per channel in one 20 ms block; also the RTP ticks of that block.
inline constexpr std::size_t kBlockSamples = 960;
inline constexpr int kSamplesPerMs = kSampleRate / 1000;
/// Interleaved values in one block.
inline constexpr std::size_t kBlockValues = kBlockSamples * kChannels;
inline constexpr std::chrono::milliseconds kBlockDuration{20};

/// One 20 ms block, interleaved.
using AudioBlock = std::array<std::int16_t, kBlockValues>;
/// The same in parts of full scale, as it is between a decoder and the mix. Loud sound exceeds ±1, and a
/// sender can make values of any size: where they are added up or turned into 16 bits they are limited.
using SoundBlock = std::array<float, kBlockValues>;

}  // namespace sdkpp

#include "decoder/mp3_description.h"

#include <algorithm>
#include <string_view>

namespace sdkpp::decoder {
namespace {

using Bytes = std::span<const std::uint8_t>;

/// Between the head of a frame and its description lies side information.
constexpr std::size_t kMostBefore = 64;
constexpr std::size_t kNameSize = 4;
/// Fields of the description that are there if their bit of the flags is set.
constexpr std::uint32_t kHasFrames = 1;
constexpr struct {
  std::uint32_t flag;
  std::size_t size;
} kFields[] = {{kHasFrames, 4}, {2, 4}, {4, 100}, {8, 4}};
/// The encoder's name, with which LAME's fields begin, and the place of both counts in them.
constexpr std::size_t kCountsAt = 21;
constexpr std::size_t kCountsSize = 3;
/// A decoder is late by so many samples.
constexpr std::uint32_t kDecoderDelay = 529;

bool StandsAt(Bytes bytes, std::string_view text) noexcept {
  return bytes.size() >= text.size() &&
         std::equal(text.begin(), text.end(), bytes.begin(),
                    [](char letter, std::uint8_t byte) { return static_cast<std::uint8_t>(letter) == byte; });
}

std::uint32_t U32(Bytes bytes) noexcept {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 |
         bytes[3];
}

/// @param text from the name on
Mp3Description ReadCounts(Bytes text, std::uint32_t samples) noexcept {
  if (text.size() < 2 * kNameSize) return {};
  const std::uint32_t flags = U32(text.subspan(kNameSize));
  std::size_t at = 2 * kNameSize;
  for (const auto& [flag, size] : kFields) at += (flags & flag) != 0 ? size : 0;
  // without a name nothing follows
  if ((flags & kHasFrames) == 0 || text.size() < at + kCountsAt + kCountsSize || text[at] == 0) return {};
  const Bytes counts = text.subspan(at + kCountsAt, kCountsSize);
  const std::uint32_t delay = std::uint32_t{counts[0]} << 4 | counts[1] >> 4;
  const std::uint32_t padding = (counts[1] & 0x0FU) << 8 | counts[2];
  const std::uint64_t whole = std::uint64_t{U32(text.subspan(2 * kNameSize))} * samples;
  const std::uint32_t before = delay + kDecoderDelay;
  const std::uint32_t behind = padding - std::min(padding, kDecoderDelay);
  if (whole <= before + behind) return {};
  return {.before = before, .sound = whole - before - behind, .behind = behind};
}

}  // namespace

std::optional<Mp3Description> Mp3Description::Read(Bytes frame, std::uint32_t samples) noexcept {
  for (std::size_t at = 0; at < std::min(frame.size(), kMostBefore); ++at) {
    const Bytes rest = frame.subspan(at);
    if (StandsAt(rest, "Xing") || StandsAt(rest, "Info")) return ReadCounts(rest, samples);
    if (StandsAt(rest, "VBRI")) return Mp3Description{};
  }
  return std::nullopt;
}

std::span<const float> Mp3Trim::Cut(std::span<const float> samples, std::size_t channels) noexcept {
  if (channels == 0) return {};
  const std::uint64_t begin = position_;
  const std::uint64_t end = position_ += samples.size() / channels;
  const std::uint64_t stop = added_.before + added_.sound;
  // what is added behind begins in one frame and ends with one
  std::uint64_t from = std::clamp<std::uint64_t>(added_.before, begin, end);
  std::uint64_t to = end;
  if (added_.behind > 0 && begin < stop) to = std::clamp(stop, begin, end);
  if (added_.behind > 0 && begin >= stop) from = std::clamp(stop + added_.behind, begin, end);
  const auto index = [&](std::uint64_t at) { return static_cast<std::size_t>(at - begin) * channels; };
  return samples.subspan(index(from), index(std::max(from, to)) - index(from));
}

}  // namespace sdkpp::decoder

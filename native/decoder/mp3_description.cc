#include "decoder/mp3_description.h"

#include <algorithm>
#include <string_view>

#include "core/base/byte_reader.h"

namespace sdkpp::decoder {
namespace {

using Bytes = std::span<const std::uint8_t>;

/// Between the head of a frame and its description lies side information.
constexpr std::size_t kMostBefore = 64;
constexpr std::size_t kNameSize = 4;
/// Fields of the description that are there if their bit of the flags is set: the number of frames, then
/// these.
constexpr std::uint32_t kHasFrames = 1;
constexpr struct {
  std::uint32_t flag;
  std::size_t size;
} kSkipped[] = {{2, 4}, {4, 100}, {8, 4}};
/// LAME's fields begin with the encoder's name; both counts stand so far behind its first letter.
constexpr std::size_t kToCounts = 20;
/// A decoder is late by so many samples.
constexpr std::uint32_t kDecoderDelay = 529;

bool StandsAt(Bytes bytes, std::string_view text) noexcept {
  return bytes.size() >= text.size() &&
         std::equal(text.begin(), text.end(), bytes.begin(),
                    [](char letter, std::uint8_t byte) { return static_cast<std::uint8_t>(letter) == byte; });
}

/// @param fields those behind the name
Mp3Description ReadCounts(Bytes fields, std::uint32_t samples) noexcept {
  ByteReader in(fields);
  const std::uint32_t flags = in.U32();
  const std::uint64_t frames = (flags & kHasFrames) != 0 ? in.U32() : 0;
  for (const auto& [flag, size] : kSkipped) in.Skip((flags & flag) != 0 ? size : 0);
  // without a name nothing follows
  const bool has_counts = in.U8() != 0;
  in.Skip(kToCounts);
  const std::uint32_t high = in.U16();
  const std::uint32_t counts = high << 8 | in.U8();
  if (!in.ok() || !has_counts) return {};
  const std::uint32_t delay = counts >> 12;
  const std::uint32_t padding = counts & 0xFFF;
  const std::uint64_t whole = frames * samples;
  const std::uint32_t before = delay + kDecoderDelay;
  const std::uint32_t behind = padding - std::min(padding, kDecoderDelay);
  if (whole <= before + behind) return {};
  return {.before = before, .sound = whole - before - behind, .behind = behind};
}

}  // namespace

std::optional<Mp3Description> Mp3Description::Read(Bytes frame, std::uint32_t samples) noexcept {
  for (std::size_t at = 0; at < std::min(frame.size(), kMostBefore); ++at) {
    const Bytes rest = frame.subspan(at);
    if (StandsAt(rest, "Xing") || StandsAt(rest, "Info")) return ReadCounts(rest.subspan(kNameSize), samples);
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

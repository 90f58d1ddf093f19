#include "decoder/mp3_decoder.h"

#include <algorithm>
#include <utility>

#include "core/container/id3_tag.h"

namespace sdkpp::decoder {
namespace {

/// Ten frames of the usual size confirm where the first begins.
constexpr std::size_t kAhead = 16'384;
constexpr std::size_t kWindow = 32'768;
static_assert(kAhead <= kWindow - kWindow / 4);

}  // namespace

std::optional<Mp3Decoder> Mp3Decoder::Create() {
  Library library(SdkppMp3Create());
  if (!library) return std::nullopt;
  return Mp3Decoder(std::move(library));
}

Mp3Decoder::Mp3Decoder(Library library)
    : library_(std::move(library)),
      window_(kWindow),
      values_(std::make_unique<std::array<float, kSdkppMp3MaxValues>>()) {}

std::size_t Mp3Decoder::Write(std::span<const std::uint8_t> bytes) noexcept {
  return finished_ ? 0 : window_.Write(bytes);
}

Decoded Mp3Decoder::Next() noexcept {
  if (!ready_.empty()) return {Decoding::kSamples, std::exchange(ready_, {})};
  const auto some = std::min<std::uint64_t>(skip_, window_.pending().size());
  window_.Drop(static_cast<std::size_t>(some));
  skip_ -= some;
  const std::size_t pending = window_.pending().size();
  if (pending == 0 && finished_) return {Decoding::kEnd};
  if (!finished_ && pending < (at_start_ ? container::kId3Header : kAhead)) return {Decoding::kNeedsBytes};
  if (std::exchange(at_start_, false) && SkipTag()) return {Decoding::kWorks};
  return !finished_ && pending < kAhead ? Decoded{Decoding::kNeedsBytes} : DecodeFrame();
}

/// Another tag may follow one.
bool Mp3Decoder::SkipTag() noexcept {
  const auto tag = container::Id3TagSize(window_.pending());
  if (!tag) return false;
  skip_ = *tag;
  at_start_ = true;
  return true;
}

Decoded Mp3Decoder::DecodeFrame() noexcept {
  const auto bytes = window_.pending().first(std::min(window_.pending().size(), kAhead));
  const SdkppMp3Frame frame = SdkppMp3Decode(library_.get(), bytes.data(), bytes.size(), values_->data());
  // at the end a frame that is cut off is left, in front of which nothing is read
  const std::size_t stuck = finished_ ? bytes.size() : 1;
  const std::size_t read = frame.bytes > 0 ? static_cast<std::size_t>(frame.bytes) : stuck;
  const bool is_sound = frame.samples > 0;
  const bool describes = is_sound && !std::exchange(had_frame_, true) && Describes(frame, bytes.first(read));
  window_.Drop(read);
  lost_ += is_sound ? static_cast<std::size_t>(frame.junk) : read;
  if (!is_sound || describes) return {Decoding::kWorks};
  const auto channels = static_cast<std::size_t>(frame.channels);
  const auto count = static_cast<std::size_t>(frame.samples) * channels;
  ready_ = trim_.Cut(std::span(*values_).first(count), channels);
  const bool is_same = frame.rate == frame_.rate && frame.channels == frame_.channels;
  frame_ = frame;
  if (!is_same) return {Decoding::kFormat};
  if (ready_.empty()) return {Decoding::kWorks};
  return {Decoding::kSamples, std::exchange(ready_, {})};
}

/// Encoders write a silent frame first that describes the file.
bool Mp3Decoder::Describes(const SdkppMp3Frame& frame, std::span<const std::uint8_t> bytes) noexcept {
  const auto description = Mp3Description::Read(bytes, static_cast<std::uint32_t>(frame.samples));
  if (!description) return false;
  trim_ = Mp3Trim(*description);
  return true;
}

}  // namespace sdkpp::decoder

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/base/audio_format.h"
#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/base/instant.h"

namespace sdkpp::audio {

/// The block before the present one, so that a gate which opens in mid-word can still send the word's
/// beginning.
class LookBack {
 public:
  /// Keeps the block of the tick at `now`; an empty one clears it. media thread
  void Keep(Instant now, std::span<const std::int16_t> block) noexcept {
    kept_ = block.size() == kBlockValues;
    if (!kept_) return;
    std::ranges::copy(block, block_.begin());
    since_ = now;
  }
  void Clear() noexcept { kept_ = false; }

  /// Whether the block directly before the tick at `now` is here. media thread
  [[nodiscard]] bool Reaches(Instant now) const noexcept {
    return kept_ && now - since_ < kBlockDuration * 2;
  }
  /// Only when Reaches().
  [[nodiscard]] Instant since() const noexcept { return since_; }
  [[nodiscard]] std::span<const std::int16_t, kBlockValues> block() const noexcept { return block_; }

  void Save(FieldWriter& out) const noexcept {
    if (!kept_) return;
    out.Time(kSince, since_);
    out.Bytes(kBlock, {reinterpret_cast<const std::uint8_t*>(block_.data()), sizeof(block_)});
  }
  /// Of one that keeps nothing.
  void Restore(FieldReader& in) noexcept {
    since_ = in.PastTime(kSince);
    in.EachBytes(kBlock, [&](std::span<const std::uint8_t> bytes) noexcept {
      if (bytes.size() != sizeof(block_)) return in.Refuse(kBlock);
      std::memcpy(block_.data(), bytes.data(), sizeof(block_));
      kept_ = true;
    });
  }

 private:
  static constexpr Field kSince{1, "since"};
  static constexpr Field kBlock{2, "block"};
  static_assert(std::endian::native == std::endian::little, "blocks travel as they lie in memory");

  AudioBlock block_;
  Instant since_{};
  bool kept_ = false;
};

}  // namespace sdkpp::audio

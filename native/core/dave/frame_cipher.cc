#include "core/dave/frame_cipher.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "core/base/byte_writer.h"

namespace sdkpp::dave {

namespace {

using Nonce = std::array<std::uint8_t, 12>;

/// Eight zero bytes, then the frame's number in little endian.
Nonce NonceOf(std::uint32_t number) noexcept {
  Nonce nonce{};
  ByteWriter(std::span(nonce).last<4>()).U32Le(number);
  return nonce;
}

/// Walks a body piece by piece: `visit(offset, size, clear)`. `next` gives the ranges in order.
template <class NextRange, class Visit>
void ForEachPiece(std::size_t body_size, NextRange next, Visit visit) noexcept {
  std::size_t at = 0;
  while (const auto range = next()) {
    visit(at, range->offset - at, false);
    visit(range->offset, range->size, true);
    at = range->offset + range->size;
  }
  visit(at, body_size - at, false);
}

/// Sorts the pieces of `body` into `joined`: what is clear first, then the rest.
template <class NextRange>
void Join(std::span<const std::uint8_t> body, std::size_t clear_size, NextRange next,
          std::span<std::uint8_t> joined) noexcept {
  std::size_t clear_at = 0;
  std::size_t sealed_at = clear_size;
  ForEachPiece(body.size(), next, [&](std::size_t offset, std::size_t size, bool clear) {
    std::size_t& to = clear ? clear_at : sealed_at;
    std::ranges::copy(body.subspan(offset, size), joined.begin() + static_cast<std::ptrdiff_t>(to));
    to += size;
  });
}

/// Ranges of a list, one after the other.
class RangeList {
 public:
  explicit RangeList(std::span<const ClearRange> ranges) noexcept : ranges_(ranges) {}
  std::optional<ClearRange> operator()() noexcept {
    return at_ < ranges_.size() ? std::optional(ranges_[at_++]) : std::nullopt;
  }

 private:
  std::span<const ClearRange> ranges_;
  std::size_t at_ = 0;
};

std::optional<std::size_t> ClearSize(std::size_t body_size, std::span<const ClearRange> ranges) noexcept {
  std::size_t end = 0;
  std::size_t clear = 0;
  for (const ClearRange& range : ranges) {
    if (range.offset < end || range.offset > body_size || range.size > body_size - range.offset)
      return std::nullopt;
    end = range.offset + range.size;
    clear += range.size;
  }
  return clear;
}

bool SealRanged(const crypto::Aead& aead, const Nonce& nonce, std::span<std::uint8_t> body,
                std::span<std::uint8_t> tag, std::span<const ClearRange> ranges) noexcept {
  const auto clear_size = ClearSize(body.size(), ranges);
  if (!clear_size || body.size() > kMaxRangedBody) return false;
  std::array<std::uint8_t, kMaxRangedBody> joined;
  Join(body, *clear_size, RangeList(ranges), joined);
  const auto sealed = std::span(joined).subspan(*clear_size, body.size() - *clear_size);
  if (!aead.Seal(nonce, std::span(joined).first(*clear_size), sealed, tag)) return false;
  std::size_t from = 0;
  ForEachPiece(body.size(), RangeList(ranges), [&](std::size_t offset, std::size_t size, bool clear) {
    if (clear) return;
    std::ranges::copy(sealed.subspan(from, size), body.begin() + static_cast<std::ptrdiff_t>(offset));
    from += size;
  });
  return true;
}

}  // namespace

std::size_t SealFrame(const crypto::Aead& aead, std::uint32_t nonce, std::span<std::uint8_t> buffer,
                      std::size_t size, std::span<const ClearRange> ranges) noexcept {
  if (buffer.size() < size || buffer.size() - size < kTagSize) return 0;
  const std::size_t trailer = WriteTrailer(buffer.subspan(size + kTagSize), nonce, ranges);
  if (trailer == 0) return 0;
  const auto body = buffer.first(size);
  const auto tag = buffer.subspan(size, kTagSize);
  const Nonce iv = NonceOf(nonce);
  const bool sealed = ranges.empty() ? aead.Seal(iv, {}, body, tag) : SealRanged(aead, iv, body, tag, ranges);
  return sealed ? size + kTagSize + trailer : 0;
}

SealedFrame::SealedFrame(const FrameLayout& layout) noexcept : layout_(layout), sealed_(layout.body) {
  if (layout.range_table.empty()) return;
  const std::size_t size = layout.body.size();
  too_large_ = size > kMaxRangedBody;
  if (too_large_) return;
  Join(
      layout.body, layout.clear_size, [ranges = layout.ranges()]() mutable { return ranges.Next(); },
      joined_);
  clear_ = std::span(joined_).first(layout.clear_size);
  sealed_ = std::span(joined_).subspan(layout.clear_size, size - layout.clear_size);
}

bool SealedFrame::Open(const crypto::Aead& aead, std::span<std::uint8_t> out) const noexcept {
  if (too_large_ || out.size() < layout_.body.size()) return false;
  const auto plain = out.subspan(clear_.size(), sealed_.size());
  if (!aead.OpenInto(plain, NonceOf(layout_.nonce), clear_, sealed_, layout_.tag)) return false;
  if (!clear_.empty()) Scatter(out);
  return true;
}

/// Brings opened bytes, which lie behind room for the clear ones, to their places from the front: no piece is
/// written over bytes that were not moved yet.
void SealedFrame::Scatter(std::span<std::uint8_t> out) const noexcept {
  std::size_t from = clear_.size();
  const auto next = [ranges = layout_.ranges()]() mutable { return ranges.Next(); };
  ForEachPiece(layout_.body.size(), next, [&](std::size_t offset, std::size_t size, bool clear) {
    const std::uint8_t* source = clear ? layout_.body.data() + offset : out.data() + from;
    if (size > 0) std::memmove(out.data() + offset, source, size);
    if (!clear) from += size;
  });
}

}  // namespace sdkpp::dave

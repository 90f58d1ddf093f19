#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sdkpp::container {

/// Capacity for the readers of streams; three quarters of it hold a packet of any kind.
inline constexpr std::size_t kStreamWindow = 98'304;

/// Bytes of a stream between a writer and a reader that needs some of them in one piece: at most three
/// quarters of the capacity, because bytes that were read are moved away only when they are a quarter. So a
/// byte is moved four times at most.
class ByteWindow {
 public:
  /// Allocates.
  explicit ByteWindow(std::size_t capacity) : bytes_(capacity) {}

  /// Takes as many bytes as there is room for, and says how many. Spans of pending() end here.
  std::size_t Write(std::span<const std::uint8_t> bytes) noexcept {
    if (bytes_.size() - end_ < bytes.size()) MakeRoom();
    const std::size_t taken = std::min(bytes.size(), bytes_.size() - end_);
    std::copy_n(bytes.begin(), taken, bytes_.begin() + static_cast<std::ptrdiff_t>(end_));
    end_ += taken;
    return taken;
  }

  [[nodiscard]] std::span<const std::uint8_t> pending() const noexcept {
    return std::span(bytes_).subspan(begin_, end_ - begin_);
  }

  /// The first bytes are read: no more than there are.
  void Drop(std::size_t count) noexcept {
    begin_ += count;
    position_ += count;
  }

  /// Of the first pending byte in the stream.
  [[nodiscard]] std::uint64_t position() const noexcept { return position_; }

  /// Forgets what is pending; the next byte written stands there in the stream.
  void Restart(std::uint64_t position) noexcept {
    begin_ = end_ = 0;
    position_ = position;
  }

 private:
  void MakeRoom() noexcept {
    if (begin_ < bytes_.size() / 4) return;
    std::copy(bytes_.begin() + static_cast<std::ptrdiff_t>(begin_),
              bytes_.begin() + static_cast<std::ptrdiff_t>(end_), bytes_.begin());
    end_ -= begin_;
    begin_ = 0;
  }

  std::vector<std::uint8_t> bytes_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t position_ = 0;
};

}  // namespace sdkpp::container

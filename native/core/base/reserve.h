#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace sdkpp {

/// Memory for what may never be needed, side by side in large pieces: what is not used yet touches no page of
/// its own, and costs nothing. Nothing is given back before the end.
class Reserve {
 public:
  /// `piece`: bytes that are taken from the system at once. Allocates with the first Take.
  explicit Reserve(std::size_t piece) : piece_(piece) {}
  Reserve(const Reserve&) = delete;
  Reserve& operator=(const Reserve&) = delete;

  /// Memory as aligned as that of `new`; valid as long as this. Allocates when the present piece is used up.
  [[nodiscard]] std::byte* Take(std::size_t bytes) {
    constexpr std::size_t kStep = __STDCPP_DEFAULT_NEW_ALIGNMENT__;
    bytes = (bytes + kStep - 1) / kStep * kStep;
    if (bytes > left_) TakePiece(bytes);
    left_ -= bytes;
    return pieces_.back().get() + left_;
  }

 private:
  void TakePiece(std::size_t least) {
    left_ = least > piece_ ? least : piece_;
    // not cleared: that would touch it
    pieces_.emplace_back(new std::byte[left_]);
  }

  std::size_t piece_;
  std::size_t left_ = 0;  ///< at the beginning of the newest piece
  std::vector<std::unique_ptr<std::byte[]>> pieces_;
};

}  // namespace sdkpp

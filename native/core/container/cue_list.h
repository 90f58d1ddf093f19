#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sdkpp::container {

/// A place from which a stream can be read.
struct Cue {
  std::int64_t start = 0;      ///< samples per channel at 48 kHz
  std::uint64_t position = 0;  ///< bytes from the start of the stream
};

/// As many cues as there is room for: when it is full every second one goes, and of the following ones too.
class CueList {
 public:
  static constexpr std::size_t kMax = 4096;

  /// Allocates.
  CueList() { cues_.reserve(kMax); }

  void Add(const Cue& cue) noexcept {
    if (skipped_++ % stride_ != 0) return;
    if (cues_.size() == kMax) Thin();
    cues_.push_back(cue);
  }

  void Clear() noexcept {
    cues_.clear();
    stride_ = 1;
    skipped_ = 0;
  }

  /// The last one that begins at that sample or before it.
  [[nodiscard]] std::optional<Cue> Before(std::int64_t sample) const noexcept {
    std::optional<Cue> best;
    for (const Cue& cue : cues_) {
      if (cue.start <= sample && (!best || cue.start >= best->start)) best = cue;
    }
    return best;
  }

  [[nodiscard]] bool empty() const noexcept { return cues_.empty(); }

 private:
  void Thin() noexcept {
    for (std::size_t i = 0; i < kMax / 2; ++i) cues_[i] = cues_[2 * i];
    cues_.resize(kMax / 2);
    stride_ *= 2;
    skipped_ = 1;
  }

  std::vector<Cue> cues_;
  std::uint64_t stride_ = 1;
  std::uint64_t skipped_ = 0;
};

}  // namespace sdkpp::container

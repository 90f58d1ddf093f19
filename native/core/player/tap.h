#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "core/base/audio_format.h"
#include "core/player/frame_ring.h"
#include "core/player/heard_marks.h"
#include "core/player/position.h"
#include "core/player/source.h"

namespace sdkpp::player {

/// What a session hears of a player: its frames, from the next one on. A session that could not take them for
/// a while continues with the newest. It ends when the player does.
class Tap final : public Source {
 public:
  /// `heard`, unless it is nullptr, learns how much of each track left.
  explicit Tap(std::shared_ptr<FrameRing> frames, std::shared_ptr<HeardMarks> heard = nullptr)
      : frames_(std::move(frames)), heard_(std::move(heard)) {}

  [[nodiscard]] SourceBlock Next() noexcept override {
    if (next_ == 0) next_ = frames_->newest() + 1;
    FrameRing::Frame frame;
    if (!Take(frame)) {
      frames_->NoteHeard(1);
      const bool is_over = frames_->closed() && next_ > frames_->newest();
      return {.kind = is_over ? SourceBlock::Kind::kEnd : SourceBlock::Kind::kNothing};
    }
    frames_->NoteHeard(std::max<std::uint64_t>(1, frame.samples / kBlockSamples));
    return {.kind = SourceBlock::Kind::kOpus, .opus = frame.packet, .opus_samples = frame.samples};
  }
  /// Of the newest frame that was taken, wherever the player is meanwhile.
  [[nodiscard]] std::optional<SourcePosition> position() const noexcept override {
    return SourcePosition{position_.samples, position_.number};
  }
  ~Tap() override { Duck(1); }
  Tap(const Tap&) = delete;
  Tap& operator=(const Tap&) = delete;

  void Duck(float gain) noexcept override {
    if (gain == std::exchange(gain_, gain)) return;
    frames_->SetWish(gain);
  }
  void NoteSent() noexcept override {
    if (heard_ && position_.number > 0) heard_->Note(position_);
  }

 private:
  /// A frame that is older than this many ticks was missed.
  static constexpr std::uint64_t kStale = 2;

  [[nodiscard]] bool Take(FrameRing::Frame& frame) noexcept {
    const std::uint64_t newest = frames_->newest();
    if (next_ > newest) return false;
    const bool fresh = frames_->Read(next_, room_, frame) && frame.tick + kStale >= frames_->ticks();
    if (!fresh) {
      next_ = newest;
      if (!frames_->Read(next_, room_, frame) || frame.tick + kStale < frames_->ticks()) {
        next_ = newest + 1;
        return false;
      }
    }
    frames_->NoteTaken(next_++);
    position_ = frame.position;
    return true;
  }

  std::shared_ptr<FrameRing> frames_;
  std::shared_ptr<HeardMarks> heard_;
  std::uint64_t next_ = 0;
  float gain_ = 1;  ///< that it asks of the player
  Position position_{};
  std::array<std::uint8_t, FrameRing::kMaxFrame> room_;
};

}  // namespace sdkpp::player

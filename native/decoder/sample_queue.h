#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/audio/pcm_queue.h"
#include "core/audio/speaker_mix.h"
#include "core/player/stream_feed.h"
#include "decoder/sample_decoder.h"

namespace sdkpp::decoder {

/// The way of samples into a feed: any number of channels becomes two, any rate 48 kHz. The thread that
/// decodes.
class SampleQueue {
 public:
  /// `skip_ms`: so much of the sound at the beginning is left out.
  explicit SampleQueue(double skip_ms) noexcept : skip_(skip_ms) {}

  /// Of the samples that follow. All that was added is in the queue.
  void SetForm(player::StreamFeed& feed, const SampleForm& form);
  /// Whole samples of all channels. All that was added before is in the queue.
  void Add(std::span<const float> values);
  /// False when there is no room for all that was added.
  [[nodiscard]] bool Flush() noexcept;
  /// No more will be added; Flush said true. False when there is no room for the end: again, later.
  [[nodiscard]] bool Finish() noexcept;

  /// Whether samples were added, skipped ones among them.
  [[nodiscard]] bool has_sound() const noexcept { return has_sound_; }
  /// Samples per channel at 48 kHz.
  [[nodiscard]] std::size_t queued() const noexcept { return queue_ == nullptr ? 0 : queue_->queued(); }
  [[nodiscard]] std::uint64_t given() const noexcept { return queue_ == nullptr ? 0 : queue_->written(); }

 private:
  audio::PcmQueue* queue_ = nullptr;  ///< of the feed
  SampleForm form_{.rate = 1000};
  std::optional<audio::SpeakerMix> mix_;
  double skip_;  ///< samples per channel at form_.rate; milliseconds before the first form
  bool has_sound_ = false;
  std::vector<std::int16_t> waiting_;  ///< stereo, at form_.rate
  std::size_t flushed_ = 0;            ///< values of it
};

}  // namespace sdkpp::decoder

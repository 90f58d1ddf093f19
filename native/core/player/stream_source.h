#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "core/base/audio_format.h"
#include "core/player/source.h"
#include "core/player/stream_feed.h"

namespace sdkpp::player {

/// A stream of bytes whose sound another thread makes. Nothing sounds until it knows what they are.
class StreamSource final : public Source {
 public:
  explicit StreamSource(std::shared_ptr<StreamFeed> feed) noexcept : feed_(std::move(feed)) {}
  /// JavaScript thread: the one that decodes lets go of the feed, too.
  ~StreamSource() override { feed_->Abandon(); }
  StreamSource(const StreamSource&) = delete;
  StreamSource& operator=(const StreamSource&) = delete;

  [[nodiscard]] SourceBlock Next() noexcept override {
    const bool over = feed_->over();
    Source* const sound = feed_->sound();
    if (sound == nullptr) return {.kind = over ? SourceBlock::Kind::kEnd : SourceBlock::Kind::kNothing};
    const SourceBlock block = sound->Next();
    if (block.kind == SourceBlock::Kind::kOpus) played_ += block.opus_samples;
    if (block.kind == SourceBlock::Kind::kPcm) played_ += kBlockSamples - block.padding;
    return block;
  }
  /// Behind what was skipped.
  [[nodiscard]] std::optional<SourcePosition> position() const noexcept override {
    return SourcePosition{played_};
  }
  /// Those of sound that waits are among them.
  [[nodiscard]] SourceLosses losses() const noexcept override {
    SourceLosses losses = feed_->losses();
    losses.before = std::min(losses.before, played_);
    losses.played = played_;
    return losses;
  }
  [[nodiscard]] SourceRefusal refusal() const noexcept override { return feed_->refusal(); }

 private:
  std::shared_ptr<StreamFeed> feed_;
  std::uint64_t played_ = 0;
};

}  // namespace sdkpp::player

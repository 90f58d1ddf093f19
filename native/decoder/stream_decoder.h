#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/player/stream_feed.h"
#include "decoder/stream_reader.h"

namespace sdkpp::decoder {

/// One stream: what it is, its first bytes tell, and a reader of that kind makes its sound. The thread that
/// decodes.
class StreamDecoder {
 public:
  explicit StreamDecoder(std::shared_ptr<player::StreamFeed> feed) : feed_(std::move(feed)) {}

  /// Does little, so that many streams can take turns. Nothing is left to do after kOver.
  [[nodiscard]] Progress Step() noexcept;
  /// Samples per channel at 48 kHz that wait to be played.
  [[nodiscard]] std::size_t queued() const noexcept { return reader_ ? reader_->queued() : 0; }

 private:
  [[nodiscard]] Progress Begin() noexcept;
  [[nodiscard]] Progress Give() noexcept;
  [[nodiscard]] Progress Refuse(player::SourceRefusal refusal) noexcept;

  std::shared_ptr<player::StreamFeed> feed_;
  bool is_told_ = false;  ///< the reader knows that no more bytes come
  std::unique_ptr<StreamReader> reader_;
};

}  // namespace sdkpp::decoder

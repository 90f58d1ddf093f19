#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/player/stream_feed.h"
#include "decoder/sample_decoder.h"
#include "decoder/sample_queue.h"
#include "decoder/stream_reader.h"

namespace sdkpp::decoder {

/// The samples that a decoder makes.
class SampleReader final : public StreamReader {
 public:
  /// `skip_ms`: so much of the sound at the beginning is left out.
  SampleReader(std::unique_ptr<SampleDecoder> decoder, double skip_ms);

  [[nodiscard]] std::size_t Write(std::span<const std::uint8_t> bytes) noexcept override {
    return decoder_->Write(bytes);
  }
  void Finish() noexcept override { decoder_->Finish(); }
  [[nodiscard]] Progress Step(player::StreamFeed& feed) noexcept override;
  [[nodiscard]] std::size_t queued() const noexcept override { return samples_.queued(); }

 private:
  [[nodiscard]] Progress Read(player::StreamFeed& feed) noexcept;
  [[nodiscard]] Progress End(player::StreamFeed& feed) noexcept;
  void NoteLosses(player::StreamFeed& feed) noexcept;
  [[nodiscard]] player::SourceRefusal refusal() const noexcept;

  std::unique_ptr<SampleDecoder> decoder_;
  SampleQueue samples_;
  bool over_ = false;
  player::SourceLosses losses_;
};

}  // namespace sdkpp::decoder

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/container/wav_demuxer.h"
#include "decoder/sample_decoder.h"

namespace sdkpp::decoder {

/// The samples of a WAV stream.
class WavDecoder final : public SampleDecoder {
 public:
  [[nodiscard]] std::size_t Write(std::span<const std::uint8_t> bytes) noexcept override {
    return demuxer_.Write(bytes);
  }
  void Finish() noexcept override { demuxer_.Finish(); }
  [[nodiscard]] Decoded Next() noexcept override;
  [[nodiscard]] SampleForm form() const noexcept override;
  [[nodiscard]] std::uint64_t lost_bytes() const noexcept override {
    return over_ ? demuxer_.missing_bytes() : 0;
  }
  [[nodiscard]] player::SourceRefusal refusal() const noexcept override;

 private:
  container::WavDemuxer demuxer_;
  bool over_ = false;
  std::array<float, 2048> values_;
};

}  // namespace sdkpp::decoder

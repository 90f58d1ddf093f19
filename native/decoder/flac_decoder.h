#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/container/byte_window.h"
#include "decoder/flac_header.h"
#include "decoder/flac_library.h"
#include "decoder/sample_decoder.h"

namespace sdkpp::decoder {

/// The sound of a FLAC stream as its bytes arrive. A call decodes one frame, and only from so many bytes that
/// all of it is among them: as many as its header says, and 1 MiB at most.
class FlacDecoder final : public SampleDecoder {
 public:
  FlacDecoder();

  [[nodiscard]] std::size_t Write(std::span<const std::uint8_t> bytes) noexcept override {
    return finished_ ? 0 : window_.Write(bytes);
  }
  void Finish() noexcept override { finished_ = true; }
  [[nodiscard]] Decoded Next() noexcept override;

  [[nodiscard]] SampleForm form() const noexcept override;
  [[nodiscard]] std::uint64_t lost_bytes() const noexcept override { return lost_; }
  [[nodiscard]] player::SourceRefusal refusal() const noexcept override { return refusal_; }

 private:
  struct Destroy {
    void operator()(SdkppFlac* library) const noexcept { SdkppFlacDestroy(library); }
  };

  [[nodiscard]] Decoded ReadHeader() noexcept;
  [[nodiscard]] Decoded Begin() noexcept;
  [[nodiscard]] Decoded DecodeFrame() noexcept;
  [[nodiscard]] Decoded Give() noexcept;
  [[nodiscard]] Decoded Refuse(player::SourceRefusal refusal) noexcept;

  container::ByteWindow window_;
  FlacHeader header_;
  std::unique_ptr<SdkppFlac, Destroy> library_;
  std::size_t needed_ = 0;   ///< bytes, for a frame
  std::uint32_t ready_ = 0;  ///< samples per channel of a frame that was decoded
  bool finished_ = false;
  player::SourceRefusal refusal_ = player::SourceRefusal::kNone;
  std::uint64_t lost_ = 0;
  std::array<float, 4096> values_;
};

}  // namespace sdkpp::decoder

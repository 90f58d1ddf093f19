#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/container/byte_window.h"
#include "decoder/mp3_description.h"
#include "decoder/mp3_library.h"
#include "decoder/sample_decoder.h"

namespace sdkpp::decoder {

/// The sound of an MP3 stream as its bytes arrive, layers I and II too. Tags are skipped, silence that an
/// encoder has added is left out where it says so, and what is damaged is passed over and counted. A call
/// decodes one frame, and only from so many bytes that the frame and those which confirm it are among them.
class Mp3Decoder final : public SampleDecoder {
 public:
  /// Nothing without memory.
  [[nodiscard]] static std::optional<Mp3Decoder> Create();

  [[nodiscard]] std::size_t Write(std::span<const std::uint8_t> bytes) noexcept override;
  void Finish() noexcept override { finished_ = true; }
  [[nodiscard]] Decoded Next() noexcept override;

  [[nodiscard]] SampleForm form() const noexcept override {
    return {.rate = frame_.rate, .channels = frame_.channels};
  }
  [[nodiscard]] std::uint64_t lost_bytes() const noexcept override { return lost_; }

 private:
  struct Destroy {
    void operator()(SdkppMp3* library) const noexcept { SdkppMp3Destroy(library); }
  };
  using Library = std::unique_ptr<SdkppMp3, Destroy>;

  explicit Mp3Decoder(Library library);
  [[nodiscard]] bool SkipTag() noexcept;
  [[nodiscard]] Decoded DecodeFrame() noexcept;
  [[nodiscard]] bool Describes(const SdkppMp3Frame& frame, std::span<const std::uint8_t> bytes) noexcept;

  Library library_;
  container::ByteWindow window_;
  std::unique_ptr<std::array<float, kSdkppMp3MaxValues>> values_;
  SdkppMp3Frame frame_{};           ///< whose form was told last
  std::span<const float> ready_{};  ///< values that wait behind it
  Mp3Trim trim_{};
  std::uint64_t skip_ = 0;  ///< bytes of a tag that are passed over
  bool at_start_ = true;    ///< a tag may stand here
  bool had_frame_ = false;
  bool finished_ = false;
  std::uint64_t lost_ = 0;
};

}  // namespace sdkpp::decoder

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/container/byte_window.h"
#include "decoder/mp3_library.h"

namespace sdkpp::decoder {

/// What Next came to.
enum class Decoding {
  kFormat,   ///< rate() and channels() are those of the samples that follow
  kSamples,  ///< interleaved, valid until the next call; full scale is 1
  kNeedsBytes,
  kWorks,  ///< it passed over something that is no sound; call again
  kEnd,
};

struct Decoded {
  Decoding what;
  std::span<const float> samples{};
};

/// The sound of an MP3 stream as its bytes arrive, layers I and II too. Tags are skipped, and what is damaged
/// is passed over and counted. A call decodes one frame, and only from so many bytes that the frame and those
/// which confirm it are among them.
class Mp3Decoder {
 public:
  /// Nothing without memory.
  [[nodiscard]] static std::optional<Mp3Decoder> Create();

  /// Takes bytes, and says how many: those that have room before Next has been called.
  [[nodiscard]] std::size_t Write(std::span<const std::uint8_t> bytes) noexcept;
  /// No more bytes will come.
  void Finish() noexcept { finished_ = true; }
  [[nodiscard]] Decoded Next() noexcept;

  [[nodiscard]] int rate() const noexcept { return frame_.rate; }
  [[nodiscard]] int channels() const noexcept { return frame_.channels; }
  /// Bytes that were no sound.
  [[nodiscard]] std::uint64_t lost_bytes() const noexcept { return lost_; }

 private:
  struct Destroy {
    void operator()(SdkppMp3* library) const noexcept { SdkppMp3Destroy(library); }
  };
  using Library = std::unique_ptr<SdkppMp3, Destroy>;

  explicit Mp3Decoder(Library library);
  [[nodiscard]] bool SkipTag() noexcept;
  [[nodiscard]] Decoded DecodeFrame() noexcept;

  Library library_;
  container::ByteWindow window_;
  std::unique_ptr<std::array<float, kSdkppMp3MaxValues>> values_;
  SdkppMp3Frame frame_{};   ///< whose form was told last
  std::size_t ready_ = 0;   ///< values that wait behind it
  std::uint64_t skip_ = 0;  ///< bytes of a tag that are passed over
  bool at_start_ = true;    ///< a tag may stand here
  bool had_frame_ = false;
  bool finished_ = false;
  std::uint64_t lost_ = 0;
};

}  // namespace sdkpp::decoder

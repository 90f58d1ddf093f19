#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/audio_format.h"
#include "core/player/block_line.h"
#include "core/player/fade_curve.h"
#include "core/player/source.h"

namespace sdkpp::player {

/// Tracks that fade out while another one fades in. Media thread, but for Create.
class CrossFade {
 public:
  /// A track that fades out, and one that has to be quick because another one follows already; and one more.
  static constexpr std::size_t kMost = 3;

  /// `samples` per channel, of a whole fade; 0: there are none. Allocates what it will ever need; nothing
  /// when out of memory.
  [[nodiscard]] static std::optional<CrossFade> Create(std::size_t samples);

  /// Samples per channel; 0: there are no fades.
  [[nodiscard]] std::size_t length() const noexcept { return length_; }
  /// Something fades.
  [[nodiscard]] bool busy() const noexcept { return count_ > 0 || !in_.done(); }
  /// Something fades out.
  [[nodiscard]] bool sounds() const noexcept { return count_ > 0; }
  [[nodiscard]] bool fades_in() const noexcept { return !in_.done(); }

  /// The track of this source fades out within `samples`, and what follows it fades in. Takes the source and
  /// what waits of its sound, and leaves an empty line for the next. Returns a source for which there is no
  /// room any more. length() is not 0.
  [[nodiscard]] std::unique_ptr<Source> Begin(std::unique_ptr<Source> source, BlockLine& line,
                                              std::size_t samples) noexcept;
  /// A block of the track that fades in.
  void ApplyIn(std::span<float, kBlockValues> values) noexcept { in_.Apply(values); }
  /// Adds one block of each that fades out, and hands each source that is over to `ended`. Whether any
  /// sounds.
  template <class Ended>
  [[nodiscard]] bool Play(SoundBlock& sum, const Ended& ended) noexcept {
    bool sounds = false;
    for (std::size_t at = 0; at < count_;) {
      const bool over = PlayOne(at, sum);
      sounds = true;
      over ? ended(TakeAt(at)) : void(++at);
    }
    return sounds;
  }
  /// Takes one out, and nothing fades in; nullptr when nothing fades out.
  [[nodiscard]] std::unique_ptr<Source> Cut() noexcept;

 private:
  struct Voice {
    explicit Voice(opus::Decoder decoder) noexcept : line(std::move(decoder)) {}
    std::unique_ptr<Source> source{};
    BlockLine line;
    FadeCurve out{};
  };

  explicit CrossFade(std::size_t length) noexcept : length_(length) {}
  [[nodiscard]] bool PlayOne(std::size_t at, SoundBlock& sum) noexcept;
  [[nodiscard]] std::unique_ptr<Source> TakeAt(std::size_t at) noexcept;

  std::size_t length_;
  FadeCurve in_;
  std::size_t count_ = 0;  ///< of the first voices, which sound
  std::vector<std::unique_ptr<Voice>> voices_;
};

}  // namespace sdkpp::player

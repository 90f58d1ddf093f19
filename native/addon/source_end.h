#pragma once

#include <napi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "addon/arguments.h"
#include "core/player/opus_source.h"
#include "core/player/pcm_source.h"
#include "core/player/source.h"
#include "core/player/stream_source.h"

namespace sdkpp::addon {

class Instance;

/// The writing side of a source that JavaScript fills, while another thread reads it. Empty for a source that
/// needs nothing more.
class SourceEnd {
 public:
  SourceEnd() = default;
  explicit SourceEnd(player::PcmSource& source) noexcept : source_(&source), pcm_(&source) {}
  explicit SourceEnd(player::OpusSource& source) noexcept : source_(&source), opus_(&source) {}
  SourceEnd(player::StreamSource& source, std::shared_ptr<player::StreamFeed> feed) noexcept
      : source_(&source), stream_(std::move(feed)) {}

  /// Whether `source`, which came back to be freed, is the one that is written to.
  [[nodiscard]] bool IsOf(const player::Source* source) const noexcept {
    return source != nullptr && source == source_;
  }
  [[nodiscard]] player::OpusSource* opus() const noexcept { return opus_; }

  /// Samples per channel that were taken.
  [[nodiscard]] Napi::Value WritePcm(Napi::Env env, std::span<const std::int16_t> samples) const;
  /// `OpusPacketsWritten` of lib/native/addon.ts.
  [[nodiscard]] Napi::Value WriteOpusPackets(Napi::Env env, std::span<const std::uint8_t> packed) const;
  /// How many bytes of a stream were taken.
  [[nodiscard]] std::size_t WriteBytes(std::span<const std::uint8_t> bytes) const noexcept;
  /// Argument `at`: how much of a stream is left out, before its first byte.
  void SetSkip(Arguments& arguments, std::size_t at) const;
  /// No more will come.
  void Finish() const noexcept;
  /// The packets that were not played, as WriteOpusPackets takes them. Nobody plays meanwhile.
  [[nodiscard]] std::vector<std::uint8_t> QueuedPackets() const;

 private:
  player::Source* source_ = nullptr;
  player::PcmSource* pcm_ = nullptr;
  player::OpusSource* opus_ = nullptr;
  std::shared_ptr<player::StreamFeed> stream_;
};

/// A source that was opened, and what is left to do with it.
struct OpenedSource {
  /// nullptr with an exception thrown.
  std::unique_ptr<player::Source> source{};
  SourceEnd end{};
  /// dB that the file wishes to be added.
  double gain_db = 0;
};

/// Arguments `at` and behind it: sample rate and channels.
[[nodiscard]] OpenedSource OpenPcm(Arguments& arguments, std::size_t at);
[[nodiscard]] OpenedSource OpenOpus();
/// Argument `at`: how much of the sound is left out. Throws (code MEDIA_UNAVAILABLE) without a thread that
/// decodes.
[[nodiscard]] OpenedSource OpenStream(Napi::Env env, Arguments& arguments, std::size_t at,
                                      Instance& instance);
/// Arguments `at` and behind it: the bytes of the file, and whether to loop. Throws (code WAV_INVALID,
/// OGG_INVALID) for a file that cannot be played.
[[nodiscard]] OpenedSource OpenWav(Napi::Env env, Arguments& arguments, std::size_t at);
[[nodiscard]] OpenedSource OpenOgg(Napi::Env env, Arguments& arguments, std::size_t at);

}  // namespace sdkpp::addon

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/container/ogg_demuxer.h"

namespace sdkpp::audio {

using OggError = container::StreamError;
using OggLosses = container::Losses;

/// One sentence for people, which names the format of `file` and what converts it.
[[nodiscard]] std::string Describe(OggError error, std::span<const std::uint8_t> file);

/// The Opus packets of an Ogg file in memory, read as OggDemuxer reads them.
class OggOpusReader {
 public:
  /// Takes the whole file and finds the first header. Allocates.
  [[nodiscard]] static Result<OggOpusReader, OggError> Open(std::vector<std::uint8_t> file);

  OggOpusReader(OggOpusReader&&) noexcept = default;
  OggOpusReader& operator=(OggOpusReader&&) noexcept = default;
  OggOpusReader(const OggOpusReader&) = delete;
  OggOpusReader& operator=(const OggOpusReader&) = delete;

  /// How many bytes Next may look at from now on: pages of other streams, those without a packet, and what is
  /// no page would keep it busy to the end of the file. It begins no page behind that. No limit at first.
  void Allow(std::size_t bytes) noexcept { demuxer_.Allow(bytes); }
  /// The rest of that allowance.
  [[nodiscard]] std::size_t allowance() const noexcept { return demuxer_.allowance(); }

  /// As of OggDemuxer, from the first header on: a stream, a packet, or the end; kWaits while the allowance
  /// is used up, and it continues from there. media thread
  [[nodiscard]] container::Demuxed Next() noexcept;

  /// Also of earlier rounds.
  [[nodiscard]] const OggLosses& losses() const noexcept { return demuxer_.losses(); }

  /// Back to the first header.
  void Rewind() noexcept;

  /// Of the stream that has begun; the first one until Next is called.
  [[nodiscard]] const container::OpusHead& head() const noexcept { return demuxer_.head(); }

 private:
  explicit OggOpusReader(std::vector<std::uint8_t> file);
  [[nodiscard]] std::optional<OggError> FindHead() noexcept;

  std::vector<std::uint8_t> file_;
  std::size_t fed_ = 0;  ///< bytes that the demuxer has
  container::OggDemuxer demuxer_;
  std::size_t first_ = 0;  ///< where the page of the first header is
};

}  // namespace sdkpp::audio

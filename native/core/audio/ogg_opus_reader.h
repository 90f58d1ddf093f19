#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"

namespace sdkpp::audio {

enum class OggError {
  kNotOgg,              ///< does not start with an Ogg page
  kBadPage,             ///< a page is cut off, has an unknown version or a wrong checksum
  kNotOpus,             ///< the stream is not Opus
  kBadHead,             ///< OpusHead is short, of an unknown version or has no channels
  kUnsupportedMapping,  ///< more than one Opus stream in each packet (surround)
  kBadTags,             ///< OpusTags is missing
  kLostPage,            ///< a page is missing from the stream
  kPacketTooLong,       ///< a packet over 64 KiB
};

/// One sentence for people.
[[nodiscard]] const char* Describe(OggError error) noexcept;

/// The Opus packets of an Ogg file (RFC 3533, RFC 7845). The bytes are untrusted; every page's checksum is
/// verified. Pages of other streams are skipped; a chained second stream ends the reading.
class OggOpusReader {
 public:
  static constexpr std::size_t kMaxPacket = 65'536;

  /// Takes the whole file and reads both headers. Allocates.
  [[nodiscard]] static Result<OggOpusReader, OggError> Open(std::vector<std::uint8_t> file);

  OggOpusReader(OggOpusReader&&) noexcept = default;
  OggOpusReader& operator=(OggOpusReader&&) noexcept = default;
  OggOpusReader(const OggOpusReader&) = delete;
  OggOpusReader& operator=(const OggOpusReader&) = delete;

  /// How many bytes of pages Next may look at from now on: pages of other streams, and those without a
  /// packet, would keep it busy to the end of the file. It begins no page behind that. No limit at first.
  void Allow(std::size_t bytes) noexcept { allowance_ = bytes; }
  /// What is left of that.
  [[nodiscard]] std::size_t allowance() const noexcept { return allowance_; }

  /// The next packet, valid until the next call; empty at the end, after an error (see error()), and while it
  /// waits. media thread
  [[nodiscard]] std::span<const std::uint8_t> Next() noexcept;

  /// Whether Next returned nothing only because its allowance is used up; it continues from there.
  [[nodiscard]] bool waits() const noexcept { return waits_; }

  /// Why Next() stopped before the end; nothing when it did not.
  [[nodiscard]] std::optional<OggError> error() const noexcept { return error_; }

  /// Back to the first packet of sound.
  void Rewind() noexcept;

  /// Samples per channel at 48 kHz to drop from the start.
  [[nodiscard]] int pre_skip() const noexcept { return pre_skip_; }
  /// 1 or 2.
  [[nodiscard]] int channels() const noexcept { return channels_; }

 private:
  struct Page {
    std::uint8_t flags = 0;
    std::uint32_t serial = 0;
    std::uint32_t number = 0;
    std::span<const std::uint8_t> lacing;
    std::size_t body = 0;  ///< offset in the file
    std::size_t end = 0;
  };

  /// The reading position.
  struct Place {
    std::size_t next_page = 0;
    Page page;
    std::size_t lace = 0;      ///< next entry of page.lacing
    std::size_t offset = 0;    ///< next byte of the body
    std::uint32_t number = 0;  ///< of the next page of our stream
    bool any_page = false;
    bool ended = false;
  };

  explicit OggOpusReader(std::vector<std::uint8_t> file);
  [[nodiscard]] Result<Page, OggError> ParsePage(std::size_t at) const noexcept;
  [[nodiscard]] bool NextPage() noexcept;
  [[nodiscard]] bool Accept(const Page& page) noexcept;
  [[nodiscard]] std::optional<OggError> ReadHead() noexcept;
  [[nodiscard]] std::optional<OggError> ReadTags() noexcept;
  [[nodiscard]] std::span<const std::uint8_t> ReadPacket() noexcept;
  bool Append(std::size_t length) noexcept;

  std::vector<std::uint8_t> file_;
  std::vector<std::uint8_t> packet_;  ///< capacity kMaxPacket from the start
  bool begun_ = false;                ///< packet_ is the first part of one
  bool waits_ = false;
  std::size_t allowance_ = std::numeric_limits<std::size_t>::max();
  Place place_;
  Place first_sound_;
  std::optional<std::uint32_t> serial_;
  bool skipping_ = false;  ///< what is over kMaxPacket is left out
  std::optional<OggError> error_;
  int pre_skip_ = 0;
  int channels_ = 2;
};

}  // namespace sdkpp::audio

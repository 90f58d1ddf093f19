#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace sdkpp::audio {

enum class OggError {
  kNotOgg,              ///< no whole Ogg page in it
  kNotOpus,             ///< no stream in it begins with an Opus header
  kBadHead,             ///< the Opus header is short, of an unknown version or has no channels
  kUnsupportedMapping,  ///< more than one Opus stream in each packet (surround)
};

/// One sentence for people, which names the format of `file` and what converts it.
[[nodiscard]] std::string Describe(OggError error, std::span<const std::uint8_t> file);

/// The parts that were missing in the input.
struct OggLosses {
  std::uint64_t bytes = 0;    ///< that belong to no whole page, or to a stream without a header
  std::uint64_t pages = 0;    ///< whose numbers are missing
  std::uint64_t packets = 0;  ///< of which a part is missing, and those over kMaxPacket
};

/// The Opus packets of an Ogg file (RFC 3533, RFC 7845). The bytes are untrusted; every page's checksum is
/// verified. The first stream with an Opus header is read, and chained streams behind it; others are skipped.
/// Damaged parts are skipped and counted: reading continues with the next whole page.
class OggOpusReader {
 public:
  static constexpr std::size_t kMaxPacket = 65'536;

  /// Takes the whole file and finds the first header. Allocates.
  [[nodiscard]] static Result<OggOpusReader, OggError> Open(std::vector<std::uint8_t> file);

  OggOpusReader(OggOpusReader&&) noexcept = default;
  OggOpusReader& operator=(OggOpusReader&&) noexcept = default;
  OggOpusReader(const OggOpusReader&) = delete;
  OggOpusReader& operator=(const OggOpusReader&) = delete;

  /// How many bytes Next may look at from now on: pages of other streams, those without a packet, and what is
  /// no page would keep it busy to the end of the file. It begins no page behind that. No limit at first.
  void Allow(std::size_t bytes) noexcept { allowance_ = bytes; }
  /// The rest of that allowance.
  [[nodiscard]] std::size_t allowance() const noexcept { return allowance_; }

  /// The next packet, valid until the next call; empty at the end, and while it waits. media thread
  [[nodiscard]] std::span<const std::uint8_t> Next() noexcept;

  /// Whether Next returned nothing only because its allowance is used up; it continues from there.
  [[nodiscard]] bool waits() const noexcept { return waits_; }

  /// Also of earlier rounds.
  [[nodiscard]] const OggLosses& losses() const noexcept { return losses_; }

  /// Back to the first packet of sound.
  void Rewind() noexcept;

  /// The first header's pre-skip: samples per channel at 48 kHz that players drop from the start.
  [[nodiscard]] int pre_skip() const noexcept { return head_.pre_skip; }
  /// dB that players add.
  [[nodiscard]] double gain_db() const noexcept { return head_.gain_db; }
  /// 1 or 2.
  [[nodiscard]] int channels() const noexcept { return head_.channels; }

 private:
  struct Page {
    std::uint8_t flags = 0;
    std::uint32_t serial = 0;
    std::uint32_t number = 0;
    std::span<const std::uint8_t> lacing{};
    std::size_t body = 0;  ///< offset in the file
    std::size_t end = 0;
  };

  struct Head {
    int channels = 2;
    int pre_skip = 0;
    double gain_db = 0;
  };

  /// The reading position.
  struct Cursor {
    std::size_t next_page = 0;
    Page page;
    std::size_t lace = 0;                   ///< next entry of page.lacing
    std::size_t offset = 0;                 ///< next byte of the body
    std::uint32_t number = 0;               ///< of the next page of our stream
    std::optional<std::uint32_t> serial{};  ///< of our stream
    bool in_body = false;                   ///< a page behind the first pages of all streams came
    bool over = false;                      ///< our stream has ended
    bool tags_due = false;                  ///< the next packet may be the tags
    std::uint64_t stray = 0;                ///< bytes before the next page that are no page
  };

  explicit OggOpusReader(std::vector<std::uint8_t> file);
  [[nodiscard]] static Result<Head, OggError> ParseHead(std::span<const std::uint8_t> packet) noexcept;
  [[nodiscard]] std::optional<OggError> FindHead() noexcept;
  [[nodiscard]] std::optional<Page> ParsePage(std::size_t at) noexcept;
  [[nodiscard]] bool NextPage() noexcept;
  void Resynchronize() noexcept;
  void Spend(std::size_t bytes) noexcept;
  void CountStray() noexcept;
  void LosePacket() noexcept;
  [[nodiscard]] bool Accept(const Page& page) noexcept;
  [[nodiscard]] bool AcceptFirst(const Page& page) noexcept;
  void LeaveLink() noexcept;
  /// `gap`: pages before it are missing, and counted.
  void Enter(const Page& page, bool gap) noexcept;
  [[nodiscard]] std::span<const std::uint8_t> ReadPacket() noexcept;
  void Append(std::size_t length) noexcept;
  [[nodiscard]] bool IsWanted() noexcept;

  std::vector<std::uint8_t> file_;
  std::vector<std::uint8_t> packet_;  ///< capacity kMaxPacket from the start
  bool begun_ = false;                ///< packet_ is the first part of one
  bool dropping_ = false;             ///< the packet that has begun is not wanted
  bool waits_ = false;
  std::size_t allowance_ = std::numeric_limits<std::size_t>::max();
  Cursor cursor_;
  Cursor first_sound_;
  OggLosses losses_;
  Head head_;  ///< the first one
  bool has_head_ = false;
  bool has_page_ = false;
  std::optional<OggError> refused_;  ///< why a header cannot be used
};

}  // namespace sdkpp::audio

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/container/byte_window.h"
#include "core/container/demuxer.h"
#include "core/container/ogg_page.h"

namespace sdkpp::container {

/// The Opus packets of an Ogg stream (RFC 3533, RFC 7845). Every page's checksum is checked; damaged pages,
/// gaps between page numbers and bytes between pages are passed over and counted. Only packets of the first
/// Opus stream are given, until the stream of a chained file follows it. Tags are skipped. Next begins no
/// page behind its allowance.
class OggDemuxer final : public Demuxer {
 public:
  /// Allocates what it will ever need.
  OggDemuxer();

  [[nodiscard]] Demuxed Next() noexcept override;
  [[nodiscard]] std::optional<StreamError> refusal() const noexcept override;

  /// Of the stream that has begun.
  [[nodiscard]] std::uint32_t serial() const noexcept { return cursor_.serial.value_or(0); }
  /// Where the page that has been read last begins in the stream.
  [[nodiscard]] std::uint64_t page_position() const noexcept { return window_.position(); }
  /// Forgets all but the losses: the next byte written stands there in the stream. It has to be followed by
  /// an Opus header.
  void Restart(std::uint64_t position) noexcept;
  /// The next byte written stands there in the stream that has begun: its next page is as good as any.
  void Seek(std::uint64_t position) noexcept;

 private:
  /// A header that promises bytes for ever is not waited for.
  static constexpr std::uint64_t kMostBeforePage = 262'144;

  enum class Found { kPage, kStream, kNothing };

  /// The place in the streams.
  struct Cursor {
    OggPage page;              ///< at the start of the window, while it is being read
    std::size_t lace = 0;      ///< its next lacing value
    std::size_t offset = 0;    ///< next byte of its body
    std::size_t last = 0;      ///< behind the lacing value at which its last packet ends; 0: none does
    std::uint32_t number = 0;  ///< of the next page of our stream
    std::optional<std::uint32_t> serial{};  ///< of our stream
    bool in_body = false;                   ///< a page behind the first pages of all streams came
    bool over = false;                      ///< our stream has ended
    bool tags_due = false;                  ///< the next packet may be the tags
    bool sought = false;                    ///< the number of the next page says nothing
    std::uint64_t stray = 0;                ///< bytes before the next page that belong to no page
    bool begun = false;                     ///< packet_ is the first part of one
    bool dropping = false;                  ///< the packet that has begun is not wanted
    bool hole = false;                      ///< something is lost behind the last packet
  };

  [[nodiscard]] Found NextPage() noexcept;
  [[nodiscard]] Found Accept(const OggPage& page) noexcept;
  [[nodiscard]] Found AcceptFirst(const OggPage& page) noexcept;
  [[nodiscard]] Demuxing WhyNothing() noexcept;
  void PassOver(std::size_t bytes) noexcept;
  void Resynchronize() noexcept;
  void CountStray() noexcept;
  void LosePacket() noexcept;
  void LeaveLink() noexcept;
  void CountGap(const OggPage& page) noexcept;
  /// `gap`: pages before it are missing, and counted.
  void Enter(const OggPage& page, bool gap) noexcept;
  [[nodiscard]] std::uint8_t Lace(std::size_t index) const noexcept;
  void Append(std::size_t length) noexcept;
  [[nodiscard]] bool IsWanted() noexcept;
  [[nodiscard]] Packet Give(bool is_last) noexcept;

  std::vector<std::uint8_t> packet_;  ///< capacity kMaxPacket from the start
  Cursor cursor_;
  bool has_page_ = false;
};

}  // namespace sdkpp::container

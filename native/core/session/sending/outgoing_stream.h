#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/base/strong.h"
#include "core/rtp/sealer.h"
#include "core/session/sending/frame_seal.h"

namespace sdkpp::session {

/// The RTP stream of own sound: numbers its packets and counts what went out. Media thread.
class OutgoingStream {
 public:
  OutgoingStream() = default;
  /// Starts at `sequence` and `timestamp`, which should be random.
  OutgoingStream(Sequence sequence, RtpTimestamp timestamp) noexcept
      : timestamp_(timestamp), sequence_(sequence) {}

  /// The numbers go on, the counts begin anew.
  void Start(Ssrc ssrc) noexcept {
    ssrc_ = ssrc;
    packets_ = octets_ = 0;
  }

  /// The next packet, `ticks` behind the one before on the time line, sealed into `room`. Gives its size, or
  /// 0 when it cannot be sent; its number is used up then, too.
  [[nodiscard]] std::size_t Seal(std::span<std::uint8_t> room, std::uint32_t ticks,
                                 std::span<const std::uint8_t> payload, const FrameSeal& end_to_end,
                                 rtp::Sealer& sealer) noexcept;

  /// The next packet has this number, whatever was sent before.
  void GoOnAt(Sequence sequence) noexcept { sequence_ = sequence; }

  [[nodiscard]] Ssrc ssrc() const noexcept { return ssrc_; }
  /// Of the next packet.
  [[nodiscard]] Sequence sequence() const noexcept { return sequence_; }
  /// Of the newest packet.
  [[nodiscard]] RtpTimestamp timestamp() const noexcept { return timestamp_; }
  [[nodiscard]] std::uint32_t packets() const noexcept { return packets_; }
  [[nodiscard]] std::uint32_t octets() const noexcept { return octets_; }

  void Save(FieldWriter& out) const noexcept;
  /// Of a fresh stream, which is of no use when `in` has a fault.
  void Restore(FieldReader& in) noexcept;

 private:
  struct Fields;

  Ssrc ssrc_;
  RtpTimestamp timestamp_;
  std::uint32_t packets_ = 0;
  std::uint32_t octets_ = 0;
  Sequence sequence_;
};

}  // namespace sdkpp::session

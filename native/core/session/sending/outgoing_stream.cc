#include "core/session/sending/outgoing_stream.h"

#include "core/base/byte_writer.h"
#include "core/rtp/header.h"

namespace sdkpp::session {

struct OutgoingStream::Fields {
  static constexpr Field kSsrc{1, "SSRC"};
  static constexpr Field kSequence{2, "sequence"};
  static constexpr Field kTimestamp{3, "timestamp"};
  static constexpr Field kPackets{4, "packets"};
  static constexpr Field kOctets{5, "octets"};
};

std::size_t OutgoingStream::Seal(std::span<std::uint8_t> room, std::uint32_t ticks,
                                 std::span<const std::uint8_t> payload, const FrameSeal& end_to_end,
                                 rtp::Sealer& sealer) noexcept {
  timestamp_ = RtpTimestamp(timestamp_.raw() + ticks);
  ByteWriter out(room);
  rtp::WriteHeader(out, sequence_, timestamp_, ssrc_);
  out.Bytes(payload);
  sequence_ = Sequence(static_cast<std::uint16_t>(sequence_.raw() + 1));
  if (!out.ok()) return 0;
  const std::size_t frame = end_to_end.Apply(room.subspan(rtp::kFixedHeaderSize), payload.size());
  const std::size_t size = frame > 0 ? sealer.Seal(room, rtp::kFixedHeaderSize, frame) : 0;
  if (size == 0) return 0;
  ++packets_;
  octets_ += static_cast<std::uint32_t>(frame);
  return size;
}

void OutgoingStream::Save(FieldWriter& out) const noexcept {
  out.Number(Fields::kSsrc, ssrc_);
  out.Number(Fields::kSequence, sequence_);
  out.Number(Fields::kTimestamp, timestamp_);
  out.Number(Fields::kPackets, packets_);
  out.Number(Fields::kOctets, octets_);
}

void OutgoingStream::Restore(FieldReader& in) noexcept {
  ssrc_ = in.Number<Ssrc>(Fields::kSsrc);
  sequence_ = in.Number<Sequence>(Fields::kSequence);
  timestamp_ = in.Number<RtpTimestamp>(Fields::kTimestamp);
  packets_ = in.Number<std::uint32_t>(Fields::kPackets);
  octets_ = in.Number<std::uint32_t>(Fields::kOctets);
}

}  // namespace sdkpp::session

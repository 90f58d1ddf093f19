#include "core/session/sending/outgoing_stream.h"

#include "core/base/byte_writer.h"
#include "core/rtp/header.h"

namespace sdkpp::session {

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

}  // namespace sdkpp::session

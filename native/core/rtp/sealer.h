#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/base/prefetch.h"
#include "core/base/result.h"
#include "core/base/resumption.h"
#include "core/base/slab.h"
#include "core/crypto/aead.h"
#include "core/rtp/header.h"

namespace sdkpp::rtp {

inline constexpr std::size_t kCounterSize = 4;
/// Bytes a sealed packet has more than its plain form.
inline constexpr std::size_t kSealOverhead = crypto::kAeadTagSize + kCounterSize;
/// Largest Opus payload in one packet that we send: one frame and the byte before it.
inline constexpr std::size_t kMaxPayload = 1276;
/// Largest datagram that is read.
inline constexpr std::size_t kMaxDatagram = 2048;
inline constexpr std::size_t kMaxSealedPacket = kFixedHeaderSize + kMaxPayload + 64 + kSealOverhead;
/// Clear bytes (and AAD) of an RTCP packet.
inline constexpr std::size_t kRtcpClearSize = 8;

/// An opened RTP packet; `payload` points into the datagram it was opened in.
struct OpenedRtp {
  Header header;
  std::uint32_t counter = 0;
  std::span<const std::uint8_t> payload;
};

/// An opened RTCP packet: the first 8 bytes in clear, then what was encrypted.
struct OpenedRtcp {
  std::uint32_t counter = 0;
  std::span<const std::uint8_t> clear;
  std::span<const std::uint8_t> body;
};

/// Seals and opens packets of one session and key: clear | ciphertext | tag(16) | counter(4, big endian).
/// The counter of the sealing side starts at a given value and never wraps (voice transport 3.5). It stays in
/// the range that was granted, so that a successor of a process that died can begin behind it.
class Sealer : public InSlab<Sealer> {
 public:
  /// All there are, and the limit that grants them.
  static constexpr std::uint64_t kCounters = std::uint64_t{1} << 32;

  /// May seal with the counters below `limit`.
  Sealer(crypto::Aead aead, std::uint32_t first_counter, std::uint64_t limit = kCounters) noexcept;

  /// Seals in place: `buffer` starts with `clear_size` clear bytes and `text_size` bytes of plaintext and has
  /// kSealOverhead bytes of room behind. Gives the packet's size, or 0 when the granted counters are used up
  /// or the room is missing; nothing changes then. Media thread.
  [[nodiscard]] std::size_t Seal(std::span<std::uint8_t> buffer, std::size_t clear_size,
                                 std::size_t text_size) noexcept;

  /// Asks the processor for the key before Seal; first for this, then for what is behind it.
  void Prefetch(Ahead ahead) const noexcept;

  /// Opens an untrusted RTP packet in place; strips padding and extension. Media thread.
  [[nodiscard]] Result<OpenedRtp, PacketError> OpenRtp(std::span<std::uint8_t> packet) const noexcept;

  /// Opens an untrusted RTCP packet in place. Media thread.
  [[nodiscard]] Result<OpenedRtcp, PacketError> OpenRtcp(std::span<std::uint8_t> packet) const noexcept;

  /// True when too few counters are left: the voice session must be replaced.
  [[nodiscard]] bool exhausted() const noexcept { return exhausted_; }
  /// Those before it are used; kCounters when all are.
  [[nodiscard]] std::uint64_t next_counter() const noexcept { return exhausted_ ? kCounters : counter_; }
  /// The first counter that it may not use.
  [[nodiscard]] std::uint64_t limit() const noexcept { return limit_; }
  /// Raises the limit; a lower one than the present is ignored. Media thread.
  void Grant(std::uint64_t limit) noexcept;
  /// Counters before `next` count as used; one that is behind is ignored. Media thread.
  void SkipTo(std::uint64_t next) noexcept;
  /// From now on the counters from `start` to before `limit` only. One that had all gives the rest back; one
  /// that was confined before gets more, and never less. Media thread.
  void Confine(std::uint64_t start, std::uint64_t limit) noexcept;

  void Save(FieldWriter& out) const noexcept;
  /// nullptr when `in` has a fault. `aead` has the key of the one that was saved. Without a limit that was
  /// granted a successor that goes on at it is exhausted. Allocates.
  [[nodiscard]] static std::unique_ptr<Sealer> Restore(FieldReader& in, crypto::Aead aead,
                                                       Resumption resumption = Resumption::kExact);

 private:
  struct Fields;
  using Nonce = std::array<std::uint8_t, 24>;

  [[nodiscard]] std::span<const std::uint8_t> NonceFor(std::span<const std::uint8_t> counter,
                                                       Nonce& nonce) const noexcept;
  [[nodiscard]] bool Open(std::span<std::uint8_t> packet, std::size_t clear_size) const noexcept;

  // 32 bytes: two of them lie on one line
  crypto::Aead aead_;
  std::uint32_t counter_;
  std::uint8_t nonce_size_;
  bool exhausted_ = false;
  std::uint64_t limit_;
};

}  // namespace sdkpp::rtp

#include "core/rtp/sealer.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace sdkpp::rtp {

struct Sealer::Fields {
  static constexpr Field kNext{1, "next"};
  static constexpr Field kLimit{2, "limit"};
};

Sealer::Sealer(crypto::Aead aead, std::uint32_t first_counter, std::uint64_t limit) noexcept
    : aead_(std::move(aead)),
      counter_(first_counter),
      nonce_size_(static_cast<std::uint8_t>(crypto::NonceSize(aead_.algorithm()))),
      limit_(std::min(limit, kCounters)) {}

void Sealer::Grant(std::uint64_t limit) noexcept { limit_ = std::max(limit_, std::min(limit, kCounters)); }

void Sealer::SkipTo(std::uint64_t next) noexcept {
  if (next <= next_counter()) return;
  exhausted_ = next >= kCounters;
  counter_ = static_cast<std::uint32_t>(next);
}

void Sealer::Confine(std::uint64_t start, std::uint64_t limit) noexcept {
  SkipTo(start);
  if (limit_ == kCounters) limit_ = 0;
  Grant(limit);
}

void Sealer::Save(FieldWriter& out) const noexcept {
  out.Number(Fields::kNext, next_counter());
  out.Number(Fields::kLimit, limit_);
}

std::unique_ptr<Sealer> Sealer::Restore(FieldReader& in, crypto::Aead aead, Resumption resumption) {
  const auto saved = in.Number<std::uint64_t>(Fields::kNext);
  const auto limit = in.Number<std::uint64_t>(Fields::kLimit);
  if (limit > kCounters) in.Refuse(Fields::kLimit);
  if (saved > kCounters) in.Refuse(Fields::kNext);
  if (!in.ok()) return nullptr;
  auto sealer = std::make_unique<Sealer>(std::move(aead), 0, limit);
  sealer->SkipTo(saved);
  if (resumption == Resumption::kAtLimit) sealer->SkipTo(limit);
  return sealer;
}

std::span<const std::uint8_t> Sealer::NonceFor(std::span<const std::uint8_t> counter,
                                               Nonce& nonce) const noexcept {
  nonce.fill(0);
  std::ranges::copy(counter, nonce.begin());
  return std::span(nonce).first(nonce_size_);
}

void Sealer::Prefetch(Ahead ahead) const noexcept {
  if (ahead == Ahead::kNear) {
    PrefetchLines(this, sizeof(*this));
  } else {
    aead_.Prefetch();
  }
}

std::size_t Sealer::Seal(std::span<std::uint8_t> buffer, std::size_t clear_size,
                         std::size_t text_size) noexcept {
  const std::size_t plain_size = clear_size + text_size;
  if (counter_ >= limit_ || exhausted_ || buffer.size() < plain_size + kSealOverhead) return 0;
  const auto tag = buffer.subspan(plain_size).first<crypto::kAeadTagSize>();
  const auto counter = buffer.subspan(plain_size + crypto::kAeadTagSize, kCounterSize);
  ByteWriter(counter).U32(counter_);
  Nonce nonce;
  if (!aead_.Seal(NonceFor(counter, nonce), buffer.first(clear_size), buffer.subspan(clear_size, text_size),
                  tag)) {
    return 0;
  }
  if (counter_ == std::numeric_limits<std::uint32_t>::max()) exhausted_ = true;
  ++counter_;
  return plain_size + kSealOverhead;
}

bool Sealer::Open(std::span<std::uint8_t> packet, std::size_t clear_size) const noexcept {
  const auto counter = packet.last(kCounterSize);
  const auto tag = packet.subspan(packet.size() - kSealOverhead).first<crypto::kAeadTagSize>();
  const auto text = packet.subspan(clear_size, packet.size() - clear_size - kSealOverhead);
  Nonce nonce;
  return aead_.Open(NonceFor(counter, nonce), packet.first(clear_size), text, tag);
}

namespace {

std::uint32_t CounterOf(std::span<const std::uint8_t> packet) noexcept {
  return ByteReader(packet.last(kCounterSize)).U32();
}

/// Cuts padding from the end and extension elements from the front (in this order).
Result<std::span<const std::uint8_t>, PacketError> StripPlaintext(
    const Header& header, std::span<const std::uint8_t> text) noexcept {
  if (header.padding) {
    if (text.empty() || text.back() == 0 || text.back() > text.size()) return PacketError::kBadPadding;
    text = text.first(text.size() - text.back());
  }
  if (header.extension_size > text.size()) return PacketError::kBadExtension;
  return text.subspan(header.extension_size);
}

}  // namespace

Result<OpenedRtp, PacketError> Sealer::OpenRtp(std::span<std::uint8_t> packet) const noexcept {
  const auto header = ParseHeader(packet);
  if (!header) return header.error();
  if (packet.size() < header->clear_size + kSealOverhead) return PacketError::kTooShort;
  const std::uint32_t counter = CounterOf(packet);
  if (!Open(packet, header->clear_size)) return PacketError::kAuthentication;
  const auto text = packet.subspan(header->clear_size, packet.size() - header->clear_size - kSealOverhead);
  const auto payload = StripPlaintext(*header, text);
  if (!payload) return payload.error();
  return OpenedRtp{*header, counter, *payload};
}

Result<OpenedRtcp, PacketError> Sealer::OpenRtcp(std::span<std::uint8_t> packet) const noexcept {
  if (packet.size() < kRtcpClearSize + kSealOverhead) return PacketError::kTooShort;
  if (packet[0] >> 6 != 2) return PacketError::kBadVersion;
  const std::uint32_t counter = CounterOf(packet);
  if (!Open(packet, kRtcpClearSize)) return PacketError::kAuthentication;
  const auto body = packet.subspan(kRtcpClearSize, packet.size() - kRtcpClearSize - kSealOverhead);
  return OpenedRtcp{counter, packet.first(kRtcpClearSize), body};
}

}  // namespace sdkpp::rtp

#include "decoder/flac_frame.h"

#include <array>
#include <bit>

#include "core/base/byte_reader.h"

namespace sdkpp::decoder {
namespace {

/// Fourteen bits that begin a frame, and one that is 0.
constexpr unsigned kSync = 0xFFF8;
constexpr unsigned kSyncMask = 0xFFFE;

/// What the second two bytes of a header say, in a code each.
struct Codes {
  unsigned block;
  unsigned rate;
  unsigned channels;
  unsigned bits;
  bool is_reserved;

  explicit Codes(unsigned word) noexcept
      : block(word >> 12),
        rate(word >> 8 & 0xF),
        channels(word >> 4 & 0xF),
        bits(word >> 1 & 7),
        is_reserved((word & 1) != 0) {}
};

std::uint8_t Checksum(std::span<const std::uint8_t> bytes) noexcept {
  unsigned sum = 0;
  for (const std::uint8_t byte : bytes) {
    sum ^= byte;
    for (int bit = 0; bit < 8; ++bit) sum = (sum << 1 ^ (sum >> 7) * 0x07) & 0xFF;
  }
  return static_cast<std::uint8_t>(sum);
}

/// Coded like a character of UTF-8, up to seven bytes.
std::optional<std::uint64_t> ReadNumber(ByteReader& reader) noexcept {
  const std::uint8_t first = reader.U8();
  const int ones = std::countl_one(first);
  if (ones == 1 || ones == 8) return std::nullopt;
  std::uint64_t number = first & 0x7FU >> ones;
  for (int at = 1; at < ones; ++at) {
    const std::uint8_t next = reader.U8();
    if (next >> 6 != 2) return std::nullopt;
    number = number << 6 | (next & 0x3FU);
  }
  return number;
}

/// 0: reserved.
std::uint32_t ReadSamples(unsigned code, ByteReader& reader) noexcept {
  if (code == 6) return reader.U8() + 1U;
  if (code == 7) return reader.U16() + 1U;
  if (code >= 8) return 256U << (code - 8);
  if (code >= 2) return 576U << (code - 2);
  return code == 1 ? 192 : 0;
}

/// 0: not allowed.
std::uint32_t ReadRate(unsigned code, ByteReader& reader, const FlacInfo& info) noexcept {
  constexpr std::array<std::uint32_t, 12> kRates{0,      88'200, 176'400, 192'000, 8'000,  16'000,
                                                 22'050, 24'000, 32'000,  44'100,  48'000, 96'000};
  if (code == 0) return info.rate;
  if (code < kRates.size()) return kRates[code];
  if (code == 12) return reader.U8() * 1000U;
  if (code == 13) return reader.U16();
  return code == 14 ? reader.U16() * 10U : 0;
}

/// 0: reserved.
std::uint32_t ChannelsOf(unsigned code) noexcept {
  constexpr unsigned kMostStereo = 10;
  if (code < 8) return code + 1;
  return code <= kMostStereo ? 2 : 0;
}

/// 0: reserved.
std::uint32_t BitsOf(unsigned code, const FlacInfo& info) noexcept {
  constexpr std::array<std::uint32_t, 8> kBits{0, 8, 12, 0, 16, 20, 24, 32};
  return code == 0 ? info.bits : kBits[code];
}

}  // namespace

std::optional<FlacFrame> ParseFlacFrame(std::span<const std::uint8_t> bytes, const FlacInfo& info) noexcept {
  ByteReader reader(bytes);
  const unsigned sync = reader.U16();
  if ((sync & kSyncMask) != kSync) return std::nullopt;
  const Codes codes(reader.U16());
  const auto number = ReadNumber(reader);
  if (!number || codes.is_reserved) return std::nullopt;
  const FlacFrame frame{
      .is_variable = (sync & 1) != 0, .number = *number, .samples = ReadSamples(codes.block, reader)};
  const bool is_form = ReadRate(codes.rate, reader, info) == info.rate &&
                       ChannelsOf(codes.channels) == info.channels && BitsOf(codes.bits, info) == info.bits;
  if (!is_form || frame.samples == 0 || frame.samples > info.most_samples) return std::nullopt;
  const std::size_t size = reader.position();
  const std::uint8_t checksum = reader.U8();
  if (!reader.ok() || Checksum(bytes.first(size)) != checksum) return std::nullopt;
  return frame;
}

}  // namespace sdkpp::decoder

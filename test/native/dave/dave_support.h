#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "core/dave/frame_opener.h"
#include "core/dave/frame_sealer.h"
#include "support/hex.h"

namespace sdkpp::test {

using Bytes = std::vector<std::uint8_t>;
using Base = std::array<std::uint8_t, dave::kBaseSize>;

inline Base BaseOf(std::string_view hex) {
  Base base{};
  std::ranges::copy(FromHex(hex), base.begin());
  return base;
}

/// Some base; another number gives another.
inline Base MakeBase(std::uint8_t number) {
  Base base{};
  base.fill(number);
  return base;
}

/// `plain` sealed as the next frame of `sealer`; empty when that failed.
inline Bytes SealWith(dave::FrameSealer& sealer, Bytes plain, std::span<const dave::ClearRange> ranges = {}) {
  const std::size_t size = plain.size();
  plain.resize(size + 255);
  plain.resize(sealer.Seal(plain, size, ranges));
  return plain;
}

/// Opens a frame with a ratchet.
inline std::optional<Bytes> OpenWith(dave::ReceiveRatchet& ratchet, Instant now, const Bytes& frame) {
  const auto layout = dave::ParseFrame(frame);
  if (!layout) return std::nullopt;
  Bytes out(frame.size());
  if (!ratchet.Open(now, dave::SealedFrame(*layout), out)) return std::nullopt;
  out.resize(layout->body.size());
  return out;
}

/// Opens a frame with a user's opener.
inline std::optional<Bytes> OpenWith(dave::FrameOpener& opener, Instant now, const Bytes& frame,
                                     bool clear_allowed = false) {
  Bytes out(frame.size());
  const auto opened = opener.Open(now, frame, clear_allowed, out);
  if (!opened) return std::nullopt;
  return Bytes(opened->bytes.begin(), opened->bytes.end());
}

inline Bytes RandomBytes(std::mt19937_64& random, std::size_t size) {
  Bytes bytes(size);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

}  // namespace sdkpp::test

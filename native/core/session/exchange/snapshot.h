#pragma once

#include <cstddef>
#include <cstdint>

#include "core/crypto/saved_bytes.h"

namespace sdkpp::session {

/// Room that travels to Media, and what Media saved there. Media neither makes nor frees it.
struct Snapshot {
  Snapshot(std::size_t size, std::uint32_t request) : bytes(size), number(request) {}

  crypto::SavedBytes bytes;
  std::uint32_t number;   ///< of the request
  bool is_whole = false;  ///< otherwise the room was too small
};

}  // namespace sdkpp::session

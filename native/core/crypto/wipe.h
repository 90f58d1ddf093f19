#pragma once

#include <cstdint>
#include <span>

namespace sdkpp::crypto {

/// Overwrites bytes in a way that the compiler cannot optimize away.
void Wipe(std::span<std::uint8_t> bytes) noexcept;

}  // namespace sdkpp::crypto

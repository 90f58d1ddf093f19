#pragma once

#include <cstdio>
#include <string>

namespace sdkpp::device {

/// Creates a file, or truncates an existing one. nullptr, with the reason in errno, on failure. `path` is
/// UTF-8 on every system.
[[nodiscard]] std::FILE* OpenForWriting(const std::string& path) noexcept;

}  // namespace sdkpp::device

#pragma once

#include <cstdio>
#include <string>

namespace sdkpp::device {

/// Makes a file, or empties the one that is there. nullptr, with the reason in errno, when the system
/// refuses. `path` is UTF-8 on every system.
[[nodiscard]] std::FILE* OpenForWriting(const std::string& path) noexcept;

}  // namespace sdkpp::device

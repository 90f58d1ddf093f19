#pragma once

#include <string>

namespace sdkpp::thread {

/// On Windows: a path as the system takes it; empty when it is no UTF-8.
[[nodiscard]] std::wstring WidePath(const std::string& path);

}  // namespace sdkpp::thread

#include <windows.h>

#include "thread/wide_path.h"

namespace sdkpp::thread {

std::wstring WidePath(const std::string& path) {
  const int bytes = static_cast<int>(path.size());
  const int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path.data(), bytes, nullptr, 0);
  std::wstring wide(static_cast<std::size_t>(length > 0 ? length : 0), L'\0');
  (void)MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path.data(), bytes, wide.data(), length);
  return wide;
}

}  // namespace sdkpp::thread

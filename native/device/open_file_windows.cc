#include <windows.h>

#include <cerrno>

#include "device/open_file.h"

namespace sdkpp::device {

std::FILE* OpenForWriting(const std::string& path) noexcept {
  const int bytes = static_cast<int>(path.size());
  const int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path.data(), bytes, nullptr, 0);
  std::wstring wide(static_cast<std::size_t>(length > 0 ? length : 0), L'\0');
  if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path.data(), bytes, wide.data(), length) == 0) {
    errno = EINVAL;
    return nullptr;
  }
  // N: child processes do not inherit it
  return _wfopen(wide.c_str(), L"wbN");
}

}  // namespace sdkpp::device

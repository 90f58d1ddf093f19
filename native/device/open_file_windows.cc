#include <cerrno>

#include "device/open_file.h"
#include "thread/wide_path.h"

namespace sdkpp::device {

std::FILE* OpenForWriting(const std::string& path) noexcept {
  const std::wstring wide = thread::WidePath(path);
  if (wide.empty()) {
    errno = EINVAL;
    return nullptr;
  }
  // N: child processes do not inherit it
  return _wfopen(wide.c_str(), L"wbN");
}

}  // namespace sdkpp::device

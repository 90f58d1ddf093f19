#include <fcntl.h>
#include <unistd.h>

#include "device/open_file.h"

namespace sdkpp::device {

std::FILE* OpenForWriting(const std::string& path) noexcept {
  // not fopen(…, "wbe"): its close-on-exec flag is not everywhere
  constexpr int kReadAndWriteForAll = 0666;
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kReadAndWriteForAll);
  if (file < 0) return nullptr;
  std::FILE* stream = ::fdopen(file, "wb");
  if (stream == nullptr) ::close(file);
  return stream;
}

}  // namespace sdkpp::device

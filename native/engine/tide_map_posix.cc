#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "engine/tide_map.h"

namespace sdkpp::engine {

std::unique_ptr<TideMap> TideMap::Open(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return nullptr;
  struct stat found {};
  const bool is_usable = ::fstat(file, &found) == 0 && S_ISREG(found.st_mode) && found.st_uid == ::geteuid();
  const auto size = is_usable ? static_cast<std::size_t>(found.st_size) : 0;
  const std::size_t count = std::min(size / sizeof(session::TideSlot), kMostSlots);
  void* memory = MAP_FAILED;
  if (count > 0)
    memory = ::mmap(nullptr, count * sizeof(session::TideSlot), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  (void)::close(file);
  if (memory == MAP_FAILED) return nullptr;
  // zeros are empty slots: nothing is constructed, since another process may have written already
  return std::unique_ptr<TideMap>(new TideMap({static_cast<session::TideSlot*>(memory), count}));
}

TideMap::~TideMap() { (void)::munmap(slots_.data(), slots_.size_bytes()); }

}  // namespace sdkpp::engine

#include <windows.h>

#include <algorithm>

#include "engine/tide_map.h"
#include "thread/wide_path.h"

namespace sdkpp::engine {

namespace {

/// nullptr when it cannot be opened.
void* MapFile(HANDLE file, std::size_t& count) noexcept {
  LARGE_INTEGER size{};
  if (GetFileType(file) != FILE_TYPE_DISK || GetFileSizeEx(file, &size) == 0) return nullptr;
  count = std::min(static_cast<std::size_t>(size.QuadPart) / sizeof(session::TideSlot), TideMap::kMostSlots);
  if (count == 0) return nullptr;
  const HANDLE mapping = CreateFileMappingW(file, nullptr, PAGE_READWRITE, 0, 0, nullptr);
  if (mapping == nullptr) return nullptr;
  void* const memory = MapViewOfFile(mapping, FILE_MAP_WRITE, 0, 0, count * sizeof(session::TideSlot));
  CloseHandle(mapping);
  return memory;
}

}  // namespace

std::unique_ptr<TideMap> TideMap::Open(const std::string& path) {
  const std::wstring wide = thread::WidePath(path);
  const HANDLE file = CreateFileW(wide.c_str(), GENERIC_READ | GENERIC_WRITE,
                                  FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                  OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) return nullptr;
  std::size_t count = 0;
  void* const memory = MapFile(file, count);
  CloseHandle(file);
  if (memory == nullptr) return nullptr;
  return std::unique_ptr<TideMap>(new TideMap({static_cast<session::TideSlot*>(memory), count}));
}

TideMap::~TideMap() { (void)UnmapViewOfFile(slots_.data()); }

}  // namespace sdkpp::engine

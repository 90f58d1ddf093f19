#include <dlfcn.h>

#include "device/quiet_alsa.h"

namespace sdkpp::device {

namespace {

using Handler = void (*)(const char* file, int line, const char* function, int error, const char* format,
                         ...);

void Ignore(const char*, int, const char*, int, const char*, ...) {}

}  // namespace

void QuietAlsa() noexcept {
  void* library = ::dlopen("libasound.so.2", RTLD_LAZY | RTLD_NODELETE);
  if (library == nullptr) return;
  const auto set = reinterpret_cast<int (*)(Handler)>(::dlsym(library, "snd_lib_error_set_handler"));
  if (set != nullptr) set(&Ignore);
  ::dlclose(library);
}

}  // namespace sdkpp::device

#include <dlfcn.h>

#include "addon/pin_module.h"

namespace sdkpp::addon {

void PinModule() noexcept {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&PinModule), &info) == 0) return;
  (void)::dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

}  // namespace sdkpp::addon

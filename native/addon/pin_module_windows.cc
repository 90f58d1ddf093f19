#include <windows.h>

#include "addon/pin_module.h"

namespace sdkpp::addon {

void PinModule() noexcept {
  HMODULE module = nullptr;
  GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                     reinterpret_cast<LPCWSTR>(&PinModule), &module);
}

}  // namespace sdkpp::addon

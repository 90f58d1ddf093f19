// windows.h must come before delayimp.h
// clang-format off
#include <windows.h>
#include <delayimp.h>
// clang-format on

#include <node_api.h>

#include <array>
#include <cstring>

// The addon imports Node-API from "node.exe" by delay load (cmake/delay_load.cmake), but its host may have
// another name, or keep Node-API in a library. The functions here choose the module.

namespace {

/// A null name is the running executable. The others carry Node-API where the executable is only a launcher.
constexpr std::array<const wchar_t*, 4> kHosts = {nullptr, L"node.exe", L"libnode.dll", L"electron.exe"};

/// The first loaded module that has Node-API, with one more reference; nullptr when there is none.
HMODULE FindHost() noexcept {
  for (const wchar_t* name : kHosts) {
    HMODULE module = nullptr;
    if (GetModuleHandleExW(0, name, &module) == 0) continue;
    if (GetProcAddress(module, "napi_create_function") != nullptr) return module;
    FreeLibrary(module);
  }
  return nullptr;
}

/// Stands for a function that the host lacks: its caller can report an error, the loader would end the
/// process.
INT_PTR WINAPI MissingFunction() { return napi_generic_failure; }

/// Called by the delay-load helper, which takes modules and functions through the same type.
FARPROC WINAPI OnDelayLoad(unsigned event, PDelayLoadInfo info) {
  if (_stricmp(info->szDll, "node.exe") != 0) return nullptr;
  if (event == dliNotePreLoadLibrary) return reinterpret_cast<FARPROC>(FindHost());
  if (event == dliFailGetProc) return MissingFunction;
  return nullptr;
}

}  // namespace

#ifdef _MSC_VER
extern "C" const PfnDliHook __pfnDliNotifyHook2 = OnDelayLoad;
extern "C" const PfnDliHook __pfnDliFailureHook2 = OnDelayLoad;
#endif

/// Windows calls this for every DLL. Refuses to load where no Node-API is, so that the host reports an error
/// instead of ending at the first call.
extern "C" BOOL WINAPI DllMain(HINSTANCE, DWORD reason, LPVOID) {
  if (reason != DLL_PROCESS_ATTACH) return TRUE;
#ifndef _MSC_VER
  // mingw-w64 has these as variables
  __pfnDliNotifyHook2 = OnDelayLoad;
  __pfnDliFailureHook2 = OnDelayLoad;
#endif
  HMODULE host = FindHost();
  if (host == nullptr) return FALSE;
  FreeLibrary(host);
  return TRUE;
}

#pragma once

#include <napi.h>

#include <string>

namespace sdkpp::addon {

/// Clears the pending exception and gives its message. A script may throw anything: no message, a getter that
/// throws, a symbol.
[[nodiscard]] std::string TakeException(Napi::Env env);

}  // namespace sdkpp::addon

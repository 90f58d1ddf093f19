#pragma once

#include <napi.h>

namespace sdkpp::addon {

/// What a stream is, by its first bytes.
[[nodiscard]] Napi::Value ProbeStream(const Napi::CallbackInfo& info);

/// Where it can be read from for the sound at a certain time: a function that is given the bytes that it
/// wants to see.
[[nodiscard]] Napi::Value SearchPlace(const Napi::CallbackInfo& info);

}  // namespace sdkpp::addon

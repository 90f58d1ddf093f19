#pragma once

#include <napi.h>

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/field.h"
#include "core/player/source.h"
#include "core/session/exchange/tide_slot.h"

// What the members with which a call goes on elsewhere have in common.

namespace sdkpp::addon {

/// A copy that belongs to JavaScript.
[[nodiscard]] Napi::Value ToJavaScript(Napi::Env env, std::span<const std::uint8_t> bytes);
/// A number, or `TrackPosition` of lib/native/player.ts.
[[nodiscard]] Napi::Value ToJavaScript(Napi::Env env, const std::optional<player::SourcePosition>& position);
/// `KeptTick` of lib/native/keeping.ts.
[[nodiscard]] Napi::Value ToJavaScript(Napi::Env env, const session::TideSlot::Reading& reading);
/// Throws `SavedSessionFault` of lib/native/moving.ts.
void Throw(Napi::Env env, const RestoreFault& fault);

}  // namespace sdkpp::addon

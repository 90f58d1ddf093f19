#pragma once

#include <napi.h>

#include "addon/audio_callbacks.h"
#include "core/player/source.h"
#include "core/session/exchange/media_stats.h"
#include "core/session/signalling.h"
#include "engine/media_threads.h"

namespace sdkpp::addon {

/// `SignallingOutput` of lib/native/addon.ts.
[[nodiscard]] Napi::Object ToJavaScript(Napi::Env env, const session::SignallingOutput& output);
[[nodiscard]] Napi::Object ToJavaScript(Napi::Env env, const CallbackFailure& failure);
/// `InputLosses` of lib/native/addon.ts.
[[nodiscard]] Napi::Object ToJavaScript(Napi::Env env, const player::SourceLosses& losses);
/// `MediaLoad` of lib/native/addon.ts.
[[nodiscard]] Napi::Object ToJavaScript(Napi::Env env, const engine::MediaThreads::LoadEvent& event);
[[nodiscard]] double MsOf(Duration duration) noexcept;
/// `StreamRefusal` of lib/native/addon.ts.
[[nodiscard]] Napi::String ToJavaScript(Napi::Env env, player::SourceRefusal refusal);
/// `SessionStats` of lib/native/addon.ts.
[[nodiscard]] Napi::Object ToJavaScript(Napi::Env env, const session::MediaStats& stats,
                                        const session::DeliveryStats& delivery);

}  // namespace sdkpp::addon

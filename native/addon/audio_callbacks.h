#pragma once

#include <napi.h>

#include <functional>
#include <string>

#include "core/session/callback_exchange.h"

namespace sdkpp::addon {

/// Runs the received and captured callbacks over lent blocks. Samples are copied into one pooled JavaScript
/// array before the call and back after it; native code keeps no pointer into JavaScript memory.
class AudioCallbacks {
 public:
  /// `null` or a function each.
  void Set(Napi::Value received, Napi::Value captured);
  [[nodiscard]] bool has_received() const { return !received_.IsEmpty(); }
  [[nodiscard]] bool has_captured() const { return !captured_.IsEmpty(); }

  /// Serves all lent blocks. `alive` is asked after each call, since a callback may close the session;
  /// `failed` hears of the first exception of each callback.
  void Run(Napi::Env env, session::CallbackExchange& exchange, const std::function<bool()>& alive,
           const std::function<void(const char* which, const std::string& message)>& failed);

 private:
  struct Reported {
    bool received = false;
    bool captured = false;
  };

  [[nodiscard]] Napi::Int16Array Array(Napi::Env env);
  [[nodiscard]] bool Call(Napi::Env env, session::CallbackExchange::Slot& slot, std::string& message);

  Napi::FunctionReference received_;
  Napi::FunctionReference captured_;
  Napi::Reference<Napi::Int16Array> array_;
  Napi::ObjectReference out_;
  Reported reported_;
};

}  // namespace sdkpp::addon

#pragma once

#include <napi.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/base/instant.h"
#include "core/session/exchange/callback_exchange.h"

namespace sdkpp::addon {

/// How often one of the two callbacks failed, and what it failed with first.
struct CallbackFailure {
  const char* which;
  std::uint64_t count;
  Napi::Value error;
};

/// Runs the received and captured callbacks over blocks on loan. Samples are copied into one pooled
/// JavaScript array before the call and back after it; native code keeps no pointer into JavaScript memory. A
/// callback that throws, transfers its array or returns a promise has not filtered its block.
class AudioCallbacks {
 public:
  /// `null` or a function each; resets the count of failures.
  void Set(Napi::Value received, Napi::Value captured);
  [[nodiscard]] bool has_received() const { return !received_.function.IsEmpty(); }
  [[nodiscard]] bool has_captured() const { return !captured_.function.IsEmpty(); }

  /// Serves all blocks on loan. Calls `alive` after each one, since a callback may close the session.
  void Run(Napi::Env env, session::CallbackExchange& exchange, const std::function<bool()>& alive);

  /// Whether TakeFailure has something.
  [[nodiscard]] bool has_failure(Instant now) const noexcept;
  /// The next report: the first failure of a callback at once, more of them once a second.
  [[nodiscard]] std::optional<CallbackFailure> TakeFailure(Napi::Env env, Instant now);

 private:
  /// One of the two callbacks.
  struct Tap {
    Napi::FunctionReference function;
    std::uint64_t failures = 0;
    std::uint64_t reported = 0;
    std::optional<Instant> reported_at;
    Napi::ObjectReference first;  ///< holds the first error as `error`

    [[nodiscard]] bool IsDue(Instant now) const noexcept;
    void Fail(Napi::Env env, Napi::Value error);
  };

  [[nodiscard]] Napi::Int16Array Array(Napi::Env env);
  [[nodiscard]] bool Filter(Napi::Env env, Tap& tap, session::CallbackExchange::Slot& slot);
  [[nodiscard]] Napi::Value Call(Napi::Env env, Tap& tap, const session::CallbackExchange::Slot& slot,
                                 Napi::Int16Array samples);

  Tap received_;
  Tap captured_;
  Napi::Reference<Napi::Int16Array> array_;
  Napi::ObjectReference out_;
};

}  // namespace sdkpp::addon

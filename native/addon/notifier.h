#pragma once

#include <napi.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "engine/engine.h"
#include "thread/semaphore.h"
#include "thread/thread.h"

namespace sdkpp::addon {

/// Carries wake-ups from other threads to the JavaScript thread. The media thread only posts a semaphore;
/// this thread makes the call into Node, which locks and allocates.
class Notifier final : public engine::WakeSink {
 public:
  /// `wake` runs on the JavaScript thread. Keeps the process alive only while Hold(true) says so.
  [[nodiscard]] static std::unique_ptr<Notifier> Start(Napi::Env env, std::function<void()> wake);
  ~Notifier() override;

  /// Whether somebody waits for what comes, as for the end of an operation. JavaScript thread.
  void Hold(Napi::Env env, bool hold) noexcept;
  /// Any thread.
  void Wake() noexcept override;

 private:
  explicit Notifier(std::function<void()> wake) : wake_(std::move(wake)) {}
  void Run() noexcept;
  static void OnJavaScript(napi_env env, napi_value callback, void* context, void* data) noexcept;

  std::function<void()> wake_;
  napi_threadsafe_function function_ = nullptr;
  bool holds_ = false;
  thread::Semaphore posted_;
  std::atomic<bool> pending_{false};
  std::atomic<bool> stopping_{false};
  std::optional<thread::Thread> thread_;
};

}  // namespace sdkpp::addon

#include "addon/notifier.h"

#include <utility>

namespace sdkpp::addon {

namespace {

/// False in a worker that was terminated and only clears up: its handles still fire, but no script may run.
bool MayRunScript(napi_env env) noexcept {
  // the cheapest of the calls that fail then; this one runs at every wake-up
  napi_value nothing = nullptr;
  napi_value ignored = nullptr;
  return napi_get_undefined(env, &nothing) == napi_ok &&
         napi_coerce_to_bool(env, nothing, &ignored) == napi_ok;
}

}  // namespace

std::unique_ptr<Notifier> Notifier::Start(Napi::Env env, std::function<void()> wake) {
  std::unique_ptr<Notifier> notifier(new Notifier(std::move(wake)));
  const napi_status made =
      napi_create_threadsafe_function(env, nullptr, nullptr, Napi::String::New(env, "sdkpp wake"), 1, 1,
                                      nullptr, nullptr, notifier.get(), OnJavaScript, &notifier->function_);
  if (made != napi_ok) return nullptr;
  napi_unref_threadsafe_function(env, notifier->function_);
  auto started =
      thread::Thread::Start([](void* raw) noexcept { static_cast<Notifier*>(raw)->Run(); }, notifier.get());
  if (!started) return nullptr;
  notifier->thread_.emplace(std::move(*started));
  return notifier;
}

Notifier::~Notifier() {
  stopping_.store(true, std::memory_order_release);
  Wake();
  thread_.reset();
  if (function_ != nullptr) napi_release_threadsafe_function(function_, napi_tsfn_abort);
}

void Notifier::Hold(Napi::Env env, bool hold) noexcept {
  if (std::exchange(holds_, hold) == hold) return;
  if (hold)
    (void)napi_ref_threadsafe_function(env, function_);
  else
    (void)napi_unref_threadsafe_function(env, function_);
}

void Notifier::Wake() noexcept {
  // one post at a time: the call below serves all that came before it
  if (!pending_.exchange(true, std::memory_order_acq_rel)) posted_.Release();
}

void Notifier::Run() noexcept {
  while (true) {
    posted_.Acquire();
    // an exchange, so that what was written before each Wake() is seen by the call below
    (void)pending_.exchange(false, std::memory_order_acq_rel);
    if (stopping_.load(std::memory_order_acquire)) return;
    // a full queue (of one) means that the call is pending already
    (void)napi_call_threadsafe_function(function_, nullptr, napi_tsfn_nonblocking);
  }
}

void Notifier::OnJavaScript(napi_env env, napi_value, void* context, void*) noexcept {
  if (env == nullptr) return;  // the environment is going down
  napi_handle_scope scope = nullptr;
  if (napi_open_handle_scope(env, &scope) != napi_ok) return;
  const bool may_run = MayRunScript(env);
  napi_close_handle_scope(env, scope);
  if (!may_run) return;
  static_cast<Notifier*>(context)->wake_();
}

}  // namespace sdkpp::addon

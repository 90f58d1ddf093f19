#pragma once

#include <napi.h>

#include <memory>
#include <vector>

#include "addon/notifier.h"
#include "engine/engine.h"

namespace sdkpp::addon {

class VoiceSession;

/// Everything this addon keeps for one JavaScript environment. Nothing is static: worker threads and repeated
/// loads each have their own.
class Instance {
 public:
  explicit Instance(Napi::Env env) : env_(env) {}

  /// The media thread, started on first use; nullptr when the system refuses or the environment is ending.
  [[nodiscard]] engine::Engine* engine();
  /// Stops and joins the threads. Sessions live on as dead objects.
  void Shutdown() noexcept;

  void Enter(VoiceSession* session) { sessions_.push_back(session); }
  void Leave(VoiceSession* session) noexcept { std::erase(sessions_, session); }
  [[nodiscard]] std::size_t session_count() const noexcept { return sessions_.size(); }

  Napi::FunctionReference session_class;

 private:
  void OnWake();

  Napi::Env env_;
  std::vector<VoiceSession*> sessions_;
  bool ended_ = false;
  // the engine calls the notifier: it must go first
  std::unique_ptr<Notifier> notifier_;
  std::unique_ptr<engine::Engine> engine_;
};

}  // namespace sdkpp::addon

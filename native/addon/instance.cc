#include "addon/instance.h"

#include <algorithm>

#include "addon/voice_session.h"

namespace sdkpp::addon {

engine::Engine* Instance::engine() {
  if (ended_ || engine_) return engine_.get();
  if (!notifier_) notifier_ = Notifier::Start(env_, [this] { OnWake(); });
  if (notifier_) engine_ = engine::Engine::Start(*notifier_);
  return engine_.get();
}

void Instance::Shutdown() noexcept {
  ended_ = true;
  engine_.reset();
  notifier_.reset();
}

void Instance::OnWake() {
  if (!engine_) return;
  Napi::HandleScope scope(env_);
  engine_->CollectGarbage();
  // a callback may close any session, so only those still listed are visited
  for (VoiceSession* session : std::vector<VoiceSession*>(sessions_)) {
    if (std::ranges::find(sessions_, session) != sessions_.end()) session->OnWake();
  }
}

}  // namespace sdkpp::addon

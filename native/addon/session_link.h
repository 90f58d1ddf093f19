#pragma once

#include <deque>
#include <memory>
#include <variant>
#include <vector>

#include "core/base/instant.h"
#include "core/session/signalling.h"
#include "engine/media_session.h"

namespace sdkpp::addon {

/// The two halves of a voice session on the JavaScript thread: carries what Signalling asks for to sockets
/// and to Media, and what Media reports to Signalling. It knows no JavaScript.
class SessionLink {
 public:
  SessionLink(const session::SignallingOptions& options, std::unique_ptr<engine::MediaSession> media)
      : signalling_(options), media_(std::move(media)) {}

  [[nodiscard]] session::Signalling& signalling() noexcept { return signalling_; }
  [[nodiscard]] engine::MediaSession& media() noexcept { return *media_; }
  /// The end: the engine frees Media once its thread has released it.
  [[nodiscard]] std::unique_ptr<engine::MediaSession> TakeMedia() noexcept { return std::move(media_); }

  /// Time moves to `now`, unless it was later already; what Media reported is handled first. Returns the
  /// time.
  Instant Advance(Instant now);
  /// Takes what Media reported, and calls `retired` for each object that came back to be freed.
  template <class OnRetired>
  void Collect(const OnRetired& retired) {
    while (auto event = media_->PopEvent()) {
      if (const auto* back = std::get_if<session::event::Retired>(&*event)) {
        retired(*back);
      } else {
        reports_.push_back(std::move(*event));
      }
    }
  }
  /// Whether Media reported what Advance() has not handled yet.
  [[nodiscard]] bool has_reports() const noexcept { return !reports_.empty(); }
  /// Carries out what Signalling asks for. True when the media thread has commands to run.
  [[nodiscard]] bool Pump();

 private:
  void OpenPath(const session::PathRequest& request);

  session::Signalling signalling_;
  std::unique_ptr<engine::MediaSession> media_;
  std::deque<engine::SessionCommand> backlog_;  ///< commands for which Media had no room
  std::vector<session::MediaEvent> reports_;
  Instant now_{};
};

}  // namespace sdkpp::addon

#pragma once

#include "core/base/field.h"
#include "core/base/instant.h"

namespace sdkpp::audio {

/// Push-to-talk: open while the key is held and for the release delay after that.
class PttGate {
 public:
  void SetActive(bool active, Instant now) noexcept;
  /// Negative counts as 0. Also applies to a release that already happened.
  void SetReleaseDelay(Duration delay) noexcept;
  /// Whether a frame that starts at `at` still flows. media thread
  [[nodiscard]] bool IsOpen(Instant at) const noexcept;

  /// The settings are made anew; a release whose delay runs goes on.
  void Save(FieldWriter& out) const noexcept;
  void Restore(FieldReader& in) noexcept;

 private:
  struct Fields;

  bool active_ = false;
  bool released_ = false;  ///< the key was held once
  Instant released_at_{};
  Duration delay_{};
};

}  // namespace sdkpp::audio

#pragma once

#include <optional>

namespace sdkpp::turns {

/// How loud own sound comes back: what is much louder has somebody's own voice in it.
class EchoLevel {
 public:
  /// The powers of a row as it was heard and as it was sent. media thread
  void Add(float heard, float sent) noexcept;
  /// The row is an echo: learns its level. media thread
  void Learn() noexcept;
  /// Whether the last rows are louder than an echo is. media thread
  [[nodiscard]] bool IsLouder() const noexcept;
  /// media thread
  void Forget() noexcept { usual_.reset(); }

 private:
  [[nodiscard]] float Ratio() const noexcept;

  float heard_ = 0;
  float sent_ = 0;
  std::optional<float> usual_;  ///< ratio of powers, as a logarithm to base 2
};

}  // namespace sdkpp::turns

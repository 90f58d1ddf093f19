#pragma once

namespace sdkpp::session {

/// The restraint of the input while somebody speaks over it.
struct Restraint {
  bool stops = false;  ///< the input is left where it is
  float gain = 1;      ///< linear, of what is sent

  friend bool operator==(const Restraint&, const Restraint&) noexcept = default;
};

}  // namespace sdkpp::session

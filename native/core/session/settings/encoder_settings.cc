#include "core/session/settings/encoder_settings.h"

#include "core/session/settings/field_check.h"

namespace sdkpp::session {

namespace {

template <class Check>
bool Accepts(const Check& check, int value) noexcept {
  return check.Accepts(value);
}

/// Both values of a bool have a name.
template <std::size_t kCount>
bool Accepts(const field::Choice<kCount>&, bool) noexcept {
  static_assert(kCount == 2);
  return true;
}

}  // namespace

bool IsValid(const EncoderSettings& settings) noexcept {
  using namespace field;  // the checks of the table
  bool valid = true;
#define ENCODER_FIELD(type, member, initial, name, ...) \
  valid = valid && Accepts(__VA_ARGS__, settings.member);
#include "core/session/settings/encoder_settings.def"
  return valid;
}

}  // namespace sdkpp::session

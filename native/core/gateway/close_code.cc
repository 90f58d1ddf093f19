#include "core/gateway/close_code.h"

namespace sdkpp::gateway {

CloseClass ClassifyClose(int code) noexcept {
  switch (code) {
    case kCloseNormal:
    case 4001:
    case 4002:
    case kCloseAuthenticationFailed:
    case 4020:
      return CloseClass::kNewSessionOnce;
    case 4003:
    case 4005:
    case 4006:
    case 4011:
      return CloseClass::kNewSession;
    case 4009:
      return CloseClass::kResumeOnce;
    case 4016:
      return CloseClass::kNewSessionOtherMode;
    case kCloseDisconnected:
    case 4022:
      return CloseClass::kWait;
    case 4012:
    case kCloseE2eeRequired:
    case 4021:
      return CloseClass::kStop;
    default:
      return CloseClass::kResume;
  }
}

bool KeepsSession(int code) noexcept {
  return code < 4000 || code == kCloseServerCrashed || code == kCloseUnresponsive;
}

bool IsForbidden(int code) noexcept {
  return code == kCloseAuthenticationFailed || code == kCloseE2eeRequired;
}

}  // namespace sdkpp::gateway

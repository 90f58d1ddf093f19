#include "addon/thrown.h"

namespace sdkpp::addon {

std::string TakeException(Napi::Env env) {
  const Napi::Value thrown = env.GetAndClearPendingException().Value();
  Napi::Value text = thrown;
  if (thrown.IsObject()) text = thrown.As<Napi::Object>().Get("message");
  std::string message = "no text";
  if (!env.IsExceptionPending() && text.IsString()) message = text.As<Napi::String>().Utf8Value();
  if (env.IsExceptionPending()) env.GetAndClearPendingException();
  return message;
}

}  // namespace sdkpp::addon

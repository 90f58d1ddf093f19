#include "addon/arguments.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace sdkpp::addon {

namespace {

/// A number as JavaScript would print it.
std::string Plain(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.15g", value);
  return text.data();
}

std::string Shown(const Napi::CallbackInfo& info, std::size_t at) {
  if (at >= info.Length()) return "undefined";
  const Napi::Value value = info[at];
  if (value.IsNumber()) return Plain(value.As<Napi::Number>().DoubleValue());
  if (value.IsString()) return "a string";
  if (value.IsNull()) return "null";
  if (value.IsUndefined()) return "undefined";
  if (value.IsTypedArray()) {
    return "a typed array of " + std::to_string(value.As<Napi::TypedArray>().ByteLength()) + " bytes";
  }
  return value.IsFunction() ? "a function" : "another type";
}

}  // namespace

void ThrowCoded(Napi::Env env, const char* code, const std::string& message) {
  Napi::Error error = Napi::Error::New(env, message);
  error.Set("code", Napi::String::New(env, code));
  error.ThrowAsJavaScriptException();
}

void Arguments::Fail(const char* expected, const char* name, std::size_t at) {
  if (!ok_) return;
  ok_ = false;
  const std::string message =
      std::string("Expected ") + expected + " for " + name + " but received " + Shown(info_, at);
  Napi::TypeError error = Napi::TypeError::New(info_.Env(), message);
  error.Set("code", Napi::String::New(info_.Env(), "INVALID_ARGUMENT"));
  error.ThrowAsJavaScriptException();
}

double Arguments::Number(std::size_t at, const char* name, double least, double most) {
  if (!ok_) return least;
  const double value = info_[at].IsNumber() ? info_[at].As<Napi::Number>().DoubleValue() : std::nan("");
  if (value >= least && value <= most) return value;
  const std::string expected = "a number from " + Plain(least) + " to " + Plain(most);
  Fail(expected.c_str(), name, at);
  return least;
}

int Arguments::Integer(std::size_t at, const char* name, int least, int most) {
  const double value = Number(at, name, least, most);
  if (ok_ && value != std::floor(value)) Fail("an integer", name, at);
  return static_cast<int>(value);
}

bool Arguments::Boolean(std::size_t at, const char* name) {
  if (ok_ && !info_[at].IsBoolean()) Fail("a boolean", name, at);
  return ok_ && info_[at].As<Napi::Boolean>().Value();
}

std::string Arguments::Text(std::size_t at, const char* name) {
  if (ok_ && !info_[at].IsString()) Fail("a string", name, at);
  return ok_ ? info_[at].As<Napi::String>().Utf8Value() : std::string();
}

UserId Arguments::User(std::size_t at, const char* name) {
  if (ok_ && !info_[at].IsBigInt()) Fail("a bigint", name, at);
  if (!ok_) return UserId(0);
  bool lossless = false;
  const std::uint64_t value = info_[at].As<Napi::BigInt>().Uint64Value(&lossless);
  if (!lossless) Fail("a bigint from 0 to 2^64-1", name, at);
  return UserId(value);
}

std::span<std::uint8_t> Arguments::Bytes(std::size_t at, const char* name) {
  const bool fits = ok_ && info_[at].IsTypedArray() &&
                    info_[at].As<Napi::TypedArray>().TypedArrayType() == napi_uint8_array;
  if (ok_ && !fits) Fail("a Uint8Array", name, at);
  if (!ok_) return {};
  auto array = info_[at].As<Napi::Uint8Array>();
  return {array.Data(), array.ElementLength()};
}

std::span<std::uint8_t> Arguments::Bytes(std::size_t at, const char* name, std::size_t size) {
  const auto bytes = Bytes(at, name);
  if (ok_ && bytes.size() != size) {
    const std::string expected = "a Uint8Array of " + std::to_string(size) + " bytes";
    Fail(expected.c_str(), name, at);
  }
  return ok_ ? bytes : std::span<std::uint8_t>();
}

std::span<const std::int16_t> Arguments::Samples(std::size_t at, const char* name) {
  const bool fits = ok_ && info_[at].IsTypedArray() &&
                    info_[at].As<Napi::TypedArray>().TypedArrayType() == napi_int16_array;
  if (ok_ && !fits) Fail("an Int16Array", name, at);
  if (!ok_) return {};
  const auto array = info_[at].As<Napi::Int16Array>();
  return {array.Data(), array.ElementLength()};
}

Instant Arguments::Time(std::size_t at) {
  constexpr double kLatest = 9e12;  // some 285 years in milliseconds
  const double ms = Number(at, "nowMs", 0, kLatest);
  return Instant(std::chrono::duration_cast<Duration>(std::chrono::duration<double, std::milli>(ms)));
}

}  // namespace sdkpp::addon

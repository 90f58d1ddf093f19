#include "addon/arguments.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "addon/thrown.h"

namespace sdkpp::addon {

namespace {

constexpr std::size_t kAnySize = std::numeric_limits<std::size_t>::max();

/// A number as JavaScript would print it.
std::string Plain(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.15g", value);
  return text.data();
}

std::string Shown(Napi::Value value) {
  if (value.IsEmpty() || value.IsUndefined()) return "undefined";
  if (value.IsNumber()) return Plain(value.As<Napi::Number>().DoubleValue());
  if (value.IsString()) return "a string";
  if (value.IsNull()) return "null";
  if (value.IsBigInt()) return "a bigint";
  if (value.IsTypedArray()) {
    return "a typed array of " + std::to_string(value.As<Napi::TypedArray>().ByteLength()) + " bytes";
  }
  return value.IsFunction() ? "a function" : "another type";
}

std::string Listed(std::span<const std::string_view> choices) {
  std::string text = "one of";
  for (const std::string_view each : choices) text.append(" \"").append(each).append("\"");
  return text;
}

/// "10, 20 or 40".
std::string Listed(std::span<const int> values) {
  std::string text;
  for (std::size_t at = 0; at < values.size(); ++at) {
    if (at > 0) text += at + 1 < values.size() ? ", " : " or ";
    text += std::to_string(values[at]);
  }
  return text;
}

bool IsArrayOf(Napi::Value value, napi_typedarray_type type) {
  return value.IsTypedArray() && value.As<Napi::TypedArray>().TypedArrayType() == type;
}

}  // namespace

void ThrowCoded(Napi::Env env, const char* code, const std::string& message) {
  const Napi::Error error = Napi::Error::New(env, message);
  error.Set("code", Napi::String::New(env, code));
  error.ThrowAsJavaScriptException();
}

void Arguments::Throw(const std::string& message) {
  if (!ok_) return;
  ok_ = false;
  const Napi::TypeError error = Napi::TypeError::New(info_.Env(), message);
  error.Set("code", Napi::String::New(info_.Env(), "ARGUMENT_INVALID"));
  error.ThrowAsJavaScriptException();
}

void Arguments::Fail(const std::string& expected, const std::string& name, Napi::Value received) {
  Throw("Expected " + expected + " for " + name + " but received " + Shown(received));
}

Napi::Value Arguments::Read(const Napi::Object& object, Napi::Value key, const std::string& name) {
  if (!ok_) return info_.Env().Undefined();
  const Napi::Value value = object.Get(key);
  if (!info_.Env().IsExceptionPending()) return value;
  Throw("Expected a value for " + name + " but reading it threw: " + TakeException(info_.Env()));
  return info_.Env().Undefined();
}

double Arguments::NumberOf(Napi::Value value, const std::string& name, double least, double most) {
  if (!ok_) return least;
  const double number = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : std::nan("");
  if (number >= least && number <= most) return number;
  Fail("a number from " + Plain(least) + " to " + Plain(most), name, value);
  return least;
}

int Arguments::IntegerOf(Napi::Value value, const std::string& name, int least, int most) {
  const double number = NumberOf(value, name, least, most);
  if (ok_ && number != std::floor(number)) Fail("an integer", name, value);
  return static_cast<int>(number);
}

std::string Arguments::TextOf(Napi::Value value, const std::string& name) {
  if (ok_ && !value.IsString()) Fail("a string", name, value);
  return ok_ ? value.As<Napi::String>().Utf8Value() : std::string();
}

int Arguments::ListedOf(Napi::Value value, const std::string& name, std::span<const int> values) {
  const int number = IntegerOf(value, name, values.front(), values.back());
  if (ok_ && std::ranges::find(values, number) == values.end()) Fail(Listed(values), name, value);
  return number;
}

std::size_t Arguments::ChoiceOf(Napi::Value value, const std::string& name,
                                std::span<const std::string_view> choices) {
  if (!ok_) return 0;
  if (value.IsString()) {
    const std::string text = value.As<Napi::String>().Utf8Value();
    const auto found = std::ranges::find(choices, std::string_view(text));
    if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  }
  Fail(Listed(choices), name, value);
  return 0;
}

Napi::Function Arguments::FunctionOf(Napi::Value value, const std::string& name) {
  if (ok_ && !value.IsFunction()) Fail("a function", name, value);
  return ok_ ? value.As<Napi::Function>() : Napi::Function();
}

std::uint64_t Arguments::Unsigned64Of(Napi::Value value, const std::string& name) {
  if (ok_ && !value.IsBigInt()) Fail("a bigint", name, value);
  if (!ok_) return 0;
  bool lossless = false;
  const std::uint64_t read = value.As<Napi::BigInt>().Uint64Value(&lossless);
  if (!lossless) Fail("a bigint from 0 to 2^64-1", name, value);
  return read;
}

UserId Arguments::UserOf(Napi::Value value, const std::string& name) {
  return UserId(Unsigned64Of(value, name));
}

std::span<std::uint8_t> Arguments::BytesOf(Napi::Value value, const std::string& name, std::size_t size) {
  const std::string expected =
      size == kAnySize ? "a Uint8Array" : "a Uint8Array of " + std::to_string(size) + " bytes";
  if (ok_ && !IsArrayOf(value, napi_uint8_array))
    Fail(size == kAnySize ? expected : "a Uint8Array", name, value);
  if (!ok_) return {};
  auto array = value.As<Napi::Uint8Array>();
  if (size != kAnySize && array.ElementLength() != size) Fail(expected, name, value);
  return ok_ ? std::span(array.Data(), array.ElementLength()) : std::span<std::uint8_t>();
}

double Arguments::Number(std::size_t at, const char* name, double least, double most) {
  return NumberOf(info_[at], name, least, most);
}

int Arguments::Integer(std::size_t at, const char* name, int least, int most) {
  return IntegerOf(info_[at], name, least, most);
}

bool Arguments::BooleanOf(Napi::Value value, const std::string& name) {
  if (ok_ && !value.IsBoolean()) Fail("a boolean", name, value);
  return ok_ && value.As<Napi::Boolean>().Value();
}

bool Arguments::FieldOf(Napi::Value value, const std::string& name, const session::field::Flag&) {
  return BooleanOf(value, name);
}

double Arguments::FieldOf(Napi::Value value, const std::string& name, const session::field::Number& check) {
  return NumberOf(value, name, check.least, check.most);
}

int Arguments::FieldOf(Napi::Value value, const std::string& name, const session::field::Integer& check) {
  return IntegerOf(value, name, check.least, check.most);
}

int Arguments::FieldOf(Napi::Value value, const std::string& name, const session::field::Enumerator& check) {
  return IntegerOf(value, name, 0, check.last);
}

Duration Arguments::FieldOf(Napi::Value value, const std::string& name,
                            const session::field::Milliseconds& check) {
  const double ms = NumberOf(value, name, check.least, check.most);
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double, std::milli>(ms));
}

UserId Arguments::FieldOf(Napi::Value value, const std::string& name, const session::field::User&) {
  return UserOf(value, name);
}

bool Arguments::Boolean(std::size_t at, const char* name) { return BooleanOf(info_[at], name); }

std::string Arguments::Text(std::size_t at, const char* name) { return TextOf(info_[at], name); }

std::size_t Arguments::Choice(std::size_t at, const char* name,
                              std::initializer_list<std::string_view> choices) {
  return ChoiceOf(info_[at], name, choices);
}

Napi::Function Arguments::Function(std::size_t at, const char* name) { return FunctionOf(info_[at], name); }

Napi::Function Arguments::FunctionOrNull(std::size_t at, const char* name) {
  if (ok_ && info_[at].IsNull()) return {};
  if (ok_ && !info_[at].IsFunction()) Fail("a function or null", name, info_[at]);
  return FunctionOf(info_[at], name);
}

std::uint64_t Arguments::Unsigned64(std::size_t at, const char* name) {
  return Unsigned64Of(info_[at], name);
}

UserId Arguments::User(std::size_t at, const char* name) { return UserOf(info_[at], name); }

Napi::Array Arguments::ArrayOf(std::size_t at, const char* name) {
  if (ok_ && !info_[at].IsArray()) Fail("an array", name, info_[at]);
  return ok_ ? info_[at].As<Napi::Array>() : Napi::Array::New(info_.Env());
}

std::vector<UserId> Arguments::Users(std::size_t at, const char* name) {
  const Napi::Array list = ArrayOf(at, name);
  std::vector<UserId> users;
  for (std::uint32_t each = 0; ok_ && each < list.Length(); ++each) {
    const std::string element = std::string(name) + "[" + std::to_string(each) + "]";
    users.push_back(UserOf(Read(list, Napi::Number::New(info_.Env(), each), element), element));
  }
  return users;
}

std::vector<std::string> Arguments::Texts(std::size_t at, const char* name, std::uint32_t most) {
  const Napi::Array list = ArrayOf(at, name);
  std::vector<std::string> texts;
  for (std::uint32_t each = 0; ok_ && each < list.Length() && each < most; ++each) {
    const std::string element = std::string(name) + "[" + std::to_string(each) + "]";
    texts.push_back(TextOf(Read(list, Napi::Number::New(info_.Env(), each), element), element));
  }
  return texts;
}

std::span<std::uint8_t> Arguments::Bytes(std::size_t at, const char* name) {
  return BytesOf(info_[at], name, kAnySize);
}

std::span<std::uint8_t> Arguments::Bytes(std::size_t at, const char* name, std::size_t size) {
  return BytesOf(info_[at], name, size);
}

std::span<const std::int16_t> Arguments::Samples(std::size_t at, const char* name) {
  if (ok_ && !IsArrayOf(info_[at], napi_int16_array)) Fail("an Int16Array", name, info_[at]);
  if (!ok_) return {};
  const auto array = info_[at].As<Napi::Int16Array>();
  return {array.Data(), array.ElementLength()};
}

Instant Arguments::Time(std::size_t at) {
  constexpr double kLatest = 9e12;  // some 285 years in milliseconds
  const double ms = Number(at, "nowMs", 0, kLatest);
  return Instant(std::chrono::duration_cast<Duration>(std::chrono::duration<double, std::milli>(ms)));
}

Properties::Properties(Arguments& arguments, Napi::Value value, const char* name)
    : arguments_(arguments), name_(name) {
  if (value.IsObject()) {
    object_ = value.As<Napi::Object>();
  } else {
    arguments_.Fail("an object", name, value);
  }
}

Napi::Value Properties::Read(const char* key) {
  const Napi::Env env = arguments_.info_.Env();
  if (!arguments_.ok()) return env.Undefined();
  return arguments_.Read(object_, Napi::String::New(env, key), NameOf(key));
}

double Properties::Number(const char* key, double least, double most) {
  return arguments_.NumberOf(Read(key), NameOf(key), least, most);
}

int Properties::Integer(const char* key, int least, int most) {
  return arguments_.IntegerOf(Read(key), NameOf(key), least, most);
}

std::size_t Properties::Choice(const char* key, std::initializer_list<std::string_view> choices) {
  return arguments_.ChoiceOf(Read(key), NameOf(key), choices);
}

Napi::Function Properties::Function(const char* key) { return arguments_.FunctionOf(Read(key), NameOf(key)); }

UserId Properties::User(const char* key) { return arguments_.UserOf(Read(key), NameOf(key)); }

std::span<std::uint8_t> Properties::Bytes(const char* key, std::size_t size) {
  return arguments_.BytesOf(Read(key), NameOf(key), size);
}

}  // namespace sdkpp::addon

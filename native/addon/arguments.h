#pragma once

#include <napi.h>

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/session/settings/field_check.h"

namespace sdkpp::addon {

/// Reads and checks the arguments of one call. The first bad one throws a JavaScript TypeError (code
/// ARGUMENT_INVALID) that says what was expected, where, and what came; ok() is false from then on and the
/// call must return. A getter that throws inside an argument counts as a bad argument, too: no exception is
/// ever left pending while the next value is read.
class Arguments {
 public:
  explicit Arguments(const Napi::CallbackInfo& info) : info_(info) {}

  [[nodiscard]] bool ok() const noexcept { return ok_; }

  double Number(std::size_t at, const char* name, double least, double most);
  int Integer(std::size_t at, const char* name, int least, int most);
  bool Boolean(std::size_t at, const char* name);
  std::string Text(std::size_t at, const char* name);
  /// One of `choices`, by its place among them; 0 when it is none.
  std::size_t Choice(std::size_t at, const char* name, std::initializer_list<std::string_view> choices);
  /// A field of settings.def, with the check of its row.
  template <class Check>
  auto Field(std::size_t at, const char* name, const Check& check) {
    return FieldOf(info_[at], name, check);
  }
  /// A value to be read by hand; undefined when it is missing.
  [[nodiscard]] Napi::Value At(std::size_t at) const { return info_[at]; }
  Napi::Function Function(std::size_t at, const char* name);
  /// Empty for null.
  Napi::Function FunctionOrNull(std::size_t at, const char* name);
  std::uint64_t Unsigned64(std::size_t at, const char* name);
  UserId User(std::size_t at, const char* name);
  std::vector<UserId> Users(std::size_t at, const char* name);
  std::vector<std::string> Texts(std::size_t at, const char* name, std::uint32_t most);
  std::span<std::uint8_t> Bytes(std::size_t at, const char* name);
  /// Exactly `size` bytes, or empty when that failed.
  std::span<std::uint8_t> Bytes(std::size_t at, const char* name, std::size_t size);
  std::span<const std::int16_t> Samples(std::size_t at, const char* name);
  /// Milliseconds of the caller's monotonic clock.
  Instant Time(std::size_t at);

 private:
  friend class Properties;

  bool FieldOf(Napi::Value value, const std::string& name, const session::field::Flag& check);
  double FieldOf(Napi::Value value, const std::string& name, const session::field::Number& check);
  int FieldOf(Napi::Value value, const std::string& name, const session::field::Integer& check);
  int FieldOf(Napi::Value value, const std::string& name, const session::field::Enumerator& check);
  Duration FieldOf(Napi::Value value, const std::string& name, const session::field::Milliseconds& check);
  UserId FieldOf(Napi::Value value, const std::string& name, const session::field::User& check);
  template <std::size_t kCount>
  int FieldOf(Napi::Value value, const std::string& name, const session::field::OneOf<kCount>& check) {
    return ListedOf(value, name, check.values);
  }
  template <std::size_t kCount>
  std::size_t FieldOf(Napi::Value value, const std::string& name,
                      const session::field::Choice<kCount>& check) {
    return ChoiceOf(value, name, check.names);
  }

  double NumberOf(Napi::Value value, const std::string& name, double least, double most);
  int IntegerOf(Napi::Value value, const std::string& name, int least, int most);
  std::string TextOf(Napi::Value value, const std::string& name);
  bool BooleanOf(Napi::Value value, const std::string& name);
  std::size_t ChoiceOf(Napi::Value value, const std::string& name, std::span<const std::string_view> choices);
  /// One of `values`, which are in ascending order.
  int ListedOf(Napi::Value value, const std::string& name, std::span<const int> values);
  Napi::Function FunctionOf(Napi::Value value, const std::string& name);
  std::uint64_t Unsigned64Of(Napi::Value value, const std::string& name);
  UserId UserOf(Napi::Value value, const std::string& name);
  std::span<std::uint8_t> BytesOf(Napi::Value value, const std::string& name, std::size_t size);
  /// The value of a property or element. Undefined when it cannot be read.
  Napi::Value Read(const Napi::Object& object, Napi::Value key, const std::string& name);
  Napi::Array ArrayOf(std::size_t at, const char* name);
  void Fail(const std::string& expected, const std::string& name, Napi::Value received);
  void Throw(const std::string& message);

  const Napi::CallbackInfo& info_;
  bool ok_ = true;
};

/// Reads the properties of an argument that is an object, each named `<argument>.<property>` in its error.
class Properties {
 public:
  Properties(Arguments& arguments, Napi::Value value, const char* name);

  /// A field of encoder_settings.def, with the check of its row.
  template <class Check>
  auto Field(const char* key, const Check& check) {
    return arguments_.FieldOf(Read(key), NameOf(key), check);
  }
  double Number(const char* key, double least, double most);
  int Integer(const char* key, int least, int most);
  std::size_t Choice(const char* key, std::initializer_list<std::string_view> choices);
  Napi::Function Function(const char* key);
  UserId User(const char* key);
  std::span<std::uint8_t> Bytes(const char* key, std::size_t size);

 private:
  Napi::Value Read(const char* key);
  [[nodiscard]] std::string NameOf(const char* key) const { return name_ + "." + key; }

  Arguments& arguments_;
  Napi::Object object_;
  std::string name_;
};

/// Throws a JavaScript Error with a stable `code`.
void ThrowCoded(Napi::Env env, const char* code, const std::string& message);

}  // namespace sdkpp::addon

#pragma once

#include <napi.h>

#include <cstdint>
#include <span>
#include <string>

#include "core/base/instant.h"
#include "core/base/strong.h"

namespace sdkpp::addon {

/// Reads and checks the arguments of one call. The first bad one throws a JavaScript TypeError or RangeError
/// that says what was expected, where, and what came; ok() is false from then on and the call must return.
class Arguments {
 public:
  explicit Arguments(const Napi::CallbackInfo& info) : info_(info) {}

  [[nodiscard]] bool ok() const noexcept { return ok_; }

  double Number(std::size_t at, const char* name, double least, double most);
  int Integer(std::size_t at, const char* name, int least, int most);
  bool Boolean(std::size_t at, const char* name);
  std::string Text(std::size_t at, const char* name);
  UserId User(std::size_t at, const char* name);
  std::span<std::uint8_t> Bytes(std::size_t at, const char* name);
  /// Exactly `size` bytes, or empty when that failed.
  std::span<std::uint8_t> Bytes(std::size_t at, const char* name, std::size_t size);
  std::span<const std::int16_t> Samples(std::size_t at, const char* name);
  /// Milliseconds of the caller's monotonic clock.
  Instant Time(std::size_t at);

 private:
  void Fail(const char* expected, const char* name, std::size_t at);

  const Napi::CallbackInfo& info_;
  bool ok_ = true;
};

/// Throws a JavaScript Error with a stable `code`.
void ThrowCoded(Napi::Env env, const char* code, const std::string& message);

}  // namespace sdkpp::addon

#include "addon/stream_inspection.h"

#include <cstdint>
#include <memory>

#include "addon/arguments.h"
#include "core/container/stream_probe.h"
#include "decoder/place_search.h"

namespace sdkpp::addon {
namespace {

constexpr double kMostBytes = 9'007'199'254'740'991;
constexpr double kLongestStartMs = 2'147'483'647;

Napi::Value FoundOf(Napi::Env env, const decoder::PlaceSearch& search) {
  const auto place = search.Found();
  Napi::Object step = Napi::Object::New(env);
  step.Set("type", place ? "found" : "nowhere");
  if (!place) return step;
  step.Set("head", Napi::Buffer<std::uint8_t>::Copy(env, place->head.data(), place->head.size()));
  step.Set("position", static_cast<double>(place->position));
  step.Set("skipMs", place->skip_ms);
  return step;
}

Napi::Value StepOf(Napi::Env env, const decoder::PlaceSearch& search) {
  const auto wanted = search.Wanted();
  if (!wanted) return FoundOf(env, search);
  Napi::Object step = Napi::Object::New(env);
  step.Set("type", "read");
  step.Set("position", static_cast<double>(wanted->position));
  step.Set("size", static_cast<double>(wanted->size));
  return step;
}

}  // namespace

Napi::Value ProbeStream(const Napi::CallbackInfo& info) {
  Arguments arguments(info);
  const auto start = arguments.Bytes(0, "start");
  const bool is_all = arguments.Boolean(1, "isAll");
  if (!arguments.ok()) return {};
  const container::StreamProbe probe = container::ProbeStream(start, is_all);
  Napi::Object result = Napi::Object::New(info.Env());
  if (probe.verdict == container::StreamVerdict::kMore) {
    result.Set("verdict", "more");
    return result;
  }
  result.Set("verdict", probe.verdict == container::StreamVerdict::kPlays ? "plays" : "foreign");
  result.Set("name", probe.name);
  if (probe.steady) {
    const Napi::Object steady = Napi::Object::New(info.Env());
    steady.Set("begins", static_cast<double>(probe.steady->begins));
    steady.Set("unitBytes", static_cast<double>(probe.steady->unit_bytes));
    steady.Set("rate", probe.steady->rate);
    result.Set("steady", steady);
  }
  if (probe.gain_db != 0) result.Set("gainDb", probe.gain_db);
  return result;
}

Napi::Value SearchPlace(const Napi::CallbackInfo& info) {
  Arguments arguments(info);
  const auto start = arguments.Bytes(0, "start");
  const double size = arguments.Number(1, "size", 0, kMostBytes);
  const double start_ms = arguments.Number(2, "startMs", 0, kLongestStartMs);
  if (!arguments.ok()) return {};
  const std::shared_ptr<decoder::PlaceSearch> search =
      decoder::MakePlaceSearch(start, static_cast<std::uint64_t>(size), static_cast<std::uint32_t>(start_ms));
  if (!search) return info.Env().Undefined();
  return Napi::Function::New(
      info.Env(),
      [search](const Napi::CallbackInfo& call) -> Napi::Value {
        Arguments given(call);
        if (call[0].IsUndefined()) return StepOf(call.Env(), *search);
        const auto bytes = given.Bytes(0, "bytes");
        if (!given.ok()) return {};
        if (search->Wanted()) search->Give(bytes);
        return StepOf(call.Env(), *search);
      },
      "search");
}

}  // namespace sdkpp::addon

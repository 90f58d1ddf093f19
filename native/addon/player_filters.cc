#include "addon/player_filters.h"

#include <cstddef>
#include <optional>
#include <string>
#include <tuple>

namespace sdkpp::addon {

namespace {

namespace filters = player::filters;

constexpr double kHalfRate = kSampleRate / 2.0;
constexpr double kFastestVibrato = 14;
constexpr double kMostDistortion = 1'000'000;
constexpr double kMostSmoothing = 1'000'000;

void ReadValues(Properties& from, filters::Equalizer::Settings& to) {
  for (std::size_t band = 0; band < to.gains.size(); ++band)
    to.gains[band] = from.Number(std::to_string(band).c_str(), -0.25, 1);
}

void ReadValues(Properties& from, filters::Karaoke::Settings& to) {
  to.level = from.Number("level", 0, 1);
  to.mono_level = from.Number("monoLevel", 0, 1);
  to.filter_band = from.Number("filterBand", 0, kHalfRate);
  to.filter_width = from.Number("filterWidth", 0, kHalfRate);
}

void ReadValues(Properties& from, filters::Tremolo::Settings& to) {
  to.frequency = from.Number("frequency", 0, kHalfRate);
  to.depth = from.Number("depth", 0, 1);
}

void ReadValues(Properties& from, filters::Vibrato::Settings& to) {
  to.frequency = from.Number("frequency", 0, kFastestVibrato);
  to.depth = from.Number("depth", 0, 1);
}

void ReadValues(Properties& from, filters::Distortion::Settings& to) {
  const auto read = [&](const char* key) { return from.Number(key, -kMostDistortion, kMostDistortion); };
  to.sin_offset = read("sinOffset");
  to.sin_scale = read("sinScale");
  to.cos_offset = read("cosOffset");
  to.cos_scale = read("cosScale");
  to.tan_offset = read("tanOffset");
  to.tan_scale = read("tanScale");
  to.offset = read("offset");
  to.scale = read("scale");
}

void ReadValues(Properties& from, filters::Rotation::Settings& to) {
  to.rotation_hz = from.Number("rotationHz", -kHalfRate, kHalfRate);
}

void ReadValues(Properties& from, filters::ChannelMix::Settings& to) {
  to.left_to_left = from.Number("leftToLeft", 0, 1);
  to.left_to_right = from.Number("leftToRight", 0, 1);
  to.right_to_left = from.Number("rightToLeft", 0, 1);
  to.right_to_right = from.Number("rightToRight", 0, 1);
}

void ReadValues(Properties& from, filters::LowPass::Settings& to) {
  to.smoothing = from.Number("smoothing", 0, kMostSmoothing);
}

template <class Settings>
void ReadFilter(Arguments& args, std::size_t at, const char* name, std::optional<Settings>& to) {
  if (!args.ok() || args.At(at).IsNull()) return;
  Properties from(args, args.At(at), name);
  ReadValues(from, to.emplace());
}

}  // namespace

filters::FilterChain::Settings ReadFilters(Arguments& args) {
  filters::FilterChain::Settings settings;
  ReadFilter(args, 0, "equalizer", std::get<0>(settings));
  ReadFilter(args, 1, "karaoke", std::get<1>(settings));
  ReadFilter(args, 2, "tremolo", std::get<2>(settings));
  ReadFilter(args, 3, "vibrato", std::get<3>(settings));
  ReadFilter(args, 4, "distortion", std::get<4>(settings));
  ReadFilter(args, 5, "rotation", std::get<5>(settings));
  ReadFilter(args, 6, "channelMix", std::get<6>(settings));
  ReadFilter(args, 7, "lowPass", std::get<7>(settings));
  return settings;
}

}  // namespace sdkpp::addon

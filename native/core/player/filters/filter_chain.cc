#include "core/player/filters/filter_chain.h"

#include <algorithm>

namespace sdkpp::player::filters {

std::unique_ptr<FilterChain> FilterChain::Create(const Settings& settings) {
  auto chain = std::make_unique<FilterChain>();
  std::apply(
      [&]<class... Filter>(std::optional<Filter>&...) {
        (chain->Set<Filter>(std::get<std::optional<typename Filter::Settings>>(settings)), ...);
      },
      chain->filters_);
  return chain->empty() ? nullptr : std::move(chain);
}

bool FilterChain::empty() const noexcept {
  return std::apply([](const auto&... each) { return !(each || ...); }, filters_);
}

void FilterChain::Apply(SoundBlock& sound) noexcept {
  for (float& value : sound) value = value == value ? std::clamp(value, -kLoudest, kLoudest) : 0;
  std::apply([&](auto&... each) { ((each ? each->Apply(sound) : void()), ...); }, filters_);
}

}  // namespace sdkpp::player::filters

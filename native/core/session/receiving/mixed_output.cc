#include "core/session/receiving/mixed_output.h"

#include <utility>

namespace sdkpp::session {

std::unique_ptr<Output> MixedOutput::Set(std::unique_ptr<Output> output, OutputTarget target) noexcept {
  return std::exchange(outputs_[static_cast<std::size_t>(target)], std::move(output));
}

void MixedOutput::Finish(AudioBlock* played) noexcept {
  if (!wanted()) return;
  AudioBlock mixed;
  mixer_.Finish(mixed, gain_);
  Play(mixed);
  if (played != nullptr) *played = mixed;
}

void MixedOutput::Play(std::span<const std::int16_t, kBlockValues> block) noexcept {
  for (const auto& output : outputs_) {
    if (output) output->Play(block);
  }
}

}  // namespace sdkpp::session

#include "core/audio/processing_chain.h"

#include <utility>

#include "core/audio/high_pass.h"
#include "core/audio/limiter.h"

namespace sdkpp::audio {
namespace {

/// Last: whatever amplifies comes before it.
class LimiterStage final : public AudioProcessor {
 public:
  void Process(std::span<float, kValues> captured, std::span<const float, kValues>) noexcept override {
    limiter_.Process(captured);
  }

 private:
  Limiter limiter_;
};

}  // namespace

ProcessingChain::ProcessingChain() {
  auto speech = std::make_unique<Speech>();
  speech_ = speech.get();
  stages_.push_back(std::make_unique<HighPass>());
  stages_.push_back(std::move(speech));
  stages_.push_back(std::make_unique<LimiterStage>());
}

void ProcessingChain::Process(std::span<float, kValues> captured,
                              std::span<const float, kValues> played) noexcept {
  for (const auto& stage : stages_) stage->Process(captured, played);
}

}  // namespace sdkpp::audio

#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "conversation/files.h"
#include "core/audio/samples.h"
#include "core/jitter/decoded_block.h"
#include "core/opus/encoder.h"
#include "core/session/sound/own_sound.h"
#include "core/turns/barge_in.h"
#include "core/turns/ear.h"
#include "core/turns/echo/echo_detector.h"

namespace sdkpp::bench {

/// One block of a speaker in whose room own sound plays.
struct EchoRecord {
  double time = 0;  ///< of its first sample, in samples of the speaker
  float probability = 0;
  float is_marked = 0;
  float interrupts = 0;           ///< decisions of a rule that knows of marks
  float interrupts_unmarked = 0;  ///< of one that does not
};

/// An agent that sends its own sound and listens to one speaker, as SpeakerEar does.
class EchoListener {
 public:
  EchoListener() : encoder_(opus::Encoder::Create(false)) {
    if (!encoder_) std::abort();
    encoder_->SetBitrate(64'000);
    encoder_->SetComplexity(5);
  }

  /// The tick that sends this block, mono, and plays that one.
  EchoRecord Tick(std::span<const std::int16_t, kBlockSamples> own, const HeardBlock& block) {
    Send(own);
    EchoRecord record{.time = block.time};
    const bool is_marked = Hear(block);
    for (const turns::EarFrame& frame : ear_.frames()) {
      turns::EarFrame unmarked = frame;
      unmarked.is_own_echo = false;
      record.interrupts += Interrupts(rule_, frame);
      record.interrupts_unmarked += Interrupts(deaf_rule_, unmarked);
      record.probability = std::max(record.probability, frame.probability);
    }
    record.is_marked = is_marked ? 1.0F : 0.0F;
    return record;
  }
  [[nodiscard]] double NanosecondsPerBlock() {
    std::ranges::sort(spent_);
    return spent_.empty() ? 0 : spent_[spent_.size() / 2];
  }

 private:
  void Send(std::span<const std::int16_t, kBlockSamples> own) {
    AudioBlock block;
    for (std::size_t at = 0; at < kBlockSamples; ++at) block[2 * at] = block[2 * at + 1] = own[at];
    std::array<std::uint8_t, 1275> packet;
    const std::size_t size = encoder_->Encode(block, packet);
    sent_until_ += kBlockSamples;
    own_->BeginTick(sent_until_);
    own_->Send(std::span(packet).first(size));
  }
  bool Hear(const HeardBlock& block) {
    const auto kind = static_cast<jitter::BlockKind>(block.kind);
    const auto time = static_cast<std::uint64_t>(std::max(block.time, 0.0));
    if (kind == jitter::BlockKind::kSilence) {
      ear_.PushSilence(time);
      echo_->ProcessSilence();
      return false;
    }
    SoundBlock sound;
    for (std::size_t at = 0; at < kBlockSamples; ++at)
      sound[2 * at] = sound[2 * at + 1] = static_cast<float>(block.samples[at]) / audio::kFullScale;
    ear_.Push(time, sound, kind == jitter::BlockKind::kConcealed);
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t place = ear_.frames().front().time / session::OwnSound::kFactor;
    const bool is_marked = echo_->Process(place, ear_.heard(), own_->reference());
    spent_.push_back(
        std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count());
    if (is_marked) ear_.MarkOwnEcho();
    return is_marked;
  }
  static float Interrupts(turns::BargeInRule& rule, const turns::EarFrame& frame) {
    rule.HandleFrame(UserId{1}, frame, true);
    float count = 0;
    while (const auto decision = rule.Poll()) ++count;
    return count;
  }

  std::optional<opus::Encoder> encoder_;
  std::unique_ptr<session::OwnSound> own_ = std::make_unique<session::OwnSound>();
  std::unique_ptr<turns::EchoDetector> echo_ = std::make_unique<turns::EchoDetector>();
  turns::Ear ear_{turns::EarSettings{}};
  turns::BargeInRule rule_;
  turns::BargeInRule deaf_rule_;
  std::uint64_t sent_until_ = 0;
  std::vector<double> spent_;  ///< by the detector, in ns, by block
};

}  // namespace sdkpp::bench

#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "conversation/files.h"
#include "core/audio/samples.h"
#include "core/audio/voice_activity.h"
#include "core/jitter/decoded_block.h"
#include "core/turns/barge_in.h"
#include "core/turns/clock_time.h"
#include "core/turns/ear.h"
#include "core/turns/turn_machine.h"
#include "core/turns/turn_policy.h"

namespace sdkpp::bench {

/// One ear with a turn machine for each row of settings, and a rule of interruption for each length of
/// speech.
class Listener {
 public:
  static constexpr int kBargeIns = 15;  ///< 100 to 800 ms of speech, in steps of 50

  Listener(std::string name, const std::vector<Row>& rows) : name_(std::move(name)), rows_(rows) {
    machines_.resize(rows.size());
    for (std::size_t at = 0; at < rows.size(); ++at) machines_[at].Apply(rows[at].settings);
    for (int at = 0; at < kBargeIns; ++at)
      rules_[static_cast<std::size_t>(at)].Apply({.min_speech = std::chrono::milliseconds(100 + 50 * at)});
  }

  void Hear(const HeardBlock& block) {
    SoundBlock sound;
    for (std::size_t at = 0; at < kBlockSamples; ++at)
      sound[2 * at] = sound[2 * at + 1] = static_cast<float>(block.samples[at]) / audio::kFullScale;
    const auto kind = static_cast<jitter::BlockKind>(block.kind);
    const auto time = static_cast<std::uint64_t>(std::max(block.time, 0.0));
    const auto start = std::chrono::steady_clock::now();
    if (kind == jitter::BlockKind::kSilence)
      ear_.PushSilence(time);
    else
      ear_.Push(time, sound, kind == jitter::BlockKind::kConcealed);
    spent_.push_back(
        std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count());
    const bool loud = energy_.Process(Both(block));
    for (const turns::EarFrame& frame : ear_.frames()) Handle(frame, block.wall, loud);
  }

  [[nodiscard]] const std::vector<FrameRecord>& frames() const { return frames_; }
  /// The median, which other programs of the machine do not change.
  [[nodiscard]] double NanosecondsPerBlock() const {
    std::vector<double> sorted = spent_;
    std::ranges::sort(sorted);
    return sorted.empty() ? 0 : sorted[sorted.size() / 2];
  }

 private:
  static AudioBlock Both(const HeardBlock& block) {
    AudioBlock both;
    for (std::size_t at = 0; at < kBlockSamples; ++at) both[2 * at] = both[2 * at + 1] = block.samples[at];
    return both;
  }

  void Handle(const turns::EarFrame& frame, double wall, bool loud) {
    Record(frame, wall, loud);
    for (std::size_t at = 0; at < machines_.size(); ++at) {
      machines_[at].HandleFrame(frame);
      while (const auto event = machines_[at].Poll()) Print(rows_[at].name.c_str(), *event, wall);
    }
    for (int at = 0; at < kBargeIns; ++at) {
      turns::BargeInRule& rule = rules_[static_cast<std::size_t>(at)];
      rule.HandleFrame(UserId{1}, frame, true);
      while (const auto decision = rule.Poll()) {
        std::printf(
            "{\"dialogue\":\"%s\",\"kind\":\"interrupt\",\"row\":%d,\"time\":%.3f,\"began\":%.3f,\"wall\":%."
            "1f}\n",
            name_.c_str(), 100 + 50 * at, Ms(decision->time), Ms(decision->speech_began), wall);
      }
    }
  }

  void Record(const turns::EarFrame& frame, double wall, bool loud) {
    FrameRecord record{.time = static_cast<double>(frame.time),
                       .wall = wall,
                       .probability = frame.probability,
                       .level = frame.level_dbfs,
                       .pitch = frame.pitch_hz,
                       .concealed = frame.is_concealed ? 1.0F : 0.0F,
                       .loud = loud ? 1.0F : 0.0F};
    for (std::size_t at = 0; at < record.samples.size(); ++at)
      record.samples[at] = audio::Rounded(frame.samples[at]);
    std::ranges::copy(frame.bands, record.bands.begin());
    detector_.Process(frame.samples.first<turns::VoiceDetector::kFrameSamples>(), frame.is_concealed);
    record.features = detector_.features();
    frames_.push_back(record);
  }

  static double Ms(std::uint64_t time) { return static_cast<double>(time) / 48.0; }

  void Print(const char* row, const turns::TurnEvent& event, double wall) {
    static constexpr std::array kKinds{"start", "pause", "resume", "end"};
    std::printf(
        "{\"dialogue\":\"%s\",\"kind\":\"%s\",\"row\":\"%s\",\"time\":%.3f,\"wall\":%.1f,\"ended\":%.3f,"
        "\"silence\":%.1f,\"measures\":[",
        name_.c_str(), kKinds[static_cast<std::size_t>(event.kind)], row, Ms(event.time), wall,
        Ms(event.speech_ended), std::chrono::duration<double, std::milli>(event.silence).count());
    const auto measures =
        turns::MeasuresOf({.silence = event.silence,
                           .turn = turns::TimeBetween(event.speech_began, event.speech_ended),
                           .prosody = event.prosody});
    for (std::size_t at = 0; at < measures.size(); ++at)
      std::printf(at == 0 ? "%.4f" : ",%.4f", static_cast<double>(measures[at]));
    std::printf("]}\n");
  }

  std::string name_;
  const std::vector<Row>& rows_;
  turns::Ear ear_{turns::EarSettings{}};
  turns::VoiceDetector detector_;
  audio::VoiceActivity energy_;
  std::vector<turns::TurnMachine> machines_;
  std::array<turns::BargeInRule, kBargeIns> rules_{};
  std::vector<FrameRecord> frames_;
  std::vector<double> spent_;  ///< by the ear, in ns, by block
};

}  // namespace sdkpp::bench

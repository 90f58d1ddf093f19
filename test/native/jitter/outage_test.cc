// Calls after their network stood still: how soon sound is close to real time again, and how soon
// the delay that was learned is forgotten.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/jitter/jitter_buffer.h"
#include "core/jitter/timing.h"
#include "support/numbered_decoder.h"
#include "support/outage_line.h"
#include "support/sound.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;
using jitter::BlockKind;
using jitter::MsOf;

constexpr Duration kNetworkDelay = 60ms;
constexpr Instant kStart{100s};
constexpr Instant kOutage = kStart + 20s;
/// High enough that a fade shows from sample to sample.
constexpr std::uint32_t kFirstNumber = 8000;

/// When a user speaks. A pause begins with five silence frames and then sends nothing.
struct Talk {
  const char* name;
  Duration speech;
  Duration pause;
};

struct Numbered {
  std::int64_t sequence;
  std::uint32_t timestamp;
  std::vector<std::uint8_t> payload;
};

/// One call with an outage in it, 20 ms at a time. Each frame sounds like its number, so that what is heard
/// tells its own age.
class OutageCall {
 public:
  OutageCall(Duration outage, const BurstShape& shape, Duration jitter, const Talk& talk, std::uint64_t seed,
             std::size_t frame = kBlockSamples)
      : talk_(talk),
        frame_(frame),
        line_(kNetworkDelay, jitter, kOutage, kOutage + outage, shape, FrameTime(), seed) {}

  void RunUntil(Instant end) {
    while (now_ < end) Step();
  }

  /// Returns when the network was clean again.
  Instant RunThroughBurst() {
    while (!line_.IsClean(now_)) Step();
    return now_;
  }

  /// How much later than necessary the first sound from now on plays.
  Duration NextDelay() {
    const Instant from = now_;
    while (heard_at_ < from && now_ < from + 5s) Step();
    return heard_at_ < from ? Duration(1h) : added_;
  }

  [[nodiscard]] jitter::JitterStats stats() const { return buffer_.stats(); }

 private:
  void Step() {
    Speak();
    while (auto arrived = line_.Receive(now_)) {
      const Numbered& packet = arrived->second;
      buffer_.Insert(arrived->first, ExtendedSequence{packet.sequence}, RtpTimestamp{packet.timestamp},
                     packet.payload);
    }
    SoundBlock sound;
    const BlockKind kind = buffer_.Pull(now_, sound);
    out_ = Rounded(sound);
    if (kind == BlockKind::kNormal) Hear();
    now_ += kBlockDuration;
  }

  void Speak() {
    for (; next_send_ <= now_; next_send_ += FrameTime(), timestamp_ += static_cast<std::uint32_t>(frame_)) {
      const Duration place = (next_send_ - kStart) % (talk_.speech + talk_.pause);
      if (place >= talk_.speech + 5 * FrameTime()) continue;
      const auto number = static_cast<std::uint16_t>(++frames_ % NumberedDecoder::kNumbers);
      sent_[number] = next_send_;
      line_.Send(next_send_,
                 {sequence_++, timestamp_, NumberedDecoder::Payload(frame_, number, place >= talk_.speech)});
    }
  }

  void Hear() {
    const std::int16_t number = out_[kBlockValues / 4];
    const bool steady = number == out_[kBlockValues / 4 + 2] && number == out_[kBlockValues / 4 - 2];
    const auto sent = sent_.find(static_cast<std::uint16_t>(number));
    if (!steady || sent == sent_.end()) return;
    heard_at_ = now_;
    // its last sample is there a frame after its first
    added_ = now_ - sent->second - kNetworkDelay;
  }

  [[nodiscard]] Duration FrameTime() const {
    return Duration(static_cast<std::int64_t>(frame_) * 1'000'000'000 / kSampleRate);
  }

  Talk talk_;
  std::size_t frame_;
  OutageLine<Numbered> line_;
  NumberedDecoder decoder_;
  jitter::JitterBuffer buffer_{decoder_};
  Instant now_ = kStart;
  Instant next_send_ = kStart + 7ms;
  std::int64_t sequence_ = 1000;
  std::uint32_t timestamp_ = 5000;
  std::uint32_t frames_ = kFirstNumber;
  std::map<std::uint16_t, Instant> sent_;
  AudioBlock out_{};
  Duration added_{};
  Instant heard_at_{};
};

constexpr Duration kOutages[] = {100ms, 160ms, 220ms, 300ms, 400ms, 500ms, 700ms, 1s, 2s, 5s, 10s};

constexpr BurstShape kShapes[] = {
    {.name = "all at once"},
    {.name = "fast", .spacing = 0.1},
    {.name = "at double speed", .spacing = 0.5},
    {.name = "little faster than real time", .spacing = 0.8},
    {.name = "in clumps", .spacing = 0.2, .clump = 12},
    {.name = "the newest only", .kept = 15},
    {.name = "backwards", .reversed = true},
};

constexpr Talk kTalks[] = {
    {.name = "speech", .speech = 1h, .pause = 0ms},
    {.name = "speech with pauses", .speech = 1200ms, .pause = 1800ms},
    {.name = "single words", .speech = 400ms, .pause = 1600ms},
};

constexpr Duration kJitters[] = {0ms, 10ms, 30ms};

/// Every outage and shape, with the ways to talk and the jitters in turn, or every talk with `all_talks`.
template <class Check>
void ForEveryOutage(std::size_t frame, bool all_talks, const Check& check) {
  std::uint64_t seed = frame;
  for (const Duration outage : kOutages) {
    for (const BurstShape& shape : kShapes) {
      for (std::size_t at = 0; at < (all_talks ? std::size(kTalks) : 1); ++at) {
        const Duration jitter = kJitters[++seed % std::size(kJitters)];
        const Talk& talk = kTalks[(seed / std::size(kJitters) + at) % std::size(kTalks)];
        SCOPED_TRACE(std::to_string(MsOf(outage)) + " ms of outage, " + shape.name + ", " + talk.name + ", " +
                     std::to_string(MsOf(jitter)) + " ms of jitter, frames of " + std::to_string(frame));
        OutageCall call(outage, shape, jitter, talk, seed, frame);
        check(call);
      }
    }
  }
}

TEST(Outage, SoundIsCloseToRealTimeThreeSecondsAfterTheBurst) {
  for (const std::size_t frame : {480U, 960U, 2880U}) {
    ForEveryOutage(frame, true, [](OutageCall& call) {
      call.RunUntil(call.RunThroughBurst() + 3s);
      EXPECT_LE(MsOf(call.NextDelay()), 300);
    });
  }
}

TEST(Outage, TheDelayDecaysWithinNinetySecondsOfACleanNetwork) {
  ForEveryOutage(kBlockSamples, false, [](OutageCall& call) {
    const Instant clean = call.RunThroughBurst();
    call.RunUntil(clean + 90s);
    EXPECT_LE(call.stats().target_delay_ms, 40);
    EXPECT_LE(MsOf(call.NextDelay()), 80);
  });
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test

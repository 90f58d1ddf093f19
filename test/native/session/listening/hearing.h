#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/session/listening/ears.h"
#include "session/media_end.h"
#include "support/talking.h"

namespace sdkpp::session {

/// Ears in virtual time: each tick has a block of those who talk, and what JavaScript would get is kept.
class Hearing {
 public:
  struct Block {
    std::uint64_t time = 0;
    EarRecord record{};
    std::size_t samples = 0;
  };
  struct Turn {
    std::uint64_t time = 0;
    TurnRecord record{};
  };

  explicit Hearing(Listening::Whom whom, std::span<const UserId> users = {}, const TurnPolicy& policy = {}) {
    (void)ears.Set(std::make_unique<TurnPolicies>(policy));
    (void)ears.Set(turns::EarRate::k16kHz, std::make_unique<Listening>(turns::EarRate::k16kHz, whom, users));
  }

  /// Ticks in which these users talk, without a pause.
  void Talk(int ticks, std::span<const UserId> users) {
    for (; ticks > 0; --ticks) {
      for (const UserId user : users) without_ear += Say(user);
      Finish();
    }
  }
  void Talk(int ticks, UserId user) { Talk(ticks, std::span(&user, 1)); }
  /// Ticks in which nothing comes.
  void Rest(int ticks) {
    for (; ticks > 0; --ticks) Finish();
  }
  /// JavaScript takes what waits.
  void Take() {
    TakeEach(*queue, [&](const ReceivedHead& head, std::span<const std::uint8_t> bytes) {
      if (head.format == ReceivedFormat::kEar) blocks.push_back(BlockOf(head, bytes));
      if (head.format == ReceivedFormat::kTurn) {
        TurnRecord record;
        std::memcpy(&record, bytes.data(), sizeof(record));
        turns.push_back({head.time, record});
      }
    });
  }
  void Judge(UserId user, std::uint64_t pause, Listening::Verdict verdict) {
    ears.Judge(user, pause, verdict, Moment(), *queue);
    if (is_taking) Take();
  }

  [[nodiscard]] std::vector<TurnRecord::Kind> Kinds() const {
    std::vector<TurnRecord::Kind> kinds;
    for (const Turn& each : turns) kinds.push_back(each.record.kind);
    return kinds;
  }
  [[nodiscard]] int Count(TurnRecord::Kind kind) const {
    int count = 0;
    for (const Turn& each : turns) count += each.record.kind == kind ? 1 : 0;
    return count;
  }
  [[nodiscard]] Listening::Moment Moment() const {
    return {.now = Instant(10s) + kBlockDuration * tick,
            .sound = kBegin + kBlockSamples * static_cast<std::uint64_t>(tick),
            .tick = kBegin + kBlockSamples * static_cast<std::uint64_t>(tick)};
  }

  /// So far behind the tick lies the sound that it plays.
  static constexpr std::uint64_t kLag = 1920;

  Ears ears;
  std::unique_ptr<ReceiveQueue> queue = std::make_unique<ReceiveQueue>();
  std::vector<Block> blocks;
  std::vector<Turn> turns;
  std::uint64_t without_ear = 0;
  int tick = 0;
  bool is_taking = true;

 private:
  static constexpr std::uint64_t kBegin = 48'000;

  std::uint64_t Say(UserId user) {
    auto [found, is_new] = voices_.try_emplace(user.raw(), user.raw());
    SoundBlock block;
    for (std::size_t at = 0; at < kBlockSamples; ++at) {
      float value = found->second.Sample();
      block[2 * at] = block[2 * at + 1] = value;
    }
    return ears.Hear(user, {block, false, Moment().tick - kLag, Moment().tick}) ? 0 : 1;
  }
  void Finish() {
    ears.Finish(Moment(), *queue);
    ++tick;
    if (is_taking) Take();
  }
  static Block BlockOf(const ReceivedHead& head, std::span<const std::uint8_t> bytes) {
    Block block{.time = head.time, .samples = (bytes.size() - sizeof(EarRecord)) / sizeof(std::int16_t)};
    std::memcpy(&block.record, bytes.data(), sizeof(EarRecord));
    return block;
  }

  std::map<std::uint64_t, test::Talking> voices_;
};

}  // namespace sdkpp::session

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "core/base/strong.h"

namespace sdkpp::test {

/// Authenticated packets of a malicious member of a call. Every second another habit for
/// each field; the same seed does the same.
class HostilePeer {
 public:
  struct Packet {
    Ssrc ssrc;
    Sequence sequence;
    RtpTimestamp timestamp;
    std::vector<std::uint8_t> payload;
  };

  static constexpr int kPacketsPerSecond = 2000;

  HostilePeer(Ssrc ssrc, std::uint64_t seed) : ssrc_(ssrc), random_(seed) { ChangeHabits(); }

  Packet Next() {
    if (++sent_ % kPacketsPerSecond == 0) ChangeHabits();
    sequence_ += NextStep(sequence_habit_, sequence_step_);
    timestamp_ += NextStep(timestamp_habit_, timestamp_step_);
    return {NextSsrc(), Sequence(static_cast<std::uint16_t>(sequence_)), RtpTimestamp(timestamp_), Payload()};
  }

 private:
  enum class Habit { kStep, kTwoForward, kRandom, kBackAndForth, kStand };

  std::uint32_t Pick(std::uint32_t below) { return static_cast<std::uint32_t>(random_() % below); }

  template <std::size_t N>
  std::uint32_t One(const std::array<std::uint32_t, N>& list) {
    return list[Pick(N)];
  }

  void ChangeHabits() {
    sequence_habit_ = static_cast<Habit>(Pick(5));
    timestamp_habit_ = static_cast<Habit>(Pick(5));
    // around the sizes of our windows and limits, and of a whole turn
    sequence_step_ = One<14>({1, 1, 1, 2, 31, 62, 63, 64, 65, 1023, 1025, 2999, 3001, 0x8000});
    timestamp_step_ = One<12>(
        {0, 120, 960, 960, 960, 5760, 48'000, 479'999, 480'001, 0x7FFF'FFFF, 0x8000'0000U, 0U - 960U});
    ssrc_habit_ = Pick(6);
    payload_habit_ = Pick(6);
    toc_ = static_cast<std::uint8_t>(Pick(256));
    size_ = One<8>({1, 2, 3, 8, 60, 400, 1275, 1400});
  }

  std::uint32_t NextStep(Habit habit, std::uint32_t step) {
    switch (habit) {
      case Habit::kStep:
        return step;
      case Habit::kTwoForward:  // each jump is confirmed by a direct successor
        return sent_ % 2 == 0 ? step : 1;
      case Habit::kRandom:
        return static_cast<std::uint32_t>(random_());
      case Habit::kBackAndForth:
        return sent_ % 2 == 0 ? step : 0U - step + 1;
      case Habit::kStand:
        return 0;
    }
    return 0;
  }

  Ssrc NextSsrc() {
    if (ssrc_habit_ > 1) return ssrc_;
    return Ssrc(ssrc_habit_ == 0 ? static_cast<std::uint32_t>(random_()) : ssrc_.raw() + Pick(3));
  }

  std::vector<std::uint8_t> Payload() {
    if (payload_habit_ == 0) return {0xF8, 0xFF, 0xFE};                      // silence
    if (payload_habit_ == 1) return {static_cast<std::uint8_t>(Pick(256))};  // DTX
    std::vector<std::uint8_t> payload(payload_habit_ == 2 ? 1 + Pick(1400) : size_);
    for (auto& byte : payload) byte = static_cast<std::uint8_t>(random_());
    if (payload_habit_ < 5) payload[0] = payload_habit_ == 3 ? toc_ : payload[0];
    if (payload_habit_ == 5) payload[0] = static_cast<std::uint8_t>((toc_ & 0xFC) | 3);  // many frames
    if (payload_habit_ == 5 && payload.size() > 1) payload[1] &= 0x3F;
    return payload;
  }

  Ssrc ssrc_;
  std::mt19937_64 random_;
  std::uint32_t sequence_ = 0;
  std::uint32_t timestamp_ = 0;
  int sent_ = 0;

  Habit sequence_habit_{};
  Habit timestamp_habit_{};
  std::uint32_t sequence_step_ = 1;
  std::uint32_t timestamp_step_ = 960;
  std::uint32_t ssrc_habit_ = 2;
  std::uint32_t payload_habit_ = 0;
  std::uint8_t toc_ = 0;
  std::uint32_t size_ = 60;
};

}  // namespace sdkpp::test

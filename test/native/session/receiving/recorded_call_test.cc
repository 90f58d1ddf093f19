// Two sessions hear the same minute of a call on clocks that drift: their packets and blocks have like times.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "session/media_end.h"
#include "support/numbered_decoder.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

using test::NumberedDecoder;

constexpr std::int64_t kFiveMsOfSound = kSampleRate / 200;
constexpr int kPacketsInAMinute = 3000;
/// After ten seconds the jitter buffers have found their delay.
constexpr std::uint16_t kFirstCompared = 500;
/// Number 0 sounds like silence.
constexpr std::uint16_t kFirstNumber = 1;

/// One of the two whom everybody hears. It speaks from `begins` on, in a clock that is off by `ppm`.
struct Voice {
  UserId user;
  Ssrc ssrc;
  double ppm;
  Duration begins;
  Duration delay;

  [[nodiscard]] Duration SentAt(int packet) const {
    return begins + std::chrono::duration_cast<Duration>(kBlockDuration * packet / (1 + ppm / 1e6));
  }
};

constexpr std::array<Voice, 2> kVoices{
    {{UserId{11}, Ssrc{100}, 200, 503ms, 80ms}, {UserId{12}, Ssrc{200}, -200, 1211ms, 25ms}}};

/// Where the packets of a voice lie, by number, on a recorder's clock.
using Places = std::map<std::uint16_t, std::int64_t>;

/// Hears both voices, with up to 10 ms of jitter, on a clock that is off by `ppm`.
class Recorder {
 public:
  Recorder(double ppm, std::uint32_t seed) : ppm_(ppm), random_(seed) {
    end_.Do(command::SetReceiveQueue{&queue_});
    end_.Do(command::DaveSetPassthrough{FrameDecryption::kForever});
    SubscriptionTag tag = 0;
    for (const Voice& voice : kVoices) {
      auto speaker = Speaker::CreateWith(std::make_unique<NumberedDecoder>());
      end_.Do(command::MapSsrc{voice.ssrc,
                               voice.user,
                               std::move(speaker),
                               {.gain = 1, .muted = false, .opus = true, .pcm = true, .tag = ++tag}});
    }
  }

  void HearAMinute() {
    const auto arrivals = Arrivals();
    auto next = arrivals.begin();
    for (int tick = 1; tick <= kPacketsInAMinute; ++tick) {
      const Instant now = kStart + kBlockDuration * tick;
      for (; next != arrivals.end() && next->first <= now; ++next)
        Receive(*next->second.first, next->second.second, next->first);
      (void)end_.Tick(now);
      Collect();
    }
  }

  std::array<Places, 2> packets, blocks;

 private:
  static constexpr Instant kStart{10s};

  std::multimap<Instant, std::pair<const Voice*, int>> Arrivals() {
    std::uniform_int_distribution<int> late(0, 10'000);
    std::multimap<Instant, std::pair<const Voice*, int>> arrivals;
    for (const Voice& voice : kVoices) {
      for (int packet = 0; packet < kPacketsInAMinute; ++packet) {
        const Duration arrival =
            voice.SentAt(packet) + voice.delay + std::chrono::microseconds(late(random_));
        const auto on_own_clock = std::chrono::duration_cast<Duration>(arrival * (1 + ppm_ / 1e6));
        arrivals.emplace(kStart + on_own_clock, std::pair(&voice, packet));
      }
    }
    return arrivals;
  }

  void Receive(const Voice& voice, int packet, Instant arrival) {
    const auto number = static_cast<std::uint16_t>(packet + kFirstNumber);
    const auto payload = NumberedDecoder::Payload(kBlockSamples, number);
    Datagram datagram(rtp::kFixedHeaderSize + payload.size() + rtp::kSealOverhead);
    ByteWriter out(datagram);
    rtp::WriteHeader(out, Sequence(number), RtpTimestamp(0xffff'0000U + number * 960U), voice.ssrc);
    out.Bytes(payload);
    ASSERT_EQ(sealer_->Seal(datagram, rtp::kFixedHeaderSize, payload.size()), datagram.size());
    end_.media.HandleDatagram(datagram, Via::kPresent, arrival);
    end_.media.AfterDatagrams(arrival);
  }

  void Collect() {
    TakeEach(queue_, [&](const ReceivedHead& head, std::span<const std::uint8_t> bytes) {
      const std::size_t voice = head.tag - 1;
      const auto time = static_cast<std::int64_t>(head.time);
      if (head.format == ReceivedFormat::kOpus) packets.at(voice).emplace(head.sequence, time);
      if (head.format == ReceivedFormat::kPcm) Note(blocks.at(voice), time, bytes);
    });
  }

  /// Each sample is the number of its packet, but where sound fades: the first one says where that lies.
  static void Note(Places& places, std::int64_t time, std::span<const std::uint8_t> bytes) {
    std::array<std::int16_t, kBlockValues> values{};
    ASSERT_EQ(bytes.size(), sizeof(values));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    for (std::size_t i = 0; i + kSteady < kBlockSamples; ++i) {
      const auto number = static_cast<std::uint16_t>(values[i * kChannels]);
      const bool is_new = places.empty() || number > places.rbegin()->first;
      const auto rest = std::span(values).subspan(i * kChannels, kSteady * kChannels);
      if (is_new && std::ranges::all_of(rest, [&](auto each) { return each == rest[0]; }))
        places.emplace(number, time + static_cast<std::int64_t>(i));
    }
  }

  static constexpr std::size_t kSteady = 48;

  double ppm_;
  std::mt19937 random_;
  ReceiveQueue queue_;
  End end_{kBenSsrc, 0xd000'0000};
  std::unique_ptr<rtp::Sealer> sealer_ = MakeSealer(0xe000'0000);
};

/// Blocks in which the jitter buffer stretches time: they begin where they should, and end elsewhere.
constexpr std::ptrdiff_t kStretched = 3;

/// The most by which two differ, of the packets that both have, but for the `spared` worst ones. Few may be
/// missing.
template <class Difference>
std::int64_t Most(std::ptrdiff_t spared, Difference difference) {
  std::vector<std::int64_t> all;
  for (std::uint16_t number = kFirstCompared; number < kPacketsInAMinute - 100; ++number) {
    if (const std::optional<std::int64_t> each = difference(number)) all.push_back(std::abs(*each));
  }
  EXPECT_GT(all.size(), 2300U);
  std::ranges::sort(all);
  return all.empty() ? 0 : all.end()[-1 - spared];
}

std::optional<std::int64_t> Between(const Places& a, const Places& b, std::uint16_t number) {
  const auto first = a.find(number);
  const auto second = b.find(number);
  if (first == a.end() || second == b.end()) return std::nullopt;
  return first->second - second->second;
}

class RecordedCallTest : public testing::Test {
 protected:
  void SetUp() override {
    first.HearAMinute();
    second.HearAMinute();
  }

  /// How differently the two say how their voices lie to each other.
  static std::int64_t Disagreement(const std::array<Places, 2>& one, const std::array<Places, 2>& other,
                                   std::ptrdiff_t spared) {
    return Most(spared, [&](std::uint16_t number) -> std::optional<std::int64_t> {
      const auto here = Between(one[0], one[1], number);
      const auto there = Between(other[0], other[1], number);
      if (!here || !there) return std::nullopt;
      return *here - *there;
    });
  }

  Recorder first{-90, 1};
  Recorder second{200, 2};
};

TEST_F(RecordedCallTest, PacketsLieAlikeForBoth) {
  EXPECT_LE(Disagreement(first.packets, second.packets, 0), kFiveMsOfSound);
}

TEST_F(RecordedCallTest, BlocksLieAlikeForBoth) {
  EXPECT_LE(Disagreement(first.blocks, second.blocks, kStretched), kFiveMsOfSound);
}

TEST_F(RecordedCallTest, BlocksLieWhereTheirPacketsDo) {
  for (const Recorder* each : {&first, &second}) {
    for (std::size_t voice = 0; voice < kVoices.size(); ++voice) {
      const auto difference = [&](std::uint16_t number) {
        return Between(each->blocks[voice], each->packets[voice], number);
      };
      EXPECT_LE(Most(kStretched, difference), kFiveMsOfSound) << voice;
    }
  }
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session

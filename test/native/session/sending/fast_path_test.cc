#include "core/session/sending/fast_path.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "core/opus/packet.h"
#include "core/rtp/control.h"
#include "session/media_end.h"
#include "support/allocation_guard.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

/// A configuration of Opus, CELT in stereo, by the length of its packets.
enum class Length : std::uint8_t { kShort = 0xf4, kOneTick = 0xfc };

std::vector<std::uint8_t> Packet(Length length, std::size_t size, std::uint8_t fill) {
  std::vector<std::uint8_t> packet(size, fill);
  packet[0] = static_cast<std::uint8_t>(length);
  return packet;
}

dave::BaseBytes Base() {
  static const std::array<std::uint8_t, 16> kBase{9, 8, 7};
  return dave::BaseBytes(kBase);
}

/// One sender, which takes the fast path when it may, or never.
class Sender {
 public:
  explicit Sender(bool may_be_fast) : may_be_fast_(may_be_fast) {
    OpenInput();
    Do(command::Announced{});
    // until discovery has given up and the first ping is gone
    while (end_.now < Instant(16s)) (void)Tick(0ms, SendResult::kSent);
  }

  void OpenInput() {
    auto input = std::make_unique<player::OpusSource>();
    input_ = input.get();
    Do(command::SetInput{std::move(input)});
  }
  void Write(const std::vector<std::uint8_t>& packet) { (void)input_->Write(packet); }
  void Finish() { input_->Finish(); }

  template <class Command>
  void Do(Command command) {
    Leave();
    end_.Do(std::move(command));
  }
  void Receive(Datagram datagram) {
    Leave();
    end_.Receive(std::move(datagram));
  }

  /// The tick 20 ms after the one before, `late`. Every datagram has this result.
  std::vector<Datagram> Tick(Duration late, SendResult result) {
    deadline_ += kBlockDuration;
    end_.now = deadline_ + late;
    std::vector<Datagram> sent = TickFast(result);
    if (!sent.empty()) return sent;
    Leave();
    end_.media.Tick(end_.now, deadline_, end_.outbox);
    for (std::size_t at = 0; at < end_.outbox.size(); ++at) {
      sent.emplace_back(end_.outbox[at].begin(), end_.outbox[at].end());
      end_.media.HandleSent(end_.outbox[at], result, end_.now);
    }
    end_.outbox.Clear();
    (void)end_.media.TakePathAction();
    end_.Drain();
    if (may_be_fast_) end_.media.EnterFastPath(path_, end_.now);
    return sent;
  }

  void Leave() {
    if (path_.active()) end_.media.LeaveFastPath(path_);
  }
  End& end() { return end_; }
  [[nodiscard]] int fast_ticks() const { return fast_ticks_; }
  [[nodiscard]] bool is_fast() const { return path_.active(); }
  FastPath& path() { return path_; }

 private:
  std::vector<Datagram> TickFast(SendResult result) {
    if (!path_.active()) return {};
    std::array<std::uint8_t, Outbox::kDatagramSize> room;
    const auto size = path_.Tick(end_.now, deadline_, room);
    if (!size) return {};
    ++fast_ticks_;
    const std::span<const std::uint8_t> datagram = std::span(room).first(*size);
    if (result != SendResult::kSent) {
      Leave();
      end_.media.HandleSent(datagram, result, end_.now);
      (void)end_.media.TakePathAction();
    }
    return {Datagram(datagram.begin(), datagram.end())};
  }

  bool may_be_fast_;
  End end_{kAdaSsrc, 0xc000'0000};
  FastPath path_;
  player::OpusSource* input_ = nullptr;
  Instant deadline_{10s};
  int fast_ticks_ = 0;
};

/// The same happens to a sender that takes the fast path and to one that does not.
class FastPathTest : public testing::Test {
 protected:
  Sender fast{true};
  Sender slow{false};
  std::uint8_t fill = 0;

  template <class Do>
  void Both(const Do& each) {
    each(fast);
    each(slow);
  }
  void Write(Length length = Length::kOneTick, std::size_t size = 160) {
    const auto packet = Packet(length, size, ++fill);
    Both([&](Sender& each) { each.Write(packet); });
  }
  void ExpectSameTick(Duration late = 0ms, SendResult result = SendResult::kSent) {
    EXPECT_EQ(fast.Tick(late, result), slow.Tick(late, result));
  }
  /// Ten packets, of which the last ones take the fast path.
  void Flow() {
    for (int tick = 0; tick < 10; ++tick) {
      Write();
      ExpectSameTick();
    }
    ASSERT_TRUE(fast.is_fast());
  }
  void ExpectSameEnd() {
    // until nothing is sent any more: statistics are published at different ticks
    for (int tick = 0; tick < 150; ++tick) ExpectSameTick();
    Both([](Sender& each) { each.Leave(); });
    const MediaStats& left = fast.end().Stats();
    const MediaStats& right = slow.end().Stats();
    EXPECT_EQ(left.packets_sent, right.packets_sent);
    EXPECT_EQ(left.send_errors, right.send_errors);
    EXPECT_EQ(left.path_moves, right.path_moves);
    EXPECT_EQ(left.pacing.missed_deadlines, right.pacing.missed_deadlines);
    ConnectionStats quantiles;
    ConnectionStats expected;
    fast.end().media.FillQuantiles(quantiles);
    slow.end().media.FillQuantiles(expected);
    EXPECT_EQ(quantiles.pacing.p99_ms, expected.pacing.p99_ms);
    EXPECT_EQ(quantiles.pacing.p50_ms, expected.pacing.p50_ms);
    EXPECT_EQ(fast.end().seen.size(), slow.end().seen.size());
    for (std::size_t at = 0; at < std::min(fast.end().seen.size(), slow.end().seen.size()); ++at) {
      EXPECT_EQ(fast.end().seen[at].index(), slow.end().seen[at].index()) << at;
    }
  }
};

TEST_F(FastPathTest, SendsWhatTheSessionWouldSend) {
  for (int tick = 0; tick < 1000; ++tick) {
    Write(Length::kOneTick, 100 + static_cast<std::size_t>(tick % 80));
    ExpectSameTick(std::chrono::microseconds(tick * 7 % 900));
  }
  EXPECT_GT(fast.fast_ticks(), 940) << "all but one of 26, and those of reports and pings";
  EXPECT_EQ(fast.path().packets_sent(), 1000U) << "to the newest packet";
  ExpectSameEnd();
}

TEST_F(FastPathTest, SealsFramesEndToEnd) {
  Both([](Sender& each) {
    each.Do(command::DaveInstallSend{dave::FrameSealer::Create(1, Base())});
    each.Do(command::DaveExecuteSend{1});
  });
  Flow();
  ExpectSameEnd();
}

TEST_F(FastPathTest, NothingIsSentAfterTheCommandThatForbidsIt) {
  Flow();
  Both([](Sender& each) { each.Do(command::DaveSendNothing{}); });
  EXPECT_FALSE(fast.is_fast());
  Write();
  EXPECT_TRUE(fast.Tick(0ms, SendResult::kSent).empty());
  EXPECT_TRUE(slow.Tick(0ms, SendResult::kSent).empty());
  Both([](Sender& each) {
    each.Do(command::DaveSendClear{});
    each.Do(command::SetSelfMute{true});
  });
  for (int tick = 0; tick < 10; ++tick) {
    Write();
    ExpectSameTick();
    EXPECT_FALSE(fast.is_fast());
  }
  ExpectSameEnd();
}

TEST_F(FastPathTest, EndsWithSilenceFramesWhenNothingIsLeft) {
  Flow();
  for (int tick = 0; tick < 8; ++tick) ExpectSameTick();
  EXPECT_FALSE(fast.is_fast());
  Flow();
  Both([](Sender& each) { each.Finish(); });
  for (int tick = 0; tick < 8; ++tick) ExpectSameTick();
  ExpectSameEnd();
}

TEST_F(FastPathTest, LeavesPacketsOfOtherLengthsToTheSession) {
  for (int tick = 0; tick < 60; ++tick) {
    const Length length = tick % 20 < 15 ? Length::kOneTick : Length::kShort;
    Write(length);
    if (length == Length::kShort) Write(length);
    ExpectSameTick();
  }
  EXPECT_GT(fast.fast_ticks(), 30);
  ExpectSameEnd();
}

TEST_F(FastPathTest, AMissedDeadlineIsTheSessionsToCount) {
  Flow();
  Write();
  ExpectSameTick(25ms);
  ExpectSameEnd();
  EXPECT_EQ(fast.end().Stats().pacing.missed_deadlines, 1U);
}

TEST_F(FastPathTest, APathThatFailsIsLeftAtOnce) {
  Flow();
  for (int tick = 0; tick < 30; ++tick) {
    Write();
    ExpectSameTick(0ms, SendResult::kPathError);
    EXPECT_FALSE(fast.is_fast());
  }
  EXPECT_EQ(fast.end().Count<event::PathSuspected>(), 1);
  ExpectSameEnd();
}

TEST_F(FastPathTest, NobodyWhoIsHeardIsKeptWaiting) {
  Both([](Sender& each) { each.Do(command::MapSsrc{kBenSsrc, kBen, Speaker::Create()}); });
  for (int tick = 0; tick < 10; ++tick) {
    Write();
    ExpectSameTick();
    EXPECT_FALSE(fast.is_fast());
  }
}

TEST_F(FastPathTest, DoesNotAllocate) {
  Flow();
  for (int at = 0; at < 20; ++at) Write();
  std::array<std::uint8_t, Outbox::kDatagramSize> room;
  Instant now = fast.end().now;
  const test::AllocationGuard guard;
  for (int at = 0; at < 10; ++at) {
    now += kBlockDuration;
    ASSERT_TRUE(fast.path().Tick(now, now, room));
  }
  EXPECT_EQ(guard.count(), 0U);
}

/// Random operations in random order.
class FastPathFuzz : public FastPathTest, public testing::WithParamInterface<unsigned> {
 protected:
  void Happen(unsigned what) {
    switch (what) {
      case 0:
        return Both([](Sender& each) { each.Do(command::SetSelfMute{true}); });
      case 1:
        return Both([](Sender& each) { each.Do(command::SetSelfMute{false}); });
      case 2:
        return Both([](Sender& each) { each.Do(command::SetAudioMode{AudioMode::kPushToTalk}); });
      case 3:
        return Both([](Sender& each) { each.Do(command::SetAudioMode{AudioMode::kContinuous}); });
      case 4:
        return Both([](Sender& each) { each.Do(command::DaveSendNothing{}); });
      case 5:
        return Both([](Sender& each) { each.Do(command::DaveSendClear{}); });
      case 6:
        return Both([](Sender& each) { each.Receive(Datagram(60, 0x80)); });
      case 7:
        return Both([](Sender& each) {
          const auto ping = rtp::WritePing(1);
          each.Receive(Datagram(ping.begin(), ping.end()));
        });
      case 8:
        return Both([](Sender& each) { each.Do(command::CheckPath{}); });
      case 9:
        return Both([](Sender& each) { each.OpenInput(); });
      case 10:
        return Both([](Sender& each) { each.Finish(); });
      case 11:
        return Both([](Sender& each) { each.Do(command::SetLoopback{true}); });
      case 12:
        return Both([](Sender& each) { each.Do(command::SetLoopback{false}); });
      default:
        return;
    }
  }
};

TEST_P(FastPathFuzz, IsNoDifference) {
  std::mt19937 random(GetParam());
  for (int tick = 0; tick < 3000; ++tick) {
    // now and then something happens, and mostly there is a packet
    if (random() % 40 == 0) Happen(static_cast<unsigned>(random() % 13));
    if (random() % 100 == 0) {
      for (const unsigned what : {1U, 3U, 5U, 9U, 12U}) Happen(what);
    }
    const bool is_short = random() % 60 == 0;
    if (random() % 50 != 0) Write(is_short ? Length::kShort : Length::kOneTick, 20 + random() % 200);
    const auto late = std::chrono::microseconds(random() % 200 == 0 ? random() % 60'000 : random() % 900);
    ExpectSameTick(late, random() % 150 == 0 ? SendResult::kLost : SendResult::kSent);
  }
  EXPECT_GT(fast.fast_ticks(), 100) << "of 3000";
  ExpectSameEnd();
}

INSTANTIATE_TEST_SUITE_P(Seeds, FastPathFuzz, testing::Range(1U, 13U));

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session

// What a voice agent hears: frames of each speaker, silence by time, and no more than 25 at once.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "session/listening/hearing.h"
#include "support/allocation_guard.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

constexpr UserId kCy{3};

std::vector<UserId> Crowd(std::uint64_t count) {
  std::vector<UserId> users;
  for (std::uint64_t id = 1; id <= count; ++id) users.emplace_back(100 + id);
  return users;
}

std::set<std::uint64_t> UsersOf(const std::vector<Hearing::Block>& blocks) {
  std::set<std::uint64_t> users;
  for (const Hearing::Block& each : blocks) users.insert(each.record.user);
  return users;
}

TEST(Ears, HearOneBlockOfASpeakerInEachTick) {
  Hearing hearing(Listening::Whom::kEveryone);
  hearing.Talk(50, kAda);
  ASSERT_EQ(hearing.blocks.size(), 50u);
  for (std::size_t at = 1; at < hearing.blocks.size(); ++at)
    EXPECT_EQ(hearing.blocks[at].time, hearing.blocks[at - 1].time + kBlockSamples);
  const Hearing::Block& last = hearing.blocks.back();
  EXPECT_EQ(last.record.user, kAda.raw());
  EXPECT_EQ(last.record.rate, 16'000);
  EXPECT_EQ(last.samples, 320u);
  EXPECT_NEAR(static_cast<double>(last.time),
              static_cast<double>(hearing.Moment().tick - 960 - Hearing::kLag), 48)
      << "where it was spoken, but for half a window of the filter";
}

TEST(Ears, HearSilenceByTimeUntilTheyRest) {
  Hearing hearing(Listening::Whom::kEveryone);
  hearing.Talk(50, kAda);
  hearing.blocks.clear();
  hearing.Rest(400);
  ASSERT_EQ(hearing.blocks.size(), static_cast<std::size_t>(SpeakerEar::kRestAfterTicks));
  for (const Hearing::Block& each : hearing.blocks) EXPECT_NE(each.record.flags & EarRecord::kSilent, 0);
  const std::uint64_t rested = hearing.blocks.back().time;
  hearing.blocks.clear();
  hearing.Talk(1, kAda);
  ASSERT_EQ(hearing.blocks.size(), 1u);
  EXPECT_GT(hearing.blocks[0].time, rested + 240 * kBlockSamples) << "the pause is in the times";
}

TEST(Ears, EndATurnAlthoughNoPacketComes) {
  Hearing hearing(Listening::Whom::kEveryone);
  hearing.Talk(50, kAda);
  hearing.Rest(100);
  ASSERT_EQ(hearing.Count(TurnRecord::Kind::kSpeechStart), 1);
  ASSERT_EQ(hearing.Count(TurnRecord::Kind::kEndOfTurn), 1);
  EXPECT_EQ(hearing.Kinds().back(), TurnRecord::Kind::kEndOfTurn);
  EXPECT_EQ(hearing.turns.back().record.user, kAda.raw());
  EXPECT_GE(hearing.turns.back().record.decided, hearing.turns.back().time);
}

TEST(Ears, MarkTheBlocksOfATurn) {
  Hearing hearing(Listening::Whom::kEveryone);
  hearing.Talk(50, kAda);
  hearing.Rest(100);
  ASSERT_EQ(hearing.Count(TurnRecord::Kind::kSpeechStart), 1);
  const std::uint64_t began = hearing.turns.front().record.speech_began;
  int in_turn = 0;
  for (const Hearing::Block& each : hearing.blocks) {
    if ((each.record.flags & EarRecord::kInTurn) == 0) continue;
    ++in_turn;
    EXPECT_EQ(each.record.speech_began, began);
  }
  EXPECT_GT(in_turn, 40);
  EXPECT_EQ(hearing.blocks.back().record.flags & EarRecord::kInTurn, 0);
}

TEST(Ears, EndTheTurnOfSomebodyWhoLeaves) {
  Hearing hearing(Listening::Whom::kEveryone, {}, {.settings = {.min_silence = 5s, .max_silence = 10s}});
  hearing.Talk(50, kAda);
  hearing.ears.Leave(kAda);
  hearing.Rest(10);
  EXPECT_EQ(hearing.Count(TurnRecord::Kind::kEndOfTurn), 1);
  hearing.blocks.clear();
  hearing.Rest(10);
  EXPECT_TRUE(hearing.blocks.empty()) << "the ear is free";
}

TEST(Ears, HearOnlyThoseWhoAreNamed) {
  Hearing hearing(Listening::Whom::kNamed, std::vector{kAda});
  EXPECT_TRUE(hearing.ears.Names(kAda));
  EXPECT_FALSE(hearing.ears.Wants(kBen));
  const std::vector both{kAda, kBen};
  hearing.Talk(5, both);
  EXPECT_EQ(UsersOf(hearing.blocks), std::set{kAda.raw()});
  EXPECT_EQ(hearing.without_ear, 0u) << "nobody wants the other";
}

TEST(Ears, HearTwentyFiveAtOnceAndCountTheRest) {
  Hearing hearing(Listening::Whom::kEveryone);
  const std::vector<UserId> users = Crowd(26);
  hearing.Talk(3, users);
  EXPECT_EQ(UsersOf(hearing.blocks).size(), Listening::kMostEars);
  EXPECT_EQ(hearing.without_ear, 3u);
}

TEST(Ears, CountABlockOnceAtWhateverRates) {
  Hearing hearing(Listening::Whom::kEveryone);
  (void)hearing.ears.Set(
      turns::EarRate::k24kHz,
      std::make_unique<Listening>(turns::EarRate::k24kHz, Listening::Whom::kEveryone, std::vector<UserId>{}));
  hearing.Talk(3, Crowd(26));
  EXPECT_EQ(hearing.without_ear, 3u);
}

TEST(Ears, AreSureForThoseWhoAreNamed) {
  Hearing hearing(Listening::Whom::kEveryone, std::vector{kCy});
  std::vector<UserId> users = Crowd(25);
  hearing.Talk(50, users);
  ASSERT_EQ(hearing.Count(TurnRecord::Kind::kSpeechStart), 25);
  ASSERT_EQ(hearing.Count(TurnRecord::Kind::kEndOfTurn), 0);
  hearing.blocks.clear();
  users.push_back(kCy);
  hearing.Talk(1, users);
  EXPECT_TRUE(UsersOf(hearing.blocks).contains(kCy.raw()));
  EXPECT_EQ(hearing.without_ear, 0u);
  ASSERT_EQ(hearing.Count(TurnRecord::Kind::kEndOfTurn), 1) << "of the one who lost the ear";
  const TurnRecord& ended = hearing.turns.back().record;
  EXPECT_FALSE(UsersOf(hearing.blocks).contains(ended.user));
  EXPECT_GT(ended.speech_began, 0u);
  EXPECT_GT(ended.speech_ended, ended.speech_began);
  hearing.Talk(1, users);
  EXPECT_TRUE(UsersOf(hearing.blocks).contains(kCy.raw()));
  EXPECT_EQ(hearing.without_ear, 1u);
}

TEST(Ears, AreTakenFromThoseWhoHaveBeenSilentForLongest) {
  Hearing hearing(Listening::Whom::kEveryone);
  const std::vector<UserId> users = Crowd(25);
  hearing.Talk(50, users);
  hearing.Talk(200, std::span(users).subspan(1));
  hearing.blocks.clear();
  hearing.Talk(1, kCy);
  EXPECT_EQ(hearing.without_ear, 0u);
  const std::set<std::uint64_t> heard = UsersOf(hearing.blocks);
  EXPECT_TRUE(heard.contains(kCy.raw()));
  EXPECT_FALSE(heard.contains(users[0].raw()));
}

TEST(Ears, GoOnWhenSomebodyElseIsListenedToAsWell) {
  Hearing hearing(Listening::Whom::kNamed, std::vector{kAda});
  hearing.Talk(50, kAda);
  const auto before = hearing.ears.Set(
      turns::EarRate::k16kHz,
      std::make_unique<Listening>(turns::EarRate::k16kHz, Listening::Whom::kNamed, std::vector{kAda, kBen}));
  ASSERT_NE(before, nullptr);
  const std::vector both{kAda, kBen};
  hearing.Talk(20, both);
  hearing.Rest(100);
  EXPECT_EQ(UsersOf(hearing.blocks).size(), 2u);
  int starts = 0;
  for (const Hearing::Turn& each : hearing.turns)
    starts += each.record.user == kAda.raw() && each.record.kind == TurnRecord::Kind::kSpeechStart ? 1 : 0;
  EXPECT_EQ(starts, 1) << "the turn went on";
}

TEST(Ears, SayHowManyBlocksWereLostAndKeepTheEndsOfTurns) {
  Hearing hearing(Listening::Whom::kEveryone);
  const std::vector<UserId> users = Crowd(25);
  hearing.is_taking = false;
  hearing.Talk(300, users);
  hearing.Rest(100);
  hearing.Take();
  const auto heard = static_cast<int>(hearing.blocks.size());
  EXPECT_LT(heard, 300 * 25);
  EXPECT_EQ(hearing.Count(TurnRecord::Kind::kSpeechStart), hearing.Count(TurnRecord::Kind::kEndOfTurn));
  EXPECT_GE(hearing.Count(TurnRecord::Kind::kEndOfTurn), 25);
  hearing.blocks.clear();
  hearing.Rest(1);
  hearing.Take();
  ASSERT_EQ(hearing.blocks.size(), 25u);
  std::uint32_t lost = 0;
  for (const Hearing::Block& each : hearing.blocks) lost += each.record.lost;
  EXPECT_EQ(static_cast<int>(lost) + heard, 400 * 25);
  hearing.blocks.clear();
  hearing.Rest(1);
  hearing.Take();
  for (const Hearing::Block& each : hearing.blocks) EXPECT_EQ(each.record.lost, 0u);
}

TEST(Ears, AllocateNothingInATick) {
  Hearing hearing(Listening::Whom::kEveryone);
  SoundBlock block{};
  hearing.Talk(5, kAda);
  const test::AllocationGuard guard;
  for (int at = 0; at < 50; ++at) {
    const std::uint64_t tick = hearing.Moment().tick;
    (void)hearing.ears.Hear(UserId(static_cast<std::uint64_t>(10 + at)), {block, false, tick, tick});
    hearing.ears.Finish(hearing.Moment(), *hearing.queue);
  }
  EXPECT_EQ(guard.count(), 0u);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session

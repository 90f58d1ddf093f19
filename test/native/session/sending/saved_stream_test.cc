#include <gtest/gtest.h>

#include <array>
#include <random>

#include "core/session/sending/outgoing_stream.h"
#include "core/session/sending/time_line.h"
#include "support/saved_fields.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

constexpr Instant kNow{1h};
constexpr Instant kElsewhere{5min};

template <class Owner>
void Restore(FieldReader& in) {
  Owner owner;
  owner.Restore(in);
}

TEST(SavedTimeLine, PlacesFramesAlikeOnAnotherTimeLine) {
  std::mt19937 random(1);
  for (int life = 0; life < 200; ++life) {
    TimeLine line;
    Duration at{};
    const auto step = [&] {
      at += random() % 8 == 0 ? Duration(1ms * (random() % 400)) : Duration(20ms);
      if (random() % 10 == 0) line.Resume();
      return random() % 4 == 0 ? std::size_t{2880} : std::size_t{960};
    };
    for (int left = life % 20; left > 0; --left) (void)line.Place(step(), kNow + at);
    TimeLine restored;
    test::RestoreInto(restored, test::Save(line, kNow + at), kElsewhere + at);
    for (int left = 20; left > 0; --left) {
      at += Duration(1ms * (random() % 200));
      if (random() % 4 == 0) {
        line.Resume();
        restored.Resume();
      }
      ASSERT_EQ(restored.IsTaken(kElsewhere + at), line.IsTaken(kNow + at));
      ASSERT_EQ(restored.Place(960, kElsewhere + at), line.Place(960, kNow + at)) << life;
    }
  }
}

TEST(SavedTimeLine, NeedsEachFieldAndSurvivesDamage) {
  TimeLine line;
  (void)line.Place(960, kNow);
  const auto saved = test::Save(line, kNow);
  test::ExpectEachFieldNeeded(saved, kNow, Restore<TimeLine>, {1});  // without: there was no frame yet
  test::RestoreDamaged(saved, kNow, [](FieldReader& in) {
    TimeLine restored;
    restored.Restore(in);
    (void)restored.Place(960, kNow);
    (void)restored.Place(960, kNow + 1s);
  });
  EXPECT_EQ(test::FaultOf(test::With(saved, 2, {0x20, 0}), kNow, Restore<TimeLine>).field, "last samples");
}

TEST(SavedOutgoingStream, SealsTheSameBytes) {
  constexpr std::array<std::uint8_t, crypto::kAeadKeySize> kKey{1};
  const auto seal = [&](OutgoingStream& stream) {
    auto aead = crypto::Aead::Create(crypto::AeadAlgorithm::kAes256Gcm, kKey);
    rtp::Sealer sealer(std::move(*aead), 5);
    constexpr std::array<std::uint8_t, 3> kPayload{1, 2, 3};
    std::vector<std::uint8_t> room(100);
    room.resize(stream.Seal(room, 960, kPayload, FrameSeal(), sealer));
    return room;
  };
  OutgoingStream stream(Sequence(65'530), RtpTimestamp(0xffff'fff0));
  stream.Start(Ssrc(12));
  for (int round = 0; round < 20; ++round) {
    (void)seal(stream);
    OutgoingStream restored;
    test::RestoreInto(restored, test::Save(stream, kNow), kElsewhere);
    ASSERT_EQ(seal(restored), seal(stream));
    EXPECT_EQ(restored.packets(), stream.packets());
    EXPECT_EQ(restored.octets(), stream.octets());
    EXPECT_EQ(restored.timestamp(), stream.timestamp());
  }
}

TEST(SavedOutgoingStream, NeedsEachFieldAndSurvivesDamage) {
  OutgoingStream stream(Sequence(1), RtpTimestamp(2));
  stream.Start(Ssrc(3));
  const auto saved = test::Save(stream, kNow);
  test::ExpectEachFieldNeeded(saved, kNow, Restore<OutgoingStream>);
  test::RestoreDamaged(saved, kNow, Restore<OutgoingStream>);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session

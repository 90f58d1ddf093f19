// Owners of SSRCs that no op 5 named, through both halves of a session.

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

#include "core/base/byte_writer.h"
#include "core/dave/frame_sealer.h"
#include "core/rtp/header.h"
#include "core/session/signalling.h"
#include "dave/dave_support.h"
#include "session/media_end.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

using test::Bytes;
using test::MakeBase;

constexpr UserId kOwn{100};
constexpr UserId kCy{3};

/// Signalling and Media of one player, joined as the addon joins them.
class Player {
 public:
  Player() : signalling({kOwn, crypto::AeadAlgorithm::kAes256Gcm, 1, 0}) {
    gateway::Machine& machine = signalling.gateway();
    machine.Join(end.now);
    machine.ServerUpdate(end.now);
    machine.SocketOpened(end.now);
    machine.Hello(13750ms, end.now);
    machine.HandleReady({kBenSsrc, "127.0.0.1", 50'000, {"aead_aes256_gcm_rtpsize"}}, end.now);
    Pump();
  }

  void Pump() {
    while (auto request = signalling.PollPath()) {
    }
    while (auto command = signalling.PollCommand()) {
      end.media.HandleCommand(std::move(*command), end.now);
      end.Drain();
    }
    while (auto output = signalling.Poll()) outputs.push_back(std::move(*output));
  }

  /// JavaScript's turn.
  void Wake() {
    end.Drain();
    for (MediaEvent& event : std::exchange(end.seen, {})) {
      asked += std::holds_alternative<event::SsrcUnknown>(event) ||
               std::holds_alternative<event::SsrcFound>(event);
      if (std::holds_alternative<event::AddressNotFound>(event)) continue;  // there is no network here
      speakers_asked += std::holds_alternative<event::SpeakerNeeded>(event);
      signalling.HandleEvent(std::move(event), end.now);
    }
    Pump();
  }

  void Connect(std::vector<UserId> users) {
    signalling.ClientsConnect(users);
    Pump();
  }

  void Speaking(UserId user, Ssrc ssrc) {
    signalling.Speaking(user, ssrc, end.now);
    Pump();
  }

  void InstallReceive(UserId user, std::uint8_t key) {
    signalling.InstallReceive(user, key, MakeBase(key));
    Pump();
  }

  void Receive(Ssrc ssrc, const Bytes& payload) {
    Datagram datagram(rtp::kFixedHeaderSize + payload.size() + rtp::kSealOverhead);
    ByteWriter out(datagram);
    ++sent_;
    rtp::WriteHeader(out, Sequence(static_cast<std::uint16_t>(sent_)), RtpTimestamp(sent_ * 960), ssrc);
    out.Bytes(payload);
    ASSERT_EQ(sealer_->Seal(datagram, rtp::kFixedHeaderSize, payload.size()), datagram.size());
    end.Receive(std::move(datagram));
  }

  void Tick() { (void)end.Tick(end.now + kBlockDuration); }

  /// The user that is heard as `ssrc`.
  [[nodiscard]] std::optional<UserId> OwnerOf(Ssrc ssrc) {
    const MediaStats& stats = end.Stats();
    for (std::size_t at = 0; at < stats.remotes.size(); ++at) {
      if (stats.remotes[at].ssrc == ssrc) return stats.remotes[at].user;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::uint64_t Opened(UserId user) {
    const MediaStats& stats = end.Stats();
    for (std::size_t at = 0; at < stats.remotes.size(); ++at) {
      if (stats.remotes[at].user == user) return stats.remotes[at].e2ee.opened;
    }
    return 0;
  }

  Signalling signalling;
  End end{kBenSsrc, 0xd000'0000};
  std::vector<SignallingOutput> outputs;
  int asked = 0;
  int speakers_asked = 0;

 private:
  std::unique_ptr<rtp::Sealer> sealer_ = MakeSealer(0xe000'0000);
  std::uint32_t sent_ = 0;
};

/// A user who seals frames end to end.
class Sender {
 public:
  Sender(std::uint8_t key, Ssrc as) : sealer_(dave::FrameSealer::Create(key, MakeBase(key))), ssrc(as) {}
  Bytes Frame() { return test::SealWith(*sealer_, {0xf8, 0x10, 0x20, 0x30, 0x40}); }

 private:
  std::unique_ptr<dave::FrameSealer> sealer_;

 public:
  Ssrc ssrc;
};

constexpr Ssrc kLost{777};

TEST(Attribution, WithEncryptionTheUserWhoseKeyOpensAFrameIsHeardFromTheFirstOneOn) {
  Player player;
  player.Connect({kAda, kBen, kCy});
  for (const UserId user : {kAda, kBen, kCy})
    player.InstallReceive(user, static_cast<std::uint8_t>(user.raw()));
  Sender ben(static_cast<std::uint8_t>(kBen.raw()), kLost);
  for (int i = 0; i < 10; ++i) {
    player.Receive(kLost, ben.Frame());
    player.Tick();
    player.Wake();
  }
  EXPECT_EQ(player.OwnerOf(kLost), kBen);
  EXPECT_EQ(player.Opened(kBen), 10u) << "the first one, too";
  EXPECT_EQ(player.end.Stats().rejected.unknown_ssrc, 0u);
  EXPECT_EQ(player.end.Stats().remotes[0].e2ee.undecryptable, 0u) << "trying counts for nothing";
}

TEST(Attribution, UsersWhoHaveAnSsrcAreNotTried) {
  Player player;
  player.InstallReceive(kAda, 1);
  player.Speaking(kAda, kAdaSsrc);
  Sender ada(1, kLost);
  for (int i = 0; i < 10; ++i) {
    player.Receive(kLost, ada.Frame());
    player.Tick();
    player.Wake();
  }
  EXPECT_EQ(player.OwnerOf(kLost), std::nullopt);
  EXPECT_EQ(player.asked, 0);
}

TEST(Attribution, FramesOfAStrangerHaveNoOwner) {
  Player player;
  player.Connect({kAda});
  player.InstallReceive(kAda, 1);
  Sender stranger(9, kLost);
  for (int i = 0; i < 100; ++i) {
    player.Receive(kLost, stranger.Frame());
    player.Receive(kLost, {0xf8, 0x11, 0x22});  // in the clear
    player.Tick();
    player.Wake();
  }
  EXPECT_EQ(player.OwnerOf(kLost), std::nullopt);
  EXPECT_EQ(player.asked, 0);
  Sender ada(1, kAdaSsrc);
  player.Speaking(kAda, kAdaSsrc);
  for (int i = 0; i < 20; ++i) {
    player.Receive(kAdaSsrc, ada.Frame());
    player.Tick();
    player.Wake();
  }
  EXPECT_EQ(player.Opened(kAda), 20u) << "the tries changed nothing";
}

TEST(Attribution, ALaterOp5WinsOnlyIfItsUsersKeyOpensTheNextFrame) {
  Player player;
  for (const UserId user : {kAda, kBen, kCy})
    player.InstallReceive(user, static_cast<std::uint8_t>(user.raw()));
  Sender ben(static_cast<std::uint8_t>(kBen.raw()), kLost);
  const auto step = [&](Sender& sender) {
    player.Receive(kLost, sender.Frame());
    player.Tick();
    player.Wake();
  };
  for (int i = 0; i < 5; ++i) step(ben);
  ASSERT_EQ(player.OwnerOf(kLost), kBen);
  player.Speaking(kCy, kLost);
  for (int i = 0; i < 5; ++i) step(ben);
  EXPECT_EQ(player.OwnerOf(kLost), kBen) << "a lie";
  Sender cy(static_cast<std::uint8_t>(kCy.raw()), kLost);
  player.Speaking(kCy, kLost);
  for (int i = 0; i < 5; ++i) step(cy);
  EXPECT_EQ(player.OwnerOf(kLost), kCy) << "the truth";
}

TEST(Attribution, WithoutEncryptionTheOnlyUserWithoutAnSsrcIsTaken) {
  Player player;
  player.Connect({kAda, kBen});
  player.Speaking(kAda, kAdaSsrc);
  for (int i = 0; i < 10; ++i) {
    player.Receive(kLost, {0xf8, 0x11, 0x22});
    player.Tick();
    player.Wake();
  }
  EXPECT_EQ(player.OwnerOf(kLost), kBen);
  EXPECT_EQ(player.end.Stats().packets_received, 10u);
}

TEST(Attribution, AFloodOfSsrcsAsksALimitedNumberOfTimesAndCostsTheAnnouncedNothing) {
  Player player;
  player.Connect({kAda, kBen, kCy});
  player.Speaking(kAda, kAdaSsrc);
  for (std::uint32_t i = 0; i < 1000; ++i) {
    for (std::uint32_t j = 0; j < 40; ++j) player.Receive(Ssrc(50'000 + i * 40 + j), {0xf8, 0x11, 0x22});
    if (i % 50 < 8) player.Receive(kAdaSsrc, {0xf8, 0x11, 0x22});
    player.Tick();
    if (i % 50 == 9) player.Wake();  // JavaScript is busy
  }
  EXPECT_LE(player.asked, 32 * 20 * 5);
  const MediaStats& stats = player.end.Stats();
  ASSERT_EQ(stats.remotes.size(), 1u);
  EXPECT_EQ(stats.packets_received, 20u * 8) << "each of her packets waited";
}

TEST(Attribution, ASpeakerIsMadeWhenThePacketComes) {
  Player player;
  player.Connect({kAda});
  player.Speaking(kAda, kAdaSsrc);
  for (int i = 0; i < 10; ++i) player.Tick();
  player.Wake();
  EXPECT_EQ(player.speakers_asked, 0);
  for (int i = 0; i < 5; ++i) {
    player.Receive(kAdaSsrc, {0xf8, 0x11, 0x22});
    player.Tick();
  }
  player.Wake();
  EXPECT_EQ(player.speakers_asked, 1);
  EXPECT_EQ(player.end.Stats().packets_received, 5u) << "the first ones waited";
}

/// Three hundred people talk one after another, and then the first one again.
TEST(Attribution, MoreUsersThanPlacesAreAllHeardAndKeepTheirSettings) {
  Player player;
  player.signalling.Apply(command::SetLocalMute{UserId(1000), true});
  const auto say = [&](std::uint32_t number) {
    const std::uint64_t before = player.end.Stats().packets_received;
    for (int i = 0; i < 3; ++i) {
      player.Receive(Ssrc(5000 + number), {0xf8, 0x11, 0x22});
      player.Tick();
      player.Wake();
    }
    EXPECT_EQ(player.end.Stats().packets_received, before + 3) << number;
    EXPECT_EQ(player.OwnerOf(Ssrc(5000 + number)), UserId(1000 + number));
  };
  for (std::uint32_t number = 0; number < 300; ++number)
    player.Speaking(UserId(1000 + number), Ssrc(5000 + number));
  for (std::uint32_t number = 0; number < 300; ++number) {
    say(number);
    if (number % 100 == 99) {
      for (int i = 0; i < 61 * 50; ++i) player.Tick();  // their speakers go
      player.Wake();
    }
  }
  say(0);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session

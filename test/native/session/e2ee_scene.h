#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "core/dave/frame_sealer.h"
#include "core/player/opus_source.h"
#include "core/session/media.h"
#include "dave/dave_support.h"
#include "session/media_end.h"

namespace sdkpp::session {

using test::Bytes;
using test::MakeBase;

inline std::unique_ptr<dave::ReceiveRatchet> Receiver(std::uint8_t epoch) {
  return dave::ReceiveRatchet::Create(epoch, MakeBase(epoch));
}

/// Ada sends Opus packets that differ, Ben takes what he hears as packets.
class E2eeTest : public testing::Test {
 protected:
  void SetUp() override {
    auto input = std::make_unique<player::OpusSource>();
    opus = input.get();
    ada.Do(command::SetInput{std::move(input)});
    ada.Do(command::Announced{});
    ben.Do(command::SetReceiveQueue{&queue});
  }

  void MapAda(Ssrc ssrc = kAdaSsrc) {
    ben.Do(command::MapSsrc{
        ssrc, kAda, Speaker::Create(), {.gain = 1, .muted = false, .opus = true, .pcm = pcm}});
  }

  /// Ada's next packet: 20 ms of Opus with its number.
  Bytes NextPacket() {
    ++written;
    return {0xf8, 0x10, static_cast<std::uint8_t>(written >> 8), static_cast<std::uint8_t>(written), 0x20};
  }

  /// Ben has Ada's first key, and takes her frames in the clear for `duration`.
  void BenTakesClearFramesFor(Duration duration) {
    MapAda();
    ben.Do(command::DaveInstallReceive{kAda, Receiver(1)});
    ben.Do(command::DaveSetPassthrough{duration});
  }

  void AdaSendsWith(std::uint8_t epoch) {
    ada.Do(command::DaveInstallSend{dave::FrameSealer::Create(epoch, MakeBase(epoch))});
    ada.Do(command::DaveExecuteSend{epoch});
  }

  /// One tick of both with a packet of Ada's; what she sent is kept in `wire`.
  void Step(bool speaking = true) {
    if (speaking) {
      ASSERT_TRUE(opus->Write(NextPacket()));
    }
    const Instant next = ada.now + kBlockDuration;
    for (Datagram& datagram : ada.Tick(next)) {
      if (rtp::Classify(datagram) == rtp::DatagramKind::kRtp) Note(datagram);
      ben.Receive(datagram);
    }
    for (Datagram& datagram : ben.Tick(next)) ada.Receive(datagram);
    Collect();
  }
  void Steps(int count) {
    for (int i = 0; i < count; ++i) Step();
  }

  /// Ben gets `payload` as Ada's next packet, whatever Ada does.
  void Inject(const Bytes& payload, Ssrc ssrc = kAdaSsrc) {
    Datagram datagram(rtp::kFixedHeaderSize + payload.size() + rtp::kSealOverhead);
    ByteWriter out(datagram);
    ++injected;
    rtp::WriteHeader(out, Sequence(static_cast<std::uint16_t>(injected)), RtpTimestamp(injected * 960), ssrc);
    out.Bytes(payload);
    ASSERT_EQ(sealer->Seal(datagram, rtp::kFixedHeaderSize, payload.size()), datagram.size());
    ben.Receive(datagram);
    Collect();
  }

  void Note(Datagram datagram) {
    const auto opened = MakeSealer(0)->OpenRtp(datagram);
    ASSERT_TRUE(opened.ok());
    wire.push_back({opened->header, Bytes(opened->payload.begin(), opened->payload.end())});
  }

  void Collect() {
    TakeEach(queue, [&](const ReceivedHead& head, std::span<const std::uint8_t> bytes) {
      if (head.format == ReceivedFormat::kOpus) heard.emplace_back(bytes.begin(), bytes.end());
    });
  }

  void Wait(Duration time) {
    for (const Instant end = ben.now + time; ben.now < end;) (void)ben.Tick(ben.now + kBlockDuration);
    ada.now = ben.now;
  }

  [[nodiscard]] dave::FrameCryptoStats Counts() { return ben.Stats().remotes[0].e2ee; }

  struct Sent {
    rtp::Header header;
    Bytes payload;
  };

  ReceiveQueue queue;
  bool pcm = false;  ///< Ben also takes Ada as blocks
  End ada{kAdaSsrc, 0xc000'0000};
  End ben{kBenSsrc, 0xd000'0000};
  player::OpusSource* opus = nullptr;
  std::uint32_t written = 0;
  std::uint32_t injected = 1000;
  std::unique_ptr<rtp::Sealer> sealer = MakeSealer(0xe000'0000);
  std::vector<Sent> wire;
  std::vector<Bytes> heard;
};

}  // namespace sdkpp::session

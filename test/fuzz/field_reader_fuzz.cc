// Saved records. The first byte chooses the owner; what it restores from arbitrary bytes is then used.
// Whatever comes, no crash, no endless work, and nothing is made from a record with a fault.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "core/base/field_reader.h"
#include "core/dave/frame_opener.h"
#include "core/dave/frame_sealer.h"
#include "core/gateway/machine.h"
#include "core/player/pcm_source.h"
#include "core/rtp/counter_window.h"
#include "core/rtp/sealer.h"
#include "core/rtp/sequence_unwrapper.h"
#include "core/session/media.h"
#include "core/session/receiving/frame_decryption.h"
#include "core/session/sending/frame_encryption.h"
#include "core/session/sending/outgoing_stream.h"
#include "core/session/sending/time_line.h"
#include "core/session/signalling.h"

namespace {

using namespace sdkpp;

constexpr Instant kNow{std::chrono::hours(1000)};
constexpr std::array<std::uint8_t, dave::kBaseSize> kBase{1, 2, 3};

/// A sealed frame; no key that is restored has to open it.
std::vector<std::uint8_t> Frame() {
  std::vector<std::uint8_t> frame(64);
  frame.resize(dave::FrameSealer::Create(1, kBase)->Seal(frame, 32));
  return frame;
}

template <class Owner, class Use>
void InPlace(FieldReader& in, const Use& use) {
  const auto owner = std::make_unique<Owner>();
  owner->Restore(in);
  if (in.ok()) use(*owner);
}

void RestoreWindows(FieldReader& in) {
  InPlace<rtp::CounterWindow>(in, [](rtp::CounterWindow& window) {
    for (std::uint32_t counter = 0; counter < 100; ++counter) {
      const std::uint32_t spread = counter * 0x0101'0101U;
      if (!window.Rejects(spread)) window.Accept(spread);
    }
  });
}

void RestoreReplayWindow(FieldReader& in) {
  InPlace<dave::ReplayWindow>(in, [](dave::ReplayWindow& window) {
    for (const std::uint64_t number : {std::uint64_t{1}, std::uint64_t{5000}, dave::kFrameNumbers - 1}) {
      if (window.Allows(number)) window.Accept(number);
    }
  });
}

void RestoreUnwrapper(FieldReader& in) {
  InPlace<rtp::SequenceUnwrapper>(in, [](rtp::SequenceUnwrapper& unwrapper) {
    for (const int sequence : {0, 30'000, 60'000})
      (void)unwrapper.Accept(Sequence(static_cast<std::uint16_t>(sequence)));
  });
}

void RestoreSealer(FieldReader& in) {
  constexpr std::array<std::uint8_t, crypto::kAeadKeySize> kKey{4};
  auto aead = crypto::Aead::Create(crypto::AeadAlgorithm::kAes256Gcm, kKey);
  const auto sealer = rtp::Sealer::Restore(in, std::move(*aead), Resumption::kAtLimit);
  if ((sealer != nullptr) != in.ok()) std::abort();
  std::array<std::uint8_t, 64> packet{};
  if (sealer && sealer->Seal(packet, rtp::kFixedHeaderSize, 8) != 0) std::abort();
}

void RestoreStream(FieldReader& in) {
  InPlace<session::OutgoingStream>(in, [](const session::OutgoingStream&) {});
}

void RestoreTimeLine(FieldReader& in) {
  InPlace<session::TimeLine>(in, [](session::TimeLine& line) {
    (void)line.Place(960, kNow);
    (void)line.Place(960, kNow + std::chrono::hours(1));
  });
}

void RestoreEncryption(FieldReader& in) {
  InPlace<session::FrameEncryption>(in, [](session::FrameEncryption& encryption) {
    std::array<std::uint8_t, 64> frame{};
    (void)encryption.current().Apply(frame, 32);
  });
}

void RestoreOpener(FieldReader& in) {
  InPlace<dave::FrameOpener>(in, [](dave::FrameOpener& opener) {
    const auto frame = Frame();
    std::vector<std::uint8_t> out(frame.size());
    (void)opener.Open(kNow, frame, false, out);
    dave::RetiredRatchets retired;
    opener.Sweep(kNow + std::chrono::hours(1), retired);
  });
}

void RestoreDecryption(FieldReader& in) {
  InPlace<session::FrameDecryption>(in, [](session::FrameDecryption& decryption) {
    SpscRing<session::MediaEvent> ring(session::EventSink::kCapacity);
    session::EventSink events(ring);
    (void)decryption.Open(kNow, UserId(1), Frame(), events);
    decryption.Sweep(kNow + std::chrono::hours(1), events);
  });
}

void RestoreMachine(FieldReader& in) {
  gateway::Machine machine(crypto::AeadAlgorithm::kAes256Gcm, 1);
  machine.Restore(in);
  if (!in.ok()) return;
  if (machine.state() != gateway::State::kResumeOpening || !machine.may_move()) std::abort();
  machine.SocketOpened(kNow);
  machine.Resumed(kNow);
  machine.PathLost(kNow);
  machine.SocketClosed(gateway::kCloseNormal, kNow);
  while (machine.Poll()) {
  }
}

/// With an input, and packets of everybody that is heard.
void RestoreMedia(FieldReader& in) {
  Reserve reserve(std::size_t{2048} * 1024);
  SpscRing<session::MediaEvent> events(session::EventSink::kCapacity);
  TripleBuffer<session::MediaStats> stats(reserve);
  session::Media media(session::Talker::Create({}), {}, events, stats, reserve);
  auto input = std::make_unique<player::PcmSource>(kSampleRate, kChannels);
  (void)input->queue().Write(std::vector<std::int16_t>(kBlockValues * 4, 1000));
  media.HandleCommand(session::command::SetAudioMode{session::AudioMode::kContinuous}, kNow);
  media.HandleCommand(session::command::SetInput{std::move(input), 1}, kNow);
  constexpr std::array<std::uint8_t, crypto::kAeadKeySize> kKey{4};
  auto aead = crypto::Aead::Create(crypto::AeadAlgorithm::kAes256Gcm, kKey);
  media.Restore(in, std::move(*aead));
  if (!in.ok()) return;
  session::Outbox outbox;
  for (int tick = 0; tick < 8; ++tick) {
    const Instant now = kNow + kBlockDuration * tick;
    media.Tick(now, now, outbox);
    outbox.Clear();
    (void)media.TakePathAction();
    while (events.Pop()) {
    }
  }
}

/// What waits to be heard of a user who is there.
void RestorePackets(FieldReader& in) {
  constexpr Ssrc kSsrc{7};
  session::ConnectionStats stats;
  Reserve reserve(std::size_t{2048} * 1024);
  SpscRing<session::MediaEvent> ring(session::EventSink::kCapacity);
  session::EventSink events(ring);
  session::Receiving receiving(stats, reserve);
  receiving.Map(kNow, {kSsrc, UserId(1), session::Speaker::Create(), {.pcm = true}}, events);
  receiving.RestorePackets(in);
  if (!in.ok()) return;
  AudioBlock played;
  for (int tick = 0; tick < 12; ++tick) {
    const Instant now = kNow + kBlockDuration * tick;
    const std::vector<std::uint8_t> payload(40, 0xfc);
    rtp::OpenedRtp packet{};
    packet.header.ssrc = kSsrc;
    packet.header.sequence = Sequence(static_cast<std::uint16_t>(tick));
    packet.header.timestamp = RtpTimestamp(static_cast<std::uint32_t>(tick) * kBlockSamples);
    packet.payload = payload;
    (void)receiving.HandlePacket(now, packet, events);
    receiving.AfterPackets(now, events);
    receiving.Tick(now, events, &played);
    while (ring.Pop()) {
    }
  }
}

void RestoreSignalling(FieldReader& in) {
  session::Signalling signalling({UserId(1), crypto::AeadAlgorithm::kAes256Gcm});
  signalling.Restore(in);
  if (!in.ok()) return;
  (void)signalling.TransportKey();
  signalling.Speaking(UserId(2), Ssrc(7), kNow);
  signalling.ClientDisconnect(UserId(2));
  while (signalling.PollPath()) {
  }
  while (signalling.PollCommand()) {
  }
  while (signalling.Poll()) {
  }
}

constexpr void (*kOwners[])(FieldReader&) = {
    RestoreWindows,  RestoreReplayWindow, RestoreUnwrapper, RestoreSealer,     RestoreStream,
    RestoreTimeLine, RestoreEncryption,   RestoreOpener,    RestoreDecryption, RestoreMachine,
    RestoreMedia,    RestoreSignalling,   RestorePackets,
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  RestoreFault fault;
  FieldReader in(std::span(data + 1, size - 1), kNow, "record", fault);
  kOwners[data[0] % std::size(kOwners)](in);
  if (in.ok() != (fault.problem == RestoreProblem::kNone)) std::abort();
  return 0;
}

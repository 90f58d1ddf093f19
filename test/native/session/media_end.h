#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "core/session/media.h"

namespace sdkpp::session {

using namespace std::chrono_literals;

inline constexpr UserId kAda{1};
inline constexpr UserId kBen{2};
inline constexpr Ssrc kAdaSsrc{1000};
inline constexpr Ssrc kBenSsrc{2000};

/// The transport key both ends share.
inline std::unique_ptr<rtp::Sealer> MakeSealer(std::uint32_t counter) {
  const std::array<std::uint8_t, crypto::kAeadKeySize> key{1, 2, 3};
  auto aead = crypto::Aead::Create(crypto::AeadAlgorithm::kAes256Gcm, key);
  return std::make_unique<rtp::Sealer>(std::move(*aead), counter);
}

using Datagram = std::vector<std::uint8_t>;

/// Empties the queue to JavaScript; `take` gets each head and its bytes.
template <class Take>
void TakeEach(ReceiveQueue& queue, Take take) {
  for (auto record = queue.records().Front(); !record.empty(); record = queue.records().Front()) {
    ReceivedHead head;
    std::memcpy(&head, record.data(), sizeof(head));
    take(head, std::span<const std::uint8_t>(record).subspan(sizeof(head)));
    queue.records().Release();
  }
}

/// One end: a Media with its rings.
class End {
 public:
  /// One to which nothing has happened.
  explicit End(const MediaSeed& seed = {Sequence(65'530), RtpTimestamp(0xffff'0000), 0})
      : events_(EventSink::kCapacity), media(Talker::Create({}), seed, events_, stats_, reserve_) {}

  End(Ssrc ssrc, std::uint32_t counter) : End() {
    Do(command::OpenPath{ssrc});
    Do(command::SetKey{MakeSealer(counter)});
    Do(command::SetAudioMode{AudioMode::kContinuous});
  }

  template <class Command>
  void Do(Command command) {
    media.HandleCommand(MediaCommand(std::move(command)), now);
    Drain();
  }

  std::vector<Datagram> Tick(Instant at) {
    now = at;
    media.Tick(at, at, outbox);
    std::vector<Datagram> sent;
    for (std::size_t i = 0; i < outbox.size(); ++i) {
      const auto datagram = outbox[i];
      sent.emplace_back(datagram.begin(), datagram.end());
    }
    outbox.Clear();
    Drain();
    return sent;
  }

  void Receive(Datagram datagram) {
    media.HandleDatagram(datagram, Via::kPresent, now);
    media.AfterDatagrams(now);
    Drain();
  }

  [[nodiscard]] const MediaStats& Stats() {
    for (int i = 0; i < 6; ++i) (void)Tick(now + 20ms * 0);
    return stats_.Newest();
  }

  /// As they were published.
  [[nodiscard]] const MediaStats& Newest() { return stats_.Newest(); }

  template <class Event>
  [[nodiscard]] int Count() const {
    return static_cast<int>(std::ranges::count_if(
        seen, [](const MediaEvent& each) { return std::holds_alternative<Event>(each); }));
  }

  Instant now{10s};
  std::vector<MediaEvent> seen;
  Outbox outbox;

 private:
  Reserve reserve_{std::size_t{512} * 1024};
  SpscRing<MediaEvent> events_;
  TripleBuffer<MediaStats> stats_{reserve_};

 public:
  Media media;

  void Drain() {
    while (auto event = events_.Pop()) seen.push_back(std::move(*event));
  }
};

}  // namespace sdkpp::session

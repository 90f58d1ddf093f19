#pragma once

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <semaphore>
#include <utility>
#include <variant>

#include "engine/engine.h"

namespace sdkpp::engine {

/// Rung by media threads.
class Bell final : public WakeSink {
 public:
  void Wake() noexcept override { rung_.release(); }
  [[nodiscard]] bool Wait() { return rung_.try_acquire_for(std::chrono::seconds(5)); }

 private:
  std::counting_semaphore<> rung_{0};
};

inline std::unique_ptr<MediaSession> MakeSession() {
  return std::make_unique<MediaSession>(session::Talker::Create({}), session::MediaSeed{});
}

template <class Command>
void Post(MediaSession& session, Command command) {
  ASSERT_TRUE(session.Push(session::MediaCommand(std::move(command))));
}

/// Waits until an event of this type has come.
template <class Event>
bool Await(Bell& bell, MediaSession& session) {
  while (true) {
    while (auto event = session.PopEvent()) {
      if (std::holds_alternative<Event>(*event)) return true;
    }
    if (!bell.Wait()) return false;
  }
}

inline void Attach(MediaSession& session, const char* ip, std::uint16_t port) {
  auto socket = UdpSocket::Connect(ip, port);
  ASSERT_TRUE(socket.has_value());
  ASSERT_TRUE(session.Push(AttachSocket{std::move(*socket)}));
  Post(session, session::command::OpenPath{Ssrc(7)});
}

/// A key, and whatever else a session needs before it sends.
inline void AllowSending(MediaSession& session, crypto::AeadAlgorithm algorithm) {
  const std::array<std::uint8_t, crypto::kAeadKeySize> key{};
  auto aead = crypto::Aead::Create(algorithm, key);
  Post(session, session::command::SetKey{std::make_unique<rtp::Sealer>(std::move(*aead), 0xc000'0000)});
  Post(session, session::command::SetAudioMode{session::AudioMode::kContinuous});
  Post(session, session::command::Announced{});
}

}  // namespace sdkpp::engine

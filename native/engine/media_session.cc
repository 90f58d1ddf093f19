#include "engine/media_session.h"

#include <array>
#include <utility>

namespace sdkpp::engine {

namespace {
/// Datagrams read in one go, so that a flood cannot keep the thread from its tick.
constexpr int kMaxBatch = 512;
constexpr std::size_t kLargestDatagram = 2048;
}  // namespace

session::CallbackExchange& MediaSession::exchange() {
  if (!exchange_) exchange_ = std::make_unique<session::CallbackExchange>();
  return *exchange_;
}

session::ReceiveQueue& MediaSession::receive_queue() {
  if (!receive_queue_) receive_queue_ = std::make_unique<session::ReceiveQueue>();
  return *receive_queue_;
}

void MediaSession::RunCommands(Instant now) noexcept {
  while (auto command = commands_.Pop()) {
    if (auto* attach = std::get_if<AttachSocket>(&*command)) {
      socket_ = std::move(attach->socket);
    } else if (std::holds_alternative<DetachSocket>(*command)) {
      socket_.reset();
    } else if (auto* media = std::get_if<session::MediaCommand>(&*command)) {
      media_.HandleCommand(std::move(*media), now);
    }
  }
}

void MediaSession::Receive(Instant now) noexcept {
  if (!socket_) return;
  std::array<std::uint8_t, kLargestDatagram> buffer;
  int count = 0;
  while (count < kMaxBatch) {
    const auto datagram = socket_->Receive(buffer);
    if (!datagram) break;
    media_.HandleDatagram(*datagram, now);
    ++count;
  }
  if (count > 0) media_.AfterDatagrams(now);
}

void MediaSession::Tick(Instant now, Instant deadline) noexcept {
  media_.Tick(now, deadline);
  Flush();
}

void MediaSession::Flush() noexcept {
  session::Outbox& outbox = media_.outbox();
  for (std::size_t at = 0; at < outbox.size(); ++at) {
    if (!socket_ || !socket_->Send(outbox[at])) media_.CountSendError();
  }
  outbox.Clear();
}

}  // namespace sdkpp::engine

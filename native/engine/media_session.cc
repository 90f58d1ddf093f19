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

/// One case per command: a command without one does not compile.
struct MediaSession::CommandCases {
  MediaSession& self;
  Instant now;

  void operator()(std::monostate&) const noexcept {}
  void operator()(session::MediaCommand& command) const noexcept {
    self.media_.HandleCommand(std::move(command), now);
  }
  void operator()(AttachSocket& attach) const noexcept { self.Attach(std::move(attach.socket)); }
  void operator()(DetachSocket&) const noexcept { self.Attach(std::nullopt); }
};

void MediaSession::Attach(std::optional<UdpSocket> socket) noexcept {
  socket_ = std::move(socket);
  former_socket_.reset();
}

void MediaSession::RunCommands(Instant now) noexcept {
  while (media_.MayHandleCommand()) {
    auto command = commands_.Pop();
    if (!command) return;
    std::visit(CommandCases{*this, now}, *command);
  }
}

void MediaSession::Receive(Instant now) noexcept {
  if (socket_) DrainSocket(*socket_, session::Via::kPresent, now);
  ApplyPathAction();
}

void MediaSession::DrainSocket(UdpSocket& socket, session::Via via, Instant now) noexcept {
  std::array<std::uint8_t, kLargestDatagram> buffer;
  int count = 0;
  while (count < kMaxBatch) {
    const auto datagram = socket.Receive(buffer);
    if (!datagram) break;
    media_.HandleDatagram(*datagram, via, now);
    ++count;
  }
  if (count > 0) media_.AfterDatagrams(now);
}

void MediaSession::Tick(Instant now, Instant deadline) noexcept {
  // once per tick is often enough for a socket that is about to go
  if (former_socket_) DrainSocket(*former_socket_, session::Via::kFormer, now);
  media_.Tick(now, deadline);
  ApplyPathAction();
  Flush(now);
  ApplyPathAction();
}

void MediaSession::HandleWoke(Instant now) noexcept { media_.HandleWoke(now); }

void MediaSession::Flush(Instant now) noexcept {
  session::Outbox& outbox = media_.outbox();
  for (std::size_t at = 0; at < outbox.size(); ++at) {
    const auto result = socket_ ? socket_->Send(outbox[at]) : session::SendResult::kLost;
    media_.HandleSent(outbox[at], result, now);
  }
  outbox.Clear();
}

void MediaSession::ApplyPathAction() noexcept {
  switch (media_.TakePathAction()) {
    case session::PathAction::kNone:
      return;
    case session::PathAction::kSettle:
      return former_socket_.reset();
    case session::PathAction::kOpenAnother:
      break;
  }
  auto another = socket_ ? socket_->Another() : std::nullopt;
  if (!another) return media_.HandlePathOpenFailed();
  if (!former_socket_) former_socket_ = std::move(socket_);
  socket_ = std::move(another);
}

}  // namespace sdkpp::engine

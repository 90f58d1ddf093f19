#include "engine/media_session.h"

#include <utility>

namespace sdkpp::engine {

namespace {
/// Datagrams read in one go, so that a flood cannot keep the thread from its tick.
constexpr std::size_t kMaxBatch = 512;
/// As large as the buffer of a socket need be: 200 ms of 25 speakers.
constexpr std::size_t kRelayedBytes = std::size_t{64} << 10;
}  // namespace

session::CallbackExchange& MediaSession::exchange() {
  if (!exchange_) exchange_ = std::make_unique<session::CallbackExchange>();
  return *exchange_;
}

session::ReceiveQueue& MediaSession::receive_queue() {
  if (!receive_queue_) receive_queue_ = std::make_unique<session::ReceiveQueue>();
  return *receive_queue_;
}

RecordRing& MediaSession::relayed() {
  if (!relayed_) relayed_ = std::make_unique<RecordRing>(kRelayedBytes);
  return *relayed_;
}

void MediaSession::Prefetch(Ahead ahead) const noexcept {
  if (ahead == Ahead::kFar) {
    PrefetchLines(&socket_, sizeof(socket_));
    PrefetchLines(&former_socket_, sizeof(former_socket_));
  }
  media_.Prefetch(ahead);
}

/// One case per command: a command without one does not compile.
struct MediaSession::CommandCases {
  MediaSession& self;
  Instant now;

  void operator()(std::monostate&) const noexcept {}
  void operator()(session::MediaCommand& command) const noexcept {
    self.media().HandleCommand(std::move(command), now);
  }
  void operator()(AttachSocket& attach) const noexcept { self.Attach(std::move(attach.socket)); }
  void operator()(DetachSocket&) const noexcept { self.Attach(std::nullopt); }
  void operator()(const TakeRelayed& each) const noexcept { self.HandleRelayed(*each.datagrams, now); }
};

/// They say nothing of the path that is present here.
void MediaSession::HandleRelayed(RecordRing& datagrams, Instant now) noexcept {
  for (auto bytes = datagrams.Front(); !bytes.empty(); bytes = datagrams.Front()) {
    media().HandleDatagram(bytes, session::Via::kFormer, now);
    datagrams.Release();
  }
  media_.AfterDatagrams(now);
}

void MediaSession::Attach(std::optional<UdpSocket> socket) noexcept {
  (void)media();  // the fast path sends through the old one
  Close(former_socket_);
  Close(socket_);
  Open(std::move(socket));
}

bool MediaSession::Push(SessionCommand&& command) noexcept {
  if (commands_.Push(std::move(command))) return true;
  // exchanges on both sides: either this one sees the room that was made, or the other one sees this
  (void)lacks_room_.exchange(true, std::memory_order_acq_rel);
  // NOLINTNEXTLINE(bugprone-use-after-move): a ring without room leaves it untouched
  return commands_.Push(std::move(command));
}

void MediaSession::Enter(Waiter& waiter) noexcept {
  waiter_ = &waiter;
  if (socket_) waiter.Watch(socket_->handle(), this);
  if (former_socket_) waiter.Watch(former_socket_->handle(), this);
}

void MediaSession::Part() noexcept {
  if (socket_) waiter_->Unwatch(socket_->handle());
  if (former_socket_) waiter_->Unwatch(former_socket_->handle());
  waiter_ = nullptr;
}

void MediaSession::Leave() noexcept {
  Attach(std::nullopt);
  waiter_ = nullptr;
}

void MediaSession::Open(std::optional<UdpSocket> socket) noexcept {
  socket_ = std::move(socket);
  if (socket_ && waiter_ != nullptr) waiter_->Watch(socket_->handle(), this);
}

void MediaSession::Close(std::optional<UdpSocket>& socket) noexcept {
  if (socket && waiter_ != nullptr) waiter_->Unwatch(socket->handle());
  socket.reset();
}

bool MediaSession::RunCommands(Instant now) noexcept {
  if (commands_.size() == 0) return true;
  while (media_.MayHandleCommand()) {
    auto command = commands_.Pop();
    if (!command) break;
    std::visit(CommandCases{*this, now}, *command);
  }
  made_room_ = lacks_room_.exchange(false, std::memory_order_acq_rel) || made_room_;
  return commands_.size() == 0;
}

void MediaSession::Restore(FieldReader& in, std::optional<crypto::Aead> aead) {
  (void)RunCommands(in.now());
  media_.Restore(in, std::move(aead));
  media_.HandleNewSocket(in.now());
}

void MediaSession::SendUrgent(Instant now, session::Outbox& outbox) noexcept {
  media_.SendUrgent(now, outbox);
  if (outbox.size() > 0) Flush(now, outbox);
}

Duration MediaSession::read_every() const noexcept {
  if (!socket_) return session::Media::kUsualReading;
  return socket_->notes_arrival() ? media_.read_every() : Duration::zero();
}

void MediaSession::Receive(DatagramReader& reader) noexcept {
  if (former_socket_) DrainSocket(*former_socket_, session::Via::kFormer, reader);
  if (socket_) DrainSocket(*socket_, session::Via::kPresent, reader);
  ApplyPathAction();
}

void MediaSession::DrainSocket(UdpSocket& socket, session::Via via, DatagramReader& reader) noexcept {
  std::size_t count = 0;
  std::size_t read = DatagramReader::kBatch;
  while (read == DatagramReader::kBatch && count < kMaxBatch) {
    const auto datagrams = reader.Read(socket);
    for (std::size_t at = 0; at < datagrams.size(); ++at) {
      // the speakers of a large call do not fit the caches
      PrefetchAhead(at, datagrams.size(), [&](std::size_t position, Ahead ahead) noexcept {
        media_.Prefetch(datagrams[position].bytes, ahead);
      });
      media().HandleDatagram(datagrams[at].bytes, via, datagrams[at].arrived);
    }
    read = datagrams.size();
    count += read;
  }
  if (count > 0) media_.AfterDatagrams(reader.now());
}

void MediaSession::Tick(Instant now, Instant deadline, session::Outbox& outbox) noexcept {
  media().Tick(now, deadline, outbox);
  ApplyPathAction();
  Flush(now, outbox);
  ApplyPathAction();
  hot_->read_every = read_every();
  EnterFastPath(now);
}

void MediaSession::EnterFastPath(Instant now) noexcept {
  if (!socket_ || commands_.size() > 0) return;
  hot_->socket = socket_->handle();
  media_.EnterFastPath(hot_->path, now);
}

void MediaSession::HandleUnsent(std::span<const std::uint8_t> datagram, session::SendResult result,
                                Instant now) noexcept {
  media().HandleSent(datagram, result, now);
  ApplyPathAction();
}

void MediaSession::HandleWoke(Instant now) noexcept { media().HandleWoke(now); }

bool MediaSession::TakeWake() noexcept {
  const bool made_room = std::exchange(made_room_, false);
  return media_.TakeWake() || made_room;
}

void MediaSession::Flush(Instant now, session::Outbox& outbox) noexcept {
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
      return Close(former_socket_);
    case session::PathAction::kOpenAnother:
      break;
  }
  auto another = socket_ ? socket_->Another() : std::nullopt;
  if (!another) return media_.HandlePathOpenFailed();
  if (former_socket_) {
    Close(socket_);
  } else {
    former_socket_ = std::exchange(socket_, std::nullopt);
  }
  Open(std::move(another));
}

}  // namespace sdkpp::engine

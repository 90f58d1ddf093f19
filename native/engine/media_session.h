#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include "core/base/prefetch.h"
#include "core/base/record_ring.h"
#include "core/base/reserve.h"
#include "core/base/spsc_ring.h"
#include "core/base/triple_buffer.h"
#include "core/base/woken_list.h"
#include "core/session/media.h"
#include "engine/datagram_reader.h"
#include "engine/hot_session.h"
#include "engine/udp_socket.h"
#include "engine/waiter.h"

namespace sdkpp::engine {

struct AttachSocket {
  UdpSocket socket;
};
struct DetachSocket {};
/// Datagrams were put into MediaSession::relayed().
struct TakeRelayed {
  RecordRing* datagrams;
};

using SessionCommand =
    std::variant<std::monostate, session::MediaCommand, AttachSocket, DetachSocket, TakeRelayed>;

/// One session as the media thread sees it: the pure Media half, its socket, and the rings to the JavaScript
/// thread.
class MediaSession {
 public:
  /// More wait on the JavaScript thread.
  static constexpr std::size_t kCommands = 256;

  MediaSession(std::unique_ptr<session::Talker> talker, const session::MediaSeed& seed)
      : commands_(kCommands, reserve_),
        events_(session::EventSink::kCapacity, reserve_),
        stats_(reserve_),
        media_(std::move(talker), seed, events_, stats_, reserve_) {}

  // JavaScript thread --------------------------------------------------------------------------------------
  /// False when there is no room; the JavaScript thread is woken when there is.
  [[nodiscard]] bool Push(SessionCommand&& command) noexcept;
  [[nodiscard]] std::optional<session::MediaEvent> PopEvent() noexcept { return events_.Pop(); }
  [[nodiscard]] const session::MediaStats& stats() noexcept {
    session::MediaStats& newest = stats_.Newest();
    newest.packets_sent = std::max(newest.packets_sent, hot_->path.packets_sent());
    media_.FillQuantiles(newest);
    return newest;
  }
  /// How far the call is; its `at` is zero before the first tick.
  [[nodiscard]] const session::Tide& tide() noexcept { return stats_.Newest().tide; }
  /// Made on first use; live as long as the session, because Media keeps pointers to them.
  [[nodiscard]] session::CallbackExchange& exchange();
  [[nodiscard]] session::ReceiveQueue& receive_queue();
  /// Datagrams that came to a socket of the process which had the call before.
  [[nodiscard]] RecordRing& relayed();
  [[nodiscard]] bool has_exchange() const noexcept { return exchange_ != nullptr; }
  [[nodiscard]] bool has_receive_queue() const noexcept { return receive_queue_ != nullptr; }
  /// This session among those that have something for the JavaScript thread.
  [[nodiscard]] WokenList::Entry& woken() noexcept { return woken_; }

  // JavaScript thread, while no media thread has the session: it is frozen, or was not added yet ------------
  /// What Media saves, after the commands that wait, with packets that were not heard yet.
  void Save(FieldWriter& out) noexcept {
    (void)RunCommands(out.now());
    media().Save(out);
    media().SavePackets(out);
  }
  [[nodiscard]] std::optional<player::SourcePosition> InputPosition() noexcept {
    return media().InputPosition();
  }
  [[nodiscard]] bool QueuedSamples(FieldWriter& out) noexcept { return media().QueuedSamples(out); }
  /// As Media::Restore, after the commands that wait: those for settings, the input, the socket. The socket
  /// is another one than before, which the server has to learn.
  void Restore(FieldReader& in, std::optional<crypto::Aead> aead);
  /// After Restore, for the successor of a process that died.
  void Succeed(const session::command::Grant& numbers, Sequence sequence) noexcept {
    media().Succeed(numbers, sequence);
  }
  /// A media thread gets it back.
  void HandleThawed(Instant now) noexcept { media().HandleThawed(now); }
  /// Reads what waits in the sockets, once; `take` gets the bytes of each datagram.
  template <class Take>
  void ReadSockets(DatagramReader& reader, const Take& take) {
    for (std::optional<UdpSocket>* socket : {&former_socket_, &socket_}) {
      if (!*socket) continue;
      for (const Datagram& datagram : reader.Read(**socket)) take(datagram.bytes);
    }
  }

  // Media thread -------------------------------------------------------------------------------------------
  /// A media thread takes the session in; its `waiter` watches the sockets until Part() or Leave().
  void Enter(Waiter& waiter) noexcept;
  /// Another thread takes over.
  void Part() noexcept;
  /// The end.
  void Leave() noexcept;
  /// False when some commands have to wait for the JavaScript thread.
  bool RunCommands(Instant now) noexcept;
  /// After RunCommands: they caused what need not wait for the tick.
  [[nodiscard]] bool is_urgent() const noexcept { return media_.is_urgent(); }
  /// Sends that. `outbox` is empty before and after.
  void SendUrgent(Instant now, session::Outbox& outbox) noexcept;
  /// Reads all waiting datagrams.
  void Receive(DatagramReader& reader) noexcept;
  /// How often the sockets should be read; zero: as soon as something arrives.
  [[nodiscard]] Duration read_every() const noexcept;
  /// Asks the processor for what Tick will read; one call for each step, the farthest first.
  void Prefetch(Ahead ahead) const noexcept;
  /// What the engine ticks while this only sends packets. It lives as long as this.
  [[nodiscard]] HotSession& hot() noexcept { return *hot_; }
  /// A tick that is not on the fast path. `outbox` is empty before and after.
  void Tick(Instant now, Instant deadline, session::Outbox& outbox) noexcept;
  /// A datagram of the fast path was not sent.
  void HandleUnsent(std::span<const std::uint8_t> datagram, session::SendResult result, Instant now) noexcept;
  /// The machine was asleep.
  void HandleWoke(Instant now) noexcept;
  /// It was for so long; before anything else happens.
  void HandleSlept(Duration slept) noexcept { media().HandleSlept(slept); }
  /// Whether the JavaScript thread has something to collect, or room for commands again; answers once.
  [[nodiscard]] bool TakeWake() noexcept;

 private:
  struct CommandCases;

  /// Media, no longer on the fast path.
  [[nodiscard]] session::Media& media() noexcept {
    if (hot_->path.active()) media_.LeaveFastPath(hot_->path);
    return media_;
  }
  void EnterFastPath(Instant now) noexcept;
  void Attach(std::optional<UdpSocket> socket) noexcept;
  void HandleRelayed(RecordRing& datagrams, Instant now) noexcept;
  void Flush(Instant now, session::Outbox& outbox) noexcept;
  void Open(std::optional<UdpSocket> socket) noexcept;
  void Close(std::optional<UdpSocket>& socket) noexcept;
  void DrainSocket(UdpSocket& socket, session::Via via, DatagramReader& reader) noexcept;
  /// Carries out the action that the path watch asks for.
  void ApplyPathAction() noexcept;

  /// All that is reserved for one session.
  static constexpr std::size_t kReserved = std::size_t{1640} * 1024;

  // before media_, which may hold pointers to them until its end
  Reserve reserve_{kReserved};
  std::unique_ptr<HotSession> hot_ = std::make_unique<HotSession>();
  std::unique_ptr<session::CallbackExchange> exchange_;
  std::unique_ptr<session::ReceiveQueue> receive_queue_;
  std::unique_ptr<RecordRing> relayed_;
  SpscRing<SessionCommand> commands_;
  SpscRing<session::MediaEvent> events_;
  TripleBuffer<session::MediaStats> stats_;
  std::atomic<bool> lacks_room_{false};  ///< a command found no room
  WokenList::Entry woken_;
  bool made_room_ = false;  ///< for such a command
  Waiter* waiter_ = nullptr;
  std::optional<UdpSocket> socket_;
  /// The socket that worked until the path moved; still read until the present one works.
  std::optional<UdpSocket> former_socket_;
  session::Media media_;
};

}  // namespace sdkpp::engine

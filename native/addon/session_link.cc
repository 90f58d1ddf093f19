#include "addon/session_link.h"

#include <algorithm>
#include <utility>

#include "core/audio/pcm_queue.h"
#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "engine/clock.h"
#include "engine/udp_socket.h"

namespace sdkpp::addon {

namespace {

constexpr Field kSignalling{1, "signalling"};
constexpr Field kMedia{2, "media"};

/// A call with all the participants and settings that it can have takes less.
constexpr std::size_t kMostSaved = std::size_t{8} << 20;

/// What `save` writes, in as much room as that takes; nothing when it is more than any call has.
template <class Save>
std::optional<crypto::SavedBytes> Saved(Instant now, const Save& save) {
  for (std::size_t size = SessionLink::kUsuallySaved; size <= kMostSaved; size *= 2) {
    crypto::SavedBytes room(size);
    FieldWriter out(room.all(), now);
    save(out);
    if (!out.ok()) continue;
    room.Keep(out.written().size());
    return room;
  }
  return std::nullopt;
}

}  // namespace

Instant SessionLink::Advance(Instant now) {
  if (now > now_) now_ = now;
  for (session::MediaEvent& event : std::exchange(reports_, {}))
    signalling_.HandleEvent(std::move(event), now_);
  return now_;
}

void SessionLink::Gather() {
  const std::size_t before = backlog_.size();
  while (const auto request = signalling_.PollPath()) OpenPath(*request);
  while (auto command = signalling_.PollCommand()) backlog_.push_back(std::move(*command));
  is_stale_ = backlog_.size() > before || is_stale_;
}

bool SessionLink::Pump() {
  Gather();
  bool pushed = false;
  while (!backlog_.empty() && media_->Push(std::move(backlog_.front()))) {
    backlog_.pop_front();
    pushed = true;
  }
  return pushed;
}

void SessionLink::OpenPath(const session::PathRequest& request) {
  if (request.ip.empty()) {
    backlog_.emplace_back(engine::DetachSocket{});
    return;
  }
  auto socket = engine::UdpSocket::Connect(request.ip, request.port);
  if (!socket) return;  // discovery times out and reports it
  backlog_.emplace_back(engine::AttachSocket{std::move(*socket)});
}

void SessionLink::Deliver(std::span<const std::uint8_t> packed) {
  RecordRing& relayed = media_->relayed();
  while (packed.size() >= 2) {
    const std::size_t size = packed[0] | (packed[1] << 8);
    packed = packed.subspan(2);
    if (size > packed.size()) break;
    const bool fits = size > 0 && size <= engine::DatagramReader::kLargest;
    const auto record = fits ? relayed.Claim(size) : std::span<std::uint8_t>{};
    if (!record.empty()) {
      std::ranges::copy(packed.first(size), record.begin());
      relayed.Commit();
    }
    packed = packed.subspan(size);
  }
  backlog_.emplace_back(engine::TakeRelayed{&relayed});
}

// While the session runs ------------------------------------------------------------------------------------

void SessionLink::AskForSnapshot() {
  Gather();
  auto room = std::make_unique<session::Snapshot>(snapshot_room_, ++snapshot_number_);
  backlog_.emplace_back(session::MediaCommand(session::command::Save{std::move(room)}));
  snapshot_.reset();
  is_stale_ = false;
}

/// Both halves are of one state when Signalling has handled all that Media reported before, and nothing went
/// from one to the other since.
std::optional<std::optional<crypto::SavedBytes>> SessionLink::TakeSnapshot() {
  if (!snapshot_) return std::nullopt;
  (void)Advance(now_);
  Gather();
  const auto answer = std::exchange(snapshot_, nullptr);
  if (!signalling_.gateway().may_move()) return std::optional<crypto::SavedBytes>();
  if (!answer->is_whole && snapshot_room_ >= kMostSaved) return std::optional<crypto::SavedBytes>();
  if (answer->is_whole && !is_stale_) return Join(now_, answer->bytes.bytes());
  if (!answer->is_whole) snapshot_room_ *= 2;
  AskForSnapshot();
  return std::nullopt;
}

std::optional<crypto::SavedBytes> SessionLink::Join(Instant now, std::span<const std::uint8_t> media) const {
  const auto signalling = Saved(now, [this](FieldWriter& out) { signalling_.Save(out); });
  if (!signalling) return std::nullopt;
  return Saved(now, [&](FieldWriter& out) {
    out.Bytes(kSignalling, signalling->bytes());
    out.Bytes(kMedia, media);
  });
}

// While no media thread has the session ---------------------------------------------------------------------

void SessionLink::TakeEvents() {
  while (auto event = media_->PopEvent()) {
    if (auto* back = std::get_if<session::event::Retired>(&*event)) {
      retired_.push_back(std::move(*back));
    } else if (auto* saved = std::get_if<session::event::Saved>(&*event)) {
      if (saved->snapshot->number == snapshot_number_) snapshot_ = std::move(saved->snapshot);
    } else {
      is_stale_ = snapshot_ != nullptr || is_stale_;
      reports_.push_back(std::move(*event));
    }
  }
}

/// A command may leave an event, which needs room.
void SessionLink::RunCommands(Instant now) {
  do {
    (void)Pump();
    TakeEvents();
  } while (!media_->RunCommands(now) || !backlog_.empty());
}

/// The halves tell time by different clocks: Signalling by the caller's, Media by that of its thread.
std::optional<crypto::SavedBytes> SessionLink::Save(Instant now) {
  if (!signalling_.gateway().may_move()) return std::nullopt;
  const Instant media_now = engine::Now();
  RunCommands(media_now);
  const auto media = Saved(media_now, [this](FieldWriter& out) { media_->Save(out); });
  return media ? Join(now, media->bytes()) : std::nullopt;
}

std::optional<player::SourcePosition> SessionLink::InputPosition() {
  RunCommands(engine::Now());
  return media_->InputPosition();
}

std::vector<std::uint8_t> SessionLink::QueuedSamples() {
  RunCommands(engine::Now());
  std::vector<std::uint8_t> room(audio::PcmQueue::kMostSaved);
  FieldWriter out(room, engine::Now());
  room.resize(media_->QueuedSamples(out) && out.ok() ? out.written().size() : 0);
  return room;
}

std::vector<std::uint8_t> SessionLink::TakeDatagrams() {
  std::vector<std::uint8_t> packed;
  if (!reader_) reader_ = engine::DatagramReader::Create();
  if (!reader_) return packed;
  reader_->Begin(engine::Now());
  media_->ReadSockets(*reader_, [&](std::span<const std::uint8_t> datagram) {
    packed.push_back(static_cast<std::uint8_t>(datagram.size()));
    packed.push_back(static_cast<std::uint8_t>(datagram.size() >> 8));
    packed.insert(packed.end(), datagram.begin(), datagram.end());
  });
  return packed;
}

RestoreFault SessionLink::Restore(std::span<const std::uint8_t> saved, Instant now) {
  return RestoreHalves(saved, now, {}, [this](FieldReader& in) { signalling_.Restore(in); });
}

RestoreFault SessionLink::RestoreKept(std::span<const std::uint8_t> saved, Instant now,
                                      const Succession& from) {
  const RestoreFault fault = RestoreHalves(
      saved, now, from.age, [&](FieldReader& in) { signalling_.RestoreKept(in, from.numbers); });
  if (!fault) media_->Succeed({*signalling_.granted(), signalling_.first_counter()}, from.sequence);
  return fault;
}

template <class RestoreSignalling>
RestoreFault SessionLink::RestoreHalves(std::span<const std::uint8_t> saved, Instant now, Duration age,
                                        const RestoreSignalling& restore_signalling) {
  now_ = now;
  const Instant media_now = engine::Now();
  RestoreFault fault;
  FieldReader in(saved, now, "session", fault, age);
  FieldReader signalling = in.Record(kSignalling);
  restore_signalling(signalling);
  FieldReader media(in.Bytes(kMedia), media_now, kMedia.name, fault, age);
  if (fault) return fault;
  RunCommands(media_now);
  media_->Restore(media, signalling_.TransportKey());
  return fault;
}

}  // namespace sdkpp::addon

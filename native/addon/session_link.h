#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "core/base/field.h"
#include "core/base/instant.h"
#include "core/crypto/saved_bytes.h"
#include "core/player/source.h"
#include "core/session/signalling.h"
#include "engine/media_session.h"

namespace sdkpp::addon {

/// Where the successor of a process that died goes on.
struct Succession {
  Duration age{};  ///< of its record
  session::NumberRange numbers;
  Sequence sequence;  ///< of the next packet
};

/// The two halves of a voice session on the JavaScript thread: carries what Signalling asks for to sockets
/// and to Media, and what Media reports to Signalling. It knows no JavaScript.
class SessionLink {
 public:
  /// Bytes that half of a usual call takes.
  static constexpr std::size_t kUsuallySaved = std::size_t{16} << 10;

  SessionLink(const session::SignallingOptions& options, std::unique_ptr<engine::MediaSession> media)
      : signalling_(options), media_(std::move(media)) {}

  [[nodiscard]] session::Signalling& signalling() noexcept { return signalling_; }
  [[nodiscard]] engine::MediaSession& media() noexcept { return *media_; }
  /// The end: the engine frees Media once its thread has released it.
  [[nodiscard]] std::unique_ptr<engine::MediaSession> TakeMedia() noexcept { return std::move(media_); }

  /// Time moves to `now`, unless it was later already; what Media reported is handled first. Returns the
  /// time.
  Instant Advance(Instant now);
  /// Takes what Media reported, and calls `retired` for each object that came back to be freed.
  template <class OnRetired>
  void Collect(const OnRetired& retired) {
    TakeEvents();
    for (const session::event::Retired& each : retired_) retired(each);
    retired_.clear();
  }
  /// Whether Media reported what Advance() has not handled yet.
  [[nodiscard]] bool has_reports() const noexcept { return !reports_.empty(); }
  /// Carries out what Signalling asks for. True when the media thread has commands to run.
  [[nodiscard]] bool Pump();

  /// Datagrams of the process that had the call before: each after its length (16 bits, little endian). Those
  /// for which there is no room are lost, as on a network.
  void Deliver(std::span<const std::uint8_t> packed);

  /// Asks for what Save() gives while the session runs; Pump() comes next. TakeSnapshot() has the answer.
  void AskForSnapshot();
  /// A snapshot, or word that there is none: the call is not joined, or has more state than any call. Nothing
  /// while it is waited for; Pump() comes next. What Media reported is handled.
  [[nodiscard]] std::optional<std::optional<crypto::SavedBytes>> TakeSnapshot();
  /// It is not waited for any more.
  void ForgetSnapshot() noexcept { ++snapshot_number_; }

  // While no media thread has the session ------------------------------------------------------------------
  /// What another process needs to go on with the call; nothing when it is not joined, or has more state than
  /// any call. The transport key is in it: to be wiped.
  [[nodiscard]] std::optional<crypto::SavedBytes> Save(Instant now);
  /// Of the present input, after the commands that wait.
  [[nodiscard]] std::optional<player::SourcePosition> InputPosition();
  /// What the present input has to play, as player::PcmSource takes it; empty when that are no samples.
  [[nodiscard]] std::vector<std::uint8_t> QueuedSamples();
  /// What arrived at the sockets meanwhile, as Deliver() takes it.
  [[nodiscard]] std::vector<std::uint8_t> TakeDatagrams();
  /// Into a new session, which has its input already. After a fault it is to be thrown away.
  [[nodiscard]] RestoreFault Restore(std::span<const std::uint8_t> saved, Instant now);
  /// The same for the successor of a process that died.
  [[nodiscard]] RestoreFault RestoreKept(std::span<const std::uint8_t> saved, Instant now,
                                         const Succession& from);

 private:
  void OpenPath(const session::PathRequest& request);
  /// Everything that Signalling asks for waits for room then.
  void Gather();
  [[nodiscard]] std::optional<crypto::SavedBytes> Join(Instant now,
                                                       std::span<const std::uint8_t> media) const;
  template <class RestoreSignalling>
  [[nodiscard]] RestoreFault RestoreHalves(std::span<const std::uint8_t> saved, Instant now, Duration age,
                                           const RestoreSignalling& restore_signalling);
  /// Runs all commands that wait.
  void RunCommands(Instant now);
  void TakeEvents();

  session::Signalling signalling_;
  std::unique_ptr<engine::MediaSession> media_;
  std::unique_ptr<engine::DatagramReader> reader_;  ///< made on first use
  std::deque<engine::SessionCommand> backlog_;      ///< commands for which Media had no room
  std::vector<session::MediaEvent> reports_;
  std::vector<session::event::Retired> retired_;
  Instant now_{};

  std::unique_ptr<session::Snapshot> snapshot_;  ///< what Media answered
  std::size_t snapshot_room_ = kUsuallySaved;
  std::uint32_t snapshot_number_ = 0;
  bool is_stale_ = false;  ///< since then, or since it was asked, the other half may have changed
};

}  // namespace sdkpp::addon

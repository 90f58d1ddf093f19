#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/field.h"
#include "core/base/instant.h"

namespace sdkpp::session {

/// The result of sending a datagram.
enum class SendResult : std::uint8_t {
  kSent,
  /// Lost like any other: a full buffer, a closed port.
  kLost,
  /// The system reports that this socket cannot send any more: its local address, route or interface is gone.
  kPathError,
};

/// Which socket a datagram came through, while there are two.
enum class Via : std::uint8_t { kPresent, kFormer };

/// Requests of the watch to the owner of the sockets.
enum class PathAction : std::uint8_t {
  kNone,
  /// Open another socket to the same remote and send through it. The one that worked is read on; one that was
  /// tried in vain is closed.
  kOpenAnother,
  /// The present socket works: close the former one.
  kSettle,
};

/// Detects that the UDP path of a call is dead and tries new sockets until one answers
/// (voice transport 10). Sans-IO, media thread.
class PathWatch {
 public:
  /// Changes of the path, for Signalling.
  enum class News : std::uint8_t { kSilent, kBack, kLost };

  /// A new voice session begins; its path is unknown. The count of moves stays.
  void Start() noexcept;

  /// A datagram was sent, or not. `is_ping`: one failed ping counts like many failed packets.
  void Sent(SendResult result, bool is_ping, Instant now) noexcept;
  /// A ping is due and goes out now; `answered` says whether the previous one was answered.
  void PingDue(bool answered, Instant now) noexcept;
  /// A ping or a discovery was answered, or an authenticated packet came.
  void Alive(Via via, bool is_ping) noexcept;
  /// No other socket could be opened.
  void OpenFailed() noexcept { present_failed_ = true; }
  /// The gateway was away: the path must answer a ping within a second, if it ever did.
  void RequireAnswer(Instant now) noexcept;
  /// The machine slept: its address may have changed.
  void Woke(Instant now) noexcept { Move(now); }
  /// The socket is a new one that is taken to work: pings and something authentic go out for a while.
  void Announce(Instant now) noexcept;
  void Tick(Instant now) noexcept;

  /// A new path is being tried: regular pings pause.
  [[nodiscard]] bool probing() const noexcept { return probing_; }
  /// The path works: a tick, or another packet sent, changes nothing.
  [[nodiscard]] bool at_rest() const noexcept {
    return !probing_ && probes_left_ == 0 && !answer_due_ && failed_in_row_ == 0 && !suspected_ &&
           !ping_wanted_ && !probe_wanted_ && action_ == PathAction::kNone && !news_;
  }
  /// Whether a ping should go out now; answers once.
  [[nodiscard]] bool TakePingWanted() noexcept { return std::exchange(ping_wanted_, false); }
  /// Whether something authentic should go out now, so that the service learns the new address; answers once.
  /// It goes some times more than it takes for the first answer, because nothing says that it has arrived.
  [[nodiscard]] bool TakeProbeWanted() noexcept { return std::exchange(probe_wanted_, false); }
  [[nodiscard]] PathAction TakeAction() noexcept { return std::exchange(action_, PathAction::kNone); }
  /// Whether the path became suspect; answers once.
  [[nodiscard]] bool TakeSuspicion() noexcept { return std::exchange(suspected_, false); }
  [[nodiscard]] std::optional<News> TakeNews() noexcept { return std::exchange(news_, std::nullopt); }
  /// How often the call moved to another socket that then worked.
  [[nodiscard]] std::uint64_t moves() const noexcept { return moves_; }

  void Save(FieldWriter& out) const noexcept;
  /// A path that was not at rest is suspect: its socket is another one now, and the search begins anew.
  void Restore(FieldReader& in) noexcept;

 private:
  struct Fields;

  void Move(Instant now) noexcept;
  void TryAnother(Instant now) noexcept;
  void Settle() noexcept;

  bool probing_ = false;
  bool suspected_ = false;
  bool ping_wanted_ = false;
  bool probe_wanted_ = false;
  bool answers_pings_ = false;  ///< this voice session had a ping answered
  bool silence_reported_ = false;
  bool present_failed_ = false;
  int failed_in_row_ = 0;
  int probes_left_ = 0;  ///< at least so many more for the newest socket
  int unanswered_ = 0;
  Instant began_{};  ///< of the probing
  Instant tried_{};  ///< newest socket of the probing
  Instant next_probe_{};
  Instant next_lost_{};  ///< while probing
  std::optional<Instant> answer_due_;
  PathAction action_ = PathAction::kNone;
  std::optional<News> news_;
  std::uint64_t moves_ = 0;
};

}  // namespace sdkpp::session

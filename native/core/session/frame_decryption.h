#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/dave/frame_opener.h"
#include "core/rtp/sealer.h"
#include "core/session/event_sink.h"

namespace sdkpp::session {

/// Largest received payload: Opus, sealed end to end.
inline constexpr std::size_t kMaxReceivedPayload = rtp::kMaxPayload + dave::kMaxOverhead;

/// Opens what other users sealed end to end, each with their own ratchets; these may come before it is known
/// which SSRC a user has, and stay when the path is closed. Media thread.
class FrameDecryption {
 public:
  /// Users with ratchets or counts. When all places are taken, the user without ratchets who was heard or
  /// given a ratchet longest ago makes room; if all have ratchets, further users have none, so that only
  /// their silence and what is let through in the clear is heard.
  static constexpr std::size_t kUsers = 256;
  static constexpr Duration kForever = Duration::max();

  void Install(Instant now, UserId user, std::unique_ptr<dave::ReceiveRatchet> ratchet) noexcept;
  void Expire(Instant now, UserId user) noexcept;
  /// How long from now on frames in the clear pass; kForever: until this is called again.
  void SetPassthrough(Instant now, Duration duration) noexcept;
  /// Whether own frames are encrypted or wait for it.
  void SetSending(bool encrypting) noexcept { sending_ = encrypting; }
  /// All ratchets go and everything passes; counts stay.
  void Reset() noexcept;

  /// The frame to play, valid until the next call, or nothing when it must be dropped. `frame` is untrusted.
  [[nodiscard]] std::optional<std::span<const std::uint8_t>> Open(Instant now, UserId user,
                                                                  std::span<const std::uint8_t> frame,
                                                                  EventSink& events) noexcept;

  /// Ends ratchets whose time has come and sends what is over to be freed; call now and then.
  void Sweep(Instant now, EventSink& events) noexcept;

  [[nodiscard]] dave::FrameCounts CountsOf(UserId user) const noexcept;

 private:
  struct Place {
    Instant used{};
    dave::FrameOpener opener;
  };

  /// Without end-to-end encryption nothing is looked at: an Opus frame may end like a protocol frame by
  /// chance.
  [[nodiscard]] bool inspects() const noexcept { return sending_ || ratchets_ > 0 || passthrough_until_; }
  [[nodiscard]] bool ClearAllowed(Instant now) const noexcept {
    return !passthrough_until_ || now < *passthrough_until_;
  }
  /// used_ when there is none.
  [[nodiscard]] std::size_t Find(UserId user) const noexcept;
  [[nodiscard]] std::optional<std::size_t> FindPlaceToGive() noexcept;
  [[nodiscard]] Place* Claim(Instant now, UserId user) noexcept;
  void Hand(EventSink& events) noexcept;
  void CountRatchets() noexcept;

  std::array<UserId, kUsers> users_;  ///< whose the places are; apart, to be searched for each frame
  std::array<Place, kUsers> places_;
  std::size_t used_ = 0;
  std::size_t ratchets_ = 0;  ///< of all users
  std::optional<Instant> passthrough_until_;
  bool sending_ = false;
  dave::RatchetPile over_;
  std::array<std::uint8_t, kMaxReceivedPayload> opened_;
};

}  // namespace sdkpp::session

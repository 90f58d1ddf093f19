#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/base/fixed_vector.h"
#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/dave/frame_opener.h"
#include "core/rtp/sealer.h"
#include "core/session/exchange/event_sink.h"

namespace sdkpp::session {

/// Largest received payload: Opus, sealed end to end.
inline constexpr std::size_t kMaxReceivedPayload =
    rtp::kMaxDatagram - rtp::kFixedHeaderSize - rtp::kSealOverhead;

/// Opens what other users sealed end to end, each with their own ratchets; these may come before it is known
/// which SSRC a user has, and stay when the path is closed. Media thread.
class FrameDecryption {
 public:
  FrameDecryption() = default;
  explicit FrameDecryption(Reserve& reserve) : users_(reserve), slots_(reserve) {}

  /// Users with ratchets or counts. When all slots are taken, the user without ratchets who was heard or
  /// given a ratchet longest ago makes room; if all have ratchets, further users have none, so that only
  /// their silence and what is let through in the clear is heard.
  static constexpr std::size_t kUsers = 1024;
  static constexpr Duration kForever = Duration::max();

  void Install(Instant now, UserId user, std::unique_ptr<dave::ReceiveRatchet> ratchet) noexcept;
  void Expire(Instant now, UserId user) noexcept;
  /// How long from now on frames in the clear pass; kForever: until this is called again. With an end, those
  /// of a user pass only until the first frame of that user opens.
  void SetPassthrough(Instant now, Duration duration) noexcept;
  /// Whether own frames are encrypted or wait for it.
  void SetSending(bool encrypting) noexcept { sending_ = encrypting; }
  /// All ratchets go and everything passes; counts stay.
  void Reset() noexcept;

  /// The frame to play, valid until the next call, or nothing when it must be dropped. `frame` is untrusted.
  [[nodiscard]] std::optional<dave::OpenedFrame> Open(Instant now, UserId user,
                                                      std::span<const std::uint8_t> frame,
                                                      EventSink& events) noexcept;
  /// Whether a frame in the clear, other than silence, may be played now.
  [[nodiscard]] bool ClearAllowed(Instant now) const noexcept {
    return !passthrough_until_ || now < *passthrough_until_;
  }
  /// Frames in the clear pass no longer, or only for a while.
  [[nodiscard]] bool clear_ends() const noexcept { return passthrough_until_.has_value(); }

  /// Without end-to-end encryption no frame is inspected: an Opus frame may end like a protocol frame by
  /// chance.
  [[nodiscard]] bool inspects() const noexcept { return sending_ || ratchets_ > 0 || passthrough_until_; }

  /// Whether a key of `user` opens this frame; nothing when it is not sealed. Nothing is learned or counted.
  [[nodiscard]] std::optional<bool> Opens(Instant now, UserId user,
                                          std::span<const std::uint8_t> frame) noexcept;

  /// The result of a search for the owner of a frame.
  struct Search {
    std::optional<UserId> user;
    std::size_t next = 0;   ///< where to go on
    std::size_t tries = 0;  ///< what it took
  };
  /// Looks for the user whose key opens the frame, from slot `from` on, with at most `tries` of those that
  /// `is_candidate` admits. Changes nothing.
  template <class IsCandidate>
  [[nodiscard]] Search FindOwner(Instant now, std::span<const std::uint8_t> frame, std::size_t from,
                                 std::size_t tries, const IsCandidate& is_candidate) noexcept {
    Search search;
    search.next = from;
    const auto layout = ParseSealed(frame);
    for (std::size_t seen = 0; layout && seen < slots_.size() && search.tries < tries; ++seen) {
      const std::size_t at = search.next++ % slots_.size();
      if (slots_[at].opener.ratchets() == 0) continue;
      ++search.tries;
      if (!is_candidate(users_[at]) || !slots_[at].opener.Opens(now, *layout, opened_)) continue;
      search.user = users_[at];
      break;
    }
    return search;
  }

  /// Retires expired ratchets and sends them away to be freed; call regularly.
  void Sweep(Instant now, EventSink& events) noexcept;

  [[nodiscard]] dave::FrameCryptoStats StatsOf(UserId user) const noexcept;

  /// With secrets: what `out` writes to has to be wiped.
  void Save(FieldWriter& out) const noexcept;
  /// Of a fresh one, which is of no use when `in` has a fault. Allocates.
  void Restore(FieldReader& in);

 private:
  struct Fields;
  struct SlotFields;

  struct Slot {
    Instant used{};
    bool seals = false;  ///< a frame opened since passthrough was given an end
    dave::FrameOpener opener;
  };
  static void SaveSlot(FieldWriter& out, UserId user, const Slot& slot) noexcept;
  void RestoreSlot(FieldReader& in);

  /// No value for silence and for unencrypted frames.
  [[nodiscard]] static std::optional<dave::FrameLayout> ParseSealed(
      std::span<const std::uint8_t> frame) noexcept;
  /// The number of slots when there is none.
  [[nodiscard]] std::size_t Find(UserId user) const noexcept;
  [[nodiscard]] std::optional<std::size_t> FindFreePlace() noexcept;
  [[nodiscard]] Slot* Claim(Instant now, UserId user) noexcept;
  void SendRetired(EventSink& events) noexcept;
  void CountRatchets() noexcept;

  FixedVector<UserId, kUsers> users_;  ///< the users of the slots; apart, because every frame searches them
  FixedVector<Slot, kUsers> slots_;
  std::size_t ratchets_ = 0;  ///< of all users
  std::optional<Instant> passthrough_until_;
  bool sending_ = false;
  dave::RetiredRatchets retired_;
  std::array<std::uint8_t, kMaxReceivedPayload> opened_;
};

}  // namespace sdkpp::session

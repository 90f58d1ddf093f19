#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/instant.h"
#include "core/base/strong.h"
#include "core/session/exchange/event_sink.h"
#include "core/session/receiving/frame_decryption.h"

namespace sdkpp::session {

/// Finds the owner of an SSRC that no op 5 named (voice transport 5.2): with end-to-end encryption the user
/// whose key opens its frames; without, Signalling may know that only one user is left. Media thread.
class Attribution {
 public:
  /// Key tries for one packet, for one SSRC in a second, and for all of them.
  static constexpr std::size_t kTriesPerPacket = 64;
  static constexpr std::size_t kTriesPerSsrc = 256;
  static constexpr std::size_t kTriesPerSecond = 1024;

  /// A packet of an SSRC that is not claimed. `is_free` says of a user that they have no SSRC.
  template <class IsFree>
  void Seek(Instant now, Ssrc ssrc, std::span<const std::uint8_t> payload, FrameDecryption& decryption,
            const IsFree& is_free, EventSink& events) noexcept {
    Search* search = Find(now, ssrc);
    if (search == nullptr || (search->reported_at && now - *search->reported_at < kReportAgain)) return;
    bool reported = false;
    if (!decryption.inspects()) {
      reported = events.OfferState(event::SsrcUnknown{ssrc});
    } else if (const auto owner = Owner(now, *search, payload, decryption, is_free)) {
      reported = events.OfferState(event::SsrcFound{ssrc, *owner});
    }
    if (reported) search->reported_at = now;
  }

  void Clear() noexcept { searches_ = {}; }

 private:
  /// Signalling answers within a moment, or something was in its way.
  static constexpr Duration kReportAgain = std::chrono::milliseconds(200);
  static constexpr Duration kWindow = std::chrono::seconds(1);

  struct Search {
    bool used = false;
    Ssrc ssrc;
    Instant begun{};  ///< of the second that `tries` counts
    std::size_t tries = 0;
    std::size_t place = 0;  ///< of the user to try next
    std::optional<Instant> reported_at;
  };

  template <class IsFree>
  [[nodiscard]] std::optional<UserId> Owner(Instant now, Search& search,
                                            std::span<const std::uint8_t> payload,
                                            FrameDecryption& decryption, const IsFree& is_free) noexcept {
    const std::size_t tries = Allowance(now, search);
    const auto found = decryption.FindOwner(now, payload, search.place, tries, is_free);
    search.place = found.next;
    search.tries += found.tries;
    tries_ += found.tries;
    return found.user;
  }

  /// nullptr when all searches are younger than a second.
  [[nodiscard]] Search* Find(Instant now, Ssrc ssrc) noexcept;
  [[nodiscard]] std::size_t Allowance(Instant now, Search& search) noexcept;

  std::array<Search, 32> searches_;
  Instant begun_{};  ///< of the second that tries_ counts
  std::size_t tries_ = 0;
};

}  // namespace sdkpp::session

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/base/instant.h"
#include "core/dave/failure_streak.h"
#include "core/dave/frame_crypto_stats.h"
#include "core/dave/receive_ratchet.h"
#include "core/dave/retired_ratchets.h"

namespace sdkpp::dave {

/// A frame to play.
struct OpenedFrame {
  std::span<const std::uint8_t> bytes;
  /// It came in the clear and is not silence.
  bool clear = false;
};

/// Opens the frames of one user, who may be sending with the ratchet of one of several epochs. Media thread.
class FrameOpener {
 public:
  /// Beyond these the oldest falls out: a user in so many epochs within 10 s.
  static constexpr std::size_t kRatchets = 8;

  /// `ratchet` is tried first from now on; the earlier ones expire 10 s from now. One whose id is there
  /// already is retired, since it would let frames in twice.
  void Install(Instant now, std::unique_ptr<ReceiveRatchet> ratchet, RetiredRatchets& retired) noexcept;
  /// All ratchets expire 10 s from now.
  void ExpireAll(Instant now) noexcept;
  /// Retires the expired ones.
  void Sweep(Instant now, RetiredRatchets& retired) noexcept;
  /// Retires all and resets the failures; statistics stay.
  void Clear(RetiredRatchets& retired) noexcept;
  [[nodiscard]] std::size_t ratchets() const noexcept { return used_; }

  /// The frame to play, or nothing when it must be dropped. An untrusted frame that is sealed is opened into
  /// the front of `out`, which has at least its size; one that passes as it is is given back itself.
  /// `clear_allowed`: whether frames that are not protocol frames pass.
  [[nodiscard]] std::optional<OpenedFrame> Open(Instant now, std::span<const std::uint8_t> frame,
                                                bool clear_allowed, std::span<std::uint8_t> out) noexcept;

  /// Whether one of the two newest ratchets opens a sealed frame; nothing is counted, and the frame may come
  /// again. `out` has at least its size; its content is undefined afterwards.
  [[nodiscard]] bool Opens(Instant now, const FrameLayout& layout, std::span<std::uint8_t> out) noexcept;

  [[nodiscard]] const FrameCryptoStats& stats() const noexcept { return stats_; }
  [[nodiscard]] FailureStreak& failures() noexcept { return failures_; }

  /// With secrets: what `out` writes to has to be wiped. Failures in a row are counted anew.
  void Save(FieldWriter& out) const noexcept;
  /// Of a fresh opener, which is of no use when `in` has a fault. Allocates.
  void Restore(FieldReader& in);

 private:
  struct Fields;

  void Remove(std::size_t at, RetiredRatchets& retired) noexcept;
  [[nodiscard]] bool OpenSealed(Instant now, const FrameLayout& layout, std::span<std::uint8_t> out) noexcept;
  void Fail(Instant now) noexcept;
  [[nodiscard]] bool Has(RatchetId id) const noexcept;

  std::array<std::unique_ptr<ReceiveRatchet>, kRatchets> ratchets_;  ///< newest first
  std::size_t used_ = 0;
  FrameCryptoStats stats_;
  FailureStreak failures_;
};

}  // namespace sdkpp::dave

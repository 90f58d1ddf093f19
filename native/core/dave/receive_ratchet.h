#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/base/instant.h"
#include "core/crypto/aead.h"
#include "core/crypto/hkdf.h"
#include "core/dave/frame_cipher.h"
#include "core/dave/frame_sealer.h"
#include "core/dave/key_ratchet.h"
#include "core/dave/replay_window.h"

namespace sdkpp::dave {

/// Keys of older generations open for this long after a newer one was used, older ratchets for this long
/// after a newer one came.
inline constexpr Duration kOldKeyLife = std::chrono::seconds(10);

/// The ratchet of another user's frames in one epoch: which generations may come now, and which frames came.
/// Nothing changes before a frame opens, so that forged frames have no effect.
class ReceiveRatchet {
 public:
  /// nullptr when a key cannot be derived (out of memory). Allocates.
  [[nodiscard]] static std::unique_ptr<ReceiveRatchet> Create(RatchetId id, BaseBytes base);
  ReceiveRatchet(const ReceiveRatchet&) = delete;
  ReceiveRatchet& operator=(const ReceiveRatchet&) = delete;

  /// It may be used from `now` on, which bounds the generations it accepts. Media thread, like the following.
  void Start(Instant now) noexcept { started_ = now; }
  /// Writes the plain frame to the front of `out`. Returns false, with `out` undefined and nothing else
  /// changed, when another ratchet sealed it, or the frame is a copy or from a generation that has expired
  /// or is not due yet.
  [[nodiscard]] bool Open(Instant now, const SealedFrame& frame, std::span<std::uint8_t> out) noexcept;

  /// Whether Open would open it; the frame still counts as new.
  [[nodiscard]] bool Opens(Instant now, const SealedFrame& frame, std::span<std::uint8_t> out) noexcept;

  /// It opens nothing from `at` on, or from the earlier time of a previous call.
  void ExpireAt(Instant at) noexcept;
  [[nodiscard]] bool expired(Instant now) const noexcept { return expires_ && now >= *expires_; }
  /// Wipes every key at once.
  void ClearKeys() noexcept;

  [[nodiscard]] RatchetId id() const noexcept { return id_; }
  [[nodiscard]] Generation oldest() const noexcept { return chain_.generation(); }
  [[nodiscard]] Generation newest() const noexcept { return newest_; }

  /// With the secret: what `out` writes to has to be wiped. Only what was started is saved.
  void Save(FieldWriter& out) const noexcept;
  /// nullptr when `in` has a fault, or a key cannot be derived (out of memory). Allocates.
  [[nodiscard]] static std::unique_ptr<ReceiveRatchet> Restore(FieldReader& in);

 private:
  struct Fields;
  friend class RetiredRatchets;

  /// A key that was derived.
  struct Key {
    crypto::Aead aead;
    std::optional<Generation> generation;
  };

  ReceiveRatchet(RatchetId id, const KeyRatchet& chain, crypto::Aead one, crypto::Aead other) noexcept;
  /// Without a key yet.
  [[nodiscard]] static std::unique_ptr<ReceiveRatchet> Make(RatchetId id, const KeyRatchet& chain);

  /// The generation and the number of a frame.
  struct Position {
    Generation generation;
    std::uint64_t number;
  };
  [[nodiscard]] Position PositionOf(const SealedFrame& frame) const noexcept;
  [[nodiscard]] bool MayCome(Instant now, Generation generation) const noexcept;
  /// Whether a sender may have got so far by `now`.
  [[nodiscard]] bool IsDue(Instant now, Generation generation) const noexcept;
  [[nodiscard]] const crypto::Aead* KeyOf(Generation generation) noexcept;
  [[nodiscard]] bool Derive(Generation generation, Key& key) noexcept;
  void Use(Instant now, Generation generation) noexcept;
  void ExpireGenerations(Instant now) noexcept;

  RatchetId id_;
  Instant started_{};
  std::optional<Instant> expires_;

  KeyRatchet chain_;  ///< at the oldest generation that still opens
  crypto::HkdfExpand hkdf_;
  std::array<Key, 2> keys_;  ///< of the newest generation and of one other
  Generation newest_ = 0;
  std::optional<Instant> older_expire_;  ///< when generations before the newest are over
  ReplayWindow replay_;

  std::unique_ptr<ReceiveRatchet> below_;  ///< in a RetiredRatchets
};

}  // namespace sdkpp::dave

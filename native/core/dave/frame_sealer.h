#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/base/prefetch.h"
#include "core/base/resumption.h"
#include "core/base/slab.h"
#include "core/crypto/aead.h"
#include "core/crypto/hkdf.h"
#include "core/dave/frame_layout.h"
#include "core/dave/generation.h"
#include "core/dave/key_ratchet.h"

namespace sdkpp::dave {

/// Names one ratchet of one MLS epoch.
using RatchetId = std::uint32_t;

/// The ratchet of one's own frames in one epoch, with their only counter: a key and a nonce meet once,
/// because neither can be copied, set or turned back. It stays in the range of numbers that was granted, so
/// that a successor of a process that died can begin behind it.
class FrameSealer : public InSlab<FrameSealer> {
 public:
  /// `sealed_before` frames count as sealed already: their numbers are never used, nor are those from `limit`
  /// on (numbers as FrameNumber has them; the first is 1). nullptr when a key cannot be derived (out of
  /// memory). Allocates.
  [[nodiscard]] static std::unique_ptr<FrameSealer> Create(RatchetId id, BaseBytes base,
                                                           std::uint64_t sealed_before = 0,
                                                           std::uint64_t limit = kFrameNumbers);
  FrameSealer(const FrameSealer&) = delete;
  FrameSealer& operator=(const FrameSealer&) = delete;

  /// Seals in place: `buffer` starts with `size` bytes of frame and has kMaxOverhead bytes of room behind.
  /// Gives the size to send, or 0 when it must not be sent: at the limit nothing changes then. Silence is
  /// sealed like sound. Media thread.
  [[nodiscard]] std::size_t Seal(std::span<std::uint8_t> buffer, std::size_t size,
                                 std::span<const ClearRange> ranges = {}) noexcept;

  /// Asks the processor for what Seal reads; first for this, then for what is behind it.
  void Prefetch(Ahead ahead) const noexcept {
    if (ahead == Ahead::kNear) {
      PrefetchLines(this, kUsual);
    } else {
      aead_.Prefetch();
    }
  }

  [[nodiscard]] RatchetId id() const noexcept { return id_; }
  /// Number of the frame sealed last, as it travels: 0 for none yet; wraps at 2^32.
  [[nodiscard]] std::uint32_t nonce() const noexcept { return static_cast<std::uint32_t>(number_); }
  [[nodiscard]] Generation generation() const noexcept { return ratchet_.generation(); }
  /// FrameNumber of the frame sealed last: it and those before it are used.
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  /// The first number that it may not use.
  [[nodiscard]] std::uint64_t limit() const noexcept { return limit_; }
  /// Raises the limit; a lower one than the present is ignored. Media thread.
  void Grant(std::uint64_t limit) noexcept;
  /// Numbers before `next` count as used; one that is behind is ignored. Media thread.
  void SkipTo(std::uint64_t next) noexcept;
  /// From now on the numbers from `start` to before `limit` only. One that had all gives the rest back; one
  /// that was confined before gets more, and never less. Media thread.
  void Confine(std::uint64_t start, std::uint64_t limit) noexcept;

  /// With the secret: what `out` writes to has to be wiped.
  void Save(FieldWriter& out) const noexcept;
  /// nullptr when `in` has a fault, or a key cannot be derived (out of memory). One that has no granted limit
  /// is refused where a successor has to go on at it. Allocates.
  [[nodiscard]] static std::unique_ptr<FrameSealer> Restore(FieldReader& in,
                                                            Resumption resumption = Resumption::kExact);

 private:
  struct Fields;

  FrameSealer(RatchetId id, const KeyRatchet& ratchet, crypto::Aead aead) noexcept;

  /// Behind the numbers up to `number`.
  [[nodiscard]] static std::unique_ptr<FrameSealer> Make(RatchetId id, const KeyRatchet& ratchet,
                                                         std::uint64_t number, std::uint64_t limit);

  [[nodiscard]] bool Rekey() noexcept;
  [[nodiscard]] bool AdvanceTo(Generation generation) noexcept;

  // what Seal reads while the generation stays comes first
  crypto::Aead aead_;
  std::uint64_t number_ = 0;
  std::uint64_t limit_ = kFrameNumbers;
  KeyRatchet ratchet_;  // its generation is in front
  static constexpr std::size_t kUsual = sizeof(aead_) + sizeof(number_) + sizeof(limit_) + sizeof(ratchet_);
  RatchetId id_;
  crypto::HkdfExpand hkdf_;
};

}  // namespace sdkpp::dave

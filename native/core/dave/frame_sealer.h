#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/base/prefetch.h"
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
/// because neither can be copied, set or turned back.
class FrameSealer : public InSlab<FrameSealer> {
 public:
  /// `sealed_before` frames count as sealed already: their numbers are never used. nullptr when a key cannot
  /// be derived (out of memory). Allocates.
  [[nodiscard]] static std::unique_ptr<FrameSealer> Create(RatchetId id, BaseBytes base,
                                                           std::uint64_t sealed_before = 0);
  FrameSealer(const FrameSealer&) = delete;
  FrameSealer& operator=(const FrameSealer&) = delete;

  /// Seals in place: `buffer` starts with `size` bytes of frame and has kMaxOverhead bytes of room behind.
  /// Gives the size to send, or 0 when it must not be sent. Silence is sealed like sound. Media thread.
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
  [[nodiscard]] std::uint32_t nonce() const noexcept { return nonce_; }
  [[nodiscard]] Generation generation() const noexcept { return ratchet_.generation(); }

 private:
  FrameSealer(RatchetId id, BaseBytes base, crypto::Aead aead) noexcept;

  [[nodiscard]] bool Rekey() noexcept;
  [[nodiscard]] bool AdvanceTo(Generation generation) noexcept;

  // what Seal reads while the generation stays comes first
  crypto::Aead aead_;
  RatchetId id_;
  std::uint32_t nonce_ = 0;
  KeyRatchet ratchet_;
  static constexpr std::size_t kUsual = sizeof(aead_) + sizeof(id_) + sizeof(nonce_) + sizeof(ratchet_);
  crypto::HkdfExpand hkdf_;
};

}  // namespace sdkpp::dave

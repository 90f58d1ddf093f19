#include "core/dave/frame_sealer.h"

#include <array>
#include <utility>

#include "core/dave/frame_cipher.h"

namespace sdkpp::dave {

std::unique_ptr<FrameSealer> FrameSealer::Create(RatchetId id, BaseBytes base, std::uint64_t sealed_before) {
  constexpr std::array<std::uint8_t, 16> kNoKey{};
  auto aead = crypto::Aead::Create(crypto::AeadAlgorithm::kAes128GcmTag8, kNoKey);
  if (!aead) return nullptr;
  std::unique_ptr<FrameSealer> sealer(new FrameSealer(id, base, std::move(*aead)));
  sealer->nonce_ = static_cast<std::uint32_t>(sealed_before);
  const auto generation = static_cast<Generation>(sealed_before >> kGenerationShift);
  return sealer->AdvanceTo(generation) ? std::move(sealer) : nullptr;
}

FrameSealer::FrameSealer(RatchetId id, BaseBytes base, crypto::Aead aead) noexcept
    : aead_(std::move(aead)), id_(id), ratchet_(base) {}

std::size_t FrameSealer::Seal(std::span<std::uint8_t> buffer, std::size_t size,
                              std::span<const ClearRange> ranges) noexcept {
  if (size > buffer.size()) return 0;
  // the number is used up whatever comes of it
  ++nonce_;
  const Generation generation = WidenGeneration(ratchet_.generation(), nonce_);
  if (generation != ratchet_.generation() && !AdvanceTo(generation)) return 0;
  return SealFrame(aead_, nonce_, buffer, size, ranges);
}

bool FrameSealer::Rekey() noexcept {
  crypto::Secret key;
  return ratchet_.DeriveKey(hkdf_, key) && aead_.Rekey(key.bytes());
}

/// On failure the key is cleared, so that nothing is sealed with the previous one.
bool FrameSealer::AdvanceTo(Generation generation) noexcept {
  aead_.ClearKey();
  return ratchet_.AdvanceTo(hkdf_, generation) && Rekey();
}

}  // namespace sdkpp::dave

#include "core/dave/frame_sealer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/dave/frame_cipher.h"

namespace sdkpp::dave {

namespace {
/// No receiver follows a sender over more of them.
constexpr Generation kMostSteps = 250;
}  // namespace

struct FrameSealer::Fields {
  static constexpr Field kId{1, "id"};
  static constexpr Field kRatchet{2, "ratchet"};
  static constexpr Field kNumber{3, "number"};
  static constexpr Field kLimit{4, "limit"};
};

std::unique_ptr<FrameSealer> FrameSealer::Create(RatchetId id, BaseBytes base, std::uint64_t sealed_before,
                                                 std::uint64_t limit) {
  return Make(id, KeyRatchet(base), sealed_before, limit);
}

std::unique_ptr<FrameSealer> FrameSealer::Make(RatchetId id, const KeyRatchet& ratchet, std::uint64_t number,
                                               std::uint64_t limit) {
  constexpr std::array<std::uint8_t, 16> kNoKey{};
  auto aead = crypto::Aead::Create(crypto::AeadAlgorithm::kAes128GcmTag8, kNoKey);
  if (!aead) return nullptr;
  std::unique_ptr<FrameSealer> sealer(new FrameSealer(id, ratchet, std::move(*aead)));
  sealer->number_ = std::min(number, kFrameNumbers - 1);
  sealer->limit_ = std::min(limit, kFrameNumbers);
  return sealer->AdvanceTo(GenerationOf(sealer->number_)) ? std::move(sealer) : nullptr;
}

FrameSealer::FrameSealer(RatchetId id, const KeyRatchet& ratchet, crypto::Aead aead) noexcept
    : aead_(std::move(aead)), ratchet_(ratchet), id_(id) {}

std::size_t FrameSealer::Seal(std::span<std::uint8_t> buffer, std::size_t size,
                              std::span<const ClearRange> ranges) noexcept {
  if (number_ + 1 >= limit_ || size > buffer.size()) return 0;
  // the number is used up whatever comes of it
  ++number_;
  const Generation generation = GenerationOf(number_);
  if (generation != ratchet_.generation() && !AdvanceTo(generation)) return 0;
  return SealFrame(aead_, nonce(), buffer, size, ranges);
}

void FrameSealer::Grant(std::uint64_t limit) noexcept {
  limit_ = std::max(limit_, std::min(limit, kFrameNumbers));
}

void FrameSealer::SkipTo(std::uint64_t next) noexcept {
  if (next > number_) number_ = std::min(next, kFrameNumbers) - 1;
}

void FrameSealer::Confine(std::uint64_t start, std::uint64_t limit) noexcept {
  SkipTo(start);
  if (limit_ == kFrameNumbers) limit_ = 0;
  Grant(limit);
}

void FrameSealer::Save(FieldWriter& out) const noexcept {
  out.Number(Fields::kId, id_);
  out.Part(Fields::kRatchet, ratchet_);
  out.Number(Fields::kNumber, number_);
  out.Number(Fields::kLimit, limit_);
}

std::unique_ptr<FrameSealer> FrameSealer::Restore(FieldReader& in, Resumption resumption) {
  const auto id = in.Number<RatchetId>(Fields::kId);
  FieldReader ratchet_in = in.Record(Fields::kRatchet);
  const auto ratchet = KeyRatchet::Restore(ratchet_in);
  auto number = in.Number<std::uint64_t>(Fields::kNumber);
  const auto limit = in.Number<std::uint64_t>(Fields::kLimit);
  if (number >= kFrameNumbers) in.Refuse(Fields::kNumber);
  if (limit > kFrameNumbers) in.Refuse(Fields::kLimit);
  if (!in.ok()) return nullptr;
  if (GenerationOf(number) < ratchet->generation()) in.Refuse(Fields::kNumber);
  // a limit below the number grants nothing, and takes nothing back
  if (resumption == Resumption::kAtLimit && limit > number) number = limit - 1;
  if (GenerationOf(number) - ratchet->generation() > kMostSteps)
    in.Refuse(resumption == Resumption::kExact ? Fields::kNumber : Fields::kLimit);
  return in.ok() ? Make(id, *ratchet, number, limit) : nullptr;
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

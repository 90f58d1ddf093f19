#include "core/dave/receive_ratchet.h"

#include <algorithm>
#include <utility>

namespace sdkpp::dave {

namespace {

constexpr Generation kMaxGenerationGap = 250;
/// More frames per second than any sender has: bounds the generation by the age of the ratchet.
constexpr std::uint64_t kMaxFrameRate = 170;

Result<crypto::Aead, crypto::AeadError> MakeAead() {
  constexpr std::array<std::uint8_t, 16> kNoKey{};
  return crypto::Aead::Create(crypto::AeadAlgorithm::kAes128GcmTag8, kNoKey);
}

}  // namespace

struct ReceiveRatchet::Fields {
  static constexpr Field kId{1, "id"};
  static constexpr Field kStarted{2, "started"};
  static constexpr Field kExpires{3, "expires"};
  static constexpr Field kChain{4, "chain"};
  static constexpr Field kNewest{5, "newest"};
  static constexpr Field kOlderExpire{6, "older expire"};
  static constexpr Field kReplay{7, "replay"};
};

std::unique_ptr<ReceiveRatchet> ReceiveRatchet::Create(RatchetId id, BaseBytes base) {
  auto ratchet = Make(id, KeyRatchet(base));
  return ratchet && ratchet->KeyOf(0) != nullptr ? std::move(ratchet) : nullptr;
}

std::unique_ptr<ReceiveRatchet> ReceiveRatchet::Make(RatchetId id, const KeyRatchet& chain) {
  auto one = MakeAead();
  auto other = MakeAead();
  if (!one || !other) return nullptr;
  return std::unique_ptr<ReceiveRatchet>(new ReceiveRatchet(id, chain, std::move(*one), std::move(*other)));
}

ReceiveRatchet::ReceiveRatchet(RatchetId id, const KeyRatchet& chain, crypto::Aead one,
                               crypto::Aead other) noexcept
    : id_(id), chain_(chain), keys_{Key{std::move(one), std::nullopt}, Key{std::move(other), std::nullopt}} {}

bool ReceiveRatchet::Open(Instant now, const SealedFrame& frame, std::span<std::uint8_t> out) noexcept {
  if (!Opens(now, frame, out)) return false;
  const Position position = PositionOf(frame);
  replay_.Accept(position.number);
  Use(now, position.generation);
  return true;
}

bool ReceiveRatchet::Opens(Instant now, const SealedFrame& frame, std::span<std::uint8_t> out) noexcept {
  ExpireGenerations(now);
  const Position position = PositionOf(frame);
  if (!MayCome(now, position.generation) || !replay_.Allows(position.number)) return false;
  const crypto::Aead* key = KeyOf(position.generation);
  return key != nullptr && frame.Open(*key, out);
}

ReceiveRatchet::Position ReceiveRatchet::PositionOf(const SealedFrame& frame) const noexcept {
  const std::uint32_t nonce = frame.layout().nonce;
  const Generation generation = WidenGeneration(oldest(), nonce);
  return {generation, FrameNumber(generation, nonce)};
}

/// Widening gives no generation before the oldest.
bool ReceiveRatchet::MayCome(Instant now, Generation generation) const noexcept {
  return generation <= newest_ + kMaxGenerationGap && IsDue(now, generation);
}

bool ReceiveRatchet::IsDue(Instant now, Generation generation) const noexcept {
  const auto age = std::chrono::duration_cast<std::chrono::seconds>(now - started_).count();
  const auto seconds = static_cast<std::uint64_t>(std::max<std::int64_t>(0, age));
  return generation <= (kMaxFrameRate * seconds) >> kGenerationShift;
}

const crypto::Aead* ReceiveRatchet::KeyOf(Generation generation) noexcept {
  Key* spare = nullptr;
  for (Key& key : keys_) {
    if (key.generation == generation) return &key.aead;
    if (key.generation != newest_) spare = &key;
  }
  return spare != nullptr && Derive(generation, *spare) ? &spare->aead : nullptr;
}

bool ReceiveRatchet::Derive(Generation generation, Key& key) noexcept {
  key.generation.reset();
  KeyRatchet walk = chain_;
  crypto::Secret bytes;
  if (!walk.AdvanceTo(hkdf_, generation) || !walk.DeriveKey(hkdf_, bytes) || !key.aead.Rekey(bytes.bytes()))
    return false;
  key.generation = generation;
  return true;
}

/// A second newer generation within the life of older ones shortens the first one's life to theirs: no sender
/// gets through 2^24 frames in that time.
void ReceiveRatchet::Use(Instant now, Generation generation) noexcept {
  if (generation <= newest_) return;
  newest_ = generation;
  if (!older_expire_) older_expire_ = now + kOldKeyLife;
}

void ReceiveRatchet::ExpireGenerations(Instant now) noexcept {
  if (!older_expire_ || now < *older_expire_) return;
  older_expire_.reset();
  (void)chain_.AdvanceTo(hkdf_, newest_);
  for (Key& key : keys_) {
    if (!key.generation || *key.generation >= newest_) continue;
    key.aead.ClearKey();
    key.generation.reset();
  }
}

void ReceiveRatchet::ExpireAt(Instant at) noexcept { expires_ = std::min(at, expires_.value_or(at)); }

void ReceiveRatchet::ClearKeys() noexcept {
  chain_.Clear();
  for (Key& key : keys_) {
    key.aead.ClearKey();
    key.generation.reset();
  }
}

void ReceiveRatchet::Save(FieldWriter& out) const noexcept {
  out.Number(Fields::kId, id_);
  out.Time(Fields::kStarted, std::optional(started_));
  out.Time(Fields::kExpires, expires_);
  out.Part(Fields::kChain, chain_);
  out.Number(Fields::kNewest, newest_);
  out.Time(Fields::kOlderExpire, older_expire_);
  out.Part(Fields::kReplay, replay_);
}

std::unique_ptr<ReceiveRatchet> ReceiveRatchet::Restore(FieldReader& in) {
  FieldReader chain_in = in.Record(Fields::kChain);
  const auto chain = KeyRatchet::Restore(chain_in);
  auto ratchet = chain ? Make(in.Number<RatchetId>(Fields::kId), *chain) : nullptr;
  if (!ratchet) return nullptr;
  ratchet->started_ = in.RequiredTime(Fields::kStarted);
  ratchet->expires_ = in.MaybeTime(Fields::kExpires);
  ratchet->newest_ = in.Number<Generation>(Fields::kNewest);
  // the age bounds how many keys have to be derived up to the newest
  if (ratchet->newest_ < ratchet->oldest() || !ratchet->IsDue(in.written(), ratchet->newest_))
    in.Refuse(Fields::kNewest);
  ratchet->older_expire_ = in.MaybeTime(Fields::kOlderExpire);
  in.Part(Fields::kReplay, ratchet->replay_);
  return in.ok() && ratchet->KeyOf(ratchet->newest_) != nullptr ? std::move(ratchet) : nullptr;
}

}  // namespace sdkpp::dave

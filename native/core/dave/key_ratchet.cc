#include "core/dave/key_ratchet.h"

#include <array>
#include <string_view>

#include "core/base/byte_writer.h"

namespace sdkpp::dave {

namespace {

constexpr std::size_t kKeySize = 16;
constexpr std::size_t kSecretSize = 32;
constexpr std::string_view kKeyLabel = "MLS 1.0 key";
constexpr std::string_view kSecretLabel = "MLS 1.0 secret";

void WriteText(ByteWriter& out, std::string_view text) noexcept {
  out.U8(static_cast<std::uint8_t>(text.size()));
  for (const char each : text) out.U8(static_cast<std::uint8_t>(each));
}

/// ExpandWithLabel of MLS with the generation as its context.
bool Derive(crypto::HkdfExpand& hkdf, std::span<const std::uint8_t> secret, std::string_view label,
            Generation generation, std::size_t size, crypto::Secret& out) noexcept {
  if (secret.empty()) return false;
  std::array<std::uint8_t, 32> bytes;
  ByteWriter info(bytes);
  info.U16(static_cast<std::uint16_t>(size));
  WriteText(info, label);
  info.U8(sizeof(generation));
  info.U32(generation);
  return hkdf.Expand(secret, info.written(), size, out);
}

}  // namespace

struct KeyRatchet::Fields {
  static constexpr Field kGeneration{1, "generation"};
  static constexpr Field kSecret{2, "secret"};
};

bool KeyRatchet::DeriveKey(crypto::HkdfExpand& hkdf, crypto::Secret& key) const noexcept {
  return Derive(hkdf, secret_.bytes(), kKeyLabel, generation_, kKeySize, key);
}

bool KeyRatchet::AdvanceTo(crypto::HkdfExpand& hkdf, Generation generation) noexcept {
  while (generation_ < generation) {
    if (!Derive(hkdf, secret_.bytes(), kSecretLabel, generation_, kSecretSize, secret_)) return false;
    ++generation_;
  }
  return true;
}

void KeyRatchet::Save(FieldWriter& out) const noexcept {
  out.Number(Fields::kGeneration, generation_);
  out.Bytes(Fields::kSecret, secret_.bytes());
}

std::optional<KeyRatchet> KeyRatchet::Restore(FieldReader& in) noexcept {
  const auto generation = in.Number<Generation>(Fields::kGeneration);
  const auto secret = in.Bytes(Fields::kSecret);
  if (secret.size() != (generation == 0 ? kBaseSize : kSecretSize)) in.Refuse(Fields::kSecret);
  return in.ok() ? std::optional(KeyRatchet(generation, secret)) : std::nullopt;
}

}  // namespace sdkpp::dave

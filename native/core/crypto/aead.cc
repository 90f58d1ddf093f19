#include "core/crypto/aead.h"

#include <openssl/aead.h>
#include <openssl/mem.h>

#include <new>
#include <utility>

#include "core/base/prefetch.h"
#include "core/base/slab.h"

namespace sdkpp::crypto {

/// A whole number of cache lines: what seals a packet reads all of it.
struct alignas(64) Aead::Context : InSlab<Context> {
  Context() noexcept { EVP_AEAD_CTX_zero(&evp); }

  EVP_AEAD_CTX evp;
};

namespace {

const EVP_AEAD* Evp(AeadAlgorithm algorithm) noexcept {
  switch (algorithm) {
    case AeadAlgorithm::kAes256Gcm:
      return EVP_aead_aes_256_gcm();
    case AeadAlgorithm::kXChaCha20Poly1305:
      return EVP_aead_xchacha20_poly1305();
    case AeadAlgorithm::kAes128GcmTag8:
      return EVP_aead_aes_128_gcm();
  }
  return EVP_aead_aes_256_gcm();
}

/// BoringSSL's own clean-up leaves the key schedules of AES where they are.
void Wipe(EVP_AEAD_CTX& context) noexcept {
  EVP_AEAD_CTX_cleanup(&context);
  OPENSSL_cleanse(&context, sizeof(context));
}

bool Init(EVP_AEAD_CTX& context, AeadAlgorithm algorithm, std::span<const std::uint8_t> key) noexcept {
  return key.size() == KeySize(algorithm) && EVP_AEAD_CTX_init(&context, Evp(algorithm), key.data(),
                                                               key.size(), TagSize(algorithm), nullptr) == 1;
}

}  // namespace

std::size_t KeySize(AeadAlgorithm algorithm) noexcept { return EVP_AEAD_key_length(Evp(algorithm)); }

std::size_t TagSize(AeadAlgorithm algorithm) noexcept {
  return algorithm == AeadAlgorithm::kAes128GcmTag8 ? 8 : kAeadTagSize;
}

std::size_t NonceSize(AeadAlgorithm algorithm) noexcept { return EVP_AEAD_nonce_length(Evp(algorithm)); }

bool HasAesHardware() noexcept { return EVP_has_aes_hardware() != 0; }

void Aead::ContextDeleter::operator()(Context* context) const noexcept {
  Wipe(context->evp);
  delete context;
}

Aead::Aead(AeadAlgorithm algorithm, std::unique_ptr<Context, ContextDeleter> context) noexcept
    : algorithm_(algorithm), context_(std::move(context)) {}

void Aead::Prefetch() const noexcept { PrefetchLines(context_.get(), sizeof(Context)); }

Result<Aead, AeadError> Aead::Create(AeadAlgorithm algorithm, std::span<const std::uint8_t> key) {
  std::unique_ptr<Context, ContextDeleter> context(new Context);
  if (!Init(context->evp, algorithm, key)) return AeadError::kBadKey;
  return Aead(algorithm, std::move(context));
}

void Aead::ClearKey() noexcept { Wipe(context_->evp); }

bool Aead::Rekey(std::span<const std::uint8_t> key) noexcept {
  ClearKey();
  return Init(context_->evp, algorithm_, key);
}

bool Aead::Seal(std::span<const std::uint8_t> nonce, std::span<const std::uint8_t> aad,
                std::span<std::uint8_t> text, std::span<std::uint8_t> tag) const noexcept {
  std::size_t tag_size = 0;
  return EVP_AEAD_CTX_aead(&context_->evp) != nullptr && tag.size() == TagSize(algorithm_) &&
         EVP_AEAD_CTX_seal_scatter(&context_->evp, text.data(), tag.data(), &tag_size, tag.size(),
                                   nonce.data(), nonce.size(), text.data(), text.size(), nullptr, 0,
                                   aad.data(), aad.size()) == 1;
}

bool Aead::Open(std::span<const std::uint8_t> nonce, std::span<const std::uint8_t> aad,
                std::span<std::uint8_t> text, std::span<const std::uint8_t> tag) const noexcept {
  return OpenInto(text, nonce, aad, text, tag);
}

bool Aead::OpenInto(std::span<std::uint8_t> out, std::span<const std::uint8_t> nonce,
                    std::span<const std::uint8_t> aad, std::span<const std::uint8_t> text,
                    std::span<const std::uint8_t> tag) const noexcept {
  return EVP_AEAD_CTX_aead(&context_->evp) != nullptr && out.size() == text.size() &&
         tag.size() == TagSize(algorithm_) &&
         EVP_AEAD_CTX_open_gather(&context_->evp, out.data(), nonce.data(), nonce.size(), text.data(),
                                  text.size(), tag.data(), tag.size(), aad.data(), aad.size()) == 1;
}

}  // namespace sdkpp::crypto

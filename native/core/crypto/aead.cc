#include "core/crypto/aead.h"

#include <openssl/aead.h>

#include <new>
#include <utility>

namespace sdkpp::crypto {

struct Aead::Context {
  EVP_AEAD_CTX evp;
};

namespace {

const EVP_AEAD* Evp(AeadAlgorithm algorithm) noexcept {
  return algorithm == AeadAlgorithm::kAes256Gcm ? EVP_aead_aes_256_gcm() : EVP_aead_xchacha20_poly1305();
}

}  // namespace

std::size_t NonceSize(AeadAlgorithm algorithm) noexcept { return EVP_AEAD_nonce_length(Evp(algorithm)); }

bool HasAesHardware() noexcept { return EVP_has_aes_hardware() != 0; }

void Aead::ContextDeleter::operator()(Context* context) const noexcept {
  EVP_AEAD_CTX_cleanup(&context->evp);
  delete context;
}

Aead::Aead(AeadAlgorithm algorithm, std::unique_ptr<Context, ContextDeleter> context) noexcept
    : algorithm_(algorithm), context_(std::move(context)) {}

Result<Aead, AeadError> Aead::Create(AeadAlgorithm algorithm, std::span<const std::uint8_t> key) {
  std::unique_ptr<Context, ContextDeleter> context(new Context{});
  EVP_AEAD_CTX_zero(&context->evp);
  if (key.size() != kAeadKeySize ||
      EVP_AEAD_CTX_init(&context->evp, Evp(algorithm), key.data(), key.size(), kAeadTagSize, nullptr) != 1) {
    return AeadError::kBadKey;
  }
  return Aead(algorithm, std::move(context));
}

bool Aead::Seal(std::span<const std::uint8_t> nonce, std::span<const std::uint8_t> aad,
                std::span<std::uint8_t> text, std::span<std::uint8_t, kAeadTagSize> tag) const noexcept {
  std::size_t tag_size = 0;
  return EVP_AEAD_CTX_seal_scatter(&context_->evp, text.data(), tag.data(), &tag_size, tag.size(),
                                   nonce.data(), nonce.size(), text.data(), text.size(), nullptr, 0,
                                   aad.data(), aad.size()) == 1;
}

bool Aead::Open(std::span<const std::uint8_t> nonce, std::span<const std::uint8_t> aad,
                std::span<std::uint8_t> text,
                std::span<const std::uint8_t, kAeadTagSize> tag) const noexcept {
  return EVP_AEAD_CTX_open_gather(&context_->evp, text.data(), nonce.data(), nonce.size(), text.data(),
                                  text.size(), tag.data(), tag.size(), aad.data(), aad.size()) == 1;
}

}  // namespace sdkpp::crypto

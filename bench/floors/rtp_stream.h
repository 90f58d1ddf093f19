#pragma once

#include <arpa/inet.h>
#include <openssl/aead.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <span>

namespace floors {

/// 20 ms of Opus at 64 kbit/s.
inline constexpr std::size_t kPayload = 160;
inline constexpr std::size_t kHeader = 12;
inline constexpr std::size_t kTag = 16;
inline constexpr std::size_t kCounter = 4;
inline constexpr std::size_t kPacket = kHeader + kPayload + kTag + kCounter;

/// One stream of RTP sealed by AES-256-GCM (rtpsize): its key, its numbers, its packet.
class RtpStream {
 public:
  explicit RtpStream(std::uint32_t ssrc) : ssrc_(htonl(ssrc)) {
    const std::array<std::uint8_t, 32> key{7};
    EVP_AEAD_CTX_init(cipher_.get(), EVP_aead_aes_256_gcm(), key.data(), key.size(), kTag, nullptr);
    packet_[0] = 0x80;
    packet_[1] = 120;
    std::memcpy(&packet_[8], &ssrc_, sizeof(ssrc_));
  }

  /// The next packet, valid until the next call.
  std::span<std::uint8_t> Seal() {
    const std::uint16_t sequence = htons(++sequence_);
    const std::uint32_t timestamp = htonl(timestamp_ += 960);
    std::memcpy(&packet_[2], &sequence, sizeof(sequence));
    std::memcpy(&packet_[4], &timestamp, sizeof(timestamp));
    const auto nonce = NonceOf(++counter_);
    std::size_t size = 0;
    EVP_AEAD_CTX_seal(cipher_.get(), &packet_[kHeader], &size, kPayload + kTag, nonce.data(), nonce.size(),
                      payload_.data(), payload_.size(), packet_.data(), kHeader);
    std::memcpy(&packet_[kPacket - kCounter], &counter_, kCounter);
    return packet_;
  }

  /// Opens a packet in place. @returns false when it is not authentic
  bool Open(std::span<std::uint8_t> packet) {
    std::uint32_t counter = 0;
    std::memcpy(&counter, packet.data() + packet.size() - kCounter, kCounter);
    const auto nonce = NonceOf(counter);
    std::size_t size = 0;
    std::uint8_t* sealed = packet.data() + kHeader;
    const std::size_t sealed_size = packet.size() - kHeader - kCounter;
    return EVP_AEAD_CTX_open(cipher_.get(), sealed, &size, sealed_size, nonce.data(), nonce.size(), sealed,
                             sealed_size, packet.data(), kHeader) == 1;
  }

 private:
  static std::array<std::uint8_t, 12> NonceOf(std::uint32_t counter) {
    std::array<std::uint8_t, 12> nonce{};
    std::memcpy(nonce.data(), &counter, sizeof(counter));
    return nonce;
  }

  bssl::ScopedEVP_AEAD_CTX cipher_;
  std::uint32_t ssrc_;
  std::uint16_t sequence_ = 0;
  std::uint32_t timestamp_ = 0;
  std::uint32_t counter_ = 0;
  std::array<std::uint8_t, kPayload> payload_{};
  std::array<std::uint8_t, kPacket> packet_{};
};

}  // namespace floors

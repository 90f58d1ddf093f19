// Datagrams as a peer who knows the key could send them: whatever the plaintext and header say, no crash.
#include <array>
#include <cstdint>
#include <vector>

#include "core/rtp/control.h"
#include "core/rtp/datagram_kind.h"
#include "core/rtp/reports.h"
#include "core/rtp/sealer.h"

namespace {

sdkpp::rtp::Sealer MakeSealer() {
  const std::array<std::uint8_t, sdkpp::crypto::kAeadKeySize> key{};
  auto aead = sdkpp::crypto::Aead::Create(sdkpp::crypto::AeadAlgorithm::kAes256Gcm, key);
  return sdkpp::rtp::Sealer(std::move(*aead), 0);
}

void OpenSealed(std::span<const std::uint8_t> plain, std::size_t clear_size) {
  if (plain.size() < clear_size) return;
  std::vector<std::uint8_t> packet(plain.begin(), plain.end());
  packet.resize(plain.size() + sdkpp::rtp::kSealOverhead);
  sdkpp::rtp::Sealer sealer = MakeSealer();
  if (sealer.Seal(packet, clear_size, plain.size() - clear_size) == 0) return;
  auto copy = packet;
  (void)sealer.OpenRtp(packet);
  if (const auto report = sealer.OpenRtcp(copy)) (void)sdkpp::rtp::ParseReport(report->clear, report->body);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::uint8_t> bytes(data, size);
  (void)sdkpp::rtp::Classify(bytes);
  (void)sdkpp::rtp::ParseDiscoveryResponse(bytes, sdkpp::Ssrc(1));
  if (const auto header = sdkpp::rtp::ParseHeader(bytes)) OpenSealed(bytes, header->clear_size);
  OpenSealed(bytes, sdkpp::rtp::kRtcpClearSize);
  return 0;
}

// Cost of end-to-end encryption per frame, with AES-128-GCM alone in the same run as the limit. Frames of
// 160 bytes; figures are medians of rounds, in nanoseconds per frame. One JSON line per figure.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "core/crypto/aead.h"
#include "core/dave/frame_opener.h"
#include "core/dave/frame_sealer.h"

namespace {

using namespace sdkpp;

constexpr std::size_t kFrame = 160;
constexpr int kRounds = 25;
constexpr int kPerRound = 20'000;
constexpr Instant kNow{std::chrono::hours(1)};
constexpr std::array<std::uint8_t, dave::kBaseSize> kBase{1, 2, 3};

using Frame = std::array<std::uint8_t, kFrame + dave::kMaxOverhead>;

/// Median nanoseconds per call; `prepare` runs before each round and is not measured.
template <class Prepare, class Work>
double Measure(Prepare prepare, Work work) {
  std::vector<double> rounds;
  for (int round = 0; round < kRounds; ++round) {
    prepare();
    const auto start = std::chrono::steady_clock::now();
    for (int at = 0; at < kPerRound; ++at) work(at);
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    rounds.push_back(took.count() / kPerRound);
  }
  std::ranges::sort(rounds);
  return rounds[rounds.size() / 2];
}

void Require(bool done) {
  if (!done) std::abort();
}

void Print(const char* name, double ns) {
  std::printf("{\"bench\":\"dave-frame\",\"figure\":\"%s\",\"bytes\":%zu,\"ns\":%.1f}\n", name, kFrame, ns);
}

struct Sealed {
  Frame bytes{};
  std::size_t size = 0;
};

/// The next `kPerRound` frames of a sender.
void SealAll(dave::FrameSealer& sealer, std::vector<Sealed>& frames) {
  for (Sealed& frame : frames) {
    frame.bytes.fill(0x33);
    frame.size = sealer.Seal(frame.bytes, kFrame);
    Require(frame.size > kFrame);
  }
}

void MeasureCipher() {
  const auto aead = crypto::Aead::Create(crypto::AeadAlgorithm::kAes128GcmTag8, kBase);
  Frame frame{};
  Frame plain{};
  std::array<std::uint8_t, 12> nonce{};
  std::array<std::uint8_t, 8> tag{};
  const auto text = std::span(frame).first(kFrame);
  const auto out = std::span(plain).first(kFrame);
  const auto nothing = [] {};
  Print("cipher-seal", Measure(nothing, [&](int) { Require(aead->Seal(nonce, {}, text, tag)); }));
  Print("cipher-open", Measure(nothing, [&](int) { Require(aead->OpenInto(out, nonce, {}, text, tag)); }));
}

void MeasureSeal() {
  const auto sealer = dave::FrameSealer::Create(1, kBase);
  Frame frame{};
  Print("seal", Measure([] {}, [&](int) { Require(sealer->Seal(frame, kFrame) > kFrame); }));
}

/// `older`: how many epochs newer than the sender's the receiver has, all of which are tried first.
void MeasureOpen(const char* name, std::uint32_t older) {
  const auto sealer = dave::FrameSealer::Create(1, kBase);
  dave::FrameOpener opener;
  dave::RetiredRatchets over;
  opener.Install(kNow, dave::ReceiveRatchet::Create(1, kBase), over);
  for (std::uint32_t id = 2; id < 2 + older; ++id) {
    const std::array<std::uint8_t, dave::kBaseSize> other{9, static_cast<std::uint8_t>(id)};
    opener.Install(kNow, dave::ReceiveRatchet::Create(id, other), over);
  }
  std::vector<Sealed> frames(kPerRound);
  Frame out{};
  Print(
      name,
      Measure([&] { SealAll(*sealer, frames); },
              [&](int at) {
                const Sealed& frame = frames[static_cast<std::size_t>(at)];
                Require(opener.Open(kNow, std::span(frame.bytes).first(frame.size), false, out).has_value());
              }));
}

}  // namespace

int main() {
  MeasureCipher();
  MeasureSeal();
  MeasureOpen("open", 0);
  MeasureOpen("open-late-epoch", 1);
  return 0;
}

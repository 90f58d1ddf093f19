// End-to-end encrypted frames. The first byte chooses: a frame as it comes, from a user without the key, or
// one that is sealed with the right key and then changed on the way. Whatever comes, no crash, and nothing
// opens whose sealed bytes or tag were changed.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "core/base/byte_reader.h"
#include "core/dave/frame_opener.h"
#include "core/dave/frame_sealer.h"

namespace {

using namespace sdkpp;

constexpr std::array<std::uint8_t, dave::kBaseSize> kBase{0xf7, 0x76, 0x07, 0x05, 0x82, 0xe6, 0xee, 0x8f,
                                                          0x46, 0x3f, 0x4c, 0xa9, 0x3f, 0x9c, 0x56, 0xbf};
constexpr Instant kInstalled{std::chrono::hours(1)};

class Receiver {
 public:
  Receiver() { opener_.Install(kInstalled, dave::ReceiveRatchet::Create(1, kBase), over_); }

  std::optional<std::vector<std::uint8_t>> Open(Instant now, std::span<const std::uint8_t> frame,
                                                bool clear_allowed) {
    std::vector<std::uint8_t> out(frame.size());
    const auto opened = opener_.Open(now, frame, clear_allowed, out);
    if (!opened) return std::nullopt;
    if (opened->bytes.size() > frame.size()) std::abort();
    if (opened->clear && !clear_allowed) std::abort();
    return std::vector<std::uint8_t>(opened->bytes.begin(), opened->bytes.end());
  }

 private:
  dave::FrameOpener opener_;
  dave::RetiredRatchets over_;
};

void OpenAsItComes(std::span<const std::uint8_t> frame) {
  Receiver receiver;
  const auto first = receiver.Open(kInstalled, frame, false);
  const bool silence = dave::IsSilence(frame);
  if (first && !silence && receiver.Open(kInstalled, frame, false)) std::abort();  // a copy
  (void)receiver.Open(kInstalled + std::chrono::hours(5000), frame, true);
}

std::vector<dave::ClearRange> ReadRanges(ByteReader& in, std::size_t body_size) {
  std::vector<dave::ClearRange> ranges;
  std::size_t end = 0;
  for (int left = in.U8() % 8; left > 0; --left) {
    const std::size_t offset = end + in.U8();
    const std::size_t size = in.U8() % 32;
    if (offset + size > body_size) break;
    ranges.push_back({offset, size});
    end = offset + size;
  }
  return ranges;
}

void SealChangeAndOpen(ByteReader in) {
  const std::uint64_t sealed_before = in.U64() & 0x3fff'ffffU;
  const Instant now = kInstalled + std::chrono::seconds(in.U32());
  const std::size_t changes = in.U8() % 4;
  std::array<std::pair<std::uint16_t, std::uint8_t>, 3> change{};
  for (std::size_t at = 0; at < changes; ++at) change[at] = {in.U16(), in.U8()};
  const std::size_t size = in.U16() % 1400;
  const auto ranges = ReadRanges(in, size);
  const auto text = in.Bytes(std::min(size, in.remaining()));

  std::vector<std::uint8_t> plain(text.begin(), text.end());
  plain.resize(size);
  std::vector<std::uint8_t> frame = plain;
  frame.resize(size + 255);
  const auto sealer = dave::FrameSealer::Create(1, kBase, sealed_before);
  frame.resize(sealer->Seal(frame, size, ranges));
  if (frame.empty()) return;

  std::vector<std::uint8_t> changed = frame;
  for (std::size_t at = 0; at < changes; ++at)
    changed[change[at].first % changed.size()] ^= change[at].second;
  const std::size_t proven = size + dave::kTagSize;
  const bool same =
      std::equal(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(proven), changed.begin());
  const bool whole = changed == frame;
  Receiver receiver;
  const auto opened = receiver.Open(now, changed, false);
  if (opened && !dave::IsSilence(changed) && !same) std::abort();
  if (whole && opened && *opened != plain) std::abort();
  if (whole && !opened && sealed_before < 0xff'0000) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::span<const std::uint8_t> bytes(data + 1, size - 1);
  if (data[0] % 2 == 0) {
    OpenAsItComes(bytes);
  } else {
    SealChangeAndOpen(ByteReader(bytes));
  }
  return 0;
}

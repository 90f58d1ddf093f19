// Arbitrary bytes as an Ogg Opus file. The first byte says whether the checksums of all pages are put right,
// so that the fuzzer gets past them. Read in small pieces the file has to give the same.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/audio/ogg_opus_reader.h"

namespace {

std::uint32_t Checksum(const std::uint8_t* bytes, std::size_t size) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < size; ++i) {
    sum ^= std::uint32_t{bytes[i]} << 24;
    for (int bit = 0; bit < 8; ++bit) sum = (sum & 0x8000'0000U) != 0 ? (sum << 1) ^ 0x04C1'1DB7U : sum << 1;
  }
  return sum;
}

void Repair(std::vector<std::uint8_t>& file) {
  for (std::size_t at = 0; at + 27 <= file.size();) {
    const std::size_t laces = file[at + 26];
    if (at + 27 + laces > file.size()) return;
    std::size_t size = 27 + laces;
    for (std::size_t i = 0; i < laces; ++i) size += file[at + 27 + i];
    if (at + size > file.size()) return;
    std::fill_n(file.begin() + static_cast<std::ptrdiff_t>(at + 22), 4, std::uint8_t{0});
    const std::uint32_t sum = Checksum(&file[at], size);
    for (std::size_t i = 0; i < 4; ++i) file[at + 22 + i] = static_cast<std::uint8_t>(sum >> (8 * i));
    at += size;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::vector<std::uint8_t> file(data + 1, data + size);
  if ((data[0] & 1) != 0) Repair(file);
  auto reader = sdkpp::audio::OggOpusReader::Open(std::move(file));
  if (!reader) return 0;
  std::size_t packets = 0;
  std::size_t bytes = 0;
  for (auto packet = reader->Next(); !packet.empty(); packet = reader->Next()) {
    ++packets;
    bytes += packet.size();
  }
  // what comes before the first header was counted when the file was opened
  reader->Rewind();
  do {
    reader->Allow(1 + data[0]);
    const auto packet = reader->Next();
    packets -= packet.empty() ? 0 : 1;
    bytes -= packet.size();
    if (packet.empty() && !reader->waits()) break;
  } while (true);
  if (packets != 0 || bytes != 0) __builtin_trap();
  return 0;
}

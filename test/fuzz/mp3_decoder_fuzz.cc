// Arbitrary bytes as an MP3 stream, in pieces as large as the first byte says: they have to give the same as
// the whole.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "decoder/mp3_decoder.h"

namespace {

using sdkpp::decoder::Decoding;

std::uint64_t SumOf(std::span<const std::uint8_t> bytes, std::size_t piece) {
  auto decoder = sdkpp::decoder::Mp3Decoder::Create();
  std::uint64_t sum = 0;
  for (auto next = decoder->Next(); next.what != Decoding::kEnd; next = decoder->Next()) {
    for (const float sample : next.samples) sum = sum * 31 + std::bit_cast<std::uint32_t>(sample);
    if (next.what == Decoding::kFormat)
      sum += static_cast<std::uint64_t>(decoder->form().rate + decoder->form().channels);
    if (next.what != Decoding::kNeedsBytes) continue;
    const std::size_t taken = decoder->Write(bytes.first(std::min(piece, bytes.size())));
    if (taken == 0 && !bytes.empty()) __builtin_trap();
    bytes = bytes.subspan(taken);
    if (bytes.empty()) decoder->Finish();
  }
  return sum + decoder->lost_bytes();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::span bytes(data + 1, size - 1);
  if (SumOf(bytes, bytes.size()) != SumOf(bytes, 1U + data[0])) __builtin_trap();
  return 0;
}

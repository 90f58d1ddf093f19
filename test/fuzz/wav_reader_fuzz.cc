// Arbitrary bytes as a WAV file: opening and reading must neither crash nor go on for ever.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/audio/wav_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto reader = sdkpp::audio::WavReader::Open(std::vector<std::uint8_t>(data, data + size));
  if (!reader) return 0;
  reader->SetLoop(size % 2 == 1);
  sdkpp::AudioBlock block;
  for (int i = 0; i < 16 && reader->Next(block); ++i) {
  }
  reader->Rewind();
  (void)reader->Next(block);
  return 0;
}

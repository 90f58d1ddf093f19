// Arbitrary bytes as an Ogg Opus file. The first byte says whether the checksums of all pages are put right,
// so that the fuzzer gets past them. Read in small pieces the file has to give the same.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/audio/ogg_opus_reader.h"
#include "ogg_repair.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::vector<std::uint8_t> file(data + 1, data + size);
  if ((data[0] & 1) != 0) sdkpp::fuzz::RepairOggPages(file);
  auto reader = sdkpp::audio::OggOpusReader::Open(std::move(file));
  if (!reader) return 0;
  using sdkpp::container::Demuxing;
  std::size_t streams = 0;
  std::size_t packets = 0;
  std::size_t bytes = 0;
  for (auto next = reader->Next(); next.what != Demuxing::kEnd; next = reader->Next()) {
    streams += next.what == Demuxing::kStream ? 1 : 0;
    packets += next.what == Demuxing::kPacket ? 1 : 0;
    bytes += next.packet.bytes.size();
  }
  // what comes before the first header was counted when the file was opened
  reader->Rewind();
  while (true) {
    reader->Allow(1 + data[0]);
    const auto next = reader->Next();
    if (next.what == Demuxing::kEnd) break;
    streams -= next.what == Demuxing::kStream ? 1 : 0;
    packets -= next.what == Demuxing::kPacket ? 1 : 0;
    bytes -= next.packet.bytes.size();
  }
  if (streams != 0 || packets != 0 || bytes != 0) __builtin_trap();
  return 0;
}

#include "core/audio/file_kind.h"

#include "core/container/stream_kind.h"

namespace sdkpp::audio {

std::string KindOfFile(std::span<const std::uint8_t> file) { return container::KindOf(file, true)->name; }

const char* NameOfWavCodec(std::uint16_t tag) noexcept {
  switch (tag) {
    case 0x0002:
      return "Microsoft ADPCM";
    case 0x0006:
      return "A-law";
    case 0x0007:
      return "mu-law";
    case 0x0011:
      return "IMA ADPCM";
    case 0x0016:
    case 0x0040:
    case 0x0045:
      return "G.72x ADPCM";
    case 0x0031:
      return "GSM 6.10";
    case 0x0050:
      return "MPEG audio";
    case 0x0055:
      return "MP3";
    case 0x00FF:
    case 0x1600:
      return "AAC";
    case 0x0161:
      return "WMA";
    case 0xF1AC:
      return "FLAC";
    default:
      return "";
  }
}

}  // namespace sdkpp::audio

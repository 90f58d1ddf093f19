#include "core/audio/file_kind.h"

#include <algorithm>
#include <string_view>

namespace sdkpp::audio {
namespace {

using namespace std::string_view_literals;

struct Mark {
  std::size_t at;
  std::string_view bytes;
  const char* kind;
};

/// The first that fits.
constexpr Mark kMarks[] = {
    {28, "OpusHead"sv, "an Ogg Opus file"},
    {28, "\x01vorbis"sv, "an Ogg Vorbis file"},
    {28,
     "\x7F"
     "FLAC"sv,
     "an Ogg FLAC file"},
    {28, "Speex   "sv, "an Ogg Speex file"},
    {0, "OggS"sv, "an Ogg file"},
    {8, "WAVE"sv, "a WAV file"},
    {8, "AVI "sv, "an AVI file"},
    {0, "RIFX"sv, "a big-endian WAV file"},
    {0, "RIFF"sv, "a RIFF file"},
    {0, "fLaC"sv, "a FLAC file"},
    {0, "ID3"sv, "an MP3 file"},
    {0, "\xFF\xFB"sv, "an MP3 file"},
    {0, "\xFF\xF3"sv, "an MP3 file"},
    {0, "\xFF\xF2"sv, "an MP3 file"},
    {0, "\xFF\xF1"sv, "an AAC file"},
    {0, "\xFF\xF9"sv, "an AAC file"},
    {4, "ftyp"sv, "an MP4 file"},
    {0, "\x1A\x45\xDF\xA3"sv, "a WebM or Matroska file"},
    {0, "FORM"sv, "an AIFF file"},
    {0, "caff"sv, "a CAF file"},
    {0, ".snd"sv, "an AU file"},
    {0, "#!AMR"sv, "an AMR file"},
    {0, "wvpk"sv, "a WavPack file"},
    {0, "riff\x2E\x91\xCF\x11"sv, "a Wave64 file"},
    {0, "<"sv, "a page of the web"},
};

bool Fits(const Mark& mark, std::span<const std::uint8_t> file) {
  if (file.size() < mark.at + mark.bytes.size()) return false;
  return std::ranges::equal(
      file.subspan(mark.at, mark.bytes.size()), mark.bytes,
      [](std::uint8_t byte, char letter) { return byte == static_cast<std::uint8_t>(letter); });
}

}  // namespace

std::string KindOfFile(std::span<const std::uint8_t> file) {
  const auto mark = std::ranges::find_if(kMarks, [&](const Mark& each) { return Fits(each, file); });
  return mark == std::end(kMarks) ? "" : mark->kind;
}

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

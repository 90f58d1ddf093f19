#include "core/container/stream_kind.h"

#include <algorithm>
#include <string_view>

#include "core/container/id3_tag.h"

namespace sdkpp::container {
namespace {

using namespace std::string_view_literals;

/// Bytes that stand at a place; a second place may be named too.
struct Mark {
  std::string_view start;
  std::size_t at;
  std::string_view bytes;
  NamedKind means;
};

constexpr std::string_view kId3Mark = "ID3";
/// As far as the marks go.
constexpr std::size_t kMostForMark = 36;

constexpr NamedKind kMp3{StreamKind::kMp3, "an MP3 file"};
constexpr NamedKind kMp2{StreamKind::kMp3, "an MP2 file"};
constexpr NamedKind kAac{StreamKind::kOther, "an AAC file"};
constexpr NamedKind kWav{StreamKind::kWav, "a WAV file"};
constexpr NamedKind kPlaylist{StreamKind::kOther, "a playlist"};

/// The first that fits.
constexpr Mark kMarks[] = {
    {"OggS"sv, 28, "OpusHead"sv, {StreamKind::kOgg, "an Ogg Opus file"}},
    {"OggS"sv, 28, "\x01vorbis"sv, {StreamKind::kOther, "an Ogg Vorbis file"}},
    {"OggS"sv,
     28,
     "\x7F"
     "FLAC"sv,
     {StreamKind::kOther, "an Ogg FLAC file"}},
    {"OggS"sv, 28, "Speex   "sv, {StreamKind::kOther, "an Ogg Speex file"}},
    {"OggS"sv, 0, ""sv, {StreamKind::kOgg, "an Ogg file"}},
    {"RIFX"sv, 0, ""sv, {StreamKind::kOther, "a big-endian WAV file"}},
    {"RIFF"sv, 8, "WAVE"sv, kWav},
    {"RF64"sv, 8, "WAVE"sv, kWav},
    {"BW64"sv, 8, "WAVE"sv, kWav},
    {"RIFF"sv, 8, "AVI "sv, {StreamKind::kOther, "an AVI file"}},
    {"RIFF"sv, 0, ""sv, {StreamKind::kOther, "a RIFF file"}},
    {"fLaC"sv, 0, ""sv, {StreamKind::kFlac, "a FLAC file"}},
    {kId3Mark, 0, ""sv, kMp3},
    // layer III of MPEG 1, 2 and 2.5, then layer II; with a checksum the last bit is 0
    {"\xFF\xFB"sv, 0, ""sv, kMp3},
    {"\xFF\xFA"sv, 0, ""sv, kMp3},
    {"\xFF\xF3"sv, 0, ""sv, kMp3},
    {"\xFF\xF2"sv, 0, ""sv, kMp3},
    {"\xFF\xE3"sv, 0, ""sv, kMp3},
    {"\xFF\xE2"sv, 0, ""sv, kMp3},
    {"\xFF\xFD"sv, 0, ""sv, kMp2},
    {"\xFF\xFC"sv, 0, ""sv, kMp2},
    {"\xFF\xF5"sv, 0, ""sv, kMp2},
    {"\xFF\xF4"sv, 0, ""sv, kMp2},
    {"\xFF\xF1"sv, 0, ""sv, kAac},
    {"\xFF\xF0"sv, 0, ""sv, kAac},
    {"\xFF\xF9"sv, 0, ""sv, kAac},
    {"\xFF\xF8"sv, 0, ""sv, kAac},
    {"\x1A\x45\xDF\xA3"sv, 0, ""sv, {StreamKind::kMatroska, "a WebM or Matroska file"}},
    {"FORM"sv, 0, ""sv, {StreamKind::kOther, "an AIFF file"}},
    {"caff"sv, 0, ""sv, {StreamKind::kOther, "a CAF file"}},
    {".snd"sv, 0, ""sv, {StreamKind::kOther, "an AU file"}},
    {"#!AMR"sv, 0, ""sv, {StreamKind::kOther, "an AMR file"}},
    {"#EXTM3U"sv, 0, ""sv, kPlaylist},
    {"[playlist]"sv, 0, ""sv, kPlaylist},
    {"wvpk"sv, 0, ""sv, {StreamKind::kOther, "a WavPack file"}},
    {"riff\x2E\x91\xCF\x11"sv, 0, ""sv, {StreamKind::kOther, "a Wave64 file"}},
    {"<"sv, 0, ""sv, {StreamKind::kOther, "a page of the web"}},
    // no file that begins otherwise has this here by chance
    {""sv, 4, "ftyp"sv, {StreamKind::kOther, "an MP4 file"}},
};

static_assert(std::ranges::all_of(kMarks, [](const Mark& mark) {
  return std::max(mark.start.size(), mark.at + mark.bytes.size()) <= kMostForMark;
}));

enum class Fit { kNot, kPerhaps, kWhole };

/// Whether the bytes there, as far as they go, are those of the text.
Fit FitOf(std::span<const std::uint8_t> start, std::size_t at, std::string_view text) noexcept {
  const auto there = start.subspan(std::min(at, start.size()));
  const std::size_t seen = std::min(there.size(), text.size());
  const bool same =
      std::equal(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(seen), there.begin(),
                 [](char letter, std::uint8_t byte) { return static_cast<std::uint8_t>(letter) == byte; });
  if (!same) return Fit::kNot;
  return seen == text.size() ? Fit::kWhole : Fit::kPerhaps;
}

Fit FitOf(std::span<const std::uint8_t> start, const Mark& mark) noexcept {
  return std::min(FitOf(start, 0, mark.start), FitOf(start, mark.at, mark.bytes));
}

std::optional<NamedKind> KindByMarks(std::span<const std::uint8_t> start, bool is_all) noexcept {
  for (const Mark& mark : kMarks) {
    const Fit fit = FitOf(start, mark);
    if (fit == Fit::kWhole) return mark.means;
    if (fit == Fit::kPerhaps && !is_all) return std::nullopt;
  }
  return NamedKind{};
}

}  // namespace

std::optional<NamedKind> KindOf(std::span<const std::uint8_t> start, bool is_all) noexcept {
  start = start.first(std::min(start.size(), kMostForKind));
  const auto kind = KindByMarks(start, is_all);
  if (!kind || FitOf(start, 0, kId3Mark) != Fit::kWhole) return kind;
  if (start.size() < kId3Header && !is_all) return std::nullopt;
  const auto tag = Id3TagSize(start);
  // an MP3 file is what nearly all tags are made for
  if (!tag || *tag + kMostForMark > kMostForKind) return kind;
  if (*tag > start.size()) return is_all ? kind : std::nullopt;
  const auto behind = KindByMarks(start.subspan(*tag), is_all);
  return behind && behind->kind != StreamKind::kFlac ? kind : behind;
}

}  // namespace sdkpp::container

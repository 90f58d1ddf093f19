#include "core/container/stream_kind.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "support/file_bytes.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using container::KindOf;
using container::kMostForKind;
using container::StreamKind;
using Bytes = std::vector<std::uint8_t>;

Bytes Ogg(std::string_view first_packet) {
  OggPage page{.flags = 2};
  page.Add(FileBytes().Text(first_packet).U32(0).bytes);
  return page.Build();
}

/// Behind an ID3 tag with so many bytes in it.
Bytes Tagged(std::uint32_t size, std::string_view sound) {
  return FileBytes().Bytes(Id3Tag(size)).Text(sound).bytes;
}

struct Example {
  Bytes start;
  StreamKind kind;
  const char* name;
  std::size_t enough;  ///< bytes after which it is known
};

std::vector<Example> Examples() {
  const auto text = [](std::string_view value) { return FileBytes().Text(value).U32(0).U32(0).bytes; };
  return {
      {Ogg("OpusHead"), StreamKind::kOgg, "an Ogg Opus file", 36},
      {Ogg("\x01vorbis"), StreamKind::kOther, "an Ogg Vorbis file", 35},
      {Ogg("fishead"), StreamKind::kOgg, "an Ogg file", 29},
      {WavFile().Build(), StreamKind::kWav, "a WAV file", 12},
      {FileBytes().Text("RF64").U32(~0U).Text("WAVE").bytes, StreamKind::kWav, "a WAV file", 12},
      {FileBytes().Text("RIFF").U32(9).Text("AVI ").bytes, StreamKind::kOther, "an AVI file", 12},
      {FileBytes().Text("RIFF").U32(9).Text("ACON").bytes, StreamKind::kOther, "a RIFF file", 10},
      {FileBytes().Text("RIFX").U32(9).Text("WAVE").bytes, StreamKind::kOther, "a big-endian WAV file", 4},
      {text("fLaC"), StreamKind::kFlac, "a FLAC file", 4},
      {Tagged(100, "\xFF\xFB\x90\x64"), StreamKind::kMp3, "an MP3 file", 112},
      {Tagged(100, "fLaC"), StreamKind::kFlac, "a FLAC file", 114},
      {Tagged(100, "\xFF\xF1\x50\x80"), StreamKind::kMp3, "an MP3 file", 112},
      {Tagged(65'490, "fLaC"), StreamKind::kFlac, "a FLAC file", 65'504},
      {Tagged(65'491, "fLaC"), StreamKind::kMp3, "an MP3 file", 10},
      {{0xFF, 0xFB, 0x90, 0x64}, StreamKind::kMp3, "an MP3 file", 2},
      {{0xFF, 0xFA, 0x90, 0x64}, StreamKind::kMp3, "an MP3 file", 2},
      {{0xFF, 0xE3, 0x90, 0x64}, StreamKind::kMp3, "an MP3 file", 2},
      {{0xFF, 0xFD, 0x90, 0x64}, StreamKind::kMp3, "an MP2 file", 2},
      {{0xFF, 0xF1, 0x50, 0x80}, StreamKind::kOther, "an AAC file", 2},
      {{0xFF, 0xFE, 'h', 0, 'i', 0, 0, 0}, StreamKind::kUnknown, "", 5},
      {FileBytes().U32(0x1800'0000).Text("ftypmp42").bytes, StreamKind::kOther, "an MP4 file", 8},
      {{0x1A, 0x45, 0xDF, 0xA3, 0x9F}, StreamKind::kMatroska, "a WebM or Matroska file", 4},
      {text("#EXTM3U\n"), StreamKind::kOther, "a playlist", 7},
      {text("<!DOCTYPE html>"), StreamKind::kOther, "a page of the web", 1},
      {Bytes(64, 0), StreamKind::kUnknown, "", 5},
      {text("plain words"), StreamKind::kUnknown, "", 5},
  };
}

TEST(StreamKind, IsNamedAsSoonAsItsBytesSuffice) {
  for (const Example& each : Examples()) {
    const std::span bytes(each.start);
    for (std::size_t size = 0; size <= bytes.size(); size += size < 200 || size > 65'400 ? 1 : 100) {
      const auto found = KindOf(bytes.first(size), false);
      ASSERT_EQ(found.has_value(), size >= each.enough) << each.name << " after " << size;
      if (!found) continue;
      EXPECT_EQ(found->kind, each.kind) << each.name;
      EXPECT_STREQ(found->name, each.name);
    }
  }
}

TEST(StreamKind, AShortStreamIsWhatItsBytesSay) {
  EXPECT_EQ(KindOf({}, true)->kind, StreamKind::kUnknown);
  EXPECT_STREQ(KindOf(FileBytes().Text("OggS").bytes, true)->name, "an Ogg file");
  EXPECT_STREQ(KindOf(FileBytes().Text("RIFF").bytes, true)->name, "a RIFF file");
  EXPECT_STREQ(KindOf(FileBytes().Text("Ogg").bytes, true)->name, "");
}

TEST(StreamKind, NothingStaysOpenForLong) {
  std::mt19937_64 random(3);
  const auto examples = Examples();
  for (int i = 0; i < 2'000; ++i) {
    Bytes bytes = examples[random() % examples.size()].start;
    bytes.resize(kMostForKind, static_cast<std::uint8_t>(random()));
    bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    ASSERT_TRUE(KindOf(bytes, false)) << i;
  }
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test

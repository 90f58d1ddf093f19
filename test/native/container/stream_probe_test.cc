#include "core/container/stream_probe.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/file_bytes.h"
#include "support/webm_file.h"

namespace sdkpp::container {
namespace SDKPP_TEST_FILE {

using Bytes = std::vector<std::uint8_t>;

/// The verdict by as few bytes as possible.
StreamProbe ByteByByte(const Bytes& bytes) {
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    StreamProbe probe = ProbeStream(std::span(bytes).first(size), false);
    if (probe.verdict != StreamVerdict::kMore) return probe;
  }
  return ProbeStream(bytes, true);
}

Bytes OggOf(const Bytes& head) {
  test::OggPage first{.flags = 2};
  first.Add(head);
  test::OggPage second{.number = 1};
  second.Add(Bytes(100, 3));
  return test::FileBytes().Bytes(first.Build()).Bytes(second.Build()).bytes;
}

Bytes WebmOf(std::string_view codec) {
  using namespace test::webm;
  return Join({Header(), Segment(Join({Tracks(Track(1, test::OpusHead(), codec)),
                                       OpenCluster(0, Simple(1, 0, Bytes(50, 1)))}))});
}

struct Probed {
  const char* test;
  Bytes bytes;
  StreamVerdict verdict;
  const char* name;
};

class Probe : public testing::TestWithParam<Probed> {};

TEST_P(Probe, SaysWhatItIs) {
  const StreamProbe probe = ByteByByte(GetParam().bytes);
  EXPECT_EQ(probe.verdict, GetParam().verdict);
  EXPECT_EQ(probe.name, GetParam().name);
}

INSTANTIATE_TEST_SUITE_P(
    Of, Probe,
    testing::Values(
        Probed{"Opus", OggOf(test::OpusHead()), StreamVerdict::kPlays, "an Ogg Opus file"},
        Probed{"Vorbis", OggOf(test::FileBytes().Text("\x01vorbis").U64(0).bytes), StreamVerdict::kForeign,
               "an Ogg Vorbis file"},
        Probed{"Theora", OggOf(test::FileBytes().Text("\x80theora").U64(0).bytes), StreamVerdict::kForeign,
               "an Ogg file without Opus"},
        Probed{"Surround", OggOf(test::OpusHead(6, 312, 1)), StreamVerdict::kForeign,
               "an Ogg Opus file with more than two channels"},
        Probed{"Webm", WebmOf("A_OPUS"), StreamVerdict::kPlays, "a WebM or Matroska file"},
        Probed{"WebmVorbis", WebmOf("A_VORBIS"), StreamVerdict::kForeign,
               "a WebM or Matroska file without Opus"},
        Probed{"Mp4", test::FileBytes().U32(0x20000000).Text("ftypM4A ").bytes, StreamVerdict::kForeign,
               "an MP4 file"},
        Probed{"Wav", test::WavFile{.data = Bytes(8)}.Build(), StreamVerdict::kPlays, "a WAV file"},
        Probed{"WavOfAnotherCodec", test::WavFile{.tag = 17, .bits = 4}.Build(), StreamVerdict::kForeign,
               "a WAV file"},
        Probed{"Mp3", Bytes{0xFF, 0xFB, 0x90}, StreamVerdict::kPlays, "an MP3 file"},
        Probed{"Flac", {'f', 'L', 'a', 'C'}, StreamVerdict::kPlays, "a FLAC file"},
        Probed{"Junk", Bytes(100, 9), StreamVerdict::kForeign, ""},
        Probed{"Nothing", {}, StreamVerdict::kForeign, ""},
        Probed{
            "CutOff", {'O', 'g', 'g', 'S', 0, 2}, StreamVerdict::kForeign, "an Ogg file, but a damaged one"}),
    [](const auto& each) { return std::string(each.param.test); });

TEST(StreamProbe, SaysWhereTheSamplesOfAWavFileStand) {
  const test::WavFile file{.channels = 6, .rate = 44'100, .bits = 24, .data = Bytes(36)};
  const StreamProbe probe = ByteByByte(file.Build());
  ASSERT_TRUE(probe.steady);
  EXPECT_EQ(probe.steady->begins, 44u);
  EXPECT_EQ(probe.steady->unit_bytes, 18u);
  EXPECT_EQ(probe.steady->rate, 44'100);
  EXPECT_FALSE(ByteByByte(OggOf(test::OpusHead())).steady);
}

TEST(StreamProbe, SaysWhichVolumeTheHeaderOfOpusAsksFor) {
  Bytes head = test::OpusHead();
  head[16] = 0x80;  // 1/256 dB, little-endian: -6.5
  head[17] = 0xF9;
  EXPECT_EQ(ByteByByte(OggOf(head)).gain_db, -6.5);
  EXPECT_EQ(ByteByByte(OggOf(test::OpusHead())).gain_db, 0);
  using namespace test::webm;
  const Bytes webm = Join({Header(), Segment(Join({Tracks(Track(1, head)), OpenCluster(0, Bytes())}))});
  EXPECT_EQ(ByteByByte(webm).gain_db, -6.5);
}

TEST(StreamProbe, GivesUpAfter64KiB) {
  Bytes bytes = test::webm::Join({test::webm::Header(), test::webm::Segment({})});
  // a Void element that is longer
  const Bytes skipped = test::webm::Element(0xEC, Bytes(100'000, 0));
  bytes.insert(bytes.end(), skipped.begin(), skipped.end());
  EXPECT_EQ(ProbeStream(std::span(bytes).first(kMostForProbe - 1), false).verdict, StreamVerdict::kMore);
  const StreamProbe probe = ProbeStream(bytes, false);
  EXPECT_EQ(probe.verdict, StreamVerdict::kForeign);
  EXPECT_EQ(probe.name, "a WebM or Matroska file");
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::container

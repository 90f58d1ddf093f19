#include "decoder/stream_decoder.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "core/audio/wav_reader.h"
#include "support/file_bytes.h"
#include "support/flac_file.h"
#include "support/mp3_frames.h"
#include "support/streaming.h"
#include "support/webm_file.h"

namespace sdkpp::decoder {
namespace SDKPP_TEST_FILE {

using player::SourceBlock;
using player::SourceRefusal;
using test::Streaming;
using Packets = std::vector<std::vector<std::uint8_t>>;
using Bytes = std::vector<std::uint8_t>;

Bytes WebmOf(const Packets& packets) {
  Bytes blocks;
  int at = 0;
  for (const Bytes& packet : packets) {
    const Bytes block = test::webm::Simple(1, 20 * at++, packet);
    blocks.insert(blocks.end(), block.begin(), block.end());
  }
  return test::webm::Join(
      {test::webm::Header(), test::webm::Segment(test::webm::Join({test::webm::Tracks(test::webm::Track(1)),
                                                                   test::webm::OpenCluster(0, blocks)}))});
}

Bytes Chained(const Packets& first, const Packets& second) {
  Bytes bytes = test::OggOpusFile(first);
  const Bytes more = test::OggOpusFile(second);
  bytes.insert(bytes.end(), more.begin(), more.end());
  return bytes;
}

class StreamPieces : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Of, StreamPieces, testing::Values(1, 7, 4096, 1'000'000));

TEST_P(StreamPieces, OfOggGiveItsPackets) {
  const Packets packets = test::CeltPackets(250);
  Streaming stream;
  stream.PlayAll(test::OggOpusFile(packets), GetParam());
  EXPECT_EQ(stream.packets, packets);
  EXPECT_EQ(stream.source->refusal(), SourceRefusal::kNone);
  EXPECT_FALSE(stream.source->losses().any());
  EXPECT_EQ(stream.source->losses().played, 250u * 960);
}

TEST_P(StreamPieces, OfWebmGiveItsPackets) {
  const Packets packets = test::CeltPackets(250);
  Streaming stream;
  stream.PlayAll(WebmOf(packets), GetParam());
  EXPECT_EQ(stream.packets, packets);
  EXPECT_FALSE(stream.source->losses().any());
}

TEST_P(StreamPieces, OfChainedOggGiveBothStreams) {
  const Packets packets = test::CeltPackets(30);
  Streaming stream;
  stream.PlayAll(Chained({packets.begin(), packets.begin() + 12}, {packets.begin() + 12, packets.end()}),
                 GetParam());
  EXPECT_EQ(stream.packets, packets);
}

/// The pre-skip of the header (312), and the position of the last page.
TEST(StreamDecoder, SaysWhatIsNotToBeHeardOfOgg) {
  test::OggPage first{.number = 2, .position = 2 * 960};
  test::OggPage last{.flags = 4, .number = 3, .position = 3 * 960 + 560};
  for (const Bytes& packet : test::CeltPackets(2)) first.Add(packet);
  for (const Bytes& packet : test::CeltPackets(2)) last.Add(packet);
  Streaming stream;
  const Bytes bytes = test::OggOpusStart().Bytes(first.Build()).Bytes(last.Build()).bytes;
  ASSERT_EQ(stream.feed->Write(bytes), bytes.size());
  stream.feed->Finish();
  EXPECT_EQ(stream.Run(), Progress::kOver);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> trims;
  for (auto block = stream.source->Next(); block.kind == SourceBlock::Kind::kOpus;
       block = stream.source->Next())
    trims.emplace_back(block.lead_in, block.padding);
  EXPECT_EQ(trims,
            (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{312, 0}, {0, 0}, {0, 0}, {0, 400}}));
}

/// Bytes of no particular sound.
Bytes Noise(std::size_t size) {
  Bytes bytes(size);
  std::uint32_t state = 1;
  for (std::uint8_t& byte : bytes)
    byte = static_cast<std::uint8_t>((state = state * 1664525 + 1013904223) >> 24);
  return bytes;
}

/// What the reader of whole files makes of it.
std::vector<std::int16_t> WholeWav(const Bytes& file) {
  auto reader = audio::WavReader::Open(file);
  std::vector<std::int16_t> values;
  AudioBlock block;
  while (reader && reader->Next(block)) values.insert(values.end(), block.begin(), block.end());
  return values;
}

struct WavForm {
  unsigned channels;
  std::uint32_t rate;
  unsigned bits;
};

class WavStream : public testing::TestWithParam<WavForm> {};
INSTANTIATE_TEST_SUITE_P(Of, WavStream,
                         testing::Values(WavForm{1, 8000, 8}, WavForm{2, 44'100, 16}, WavForm{2, 48'000, 16},
                                         WavForm{6, 96'000, 24}, WavForm{1, 192'000, 32}));

TEST_P(WavStream, SoundsAsTheWholeFileDoes) {
  const auto [channels, rate, bits] = GetParam();
  const Bytes file = test::WavFile{.channels = channels,
                                   .rate = rate,
                                   .bits = bits,
                                   .data = Noise(std::size_t{rate} * channels * bits / 8)}
                         .Build();
  const auto whole = WholeWav(file);
  for (const std::size_t piece : {7U, 5000U}) {
    Streaming stream;
    stream.PlayAll(file, piece);
    EXPECT_EQ(stream.pcm, whole);
    EXPECT_EQ(stream.source->refusal(), SourceRefusal::kNone);
    EXPECT_FALSE(stream.source->losses().any());
  }
}

TEST(StreamDecoder, LeavesOutTheBeginningOfSamplesToTheSample) {
  const Bytes file = test::WavFile{.data = Noise(192'000)}.Build();
  const auto whole = WholeWav(file);
  Streaming stream(101);
  stream.PlayAll(file, 4096);
  const std::vector<std::int16_t> rest(whole.begin() + std::ptrdiff_t{2} * 48 * 101, whole.end());
  ASSERT_GT(stream.pcm.size(), rest.size());
  stream.pcm.resize(rest.size());  // the last block is filled up with silence
  EXPECT_EQ(stream.pcm, rest);
}

TEST(StreamDecoder, PlaysFlacBehindATagOfMp3) {
  const test::FlacFile file{.samples = std::vector<std::int16_t>(48'000, 500)};
  Streaming stream;
  stream.PlayAll(test::FileBytes().Bytes(test::Id3Tag(50'000)).Bytes(file.Build()).bytes, 4096);
  EXPECT_EQ(stream.source->refusal(), SourceRefusal::kNone);
  EXPECT_EQ(stream.pcm, file.samples);
}

TEST(StreamDecoder, HoldsNoMoreOfALongWavStreamThanOfAShortOne) {
  Streaming endless;
  std::size_t taken = endless.feed->Write(test::WavFile{.claimed_extra = 0xFFFF'0000}.Build());
  const Bytes more = Noise(100'000);
  for (int round = 0; round < 1000; ++round) {
    taken += endless.feed->Write(more);
    (void)endless.Run();
  }
  EXPECT_EQ(endless.Run(), Progress::kNeedsRoom);
  EXPECT_LE(taken, 192'000u + player::StreamFeed::kBytes + 32'768);
  EXPECT_EQ(endless.decoder.queued(), audio::PcmQueue::kCapacity);
}

TEST(StreamDecoder, LosesNothingAtItsEndThatComesWhileTheQueueIsFull) {
  // about a second, of which the resampler holds the last samples back
  for (std::size_t samples = 7980; samples < 8040; ++samples) {
    const Bytes file = test::WavFile{.channels = 1, .rate = 8000, .bits = 8, .data = Noise(samples)}.Build();
    Streaming stream;
    ASSERT_EQ(stream.feed->Write(file), file.size());
    stream.feed->Finish();
    for (int turn = 0; turn < 2; ++turn) {
      (void)stream.Run();
      stream.Play();
    }
    EXPECT_TRUE(stream.ended);
    EXPECT_EQ(stream.pcm, WholeWav(file)) << samples;
  }
}

TEST(StreamDecoder, SaysWhatAWavStreamAnnouncedAndDidNotBring) {
  const Bytes file = test::WavFile{.data = Noise(19'200), .claimed_extra = 4000}.Build();
  Streaming stream;
  stream.PlayAll(file, 1000);
  EXPECT_EQ(stream.samples, 4800u);
  EXPECT_EQ(stream.source->losses().bytes, 4000u);
  EXPECT_EQ(stream.source->losses().before, 4800u);
}

TEST_P(StreamPieces, OfMp3GiveItsSamples) {
  const Bytes file = test::mp3::Frames(20, 60);
  Streaming stream;
  stream.PlayAll(file, GetParam());
  const std::size_t samples = 60 * test::mp3::kFrame * 480 / 441;
  EXPECT_NEAR(static_cast<double>(stream.samples), static_cast<double>(samples), 960);
  EXPECT_FALSE(stream.source->losses().any());
  Streaming whole;
  whole.PlayAll(file, file.size());
  EXPECT_EQ(stream.pcm, whole.pcm);
  EXPECT_GT(*std::ranges::max_element(stream.pcm), 100);
}

TEST_P(StreamPieces, OfFlacGiveTheSamplesThatAWavStreamGives) {
  const Bytes data = Noise(192'000);
  test::FlacFile file;
  for (std::size_t at = 0; at < data.size(); at += 2)
    file.samples.push_back(static_cast<std::int16_t>(data[at] | data[at + 1] << 8));
  Streaming stream;
  stream.PlayAll(file.Build(), GetParam());
  EXPECT_EQ(stream.pcm, WholeWav(test::WavFile{.data = data}.Build()));
  EXPECT_FALSE(stream.source->losses().any());
}

TEST(StreamDecoder, PlaysOnBehindDamageInAnMp3Stream) {
  Bytes file = test::mp3::Frames(20, 30);
  const Bytes junk(1000, 9);
  file.insert(file.end(), junk.begin(), junk.end());
  const Bytes more = test::mp3::Frames(20, 30);
  file.insert(file.end(), more.begin(), more.end());
  Streaming stream;
  stream.PlayAll(file, 777);
  EXPECT_GT(stream.samples, 58 * test::mp3::kFrame * 480 / 441);
  EXPECT_EQ(stream.source->losses().bytes, 1000u + 417u) << "and the frame that nothing confirms";
  EXPECT_GT(stream.source->losses().before, 0u);
}

TEST(StreamDecoder, FollowsAnMp3StreamToAnotherRate) {
  Bytes file = test::mp3::Frames(20, 30);
  Bytes slow = test::mp3::Frames(20, 30);
  // 32 kHz instead of 44.1, whose frames are longer
  Bytes frames;
  for (std::size_t at = 0; at < slow.size(); at += 417) {
    Bytes frame(slow.begin() + static_cast<std::ptrdiff_t>(at),
                slow.begin() + static_cast<std::ptrdiff_t>(at) + 417);
    frame[2] = 0x98;
    frame.resize(576);
    frames.insert(frames.end(), frame.begin(), frame.end());
  }
  file.insert(file.end(), frames.begin(), frames.end());
  Streaming stream;
  stream.PlayAll(file, 1000);
  const std::size_t samples = 30 * test::mp3::kFrame * 480 / 441 + 30 * test::mp3::kFrame * 3 / 2;
  EXPECT_NEAR(static_cast<double>(stream.samples), static_cast<double>(samples), 3000);
}

TEST(StreamDecoder, PlaysBeforeTheEndHasCome) {
  Streaming stream;
  EXPECT_EQ(stream.Run(), Progress::kNeedsBytes);
  EXPECT_EQ(stream.source->Next().kind, SourceBlock::Kind::kNothing);
  const Bytes file = test::OggOpusFile(test::CeltPackets(20));
  ASSERT_EQ(stream.feed->Write(file), file.size());
  EXPECT_EQ(stream.Run(), Progress::kNeedsBytes);
  stream.Play();
  EXPECT_EQ(stream.packets.size(), 20u);
  EXPECT_FALSE(stream.ended);
}

TEST(StreamDecoder, TakesNoMoreThanItsQueuesHoldWhileNobodyPlays) {
  const Bytes file = test::OggOpusFile(test::CeltPackets(5000));
  Streaming stream;
  std::size_t taken = 0;
  for (int round = 0; round < 1000; ++round) {
    taken += stream.feed->Write(std::span(file).subspan(taken));
    (void)stream.Run();
  }
  EXPECT_EQ(stream.Run(), Progress::kNeedsRoom);
  EXPECT_EQ(stream.decoder.queued(), player::OpusSource::kQueuedSamples);
  EXPECT_LT(taken, 200'000u);
  EXPECT_GT(taken, player::StreamFeed::kBytes);
  stream.PlayAll(std::span(file).subspan(taken), file.size());
  EXPECT_EQ(stream.packets.size(), 5000u);
}

TEST(StreamDecoder, LeavesOutTheBeginningThatIsSkipped) {
  const Packets packets = test::CeltPackets(100);
  Streaming stream(509);
  stream.PlayAll(test::OggOpusFile(packets), 4096);
  EXPECT_EQ(stream.packets, Packets(packets.begin() + 25, packets.end()));
  EXPECT_EQ(stream.source->losses().played, 75u * 960);
}

TEST(StreamDecoder, EndsWithoutRefusalWhenAllOfItIsSkipped) {
  Streaming stream(2'147'483'648U);
  stream.PlayAll(test::OggOpusFile(test::CeltPackets(100)), 4096);
  EXPECT_TRUE(stream.packets.empty());
  EXPECT_EQ(stream.source->refusal(), SourceRefusal::kNone);
}

TEST(StreamDecoder, CutsPacketsThatAreTooLong) {
  // three frames of 20 ms, of equal size
  Bytes packet(2 + 3 * 900, 5);
  packet[0] = 0xff;
  packet[1] = 3;
  Streaming stream;
  stream.PlayAll(test::OggOpusFile({packet, test::CeltPacket(50)}), 100);
  ASSERT_EQ(stream.packets.size(), 4u);
  EXPECT_EQ(stream.packets[0].size(), 901u);
  EXPECT_EQ(stream.samples, 4u * 960);
  EXPECT_FALSE(stream.source->losses().any());
}

TEST(StreamDecoder, LeavesThePlaceOfADamagedPacketSilent) {
  Packets packets = test::CeltPackets(10);
  packets[4] = {0xff, 0x41, 7};  // padding beyond its end
  Streaming stream;
  stream.PlayAll(test::OggOpusFile(packets), 100);
  ASSERT_EQ(stream.packets.size(), 10u);
  EXPECT_TRUE(stream.packets[4].empty());
  EXPECT_EQ(stream.samples, 10u * 960);
  EXPECT_EQ(stream.source->losses().packets, 1u);
  EXPECT_EQ(stream.source->losses().before, 4u * 960);
}

TEST(StreamDecoder, CountsWhatIsMissingInTheMiddle) {
  const Bytes file = test::OggOpusFile(test::CeltPackets(100));
  Bytes holed(file.begin(), file.begin() + 2000);
  holed.insert(holed.end(), file.begin() + 4000, file.end());
  Streaming stream;
  stream.PlayAll(holed, 333);
  EXPECT_GT(stream.source->losses().pages, 0u);
  EXPECT_GE(stream.packets.size(), 50u);
}

TEST(StreamDecoder, PlaysWhatIsThereOfAFileThatIsCutOff) {
  const Bytes file = test::OggOpusFile(test::CeltPackets(100));
  Streaming stream;
  stream.PlayAll(std::span(file).first(file.size() - 100), 333);
  EXPECT_EQ(stream.packets.size(), 90u);
  EXPECT_EQ(stream.source->refusal(), SourceRefusal::kNone);
}

struct Refused {
  const char* name;
  Bytes bytes;
  SourceRefusal refusal;
};

class StreamRefusal : public testing::TestWithParam<Refused> {};

TEST_P(StreamRefusal, IsSaidOnceItHasEnded) {
  for (const std::size_t piece : {1U, 100'000U}) {
    Streaming stream;
    stream.PlayAll(GetParam().bytes, piece);
    EXPECT_TRUE(stream.packets.empty());
    EXPECT_EQ(stream.source->refusal(), GetParam().refusal);
  }
}

Bytes OggWith(const Bytes& head) {
  test::FileBytes file;
  test::OggPage first{.flags = 2};
  first.Add(head);
  test::OggPage second{.flags = 4, .number = 1};
  second.Add(Bytes(100, 3));
  return file.Bytes(first.Build()).Bytes(second.Build()).bytes;
}

Bytes Beginning(Bytes bytes, std::size_t size) {
  bytes.resize(size);
  return bytes;
}

INSTANTIATE_TEST_SUITE_P(
    Of, StreamRefusal,
    testing::Values(
        Refused{"Nothing", {}, SourceRefusal::kEmpty}, Refused{"Junk", Bytes(500, 9), SourceRefusal::kKind},
        Refused{"OneByte", {'O'}, SourceRefusal::kKind},
        Refused{"Vorbis", OggWith(test::FileBytes().Text("\x01vorbis").U64(0).bytes), SourceRefusal::kKind},
        Refused{"Theora", OggWith(test::FileBytes().Text("\x80theora").U64(0).bytes), SourceRefusal::kNoOpus},
        Refused{"Surround", OggWith(test::OpusHead(6, 312, 1)), SourceRefusal::kSurround},
        Refused{"WavOfAnotherCodec", test::WavFile{.tag = 17, .bits = 4, .data = Bytes(100)}.Build(),
                SourceRefusal::kCodec},
        Refused{"WavOfNoSound", test::WavFile{}.Build(), SourceRefusal::kEmpty},
        Refused{"WavThatIsCutOff", Beginning(test::WavFile{}.Build(), 30), SourceRefusal::kDamaged},
        Refused{"Mp3OfJunk", test::FileBytes().Text("\xFF\xFB").Bytes(Bytes(5000, 9)).bytes,
                SourceRefusal::kDamaged},
        Refused{"Mp3OfATag", test::FileBytes().Text("ID3").U16(4).U8(0).U32(0).bytes, SourceRefusal::kEmpty},
        Refused{"FlacOfNoSound", test::FlacFile{}.Build(), SourceRefusal::kEmpty},
        Refused{"FlacOfJunk", test::FileBytes().Text("fLaC").Bytes(Bytes(5000, 9)).bytes,
                SourceRefusal::kDamaged},
        Refused{"HeadersOnly", test::OggOpusStart().bytes, SourceRefusal::kEmpty},
        Refused{"BrokenPage", Beginning(test::OggOpusStart().bytes, 30), SourceRefusal::kDamaged},
        Refused{
            "WebmWithoutOpus",
            test::webm::Join({test::webm::Header(), test::webm::Segment(test::webm::Tracks(test::webm::Track(
                                                        1, test::OpusHead(), "A_VORBIS")))}),
            SourceRefusal::kNoOpus}),
    [](const auto& each) { return std::string(each.param.name); });

TEST(StreamDecoder, GivesUpAContainerThatShowsNoOpus) {
  const Bytes start = OggWith(test::FileBytes().Text("\x80theora").U64(0).bytes);
  Streaming stream;
  ASSERT_EQ(stream.feed->Write(start), start.size());
  std::size_t written = 0;
  const Bytes junk(4096, 3);
  while (stream.Run() != Progress::kOver && written < 4'000'000) written += stream.feed->Write(junk);
  EXPECT_LT(written, 1'200'000u);
  EXPECT_EQ(stream.source->Next().kind, SourceBlock::Kind::kEnd);
  EXPECT_EQ(stream.source->refusal(), SourceRefusal::kNoOpus);
  EXPECT_EQ(stream.feed->Write(junk), 0u);
}

TEST(StreamDecoder, IsOverWhenNobodyPlaysIt) {
  Streaming stream;
  stream.source.reset();
  EXPECT_EQ(stream.Run(), Progress::kOver);
}

TEST(StreamDecoder, TakesNothingBehindTheEnd) {
  Streaming stream;
  stream.feed->Finish();
  EXPECT_EQ(stream.feed->Write(test::OggOpusStart().bytes), 0u);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::decoder

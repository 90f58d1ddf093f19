// An Ogg file cannot keep the media thread busy: what a tick reads of it is bounded.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/container/stream_probe.h"
#include "core/player/file_source.h"
#include "support/file_bytes.h"
#include "support/step_counter.h"

namespace sdkpp::test {
namespace SDKPP_TEST_FILE {

using Bytes = std::vector<std::uint8_t>;
using Kind = player::SourceBlock::Kind;

/// 20 ms of Opus.
const Bytes kPacket{0xF8, 0x11, 0x22};

Bytes File(std::size_t foreign_pages, bool empty_packets) {
  FileBytes file = OggOpusStart();
  std::uint32_t number = 2;
  const auto add_sound = [&] {
    OggPage page{.number = number++};
    page.Add(kPacket);
    file.Bytes(page.Build());
  };
  add_sound();
  OggPage foreign{.serial = 5};
  foreign.Add(Bytes(65'000, 7));
  const Bytes bytes = foreign.Build();
  for (std::size_t i = 0; i < foreign_pages; ++i) {
    if (empty_packets) {
      OggPage page{.number = number++, .lacing = Bytes(255, 0)};
      file.Bytes(page.Build());
    } else {
      file.Bytes(bytes);
    }
  }
  add_sound();
  return file.bytes;
}

TEST(OggInputSteps, PagesThatHoldNothingForUsAreReadOverManyTicks) {
  for (const bool empty_packets : {false, true}) {
    auto reader = audio::OggOpusReader::Open(File(empty_packets ? 20'000 : 150, empty_packets));
    ASSERT_TRUE(reader);
    player::OggSource input(std::move(*reader), *opus::PacketCutter::Create(), false);
    std::uint64_t most = 0;
    int packets = 0;
    int ticks = 0;
    for (Kind kind = Kind::kNothing; kind != Kind::kEnd && ticks < 1000; ++ticks) {
      const StepCounter steps;
      kind = input.Next().kind;
      most = std::max(most, steps.count());
      packets += kind == Kind::kOpus ? 1 : 0;
    }
    EXPECT_EQ(packets, 2);
    EXPECT_GT(ticks, 50);
    // two pages; a checksum takes some eight steps a byte, and the whole file 70 million
    EXPECT_LE(most, 2 * 10 * 65'536U);
  }
}

/// Marks of pages that are none: the longest, and each with a checksum to be computed.
Bytes FalsePages(std::size_t bytes) {
  FileBytes file;
  while (file.bytes.size() < bytes) {
    file.Text("OggS").U8(0).U8(0).U32(0).U32(0).U32(77).U32(9).U32(1).U8(255);
    for (int lace = 0; lace < 255; ++lace) file.U8(255);
  }
  return file.bytes;
}

TEST(OggInputSteps, WhatIsNoPageIsPassedOverInManyTicks) {
  Bytes file = OggOpusStart().bytes;
  const Bytes noise(400'000, 'O');
  const Bytes marks = FalsePages(400'000);
  file.insert(file.end(), noise.begin(), noise.end());
  file.insert(file.end(), marks.begin(), marks.end());
  auto reader = audio::OggOpusReader::Open(file);
  ASSERT_TRUE(reader);
  player::OggSource input(std::move(*reader), *opus::PacketCutter::Create(), false);
  std::uint64_t most = 0;
  int ticks = 0;
  for (Kind kind = Kind::kNothing; kind != Kind::kEnd && ticks < 5000; ++ticks) {
    const StepCounter steps;
    kind = input.Next().kind;
    most = std::max(most, steps.count());
  }
  EXPECT_LT(ticks, 5000);
  EXPECT_EQ(input.losses().bytes, noise.size() + marks.size());
  EXPECT_LE(most, 2 * 10 * 65'536U);
}

TEST(OggInputSteps, OpeningCostsAsMuchAsTheFileIsLong) {
  for (const std::size_t bytes : {500'000U, 2'000'000U}) {
    const Bytes file = FalsePages(bytes);
    const StepCounter steps;
    EXPECT_FALSE(audio::OggOpusReader::Open(file));
    EXPECT_LE(steps.count(), 10 * (3 * file.size() + 1'200'000));
  }
}

TEST(OggInputSteps, SayingWhatAStreamIsCostsAsMuchAsItIsLong) {
  // headers so close that each claims most of what follows
  const Bytes mark = FileBytes().Text("OggS").U8(0).Bytes(Bytes(22, 255)).bytes;
  Bytes bytes;
  while (bytes.size() < container::kMostForProbe) bytes.insert(bytes.end(), mark.begin(), mark.end());
  const StepCounter steps;
  EXPECT_EQ(container::ProbeStream(bytes, true).verdict, container::StreamVerdict::kForeign);
  EXPECT_LE(steps.count(), 10 * 5 * container::kMostForProbe);
}

TEST(OggInputSteps, AFileWithoutSoundEndsAlsoWhenItRepeats) {
  FileBytes file;
  OggPage head{.flags = 2, .number = 0};
  head.Add(OpusHead());
  OggPage tags{.number = 1};
  tags.Add(OpusTags());
  OggPage foreign{.serial = 5};
  foreign.Add(Bytes(65'000, 7));
  file.Bytes(head.Build()).Bytes(tags.Build());
  for (int i = 0; i < 10; ++i) file.Bytes(foreign.Build());
  auto reader = audio::OggOpusReader::Open(file.bytes);
  ASSERT_TRUE(reader);
  player::OggSource input(std::move(*reader), *opus::PacketCutter::Create(), true);
  Kind kind = Kind::kNothing;
  for (int tick = 0; tick < 100 && kind != Kind::kEnd; ++tick) kind = input.Next().kind;
  EXPECT_EQ(kind, Kind::kEnd);
}

TEST(OggInputSteps, AnOrdinaryFilePlaysWithoutAGapAndRepeats) {
  auto reader = audio::OggOpusReader::Open(OggOpusFile(std::vector<Bytes>(100, kPacket)));
  ASSERT_TRUE(reader);
  player::OggSource input(std::move(*reader), *opus::PacketCutter::Create(), true);
  for (int tick = 0; tick < 350; ++tick) ASSERT_EQ(input.Next().kind, Kind::kOpus) << tick;
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::test

// An Ogg file cannot keep the media thread busy: what a tick reads of it is bounded.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/session/file_input.h"
#include "support/file_bytes.h"
#include "support/step_counter.h"

namespace sdkpp::test {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Kind = session::InputBlock::Kind;

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
    session::OggInput input(std::move(*reader), false);
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
  session::OggInput input(std::move(*reader), true);
  Kind kind = Kind::kNothing;
  for (int tick = 0; tick < 100 && kind != Kind::kEnd; ++tick) kind = input.Next().kind;
  EXPECT_EQ(kind, Kind::kEnd);
}

TEST(OggInputSteps, AnOrdinaryFilePlaysWithoutAGapAndRepeats) {
  auto reader = audio::OggOpusReader::Open(OggOpusFile(std::vector<Bytes>(100, kPacket)));
  ASSERT_TRUE(reader);
  session::OggInput input(std::move(*reader), true);
  for (int tick = 0; tick < 350; ++tick) ASSERT_EQ(input.Next().kind, Kind::kOpus) << tick;
}

}  // namespace
}  // namespace sdkpp::test

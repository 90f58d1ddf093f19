#include "decoder/round_robin.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <utility>

#include "core/base/audio_format.h"
#include "support/file_bytes.h"
#include "support/streaming.h"

namespace sdkpp::decoder {
namespace SDKPP_TEST_FILE {

/// A stream of an endless Ogg file that several of these share.
struct Radio {
  explicit Radio(RoundRobin& streams) { streams.Add(std::make_unique<StreamDecoder>(feed)); }
  void Fill(std::span<const std::uint8_t> file) {
    for (std::size_t taken = 1; taken > 0; at = (at + taken) % file.size())
      taken = feed->Write(file.subspan(at));
  }
  /// What one tick takes. False without sound for it.
  bool Tick() { return source->Next().kind == player::SourceBlock::Kind::kOpus; }

  std::shared_ptr<player::StreamFeed> feed = std::make_shared<player::StreamFeed>();
  std::unique_ptr<player::StreamSource> source = std::make_unique<player::StreamSource>(feed);
  std::size_t at = 0;
};

/// Rounds for a time, of which each takes half a millisecond; it rests as long as it may.
void RunFor(RoundRobin& streams, Duration time) {
  while (time > Duration::zero()) {
    const Duration rest = streams.Round();
    time -= std::max<Duration>(rest, std::chrono::microseconds(500));
  }
}

TEST(RoundRobin, StarvesNoStreamWhileOneStalls) {
  const auto file = test::OggOpusFile(test::CeltPackets(3000, 200));
  RoundRobin streams;
  std::vector<std::unique_ptr<Radio>> radios;
  for (int at = 0; at < 20; ++at) radios.push_back(std::make_unique<Radio>(streams));
  radios[7]->Fill(std::span(file).first(9000));
  for (auto& each : radios) {
    if (each != radios[7]) each->Fill(file);
  }
  RunFor(streams, std::chrono::milliseconds(500));
  std::array<int, 20> starved{};
  for (int tick = 0; tick < 3000; ++tick) {
    for (std::size_t at = 0; at < radios.size(); ++at) {
      if (at != 7) radios[at]->Fill(file);
      starved[at] += radios[at]->Tick() ? 0 : 1;
    }
    RunFor(streams, kBlockDuration);
  }
  EXPECT_GT(std::exchange(starved[7], 0), 2500);
  EXPECT_EQ(starved, (std::array<int, 20>{}));
}

TEST(RoundRobin, RestsWhileThereIsNothingToDo) {
  const auto file = test::OggOpusFile(test::CeltPackets(3000));
  RoundRobin streams;
  Radio radio(streams);
  EXPECT_EQ(streams.Round(), std::chrono::seconds(1));
  radio.Fill(file);
  while (streams.Round() == Duration::zero()) continue;
  EXPECT_EQ(streams.Round(), std::chrono::milliseconds(500)) << "a quarter of two seconds";
}

TEST(RoundRobin, LetsGoOfStreamsThatNobodyPlays) {
  RoundRobin streams;
  Radio gone(streams);
  Radio stays(streams);
  gone.source.reset();
  (void)streams.Round();
  EXPECT_EQ(streams.size(), 1u);
  EXPECT_EQ(gone.feed.use_count(), 1);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::decoder

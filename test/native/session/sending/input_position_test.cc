#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "core/player/opus_source.h"
#include "core/player/pcm_source.h"
#include "session/media_end.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

class NoBeginning final : public player::Source {
 public:
  player::SourceBlock Next() noexcept override { return {}; }
};

class InputPosition : public testing::Test {
 protected:
  InputPosition() { end.Do(command::Announced{}); }

  template <class Input>
  Input& Open(std::unique_ptr<Input> input) {
    Input& opened = *input;
    end.Do(command::SetInput{std::move(input), 1});
    return opened;
  }
  audio::PcmQueue& OpenPcm(int rate = kSampleRate) {
    return Open(std::make_unique<player::PcmSource>(rate, 2)).queue();
  }
  void Tick(int count = 1) {
    while (count-- > 0) (void)end.Tick(end.now + kBlockDuration);
  }
  [[nodiscard]] std::uint64_t Samples() const {
    const auto position = end.media.InputPosition();
    EXPECT_TRUE(position && !position->track);
    return position ? position->samples : 0;
  }
  static std::vector<std::int16_t> Sound(std::size_t samples) {
    return std::vector<std::int16_t>(samples * kChannels, 1000);
  }

  End end{kAdaSsrc, 0xc000'0000};
};

TEST_F(InputPosition, IsNothingWithoutAnInputOrWithoutABeginning) {
  EXPECT_FALSE(end.media.InputPosition());
  (void)Open(std::make_unique<NoBeginning>());
  Tick();
  EXPECT_FALSE(end.media.InputPosition());
}

TEST_F(InputPosition, CountsSamplesUpToTheLast) {
  audio::PcmQueue& queue = OpenPcm();
  EXPECT_EQ(Samples(), 0u);
  EXPECT_EQ(queue.Write(Sound(2 * kBlockSamples + 100)), 2 * kBlockSamples + 100);
  Tick(3);
  EXPECT_EQ(Samples(), 2 * kBlockSamples) << "a part of a block waits";
  queue.Finish();
  Tick();
  EXPECT_EQ(Samples(), 2 * kBlockSamples + 100);
  Tick();
  EXPECT_FALSE(end.media.InputPosition()) << "it has ended";
  (void)OpenPcm();
  EXPECT_EQ(Samples(), 0u);
}

TEST_F(InputPosition, CountsAFrameThatIsNotWholeYetBecauseThatIsSaved) {
  end.Do(command::SetEncoder{{.frame_ms = 60}});
  EXPECT_EQ(OpenPcm().Write(Sound(10 * kBlockSamples)), 10 * kBlockSamples);
  Tick(2);
  EXPECT_EQ(Samples(), 2 * kBlockSamples);
}

TEST_F(InputPosition, CountsAWholePacketWithItsFirstTick) {
  player::OpusSource& input = Open(std::make_unique<player::OpusSource>());
  const std::vector<std::uint8_t> packet{0x5c, 1, 2};  // 60 ms
  EXPECT_TRUE(input.Write(packet));
  EXPECT_TRUE(input.Write(packet));
  Tick();
  EXPECT_EQ(Samples(), 3 * kBlockSamples);
  Tick(3);
  EXPECT_EQ(Samples(), 6 * kBlockSamples);
}

TEST_F(InputPosition, DoesNotCountABlockThatTheCallbackHas) {
  CallbackExchange exchange;
  end.Do(command::SetCallbacks{false, true, &exchange});
  audio::PcmQueue& queue = OpenPcm();
  EXPECT_EQ(queue.Write(Sound(2 * kBlockSamples + 100)), 2 * kBlockSamples + 100);
  queue.Finish();
  Tick();
  EXPECT_EQ(Samples(), 0u);
  Tick();
  EXPECT_EQ(Samples(), kBlockSamples);
  Tick();
  EXPECT_EQ(Samples(), 2 * kBlockSamples) << "the last, which is shorter, is on loan";
  (void)OpenPcm();
  EXPECT_EQ(Samples(), 0u);
}

TEST_F(InputPosition, CountsABlockThatIsLostWithItsCallback) {
  CallbackExchange exchange;
  end.Do(command::SetCallbacks{false, true, &exchange});
  EXPECT_EQ(OpenPcm().Write(Sound(4 * kBlockSamples)), 4 * kBlockSamples);
  Tick(2);
  EXPECT_EQ(Samples(), kBlockSamples);
  end.Do(command::SetCallbacks{false, false, &exchange});
  EXPECT_EQ(Samples(), 2 * kBlockSamples);
}

TEST_F(InputPosition, StandsStillWhileAnInputWaits) {
  end.Do(command::SetInputWaits{true});
  end.Do(command::DaveSendNothing{});
  EXPECT_EQ(OpenPcm().Write(Sound(4 * kBlockSamples)), 4 * kBlockSamples);
  Tick(3);
  EXPECT_EQ(Samples(), 0u);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session

#include <gtest/gtest.h>

#include "session/e2ee_scene.h"

namespace sdkpp::session {
namespace SDKPP_TEST_FILE {

/// A source is not emptied while what it gives cannot leave.
class WaitingInputTest : public E2eeTest {
 protected:
  void SetUp() override {
    E2eeTest::SetUp();
    MapAda();
    ben.Do(command::DaveInstallReceive{kAda, Receiver(1)});
    ada.Do(command::SetInputWaits{true});
    ada.Do(command::DaveSendNothing{});
  }
  void StepSilently(int count) {
    for (int i = 0; i < count; ++i) Step(false);
  }
};

TEST_F(WaitingInputTest, IsHeardFromItsBeginningWhenTheKeyComes) {
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(opus->Write(NextPacket()));
  StepSilently(100);
  EXPECT_EQ(opus->queued_samples(), 40u * 960);
  AdaSendsWith(1);
  StepSilently(45);
  EXPECT_EQ(ben.Stats().packets_received, 40u + 5u) << "with the silence at the end";
  EXPECT_EQ(opus->queued_samples(), 0u);
}

TEST_F(WaitingInputTest, GoesOnWhereItWasWhenAKeyIsLostMeanwhile) {
  AdaSendsWith(1);
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(opus->Write(NextPacket()));
  StepSilently(10);
  ada.Do(command::DaveSendNothing{});
  StepSilently(50);
  EXPECT_EQ(opus->queued_samples(), 30u * 960);
  ada.Do(command::DaveExecuteSend{1});
  StepSilently(45);
  EXPECT_GE(ben.Stats().packets_received, 40u);
  EXPECT_EQ(ben.Stats().remotes[0].speaker.packets_lost, 0u);
}

TEST_F(WaitingInputTest, FlowsWhenNobodyIsThereToWaitFor) {
  ada.Do(command::SetInputWaits{false});
  Steps(30);
  EXPECT_EQ(opus->queued_samples(), 0u);
  ada.Do(command::SetInputWaits{true});
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(opus->Write(NextPacket()));
  StepSilently(30);
  EXPECT_EQ(opus->queued_samples(), 10u * 960) << "somebody has come";
}

TEST_F(WaitingInputTest, WaitsForAnAnnouncementThatTakesLong) {
  End eve(Ssrc(3), 0xe000'0000);
  eve.Do(command::SetInputWaits{true});
  auto input = std::make_unique<player::OpusSource>();
  player::OpusSource* writing = input.get();
  eve.Do(command::SetInput{std::move(input)});
  for (int i = 0; i < 60; ++i) ASSERT_TRUE(writing->Write(NextPacket()));
  for (int i = 0; i < 100; ++i) (void)eve.Tick(eve.now + kBlockDuration);
  eve.Do(command::Announced{});
  int sent = 0;
  for (int i = 0; i < 60; ++i) {
    for (const Datagram& datagram : eve.Tick(eve.now + kBlockDuration))
      sent += rtp::Classify(datagram) == rtp::DatagramKind::kRtp ? 1 : 0;
  }
  EXPECT_EQ(sent, 60 + 5 + 5) << "with the silence where it waited, and at the end";
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::session

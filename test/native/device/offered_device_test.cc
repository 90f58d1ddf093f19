#include "device/offered_device.h"

#include <gtest/gtest.h>

#include <string_view>

namespace sdkpp::device {
namespace SDKPP_TEST_FILE {

TEST(OfferedDevice, TheEchoOfASpeakerIsNoMicrophone) {
  constexpr auto kPulse = SoundSystem::kPulseAudio;
  EXPECT_TRUE(IsOffered(kPulse, Direction::kCapture, "alsa_input.usb-headset.mono"));
  EXPECT_FALSE(IsOffered(kPulse, Direction::kCapture, "alsa_output.usb-headset.stereo.monitor"));
  EXPECT_TRUE(IsOffered(kPulse, Direction::kPlayback, "alsa_output.usb-headset.stereo"));
}

TEST(OfferedDevice, ConvertersOfAlsaAreNoDevices) {
  for (const std::string_view name :
       {":0,0", "hw:1,0", "sysdefault:CARD=PCH", "default", "pulse", "pipewire"}) {
    EXPECT_TRUE(IsOffered(SoundSystem::kAlsa, Direction::kCapture, name)) << name;
  }
  for (const std::string_view name :
       {"null", "jack", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix"}) {
    EXPECT_FALSE(IsOffered(SoundSystem::kAlsa, Direction::kPlayback, name)) << name;
  }
}

TEST(OfferedDevice, OtherSystemsOfferWhatTheyList) {
  EXPECT_TRUE(IsOffered(SoundSystem::kOther, Direction::kCapture, ""));
}

TEST(OfferedDevice, FailuresSayWhatHelps) {
  EXPECT_EQ(WordsFor(OpenFailure::kForbidden, Direction::kCapture, ""),
            "the system forbids it: allow this program the microphone in the privacy settings");
  EXPECT_EQ(WordsFor(OpenFailure::kForbidden, Direction::kPlayback, ""), "the system forbids it");
  EXPECT_EQ(WordsFor(OpenFailure::kBusy, Direction::kPlayback, ""),
            "another program uses it alone: close that program, or choose another device");
  EXPECT_EQ(WordsFor(OpenFailure::kMissing, Direction::kCapture, ""), "there is no microphone: plug one in");
  EXPECT_EQ(WordsFor(OpenFailure::kMissing, Direction::kPlayback, ""), "there is no speaker: plug one in");
  EXPECT_EQ(
      WordsFor(OpenFailure::kNone, Direction::kCapture, "Invalid argument"),
      "could not open it (Invalid argument): check that it is plugged in, and that the sound system runs");
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::device

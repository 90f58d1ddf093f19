#include "device/recorder.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string>
#include <system_error>
#include <vector>

#include "core/audio/wav_reader.h"

namespace sdkpp::device {
namespace SDKPP_TEST_FILE {

using namespace std::chrono_literals;

class RecorderTest : public testing::Test {
 protected:
  std::mutex mutex;
  std::condition_variable woken;
  int wakes = 0;
  Recorder recorder{[this] {
    const std::lock_guard lock(mutex);
    ++wakes;
    woken.notify_one();
  }};

  static void Play(session::Output& output, int blocks) {
    AudioBlock block;
    block.fill(1000);
    for (int i = 0; i < blocks; ++i) output.Play(block);
  }

  bool AwaitWake() {
    std::unique_lock lock(mutex);
    if (!woken.wait_for(lock, 10s, [this] { return wakes > 0; })) return false;
    --wakes;
    return true;
  }

  /// The end of the one recording there is.
  RecordingEnd AwaitEnd() {
    while (AwaitWake()) {
      const auto ends = recorder.Collect();
      if (!ends.empty()) return ends[0];
    }
    return {.error = "never ended"};
  }
};

/// `name` is UTF-8, as the recorder takes it; std::fopen would read it in the code page of Windows.
std::vector<std::uint8_t> ReadAndRemove(const std::string& name) {
  const std::filesystem::path path(std::u8string(name.begin(), name.end()));
  std::vector<std::uint8_t> bytes;
  {
    std::ifstream file(path, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(file), {});
  }
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  return bytes;
}

TEST_F(RecorderTest, WritesAllBlocksAndAWholeHeader) {
  const std::string path = testing::TempDir() + "/sdkpp_\xc3\xa9t\xc3\xa9.wav";
  auto opened = recorder.Open(path);
  ASSERT_NE(opened.output, nullptr) << opened.error;
  Play(*opened.output, 10);
  opened.output.reset();
  const RecordingEnd end = AwaitEnd();
  EXPECT_EQ(end.id, opened.id);
  EXPECT_EQ(end.error, "");
  auto reader = audio::WavReader::Open(ReadAndRemove(path));
  ASSERT_TRUE(reader.ok());
  EXPECT_EQ(reader->frames(), 10u * kBlockSamples);
}

TEST_F(RecorderTest, ReportsAnEndOnce) {
  const std::string path = testing::TempDir() + "/sdkpp_once.wav";
  auto opened = recorder.Open(path);
  ASSERT_NE(opened.output, nullptr);
  opened.output.reset();
  EXPECT_EQ(AwaitEnd().error, "");
  EXPECT_TRUE(recorder.Collect().empty());
  (void)ReadAndRemove(path);
}

TEST_F(RecorderTest, ReportsWhyAFileCannotBeCreated) {
  const auto opened = recorder.Open(testing::TempDir() + "/nowhere/at/all.wav");
  EXPECT_EQ(opened.output, nullptr);
  EXPECT_EQ(opened.error, "No such file or directory");
}

TEST_F(RecorderTest, RejectsAPathThatTheSystemWouldTruncate) {
  const auto opened = recorder.Open(testing::TempDir() + "/sdkpp" + std::string(1, '\0') + ".wav");
  EXPECT_EQ(opened.output, nullptr);
  EXPECT_NE(opened.error, "");
}

#ifdef __linux__
TEST_F(RecorderTest, ReportsAFullDiskWhileTheOutputStillPlays) {
  auto opened = recorder.Open("/dev/full");
  ASSERT_NE(opened.output, nullptr) << opened.error;
  RecordingEnd end{.error = ""};
  while (end.id == 0) {
    Play(*opened.output, 1);
    for (const RecordingEnd& each : recorder.Collect()) end = each;
  }
  EXPECT_EQ(end.error, "No space left on device");
  Play(*opened.output, 200);
}

TEST_F(RecorderTest, ReportsAFullDiskThatShowsOnlyAtTheEndOfTheFile) {
  auto opened = recorder.Open("/dev/full");
  ASSERT_NE(opened.output, nullptr);
  opened.output.reset();
  EXPECT_EQ(AwaitEnd().error, "No space left on device");
}
#endif

TEST_F(RecorderTest, CompletesItsFilesOnRequestAndOutputsMayOutliveThat) {
  const std::string path = testing::TempDir() + "/sdkpp_finish.wav";
  auto opened = recorder.Open(path);
  ASSERT_NE(opened.output, nullptr);
  Play(*opened.output, 3);
  recorder.FinishAll();
  Play(*opened.output, 3);
  auto reader = audio::WavReader::Open(ReadAndRemove(path));
  ASSERT_TRUE(reader.ok());
  EXPECT_EQ(reader->frames(), 3u * kBlockSamples);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::device

#include "engine/decoder_thread.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "core/player/stream_source.h"
#include "engine/clock.h"
#include "support/file_bytes.h"
#include "support/streaming.h"

namespace sdkpp::engine {
namespace SDKPP_TEST_FILE {

using player::SourceBlock;

constexpr std::size_t kPackets = 400;

struct Stream {
  explicit Stream(DecoderThread& thread) { thread.Add(std::make_unique<decoder::StreamDecoder>(feed)); }

  /// All of the file, in pieces; the JavaScript thread's part.
  void Write(std::span<const std::uint8_t> file, DecoderThread& thread) {
    if (at == file.size()) return;
    const std::size_t taken = feed->Write(file.subspan(at, std::min<std::size_t>(3001, file.size() - at)));
    at += taken;
    if (at == file.size()) feed->Finish();
    if (taken > 0) thread.Wake();
  }
  /// The media thread's part.
  void Play() {
    for (auto block = source->Next(); !ended; block = source->Next()) {
      ended = block.kind == SourceBlock::Kind::kEnd;
      if (block.kind != SourceBlock::Kind::kOpus) return;
      // its number, all over
      is_right = is_right && block.opus.back() == static_cast<std::uint8_t>(packets++);
    }
  }

  std::shared_ptr<player::StreamFeed> feed = std::make_shared<player::StreamFeed>();
  std::unique_ptr<player::StreamSource> source = std::make_unique<player::StreamSource>(feed);
  std::size_t at = 0;
  std::size_t packets = 0;
  bool is_right = true;
  bool ended = false;
};

TEST(DecoderThread, MakesTheSoundOfManyStreamsBetweenTwoThreads) {
  const auto file = test::OggOpusFile(test::CeltPackets(kPackets));
  const auto decoder = DecoderThread::Start();
  ASSERT_TRUE(decoder);
  std::vector<std::unique_ptr<Stream>> streams;
  for (int at = 0; at < 20; ++at) streams.push_back(std::make_unique<Stream>(*decoder));
  const Instant deadline = Now() + std::chrono::seconds(60);
  std::atomic<bool> all_ended = false;
  // the last one gets no bytes
  std::thread media([&] {
    while (!all_ended && Now() < deadline) {
      bool all = true;
      for (std::size_t at = 0; at + 1 < streams.size(); ++at) {
        streams[at]->Play();
        all = all && streams[at]->ended;
      }
      all_ended = all;
      std::this_thread::yield();
    }
  });
  while (!all_ended && Now() < deadline) {
    for (std::size_t at = 0; at + 1 < streams.size(); ++at) streams[at]->Write(file, *decoder);
    std::this_thread::yield();
  }
  media.join();
  ASSERT_TRUE(all_ended);
  for (std::size_t at = 0; at + 1 < streams.size(); ++at) {
    EXPECT_EQ(streams[at]->packets, kPackets);
    EXPECT_TRUE(streams[at]->is_right);
    EXPECT_FALSE(streams[at]->source->losses().any());
  }
}

TEST(DecoderThread, LetsGoOfAStreamThatIsOver) {
  const auto decoder = DecoderThread::Start();
  ASSERT_TRUE(decoder);
  Stream stream(*decoder);
  stream.source.reset();
  decoder->Wake();
  const Instant deadline = Now() + std::chrono::seconds(60);
  while (stream.feed.use_count() > 1 && Now() < deadline) std::this_thread::yield();
  EXPECT_EQ(stream.feed.use_count(), 1);
}

TEST(DecoderThread, EndsWithStreamsInside) {
  std::unique_ptr<Stream> stream;
  {
    const auto decoder = DecoderThread::Start();
    ASSERT_TRUE(decoder);
    stream = std::make_unique<Stream>(*decoder);
    stream->Write(test::OggOpusFile(test::CeltPackets(10)), *decoder);
  }
  stream->Play();
  EXPECT_TRUE(stream->is_right);
}

}  // namespace SDKPP_TEST_FILE
}  // namespace sdkpp::engine

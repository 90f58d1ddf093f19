// As many streams as a schedule says: wake, encode, seal, send, on a number of threads that share them.
// Arguments: port, threads, a file of blocks of 2 x 960 samples, the schedule. Its lines say from when on,
// ms, how many streams encode at complexity 10 and how many at 5; the last one says when it is over. Prints
// how many frames there were, how many of them began 20 ms behind their deadline or later, and by how many
// ticks all ticks together were late: as a media thread counts both.
#include <opus.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "leading_pace.h"
#include "loopback.h"
#include "rtp_stream.h"

namespace {

using Clock = floors::LeadingPace::Clock;

constexpr int kSamples = 960;
constexpr std::size_t kValues = 2 * kSamples;
constexpr int kRoom = 1275;
constexpr int kFull = 10;
constexpr int kReduced = 5;

using Sound = std::vector<std::int16_t>;

struct Step {
  std::chrono::milliseconds from{};
  std::size_t full = 0;
  std::size_t reduced = 0;
};

using Schedule = std::vector<Step>;

struct Tally {
  std::uint64_t frames = 0;
  std::uint64_t missed = 0;
  std::uint64_t late_ticks = 0;
};

Sound ReadSound(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
  Sound sound(bytes.size() / sizeof(std::int16_t) / kValues * kValues);
  if (sound.empty()) std::exit(2);
  std::memcpy(sound.data(), bytes.data(), sound.size() * sizeof(std::int16_t));
  return sound;
}

Schedule ReadSchedule(const char* path) {
  std::ifstream file(path);
  Schedule schedule;
  std::int64_t from = 0;
  for (Step step; file >> from >> step.full >> step.reduced;) {
    step.from = std::chrono::milliseconds(from);
    schedule.push_back(step);
  }
  if (schedule.empty()) std::exit(2);
  return schedule;
}

/// One stream: its encoder, its socket, its place in the sound.
class Stream {
 public:
  Stream(std::uint16_t port, std::uint32_t ssrc, int complexity)
      : handle_(floors::ConnectedSocket(port)), sealed_(ssrc), at_(ssrc) {
    encoder_ = opus_encoder_create(48'000, 2, OPUS_APPLICATION_AUDIO, nullptr);
    opus_encoder_ctl(encoder_, OPUS_SET_BITRATE(64'000));
    opus_encoder_ctl(encoder_, OPUS_SET_COMPLEXITY(complexity));
  }

  /// A packet as large as one of 64 kbit/s leaves, whatever the encoder made.
  void Send(const Sound& sound) {
    const std::int16_t* block = &sound[at_++ % (sound.size() / kValues) * kValues];
    if (opus_encode(encoder_, block, kSamples, encoded_.data(), kRoom) <= 0) std::abort();
    const auto packet = sealed_.Seal();
    (void)send(handle_, packet.data(), packet.size(), MSG_NOSIGNAL);
  }

 private:
  OpusEncoder* encoder_ = nullptr;
  int handle_;
  floors::RtpStream sealed_;
  std::size_t at_;
  std::array<std::uint8_t, kRoom> encoded_{};
};

using Streams = std::vector<std::unique_ptr<Stream>>;

/// The part of the streams that a thread sends: each `threads`-th.
class Sender {
 public:
  Sender(std::uint16_t port, std::size_t thread, std::size_t threads, const Schedule& schedule,
         const Sound& sound)
      : thread_(thread), threads_(threads), schedule_(schedule), sound_(sound) {
    for (const Step& step : schedule) {
      Fill(full_, port, ShareOf(step.full), kFull);
      Fill(reduced_, port, ShareOf(step.reduced), kReduced);
    }
  }

  Tally Run(Clock::time_point start) {
    floors::LeadingPace pace(start);
    for (auto step = schedule_.begin(); std::next(step) != schedule_.end();) {
      pace.Wait();
      const auto began = Clock::now();
      const auto late = pace.Late() / floors::LeadingPace::kTick;
      tally_.late_ticks += static_cast<std::uint64_t>(std::max<std::int64_t>(late, 0));
      Send(full_, ShareOf(step->full), pace);
      Send(reduced_, ShareOf(step->reduced), pace);
      pace.Ticked(began);
      while (std::next(step) != schedule_.end() && std::next(step)->from <= pace.deadline() - start) ++step;
    }
    return tally_;
  }

 private:
  [[nodiscard]] std::size_t ShareOf(std::size_t streams) const {
    return (streams + threads_ - 1 - thread_) / threads_;
  }

  void Fill(Streams& streams, std::uint16_t port, std::size_t count, int complexity) {
    while (streams.size() < count) {
      streams.push_back(
          std::make_unique<Stream>(port, static_cast<std::uint32_t>(streams.size()), complexity));
    }
  }

  void Send(const Streams& streams, std::size_t count, const floors::LeadingPace& pace) {
    for (std::size_t at = 0; at < count; ++at) {
      if (pace.Late() >= floors::LeadingPace::kTick) ++tally_.missed;
      streams[at]->Send(sound_);
      ++tally_.frames;
    }
  }

  std::size_t thread_;
  std::size_t threads_;
  const Schedule& schedule_;
  const Sound& sound_;
  Streams full_;
  Streams reduced_;
  Tally tally_;
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 5) return 2;
  const auto port = static_cast<std::uint16_t>(std::atoi(arguments[1]));
  const auto threads = static_cast<std::size_t>(std::atol(arguments[2]));
  const Sound sound = ReadSound(arguments[3]);
  const Schedule schedule = ReadSchedule(arguments[4]);
  std::vector<Sender> senders;
  for (std::size_t at = 0; at < threads; ++at) senders.emplace_back(port, at, threads, schedule, sound);
  const auto start = Clock::now() + floors::LeadingPace::kTick;
  std::vector<Tally> tallies(threads);
  std::vector<std::thread> running;
  for (std::size_t at = 0; at < threads; ++at) {
    running.emplace_back([&, at] { tallies[at] = senders[at].Run(start); });
  }
  for (std::thread& each : running) each.join();
  Tally sum;
  for (const Tally& tally : tallies) {
    sum.frames += tally.frames;
    sum.missed += tally.missed;
    sum.late_ticks += tally.late_ticks;
  }
  std::printf("{\"frames\": %llu, \"missed\": %llu, \"lateTicks\": %llu}\n",
              static_cast<unsigned long long>(sum.frames), static_cast<unsigned long long>(sum.missed),
              static_cast<unsigned long long>(sum.late_ticks));
}

// Packets of a hundred speakers, sent by another process, taken from one socket at each tick with the times
// of their arrival, and opened. Argument: seconds. Prints microseconds of processor time: `open` per packet,
// with recvmmsg, and `wake` per wake-up of a thread.
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "loopback.h"
#include "pace.h"
#include "rtp_stream.h"

namespace {

constexpr unsigned kSpeakers = 100;
constexpr unsigned kAtOnce = 32;

struct Batch {
  Batch() {
    for (unsigned at = 0; at < kAtOnce; ++at) {
      parts[at] = {.iov_base = bytes[at].data(), .iov_len = bytes[at].size()};
      heads[at].msg_hdr.msg_iov = &parts[at];
      heads[at].msg_hdr.msg_iovlen = 1;
    }
  }
  /// Before each reading.
  void Expect() {
    for (unsigned at = 0; at < kAtOnce; ++at) {
      heads[at].msg_hdr.msg_control = control[at].data();
      heads[at].msg_hdr.msg_controllen = control[at].size();
    }
  }
  std::array<std::array<std::uint8_t, 1600>, kAtOnce> bytes{};
  std::array<iovec, kAtOnce> parts{};
  std::array<mmsghdr, kAtOnce> heads{};
  alignas(cmsghdr) std::array<std::array<char, 64>, kAtOnce> control{};
};

/// The process that sends: the packets of a tick for each byte that is written to it, which it answers.
class Speakers {
 public:
  explicit Speakers(std::uint16_t port) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) std::abort();
    ours_ = ends[0];
    child_ = fork();
    if (child_ < 0) std::abort();
    if (child_ == 0) {
      close(ends[0]);
      Speak(ends[1], floors::ConnectedSocket(port));
    }
    close(ends[1]);
  }
  ~Speakers() {
    close(ours_);
    waitpid(child_, nullptr, 0);
  }
  Speakers(const Speakers&) = delete;
  Speakers& operator=(const Speakers&) = delete;

  /// Returns when the packets of one tick wait in the socket.
  void Tick() {
    char byte = 0;
    if (write(ours_, &byte, 1) != 1 || read(ours_, &byte, 1) != 1) std::abort();
  }

 private:
  [[noreturn]] static void Speak(int orders, int sender) {
    floors::RtpStream stream(1);
    for (char byte = 0; read(orders, &byte, 1) == 1;) {
      for (unsigned at = 0; at < kSpeakers; ++at) {
        const auto packet = stream.Seal();
        if (send(sender, packet.data(), packet.size(), 0) < 0) _exit(1);
      }
      if (write(orders, &byte, 1) != 1) break;
    }
    _exit(0);
  }

  int ours_ = -1;
  pid_t child_ = -1;
};

unsigned Receive(floors::RtpStream& stream, int receiver, Batch& batch) {
  unsigned opened = 0;
  for (int taken = kAtOnce; taken == kAtOnce;) {
    batch.Expect();
    taken = recvmmsg(receiver, batch.heads.data(), kAtOnce, 0, nullptr);
    for (int at = 0; at < taken; ++at) {
      const auto place = static_cast<unsigned>(at);
      if (stream.Open(std::span(batch.bytes[place]).first(batch.heads[place].msg_len))) ++opened;
    }
  }
  return opened;
}

double OpenCost(double seconds, std::uint16_t port, int receiver) {
  Speakers speakers(port);
  floors::RtpStream to(1);
  Batch batch;
  std::int64_t spent = 0;
  unsigned opened = 0;
  floors::Pace pace;
  const int ticks = static_cast<int>(seconds * floors::Pace::kTicksPerSecond);
  for (int tick = 0; tick < ticks; ++tick) {
    pace.Wait();
    speakers.Tick();
    const std::int64_t before = floors::CpuTime();
    opened += Receive(to, receiver, batch);
    spent += floors::CpuTime() - before;
  }
  if (opened != static_cast<unsigned>(ticks) * kSpeakers) std::abort();
  return static_cast<double>(spent) / 1000.0 / opened;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const double seconds = std::atof(arguments[1]);
  std::uint16_t port = 0;
  const int receiver = floors::BoundSocket(port);
  const int on = 1;
  if (setsockopt(receiver, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof(on)) != 0) std::abort();
  const double open = OpenCost(seconds, port, receiver);
  const double wake = floors::CostPerTick(seconds, [] {});
  std::printf("{\"open\": %.4f, \"wake\": %.4f}\n", open, wake);
}

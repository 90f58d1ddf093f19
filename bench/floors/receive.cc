// Packets of a hundred speakers, taken from one socket at each tick and opened. Argument: seconds. Prints
// microseconds of processor time: `open` per packet, with recvmmsg, and `wake` per wake-up of a thread.
#include <sys/socket.h>

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
  std::array<std::array<std::uint8_t, 1600>, kAtOnce> bytes{};
  std::array<iovec, kAtOnce> parts{};
  std::array<mmsghdr, kAtOnce> heads{};
};

/// Sealed and queued beforehand, outside of what is measured.
void Queue(floors::RtpStream& stream, int sender) {
  for (unsigned at = 0; at < kSpeakers; ++at) {
    const auto packet = stream.Seal();
    if (send(sender, packet.data(), packet.size(), 0) < 0) std::abort();
  }
}

unsigned Receive(floors::RtpStream& stream, int receiver, Batch& batch) {
  unsigned opened = 0;
  for (int taken = kAtOnce; taken == kAtOnce;) {
    taken = recvmmsg(receiver, batch.heads.data(), kAtOnce, 0, nullptr);
    for (int at = 0; at < taken; ++at) {
      const auto place = static_cast<unsigned>(at);
      if (stream.Open(std::span(batch.bytes[place]).first(batch.heads[place].msg_len))) ++opened;
    }
  }
  return opened;
}

/// The packets of a tick are sent by this process, whose time for it is taken off.
double OpenCost(double seconds, int sender, int receiver) {
  floors::RtpStream from(1);
  floors::RtpStream to(1);
  Batch batch;
  std::int64_t spent = 0;
  unsigned opened = 0;
  floors::Pace pace;
  const int ticks = static_cast<int>(seconds * floors::Pace::kTicksPerSecond);
  for (int tick = 0; tick < ticks; ++tick) {
    pace.Wait();
    Queue(from, sender);
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
  const double open = OpenCost(seconds, floors::ConnectedSocket(port), receiver);
  const double wake = floors::CostPerTick(seconds, [] {});
  std::printf("{\"open\": %.4f, \"wake\": %.4f}\n", open, wake);
}

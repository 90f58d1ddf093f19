// Streams of sealed packets, each through a connected socket of its own: wake, seal, send. Arguments: port,
// first SSRC, streams, seconds. Prints microseconds of processor time per frame.
#include <sys/socket.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "loopback.h"
#include "pace.h"
#include "rtp_stream.h"

namespace {

struct Sender {
  int handle;
  floors::RtpStream stream;
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 5) return 2;
  const auto port = static_cast<std::uint16_t>(std::atoi(arguments[1]));
  const auto ssrc = static_cast<std::uint32_t>(std::atol(arguments[2]));
  const auto streams = static_cast<std::uint32_t>(std::atol(arguments[3]));
  std::vector<std::unique_ptr<Sender>> senders;
  for (std::uint32_t at = 0; at < streams; ++at) {
    senders.push_back(
        std::unique_ptr<Sender>(new Sender{floors::ConnectedSocket(port), floors::RtpStream(ssrc + at)}));
  }
  const double cost = floors::CostPerTick(std::atof(arguments[4]), [&] {
    for (const auto& sender : senders) {
      const auto packet = sender->stream.Seal();
      (void)send(sender->handle, packet.data(), packet.size(), MSG_NOSIGNAL);
    }
  });
  std::printf("{\"figure\": %.4f}\n", cost / streams);
}

// Hears the dialogues of bench/conversation as an agent would, in virtual time.
//   carry FOLDER      encoder → loss → jitter buffer → decoder: NAME.pcm becomes NAME.heard
//   listen FOLDER     ears, turns and interruptions over NAME.heard, by the rows of FOLDER/settings.txt:
//                     writes NAME.frames, and prints a JSON line for each event
//   echo FOLDER       looks for the echo of NAME.own.pcm, which is sent meanwhile, in NAME.heard: writes
//   NAME.marks, and
//                     prints a JSON line of what that costs
// FOLDER/index.txt has a line for each dialogue: name, percent of loss, seed.

#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "conversation/carried_speaker.h"
#include "conversation/echo_listener.h"
#include "conversation/files.h"
#include "conversation/listener.h"

namespace {

using namespace sdkpp;
using namespace sdkpp::bench;

void Carry(const std::string& folder, const Dialogue& dialogue) {
  const auto samples = ReadAll<std::int16_t>(folder + "/" + dialogue.name + ".pcm");
  CarriedSpeaker speaker(dialogue.loss / 100.0, dialogue.seed);
  std::vector<HeardBlock> heard;
  for (std::size_t at = 0; at + kBlockSamples <= samples.size(); at += kBlockSamples) {
    speaker.Say(std::span(samples).subspan(at).first<kBlockSamples>());
    heard.push_back(speaker.Hear());
  }
  WriteAll<HeardBlock>(folder + "/" + dialogue.name + ".heard", heard);
}

void Listen(const std::string& folder, const Dialogue& dialogue, const std::vector<Row>& rows) {
  const auto heard = ReadAll<HeardBlock>(folder + "/" + dialogue.name + ".heard");
  Listener listener(dialogue.name, rows);
  for (const HeardBlock& block : heard) listener.Hear(block);
  WriteAll<FrameRecord>(folder + "/" + dialogue.name + ".frames", listener.frames());
  std::printf("{\"dialogue\":\"%s\",\"kind\":\"cost\",\"blocks\":%zu,\"ns\":%.0f}\n", dialogue.name.c_str(),
              heard.size(), listener.NanosecondsPerBlock());
}

void FindEcho(const std::string& folder, const Dialogue& dialogue) {
  const std::string path = folder + "/" + dialogue.name;
  const auto own = ReadAll<std::int16_t>(path + ".own.pcm");
  EchoListener listener;
  std::vector<EchoRecord> records;
  std::size_t at = 0;
  for (const HeardBlock& block : ReadAll<HeardBlock>(path + ".heard")) {
    if (at + kBlockSamples > own.size()) break;
    records.push_back(listener.Tick(std::span(own).subspan(at).first<kBlockSamples>(), block));
    at += kBlockSamples;
  }
  WriteAll<EchoRecord>(path + ".marks", records);
  std::printf("{\"dialogue\":\"%s\",\"kind\":\"cost\",\"ns\":%.0f}\n", dialogue.name.c_str(),
              listener.NanosecondsPerBlock());
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) {
    std::fprintf(stderr, "usage: conversation_bench carry|listen|echo FOLDER\n");
    return 2;
  }
  const std::string what = words[1];
  const std::string folder = words[2];
  const auto rows = what == "listen" ? ReadRows(folder) : std::vector<Row>{};
  for (const Dialogue& dialogue : ReadIndex(folder)) {
    if (what == "listen") Listen(folder, dialogue, rows);
    if (what == "carry") Carry(folder, dialogue);
    if (what == "echo") FindEcho(folder, dialogue);
  }
  return 0;
}

#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "core/base/audio_format.h"
#include "core/turns/turn_settings.h"
#include "core/turns/voice_features.h"

namespace sdkpp::bench {

/// A line of index.txt.
struct Dialogue {
  std::string name;
  int loss = 0;  ///< percent
  std::uint64_t seed = 0;
};

/// A block that left the jitter buffer in one tick.
struct HeardBlock {
  double time = 0;        ///< of its first sample, in samples of the sender
  double wall = 0;        ///< of the tick, in ms since the sender began
  std::int32_t kind = 0;  ///< jitter::BlockKind
  std::int32_t unused = 0;
  std::array<std::int16_t, kBlockSamples> samples{};
};

/// One frame, for those who fit and judge.
struct FrameRecord {
  double time = 0;  ///< of its first sample
  double wall = 0;
  float probability = 0;
  float level = 0;
  float pitch = 0;
  float concealed = 0;
  float loud = 0;  ///< 1 where an energy detector hears speech
  turns::VoiceFeatures features{};
  std::array<float, 18> bands{};
  std::array<std::int16_t, 160> samples{};
};

/// A row of settings.txt: name, least and most silence in ms, threshold, probability of speech, prosody (0 or
/// 1).
struct Row {
  std::string name;
  turns::TurnSettings settings;
};

inline std::FILE* Open(const std::string& path, const char* mode) {
  std::FILE* file = std::fopen(path.c_str(), mode);
  if (file != nullptr) return file;
  std::perror(path.c_str());
  std::exit(1);
}

template <class T>
std::vector<T> ReadAll(const std::string& path) {
  std::FILE* file = Open(path, "rb");
  std::fseek(file, 0, SEEK_END);
  std::vector<T> values(static_cast<std::size_t>(std::ftell(file)) / sizeof(T));
  std::rewind(file);
  values.resize(std::fread(values.data(), sizeof(T), values.size(), file));
  std::fclose(file);
  return values;
}

template <class T>
void WriteAll(const std::string& path, const std::vector<T>& values) {
  std::FILE* file = Open(path, "wb");
  const bool done = std::fwrite(values.data(), sizeof(T), values.size(), file) == values.size();
  if (std::fclose(file) == 0 && done) return;
  std::perror(path.c_str());
  std::exit(1);
}

inline std::vector<Dialogue> ReadIndex(const std::string& folder) {
  std::FILE* file = Open(folder + "/index.txt", "r");
  std::vector<Dialogue> all;
  char name[64];
  int loss = 0;
  unsigned long long seed = 0;
  while (std::fscanf(file, "%63s %d %llu", name, &loss, &seed) == 3) all.push_back({name, loss, seed});
  std::fclose(file);
  return all;
}

inline std::vector<Row> ReadRows(const std::string& folder) {
  std::FILE* file = Open(folder + "/settings.txt", "r");
  std::vector<Row> rows;
  char name[64];
  int least = 0;
  int most = 0;
  float threshold = 0;
  float probability = 0;
  int prosody = 0;
  while (std::fscanf(file, "%63s %d %d %f %f %d", name, &least, &most, &threshold, &probability, &prosody) ==
         6) {
    rows.push_back({name,
                    {.min_silence = std::chrono::milliseconds(least),
                     .max_silence = std::chrono::milliseconds(most),
                     .threshold = threshold,
                     .min_probability = probability,
                     .uses_prosody = prosody != 0}});
  }
  std::fclose(file);
  return rows;
}

}  // namespace sdkpp::bench

#include "device/wav_file_output.h"

#include <algorithm>
#include <utility>

namespace sdkpp::device {

std::unique_ptr<WavFileOutput> WavFileOutput::Open(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return nullptr;
  return std::unique_ptr<WavFileOutput>(new WavFileOutput(file));
}

WavFileOutput::WavFileOutput(std::FILE* file) : file_(file) {
  const auto header = writer_.Header();
  std::fwrite(header.data(), 1, header.size(), file_);
  thread_ = std::thread([this] { Run(); });
}

WavFileOutput::~WavFileOutput() {
  closing_.store(true, std::memory_order_release);
  filled_.release();
  thread_.join();
  const auto header = writer_.Header();
  std::rewind(file_);
  std::fwrite(header.data(), 1, header.size(), file_);
  std::fclose(file_);
}

void WavFileOutput::Play(std::span<const std::int16_t, kBlockValues> block) noexcept {
  AudioBlock* slot = queue_.Claim();
  if (slot == nullptr) return;
  std::ranges::copy(block, slot->begin());
  queue_.Commit();
  filled_.release();
}

void WavFileOutput::Run() noexcept {
  while (!closing_.load(std::memory_order_acquire)) {
    filled_.acquire();
    Drain();
  }
  Drain();
}

void WavFileOutput::Drain() noexcept {
  while (const AudioBlock* block = queue_.Front()) {
    const auto bytes = writer_.Bytes(std::span<const std::int16_t, kBlockValues>(*block));
    std::fwrite(bytes.data(), 1, bytes.size(), file_);
    queue_.Release();
  }
}

}  // namespace sdkpp::device

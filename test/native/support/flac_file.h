#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sdkpp::test {

/// A FLAC file of 16-bit samples that are not compressed, but for frames of one value (RFC 9639).
struct FlacFile {
  unsigned channels = 2;
  std::uint32_t rate = 48'000;
  unsigned block = 4096;                   ///< samples per channel of a frame
  std::uint32_t most_bytes = 0;            ///< of a frame, as it says
  std::size_t picture = 0;                 ///< bytes of a block before the frames
  bool counts_samples = false;             ///< in the numbers of its frames
  std::uint64_t first = 0;                 ///< number of the first frame, in frames
  std::vector<std::int16_t> samples = {};  ///< interleaved

  using Bytes = std::vector<std::uint8_t>;

  [[nodiscard]] Bytes Build() const {
    Bytes file = Header();
    std::uint64_t number = first;
    for (std::size_t at = 0; at < samples.size(); at += std::size_t{block} * channels) {
      const Bytes frame =
          Frame(number++, std::span(samples).subspan(
                              at, std::min<std::size_t>(std::size_t{block} * channels, samples.size() - at)));
      file.insert(file.end(), frame.begin(), frame.end());
    }
    return file;
  }

  [[nodiscard]] Bytes Header() const {
    Bytes file{'f', 'L', 'a', 'C'};
    file.push_back(picture > 0 ? 0 : 0x80);
    Put(file, 34, 3);
    Put(file, block, 2);
    Put(file, block, 2);
    Put(file, 0, 3);
    Put(file, most_bytes, 3);
    const std::uint64_t form = std::uint64_t{rate} << 44 | std::uint64_t{channels - 1} << 41 |
                               std::uint64_t{15} << 36 | samples.size() / channels;
    Put(file, form, 8);
    file.resize(file.size() + 16);
    if (picture == 0) return file;
    file.push_back(0x80 | 6);
    Put(file, picture, 3);
    file.resize(file.size() + picture, 0xFF);
    return file;
  }

  [[nodiscard]] Bytes Frame(std::uint64_t number, std::span<const std::int16_t> values) const {
    Bytes frame{0xFF, 0xF8, 0x70, static_cast<std::uint8_t>((channels - 1) << 4)};
    if (counts_samples) frame[1] |= 1;
    PutNumber(frame, counts_samples ? number * block : number);
    Put(frame, values.size() / channels - 1, 2);
    frame.push_back(static_cast<std::uint8_t>(Sum(frame, 8, 0x07)));
    const bool is_one_value = std::ranges::count(values, values[0]) == std::ssize(values);
    for (unsigned channel = 0; channel < channels; ++channel) {
      frame.push_back(is_one_value ? 0 : 2);  // constant, verbatim
      for (std::size_t at = channel; at < (is_one_value ? channels : values.size()); at += channels)
        Put(frame, static_cast<std::uint16_t>(values[at]), 2);
    }
    Put(frame, Sum(frame, 16, 0x8005), 2);
    return frame;
  }

 private:
  /// As characters of UTF-8 are coded.
  static void PutNumber(Bytes& bytes, std::uint64_t number) {
    if (number < 0x80) return Put(bytes, number, 1);
    int more = 1;
    while (number >> (5 * more + 6) != 0) ++more;
    Put(bytes, (0xFF80U >> more & 0xFF) | number >> (6 * more), 1);
    for (int shift = 6 * (more - 1); shift >= 0; shift -= 6) Put(bytes, 0x80 | (number >> shift & 0x3F), 1);
  }
  static void Put(Bytes& bytes, std::uint64_t value, int width) {
    for (int shift = 8 * (width - 1); shift >= 0; shift -= 8)
      bytes.push_back(static_cast<std::uint8_t>(value >> shift));
  }
  static std::uint32_t Sum(const Bytes& bytes, int width, std::uint32_t polynomial) {
    std::uint32_t sum = 0;
    for (const std::uint8_t byte : bytes) {
      sum ^= std::uint32_t{byte} << (width - 8);
      for (int bit = 0; bit < 8; ++bit)
        sum = (sum >> (width - 1) & 1) != 0 ? sum << 1 ^ polynomial : sum << 1;
      sum &= (1U << width) - 1;
    }
    return sum;
  }
};

}  // namespace sdkpp::test

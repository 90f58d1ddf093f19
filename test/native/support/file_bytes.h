#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sdkpp::test {

/// Builds the bytes of a file, little-endian.
class FileBytes {
 public:
  FileBytes& Text(std::string_view text) {
    bytes.insert(bytes.end(), text.begin(), text.end());
    return *this;
  }
  FileBytes& U8(unsigned value) {
    bytes.push_back(static_cast<std::uint8_t>(value));
    return *this;
  }
  FileBytes& U16(unsigned value) { return U8(value).U8(value >> 8); }
  FileBytes& U32(std::uint32_t value) { return U16(value & 0xFFFF).U16(value >> 16); }
  FileBytes& U64(std::uint64_t value) {
    return U32(static_cast<std::uint32_t>(value)).U32(static_cast<std::uint32_t>(value >> 32));
  }
  FileBytes& Bytes(std::span<const std::uint8_t> more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
    return *this;
  }

  std::vector<std::uint8_t> bytes;
};

/// An ID3v2 tag with so many bytes in it.
inline std::vector<std::uint8_t> Id3Tag(std::uint32_t size) {
  FileBytes tag;
  tag.Text("ID3").U8(4).U16(0);
  for (const int shift : {21, 14, 7, 0}) tag.U8(size >> shift & 0x7F);
  tag.bytes.resize(tag.bytes.size() + size, 'x');
  return tag.bytes;
}

/// The bytes of a WAV file; the sizes and the format can be made to lie.
struct WavFile {
  unsigned tag = 1;
  unsigned channels = 2;
  std::uint32_t rate = 48'000;
  unsigned bits = 16;
  std::vector<std::uint8_t> data = {};
  std::uint32_t claimed_extra = 0;  ///< data bytes claimed beyond those there

  [[nodiscard]] std::vector<std::uint8_t> Build() const {
    const auto size = static_cast<std::uint32_t>(data.size());
    FileBytes file;
    file.Text("RIFF").U32(36 + size).Text("WAVE").Text("fmt ").U32(16).U16(tag).U16(channels).U32(rate);
    file.U32(rate * channels * bits / 8).U16(channels * bits / 8).U16(bits);
    return file.Text("data").U32(size + claimed_extra).Bytes(data).bytes;
  }
};

/// An Ogg page with a right checksum.
struct OggPage {
  unsigned flags = 0;
  std::uint32_t serial = 77;
  std::uint32_t number = 0;
  std::uint64_t position = 0;
  std::vector<std::uint8_t> lacing = {};
  std::vector<std::uint8_t> body = {};

  void Add(std::span<const std::uint8_t> packet, bool open_ended = false) {
    std::size_t left = packet.size();
    for (; left >= 255; left -= 255) lacing.push_back(255);
    if (!open_ended) lacing.push_back(static_cast<std::uint8_t>(left));
    body.insert(body.end(), packet.begin(), packet.end());
  }

  [[nodiscard]] std::vector<std::uint8_t> Build() const {
    FileBytes page;
    page.Text("OggS").U8(0).U8(flags).U64(position).U32(serial).U32(number).U32(0);
    page.U8(static_cast<unsigned>(lacing.size())).Bytes(lacing).Bytes(body);
    const std::uint32_t sum = Checksum(page.bytes);
    for (int i = 0; i < 4; ++i)
      page.bytes[22 + static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(sum >> (8 * i));
    return page.bytes;
  }

  /// Bit by bit, unlike the reader's.
  static std::uint32_t Checksum(std::span<const std::uint8_t> bytes) {
    std::uint32_t sum = 0;
    for (const std::uint8_t byte : bytes) {
      sum ^= std::uint32_t{byte} << 24;
      for (int bit = 0; bit < 8; ++bit)
        sum = (sum & 0x8000'0000U) != 0 ? (sum << 1) ^ 0x04C1'1DB7U : sum << 1;
    }
    return sum;
  }
};

inline std::vector<std::uint8_t> OpusHead(unsigned channels = 2, unsigned pre_skip = 312,
                                          unsigned mapping = 0) {
  FileBytes head;
  head.Text("OpusHead").U8(1).U8(channels).U16(pre_skip).U32(48'000).U16(0).U8(mapping);
  return head.bytes;
}

inline std::vector<std::uint8_t> OpusTags() {
  return FileBytes().Text("OpusTags").U32(4).Text("test").U32(0).bytes;
}

/// The pages of an Ogg Opus file before its sound, numbers 0 and 1.
inline FileBytes OggOpusStart() {
  FileBytes file;
  OggPage head{.flags = 2, .number = 0};
  head.Add(OpusHead());
  OggPage tags{.number = 1};
  tags.Add(OpusTags());
  file.Bytes(head.Build()).Bytes(tags.Build());
  return file;
}

/// A whole Ogg Opus file with one page per ten packets.
inline std::vector<std::uint8_t> OggOpusFile(const std::vector<std::vector<std::uint8_t>>& packets) {
  FileBytes file = OggOpusStart();
  std::uint32_t number = 2;
  for (std::size_t i = 0; i < packets.size(); i += 10) {
    OggPage page{.flags = i + 10 >= packets.size() ? 4U : 0U, .number = number++};
    for (std::size_t j = i; j < packets.size() && j < i + 10; ++j) page.Add(packets[j]);
    file.Bytes(page.Build());
  }
  return file.bytes;
}

}  // namespace sdkpp::test

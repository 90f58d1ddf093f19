#include "core/audio/ogg_opus_reader.h"

#include <utility>

#include "core/audio/file_kind.h"

namespace sdkpp::audio {

using container::Demuxing;

std::string Describe(OggError error, std::span<const std::uint8_t> file) {
  const std::string kind = KindOfFile(file);
  const std::string the_file = kind.empty() ? "the file is" : "the file is " + kind + ",";
  const std::string conversion = std::string(": ") + kConvertToOgg;
  switch (error) {
    case OggError::kNoContainer:
      return the_file + " not an Ogg Opus file" + conversion;
    case OggError::kNoOpus:
      return the_file + " without a stream that begins with an Opus header" + conversion;
    case OggError::kBadHead:
      return "the Opus header is damaged or of an unknown version";
    case OggError::kUnsupportedMapping:
      return "the Opus file has more than two channels" + conversion;
  }
  return "unknown error";
}

OggOpusReader::OggOpusReader(std::vector<std::uint8_t> file) : file_(std::move(file)) {}

Result<OggOpusReader, OggError> OggOpusReader::Open(std::vector<std::uint8_t> file) {
  OggOpusReader reader(std::move(file));
  if (const auto error = reader.FindHead()) return *error;
  return reader;
}

std::optional<OggError> OggOpusReader::FindHead() noexcept {
  // each byte twice, and some more where there are only a few: the checksums of false pages cost too
  constexpr std::size_t kForFew = std::size_t{1} << 20;
  Allow(2 * file_.size() + kForFew);
  const bool found = Next().what == Demuxing::kStream;
  Allow(std::numeric_limits<std::size_t>::max());
  first_ = static_cast<std::size_t>(demuxer_.page_position());
  if (!found) return demuxer_.refusal().value_or(OggError::kNoContainer);
  Rewind();
  return std::nullopt;
}

/// The demuxer gets what it has room for.
container::Demuxed OggOpusReader::Next() noexcept {
  while (true) {
    const auto demuxed = demuxer_.Next();
    if (demuxed.what != Demuxing::kNeedsBytes) return demuxed;
    fed_ += demuxer_.Write(std::span(file_).subspan(fed_));
    if (fed_ == file_.size()) demuxer_.Finish();
  }
}

void OggOpusReader::Rewind() noexcept {
  demuxer_.Restart(first_);
  fed_ = first_;
}

}  // namespace sdkpp::audio

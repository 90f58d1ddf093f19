#pragma once

#include <cstdint>

namespace sdkpp::container::matroska {

/// Elements that are read (RFC 9559), and those that may be passed over.
enum Id : std::uint32_t {
  kEbml = 0x1A45DFA3,
  kSegment = 0x18538067,
  kVoid = 0xEC,
  kCrc32 = 0xBF,
  kSeekHead = 0x114D9B74,
  kSeek = 0x4DBB,
  kSeekId = 0x53AB,
  kSeekPosition = 0x53AC,
  kInfo = 0x1549A966,
  kTimestampScale = 0x2AD7B1,
  kDuration = 0x4489,
  kTracks = 0x1654AE6B,
  kTrackEntry = 0xAE,
  kTrackNumber = 0xD7,
  kCodecId = 0x86,
  kCodecPrivate = 0x63A2,
  kContentEncodings = 0x6D80,
  kCluster = 0x1F43B675,
  kTimestamp = 0xE7,
  kPosition = 0xA7,
  kPrevSize = 0xAB,
  kSilentTracks = 0x5854,
  kSimpleBlock = 0xA3,
  kEncryptedBlock = 0xAF,
  kBlockGroup = 0xA0,
  kBlock = 0xA1,
  kDiscardPadding = 0x75A2,
  kCues = 0x1C53BB6B,
  kCuePoint = 0xBB,
  kCueTime = 0xB3,
  kCueTrackPositions = 0xB7,
  kCueClusterPosition = 0xF1,
  kChapters = 0x1043A770,
  kTags = 0x1254C367,
  kAttachments = 0x1941A469,
};

/// Elements that stand in a segment itself.
[[nodiscard]] constexpr bool IsOfSegment(std::uint32_t id) noexcept {
  switch (id) {
    case kSeekHead:
    case kInfo:
    case kTracks:
    case kCluster:
    case kCues:
    case kChapters:
    case kTags:
    case kAttachments:
      return true;
    default:
      return false;
  }
}

}  // namespace sdkpp::container::matroska

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/container/byte_window.h"
#include "core/container/cue_list.h"
#include "core/container/demuxer.h"
#include "core/container/ebml.h"
#include "core/container/matroska_block.h"

namespace sdkpp::container {

/// The Opus packets of WebM and Matroska (RFC 8794, RFC 9559): of the first Opus track that can be played.
/// Segments and clusters may be of unknown size, and files may follow each other. Where elements make no
/// sense it goes on at the next cluster, or at a block of our track before that.
class WebmDemuxer final : public Demuxer {
 public:
  [[nodiscard]] Demuxed Next() noexcept override;
  [[nodiscard]] std::optional<StreamError> refusal() const noexcept override;

  /// Samples per channel at 48 kHz, where the file says so.
  [[nodiscard]] std::optional<std::int64_t> duration() const noexcept { return duration_; }
  /// Where to read for the sound at that sample; nothing while no cue for it has been read.
  [[nodiscard]] std::optional<Cue> CueFor(std::int64_t sample) const noexcept { return cues_.Before(sample); }
  /// Where the cues stand that have not been read.
  [[nodiscard]] std::optional<std::uint64_t> cues_position() const noexcept {
    return cues_.empty() ? cues_position_ : std::nullopt;
  }
  /// Where the first cluster begins, once a packet has been read.
  [[nodiscard]] std::uint64_t first_cluster() const noexcept { return first_cluster_; }
  /// The next byte written stands there: a cluster begins there, or the cues.
  void Seek(std::uint64_t position) noexcept;

 private:
  /// Whose elements are being read.
  enum class Level { kTop, kSegment, kTracks, kCues, kCluster };
  enum class Advance {
    kDone,
    kStream,
    kPacket,
    kShort,  ///< more bytes are needed
  };
  static constexpr std::size_t kMaxOthers = 32;
  enum class Likely { kYes, kNo, kShort };
  /// Until which position; none: unknown.
  using End = std::optional<std::uint64_t>;

  [[nodiscard]] Advance Step() noexcept;
  [[nodiscard]] Advance Dispatch(const EbmlHeader& header) noexcept;
  [[nodiscard]] Advance DispatchOfSegment(const EbmlHeader& header) noexcept;
  [[nodiscard]] Advance DispatchInMaster(const EbmlHeader& header) noexcept;
  [[nodiscard]] Advance Damage() noexcept;
  [[nodiscard]] Advance Skip(const EbmlHeader& header) noexcept;
  [[nodiscard]] Advance Enter(Level level, const EbmlHeader& header) noexcept;
  [[nodiscard]] Advance EnterSegment(const EbmlHeader& header) noexcept;
  [[nodiscard]] bool Fits(const EbmlHeader& header) const noexcept;
  [[nodiscard]] End EndOf(const EbmlHeader& header) const noexcept;
  /// Calls `read` with the data once all of it is there, and drops the element.
  template <class Read>
  [[nodiscard]] Advance Whole(const EbmlHeader& header, Read read) noexcept;

  void ReadSeekHead(std::span<const std::uint8_t> data) noexcept;
  void ReadInfo(std::span<const std::uint8_t> data) noexcept;
  [[nodiscard]] Advance ReadTrack(std::span<const std::uint8_t> data) noexcept;
  void ReadCuePoint(std::span<const std::uint8_t> data) noexcept;
  [[nodiscard]] Advance ReadBlock(const EbmlHeader& header) noexcept;
  [[nodiscard]] Advance BeginBlock(std::span<const std::uint8_t> data, std::size_t element) noexcept;
  [[nodiscard]] Advance BeginGroup(std::span<const std::uint8_t> data, std::size_t element) noexcept;
  void EndBlock() noexcept;
  [[nodiscard]] Packet GiveFrame() noexcept;
  [[nodiscard]] std::optional<std::int64_t> SamplesOf(double timestamp) const noexcept;

  void NoteOther(std::uint64_t number) noexcept;
  [[nodiscard]] bool IsOther(std::uint64_t number) const noexcept;

  [[nodiscard]] Likely BeginsAgain(std::span<const std::uint8_t> bytes) const noexcept;
  [[nodiscard]] Likely BeginsBlock(std::span<const std::uint8_t> bytes) const noexcept;
  [[nodiscard]] Advance Resynchronize() noexcept;
  void Resume(std::uint8_t first) noexcept;

  bool has_container_ = false;
  bool has_cluster_ = false;
  std::uint64_t first_cluster_ = 0;

  Level level_ = Level::kTop;
  End segment_end_;
  End master_end_;
  std::uint64_t segment_start_ = 0;  ///< of its data
  std::uint64_t skip_ = 0;           ///< bytes that are passed over
  bool lost_ = false;                ///< looks for a place to go on
  bool hole_ = false;                ///< something is lost behind the last packet

  std::optional<std::uint64_t> track_;              ///< ours
  std::array<std::uint64_t, kMaxOthers> others_{};  ///< numbers of other tracks
  std::size_t other_count_ = 0;                     ///< more than the array holds: any number may be one
  double scale_ = 1e6;                              ///< ns of one tick of time
  std::optional<std::uint64_t> cluster_time_;
  std::optional<std::int64_t> duration_;
  std::optional<std::uint64_t> cues_position_;
  CueList cues_;

  MatroskaBlock block_;
  std::size_t frame_ = 0;    ///< next of the block's
  std::size_t data_ = 0;     ///< where the block's data is in the window
  std::size_t element_ = 0;  ///< bytes of the element that holds the block; 0: there is none
  std::int64_t padding_ = 0;
  std::int16_t last_timestamp_ = 0;  ///< of the block before
  bool same_cluster_ = true;         ///< surely
};

}  // namespace sdkpp::container

#pragma once

#include <array>
#include <memory>
#include <utility>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/base/resumption.h"
#include "core/dave/frame_sealer.h"
#include "core/session/exchange/number_range.h"
#include "core/session/sending/frame_seal.h"

namespace sdkpp::session {

/// End-to-end encryption of own frames: sent as they are, held back, or sealed. Media thread.
class FrameEncryption {
 public:
  using Mode = FrameSeal::Mode;

  /// Returns the ratchet that was waiting and never used, if any.
  [[nodiscard]] std::unique_ptr<dave::FrameSealer> Install(
      std::unique_ptr<dave::FrameSealer> sealer) noexcept {
    return std::exchange(waiting_, std::move(sealer));
  }

  /// The ratchet `id` seals from the next frame on. Returns the one it replaces. With an unknown id no frame
  /// goes in the clear any more, and everything else stays.
  [[nodiscard]] std::unique_ptr<dave::FrameSealer> Execute(dave::RatchetId id) noexcept {
    if (sealer_ && sealer_->id() == id) {
      mode_ = Mode::kSealed;
    } else if (waiting_ && waiting_->id() == id) {
      mode_ = Mode::kSealed;
      return std::exchange(sealer_, std::move(waiting_));
    } else if (mode_ == Mode::kClear) {
      mode_ = Mode::kNothing;
    }
    return nullptr;
  }

  /// Restores the initial state; returns both ratchets.
  [[nodiscard]] std::array<std::unique_ptr<dave::FrameSealer>, 2> Reset() noexcept {
    mode_ = Mode::kClear;
    return {std::move(sealer_), std::move(waiting_)};
  }

  void SendClear() noexcept { mode_ = Mode::kClear; }
  void SendNothing() noexcept { mode_ = Mode::kNothing; }
  [[nodiscard]] Mode mode() const noexcept { return mode_; }

  /// Holds until the next command.
  [[nodiscard]] FrameSeal current() const noexcept { return {mode_, sealer_.get()}; }

  /// Both ratchets stay in `range`: the one that waits, too.
  void Confine(const NumberRange& range) noexcept;
  /// Numbers of a range that a ratchet has used, the most of them.
  [[nodiscard]] std::uint64_t used() const noexcept;

  /// With secrets: what `out` writes to has to be wiped.
  void Save(FieldWriter& out) const noexcept;
  /// Of a fresh one, which is of no use when `in` has a fault. Both ratchets resume in this way: the one that
  /// waits may have been used meanwhile. Allocates.
  void Restore(FieldReader& in, Resumption resumption = Resumption::kExact);

 private:
  struct Fields;

  Mode mode_ = Mode::kClear;
  std::unique_ptr<dave::FrameSealer> sealer_;
  std::unique_ptr<dave::FrameSealer> waiting_;  ///< installed, not executed
};

}  // namespace sdkpp::session

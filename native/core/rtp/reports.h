#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/byte_writer.h"
#include "core/base/strong.h"

namespace sdkpp::rtp {

inline constexpr std::uint8_t kSenderReportType = 200;
inline constexpr std::uint8_t kReceiverReportType = 201;
/// Report blocks one RTCP packet can carry.
inline constexpr std::size_t kMaxReportBlocks = 31;

/// Sender report without report blocks (RFC 3550 section 6.4.1).
struct SenderReport {
  Ssrc ssrc;
  std::uint64_t ntp = 0;
  RtpTimestamp timestamp;
  std::uint32_t packets = 0;
  std::uint32_t octets = 0;
};

/// One report block of a receiver or sender report.
struct ReportBlock {
  Ssrc ssrc;
  /// Loss since the last report, in 1/256.
  std::uint8_t fraction_lost = 0;
  std::int32_t cumulative_lost = 0;
  std::uint32_t extended_highest = 0;
  /// 48 kHz ticks.
  std::uint32_t jitter = 0;
  std::uint32_t last_sr = 0;
  /// 1/65536 s.
  std::uint32_t delay_since_last_sr = 0;
};

void WriteSenderReport(ByteWriter& out, const SenderReport& report) noexcept;
void WriteReceiverReport(ByteWriter& out, Ssrc sender, std::span<const ReportBlock> blocks) noexcept;

/// The content of an untrusted, opened report.
struct ParsedReport {
  std::uint8_t type = 0;
  Ssrc sender;
  /// Only when type is kSenderReportType.
  SenderReport sender_report;
  std::array<ReportBlock, kMaxReportBlocks> blocks;
  std::size_t block_count = 0;
};

/// Reads the first packet of a compound; `clear` has its first 8 bytes. Nothing for other types or cut bytes.
[[nodiscard]] std::optional<ParsedReport> ParseReport(std::span<const std::uint8_t> clear,
                                                      std::span<const std::uint8_t> body) noexcept;

}  // namespace sdkpp::rtp

#include "core/rtp/reports.h"

#include "core/base/byte_reader.h"

namespace sdkpp::rtp {

namespace {

constexpr std::uint8_t kVersionBits = 0x80;
constexpr std::uint16_t kSenderReportWords = 6;
constexpr std::size_t kBlockWords = 6;

void WriteBlock(ByteWriter& out, const ReportBlock& block) noexcept {
  out.U32(block.ssrc.raw());
  const auto lost = static_cast<std::uint32_t>(block.cumulative_lost) & 0x00ff'ffffU;
  out.U32(static_cast<std::uint32_t>(block.fraction_lost) << 24 | lost);
  out.U32(block.extended_highest);
  out.U32(block.jitter);
  out.U32(block.last_sr);
  out.U32(block.delay_since_last_sr);
}

ReportBlock ReadBlock(ByteReader& in) noexcept {
  ReportBlock block;
  block.ssrc = Ssrc(in.U32());
  const std::uint32_t loss = in.U32();
  block.fraction_lost = static_cast<std::uint8_t>(loss >> 24);
  block.cumulative_lost = static_cast<std::int32_t>(loss << 8) >> 8;  // 24-bit signed
  block.extended_highest = in.U32();
  block.jitter = in.U32();
  block.last_sr = in.U32();
  block.delay_since_last_sr = in.U32();
  return block;
}

SenderReport ReadSenderInfo(ByteReader& in, Ssrc sender) noexcept {
  SenderReport report;
  report.ssrc = sender;
  report.ntp = in.U64();
  report.timestamp = RtpTimestamp(in.U32());
  report.packets = in.U32();
  report.octets = in.U32();
  return report;
}

}  // namespace

void WriteSenderReport(ByteWriter& out, const SenderReport& report) noexcept {
  out.U8(kVersionBits);
  out.U8(kSenderReportType);
  out.U16(kSenderReportWords);
  out.U32(report.ssrc.raw());
  out.U64(report.ntp);
  out.U32(report.timestamp.raw());
  out.U32(report.packets);
  out.U32(report.octets);
}

void WriteReceiverReport(ByteWriter& out, Ssrc sender, std::span<const ReportBlock> blocks) noexcept {
  const std::size_t count = blocks.size() < kMaxReportBlocks ? blocks.size() : kMaxReportBlocks;
  out.U8(static_cast<std::uint8_t>(kVersionBits | count));
  out.U8(kReceiverReportType);
  out.U16(static_cast<std::uint16_t>(1 + kBlockWords * count));
  out.U32(sender.raw());
  for (const ReportBlock& block : blocks.first(count)) WriteBlock(out, block);
}

std::optional<ParsedReport> ParseReport(std::span<const std::uint8_t> clear,
                                        std::span<const std::uint8_t> body) noexcept {
  ByteReader head(clear);
  const std::uint8_t count = head.U8() & 0x1f;
  ParsedReport report;
  report.type = head.U8();
  head.Skip(2);
  report.sender = Ssrc(head.U32());
  if (report.type != kSenderReportType && report.type != kReceiverReportType) return std::nullopt;
  ByteReader in(body);
  if (report.type == kSenderReportType) report.sender_report = ReadSenderInfo(in, report.sender);
  for (report.block_count = 0; report.block_count < count; ++report.block_count) {
    report.blocks[report.block_count] = ReadBlock(in);
  }
  if (!head.ok() || !in.ok()) return std::nullopt;
  return report;
}

}  // namespace sdkpp::rtp

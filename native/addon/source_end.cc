#include "addon/source_end.h"

#include <utility>

#include "addon/instance.h"
#include "core/player/file_source.h"
#include "core/player/stream_feed.h"
#include "decoder/stream_decoder.h"

namespace sdkpp::addon {

namespace {
constexpr double kLongestSkipMs = 2'147'483'648;
}  // namespace

Napi::Value SourceEnd::WritePcm(Napi::Env env, std::span<const std::int16_t> samples) const {
  const std::size_t taken = pcm_ != nullptr ? pcm_->queue().Write(samples) : 0;
  return Napi::Number::New(env, static_cast<double>(taken));
}

Napi::Value SourceEnd::WriteOpusPackets(Napi::Env env, std::span<const std::uint8_t> packed) const {
  player::OpusSource::Written written;
  if (opus_ != nullptr) written = opus_->WriteAll(packed);
  const std::uint32_t queued = opus_ != nullptr ? opus_->queued_samples() : 0;
  Napi::Object result = Napi::Object::New(env);
  result.Set("bytes", static_cast<double>(written.bytes));
  result.Set("invalid", static_cast<double>(written.invalid));
  result.Set("queuedMs", queued / (kSampleRate / 1000.0));
  return result;
}

std::size_t SourceEnd::WriteBytes(std::span<const std::uint8_t> bytes) const noexcept {
  return stream_ ? stream_->Write(bytes) : 0;
}

void SourceEnd::SetSkip(Arguments& arguments, std::size_t at) const {
  const double skip_ms = arguments.Number(at, "skipMs", 0, kLongestSkipMs);
  if (arguments.ok() && stream_) stream_->SetSkip(skip_ms);
}

void SourceEnd::Finish() const noexcept {
  if (pcm_ != nullptr) pcm_->queue().Finish();
  if (opus_ != nullptr) opus_->Finish();
  if (stream_) stream_->Finish();
}

std::vector<std::uint8_t> SourceEnd::QueuedPackets() const {
  std::vector<std::uint8_t> packed;
  if (opus_ == nullptr) return packed;
  opus_->EachQueued([&](std::span<const std::uint8_t> packet) {
    packed.push_back(static_cast<std::uint8_t>(packet.size()));
    packed.push_back(static_cast<std::uint8_t>(packet.size() >> 8));
    packed.insert(packed.end(), packet.begin(), packet.end());
  });
  return packed;
}

OpenedSource OpenPcm(Arguments& arguments, std::size_t at) {
  const int rate = arguments.Integer(at, "sampleRate", 8'000, 192'000);
  const int channels = arguments.Integer(at + 1, "channels", 1, 2);
  if (!arguments.ok()) return {};
  auto source = std::make_unique<player::PcmSource>(rate, channels);
  const SourceEnd end(*source);
  return {.source = std::move(source), .end = end};
}

OpenedSource OpenOpus() {
  auto source = std::make_unique<player::OpusSource>();
  const SourceEnd end(*source);
  return {.source = std::move(source), .end = end};
}

OpenedSource OpenStream(Napi::Env env, Arguments& arguments, std::size_t at, Instance& instance) {
  const double skip_ms = arguments.Number(at, "skipMs", 0, kLongestSkipMs);
  if (!arguments.ok()) return {};
  engine::DecoderThread* decoder = instance.decoder();
  if (decoder == nullptr) {
    ThrowCoded(env, "MEDIA_UNAVAILABLE", "The thread that decodes streams could not be started");
    return {};
  }
  auto feed = std::make_shared<player::StreamFeed>();
  feed->SetSkip(skip_ms);
  auto source = std::make_unique<player::StreamSource>(feed);
  decoder->Add(std::make_unique<decoder::StreamDecoder>(feed));
  const SourceEnd end(*source, std::move(feed));
  return {.source = std::move(source), .end = end};
}

OpenedSource OpenWav(Napi::Env env, Arguments& arguments, std::size_t at) {
  const auto file = arguments.Bytes(at, "file");
  const bool loop = arguments.Boolean(at + 1, "loop");
  if (!arguments.ok()) return {};
  auto reader = audio::WavReader::Open({file.begin(), file.end()});
  if (!reader) {
    ThrowCoded(env, "WAV_INVALID", audio::Describe(reader.error(), file));
    return {};
  }
  return {.source = std::make_unique<player::WavSource>(std::move(*reader), loop)};
}

OpenedSource OpenOgg(Napi::Env env, Arguments& arguments, std::size_t at) {
  const auto file = arguments.Bytes(at, "file");
  const bool loop = arguments.Boolean(at + 1, "loop");
  if (!arguments.ok()) return {};
  auto reader = audio::OggOpusReader::Open({file.begin(), file.end()});
  if (!reader) {
    ThrowCoded(env, "OGG_INVALID", audio::Describe(reader.error(), file));
    return {};
  }
  auto cutter = opus::PacketCutter::Create();
  if (!cutter) {
    ThrowCoded(env, "MEDIA_UNAVAILABLE", "There is no memory for the file");
    return {};
  }
  const double gain_db = reader->head().gain_db;
  return {.source = std::make_unique<player::OggSource>(std::move(*reader), std::move(*cutter), loop),
          .gain_db = gain_db};
}

}  // namespace sdkpp::addon

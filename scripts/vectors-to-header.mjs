// Turns a file of test/vectors into a C++ header, so that native tests need no JSON parser.
// Usage: node vectors-to-header.mjs <json> <header>
import fs from "node:fs";
import path from "node:path";

const [, , input, output] = process.argv;
const vectors = JSON.parse(fs.readFileSync(input, "utf8"));
const quoted = (text) => JSON.stringify(String(text));
const rows = (list, fields) => list.map((row) => `    {${fields(row).join(", ")}},`).join("\n");
const table = (type, name, list, fields) =>
  `inline const std::vector<${type}> ${name} = {\n${rows(list, fields)}\n};\n`;

const aead = (row) => [
  quoted(row.name),
  quoted(row.mode),
  quoted(row.key),
  `${row.counter}u`,
  `${row.rtp.sequence}`,
  `${row.rtp.timestamp}u`,
  `${row.rtp.ssrc}u`,
  quoted(row.aad),
  quoted(row.plaintext),
  quoted(row.opus),
  quoted(row.packet),
];

const transport = () => `// Generated from test/vectors/voice-transport.json.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vectors {

struct Aead {
  std::string name, mode, key;
  std::uint32_t counter;
  std::uint16_t sequence;
  std::uint32_t timestamp, ssrc;
  std::string aad, plaintext, opus, packet;
};
struct Reject {
  std::string name, mode, key, packet;
};
struct Rtcp {
  std::string name, mode, key;
  std::uint32_t counter;
  std::string aad, plaintext, packet;
};
struct Discovery {
  std::string name;
  std::uint32_t ssrc;
  std::string request, response, ip;
  std::uint16_t port;
};
struct DiscoveryReject {
  std::string name, response;
};
struct Classify {
  std::string datagram, kind;
};
struct UnwrapStep {
  std::uint16_t sequence;
  std::int64_t extended;
  bool late, duplicate;
};
struct Unwrap {
  std::string name;
  std::uint16_t first;
  std::vector<UnwrapStep> steps;
};

${table("Aead", "kAead", vectors.aead, aead)}
${table("Reject", "kAeadReject", vectors.aead_reject, (r) => [quoted(r.name), quoted(r.mode), quoted(r.key), quoted(r.packet)])}
${table("Rtcp", "kRtcp", vectors.rtcp, (r) => [quoted(r.name), quoted(r.mode), quoted(r.key), `${r.counter}u`, quoted(r.aad), quoted(r.plaintext), quoted(r.packet)])}
${table("Discovery", "kDiscovery", vectors.ip_discovery, (r) => [quoted(r.name), `${r.ssrc}u`, quoted(r.request), quoted(r.response), quoted(r.ip), r.port])}
${table("DiscoveryReject", "kDiscoveryReject", vectors.ip_discovery_reject, (r) => [quoted(r.name), quoted(r.response)])}
${table("Classify", "kClassify", vectors.classify, (r) => [quoted(r.datagram), quoted(r.kind)])}
${table("Unwrap", "kSequenceUnwrap", vectors.sequence_unwrap, (r) => [quoted(r.name), r.first, `{${r.out.map((s) => `{${s.seq}, ${s.extended}, ${s.late}, ${s.duplicate}}`).join(", ")}}`])}
}  // namespace vectors
`;

const generations = (row) => Object.entries(row.generations);
const ranges = (list) => `{${list.map(([offset, size]) => `{${offset}, ${size}}`).join(", ")}}`;

const e2ee = () => `// Generated from test/vectors/voice-e2ee.json.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace vectors::e2ee {

struct Generation {
  std::uint32_t number;
  std::string key, next_secret;
};
struct Ratchet {
  std::string base;
  std::vector<Generation> generations;
};
struct Frame {
  std::string name, base;
  std::uint32_t nonce, generation;
  std::string key;
  std::vector<std::pair<std::size_t, std::size_t>> ranges;
  std::string plain, frame;
};
struct Malformed {
  std::string name, frame;
  bool protocol_frame;
};
struct ReplayStep {
  std::uint32_t nonce;
  bool accept;
};

${table("Ratchet", "kRatchets", vectors.key_ratchets, (r) => [
  quoted(r.base_secret),
  `{${generations(r)
    .map(([number, { key, next_secret }]) => `{${number}u, ${quoted(key)}, ${quoted(next_secret)}}`)
    .join(", ")}}`,
])}
${table("Frame", "kFrames", vectors.frames, (r) => [
  quoted(r.name),
  quoted(r.base_secret),
  `${r.nonce}u`,
  `${r.generation}u`,
  quoted(r.key),
  ranges(r.unencrypted_ranges),
  quoted(r.plain),
  quoted(r.frame),
])}
${table("Malformed", "kMalformed", vectors.malformed, (r) => [quoted(r.name), quoted(r.frame), r.protocol_frame])}
inline const std::string kReplayBase = ${quoted(vectors.replay.base_secret)};
${table("ReplayStep", "kReplay", vectors.replay.steps, (r) => [`${r.nonce}u`, r.accept])}
}  // namespace vectors::e2ee
`;

const headers = { "voice-transport.json": transport, "voice-e2ee.json": e2ee };
fs.writeFileSync(output, headers[path.basename(input)]());

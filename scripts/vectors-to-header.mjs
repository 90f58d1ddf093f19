// Turns test/vectors/voice-transport.json into a C++ header, so that native tests need no JSON parser.
// Usage: node vectors-to-header.mjs <json> <header>
import fs from "node:fs";

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

const header = `// Generated from test/vectors/voice-transport.json.
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
fs.writeFileSync(output, header);

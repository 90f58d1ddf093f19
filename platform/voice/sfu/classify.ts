import { OPUS_PAYLOAD_TYPE } from "sdkpp/wire";

export type DatagramKind =
  | "ip_discovery_request"
  | "ip_discovery_response"
  | "ping_request"
  | "ping_response"
  | "keepalive"
  | "rtp"
  | "rtcp"
  | "drop";

export const DISCOVERY_LENGTH = 74;
const DISCOVERY_BODY_LENGTH = 70;
const CONTROL_LENGTH = 8;
const PING_REQUEST = 0x1337cafe;
const PING_RESPONSE = 0x1337f00d;
/** Length of an RTCP packet without a body; the shortest RTP packet has 32 bytes. */
const SHORTEST_SEALED = 28;

/** Classifies a datagram without decrypting it (voice-transport 3.1). */
export function classify(data: Buffer): DatagramKind {
  if (data.length === DISCOVERY_LENGTH && data.readUInt16BE(2) === DISCOVERY_BODY_LENGTH) {
    const type = data.readUInt16BE(0);
    if (type === 1) return "ip_discovery_request";
    if (type === 2) return "ip_discovery_response";
  }
  if (data.length === CONTROL_LENGTH) return classifyControl(data.readUInt32BE(0));
  if (data.length < SHORTEST_SEALED || data.readUInt8(0) >> 6 !== 2) return "drop";
  const second = data.readUInt8(1);
  if (second >= 200 && second <= 207) return "rtcp";
  return (second & 0x7f) === OPUS_PAYLOAD_TYPE ? "rtp" : "drop";
}

function classifyControl(first: number): DatagramKind {
  if (first === PING_REQUEST) return "ping_request";
  return first === PING_RESPONSE ? "ping_response" : "keepalive";
}

/** Builds the response to a ping: same last four bytes (3.3). */
export function writePong(ping: Buffer): Buffer {
  const pong = Buffer.from(ping);
  pong.writeUInt32BE(PING_RESPONSE, 0);
  return pong;
}

/** Builds the response to an IP discovery (3.2): the sender's address as text. @param address at most 63 characters */
export function writeDiscoveryResponse(ssrc: number, address: string, port: number): Buffer {
  const response = Buffer.alloc(DISCOVERY_LENGTH);
  response.writeUInt16BE(2, 0);
  response.writeUInt16BE(DISCOVERY_BODY_LENGTH, 2);
  response.writeUInt32BE(ssrc, 4);
  response.write(address, 8, 63, "ascii");
  response.writeUInt16BE(port, 72);
  return response;
}

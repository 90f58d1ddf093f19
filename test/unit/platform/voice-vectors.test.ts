import { describe, expect, it } from "vitest";
import { counterOf, makeAead } from "../../../platform/voice/sfu/aead.js";
import { classify, writeDiscoveryResponse, writePong } from "../../../platform/voice/sfu/classify.js";
import { readRtcp, RTCP_CLEAR_LENGTH, writeReceiverReport } from "../../../platform/voice/sfu/rtcp.js";
import { makeNormalRtp, normalizeRtp, rtpClearLength } from "../../../platform/voice/sfu/rtp.js";
import { hex, vectors } from "./voice-vectors.js";

describe("AEAD vectors", () => {
  it.each(vectors.aead)(
    "$name opens and seals byte for byte",
    ({ mode, key, counter, aad, plaintext, packet, opus }) => {
      const sealed = hex(packet);
      const clearLength = rtpClearLength(sealed);
      expect(clearLength).toBe(hex(aad).length);
      expect(counterOf(sealed)).toBe(counter);
      const opened = makeAead(mode, hex(key)).open(sealed, clearLength ?? 0);
      expect(opened?.toString("hex")).toBe(plaintext);
      const out = Buffer.alloc(2048);
      hex(aad).copy(out);
      const length = makeAead(mode, hex(key)).seal(out, hex(aad).length, hex(plaintext), counter);
      expect(out.subarray(0, length).toString("hex")).toBe(packet);
      const normal = makeNormalRtp();
      expect(normalizeRtp(sealed, hex(plaintext), normal)).toBe(true);
      const words = normal.headerLength === 12 ? 0 : normal.header.readUInt16BE(14);
      expect(
        hex(plaintext)
          .subarray(normal.start + 4 * words, normal.end)
          .toString("hex"),
      ).toBe(opus);
    },
  );

  it.each(vectors.aead_reject)("$name is rejected: $why", ({ mode, key, packet }) => {
    const sealed = hex(packet);
    const clearLength = classify(sealed) === "rtp" ? rtpClearLength(sealed) : undefined;
    const opened = clearLength === undefined ? undefined : makeAead(mode, hex(key)).open(sealed, clearLength);
    expect(opened).toBeUndefined();
  });

  it.each(vectors.rtcp)(
    "$name opens and seals byte for byte",
    ({ mode, key, counter, aad, plaintext, packet }) => {
      const opened = makeAead(mode, hex(key)).open(hex(packet), RTCP_CLEAR_LENGTH);
      expect(opened?.toString("hex")).toBe(plaintext);
      const out = Buffer.alloc(2048);
      hex(aad).copy(out);
      const length = makeAead(mode, hex(key)).seal(out, RTCP_CLEAR_LENGTH, hex(plaintext), counter);
      expect(out.subarray(0, length).toString("hex")).toBe(packet);
    },
  );
});

describe("RTCP content", () => {
  it.each(vectors.rtcp)("$name", ({ fields, aad, plaintext }) => {
    const { ntpMiddle, losses } = readRtcp(hex(aad), hex(plaintext));
    expect(ntpMiddle).toBe(
      fields.ntp === undefined ? undefined : Number.parseInt(fields.ntp.slice(4, 12), 16),
    );
    expect(losses).toEqual(
      (fields.blocks ?? []).map((block) => ({ ssrc: block.ssrc, fractionLost: block.fraction_lost })),
    );
    const block = fields.blocks?.[0];
    if (block === undefined) return;
    const header = Buffer.alloc(RTCP_CLEAR_LENGTH);
    const body = writeReceiverReport(header, 1, {
      ssrc: block.ssrc,
      fractionLost: block.fraction_lost,
      cumulativeLost: block.cumulative_lost,
      extendedHighestSequence: block.extended_highest_sequence,
      jitter: block.jitter,
      lastSr: block.last_sr,
      delaySinceLastSr: block.delay_since_last_sr,
    });
    expect(header.toString("hex")).toBe(aad);
    expect(body.toString("hex")).toBe(plaintext);
  });
});

describe("datagrams before decryption", () => {
  it.each(vectors.classify)("$datagram is $kind", ({ datagram, kind }) => {
    expect(classify(hex(datagram))).toBe(kind);
  });

  it.each(vectors.ip_discovery)("discovery: $name", ({ ssrc, request, response, ip, port }) => {
    expect(classify(hex(request))).toBe("ip_discovery_request");
    expect(writeDiscoveryResponse(ssrc, ip, port).toString("hex")).toBe(response);
  });

  it("a response to a ping has the same four bytes", () => {
    expect(writePong(hex(vectors.udp_control.ping.request)).toString("hex")).toBe(
      vectors.udp_control.ping.response,
    );
  });
});

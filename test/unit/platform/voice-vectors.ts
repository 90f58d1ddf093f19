import { readFileSync } from "node:fs";
import type { AeadMode } from "sdkpp/wire";

interface SealedVector {
  readonly name: string;
  readonly mode: AeadMode;
  readonly key: string;
  readonly counter: number;
  readonly aad: string;
  readonly plaintext: string;
  readonly packet: string;
}

interface VoiceVectors {
  readonly aead: readonly (SealedVector & { readonly opus: string })[];
  readonly aead_reject: readonly { name: string; mode: AeadMode; key: string; packet: string; why: string }[];
  readonly rtcp: readonly (SealedVector & {
    readonly fields: {
      packet_type: number;
      ntp?: string;
      blocks?: {
        ssrc: number;
        fraction_lost: number;
        cumulative_lost: number;
        extended_highest_sequence: number;
        jitter: number;
        last_sr: number;
        delay_since_last_sr: number;
      }[];
    };
  })[];
  readonly ip_discovery: readonly {
    name: string;
    ssrc: number;
    request: string;
    response: string;
    ip: string;
    port: number;
  }[];
  readonly udp_control: { ping: { request: string; response: string }; keepalive8: { datagram: string }[] };
  readonly classify: readonly { datagram: string; kind: string }[];
  readonly forward: { inbound: SealedVector; outbound: readonly SealedVector[] };
}

/** Known answers of the transport, as recorded in `test/vectors`. */
export const vectors = JSON.parse(
  readFileSync(new URL("../../vectors/voice-transport.json", import.meta.url), "utf8"),
) as VoiceVectors;

export const hex = (text: string): Buffer => Buffer.from(text, "hex");

import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { SignatureKeys, VerifiedKeys, VoiceConnection } from "../../../lib/call/index.js";
import { loadAddon } from "../../../lib/native/index.js";
import { Secret } from "../../../lib/protocol/index.js";
import { FakeNetwork } from "../../support/fake-socket.js";
import { VirtualClock } from "../../support/virtual-clock.js";
import { waitFor } from "../../support/wait-for.js";

interface Line {
  dir: "client" | "server";
  kind: "open" | "text" | "binary" | "udp" | "close";
  data: string | number;
  seq_ack_after?: number;
}
interface Frame {
  op: number;
  d: Record<string, unknown> | null;
}

const file = path.resolve(import.meta.dirname, "../../vectors/voice-transport.json");
const { transcripts } = JSON.parse(fs.readFileSync(file, "utf8")) as {
  transcripts: { handshake: Line[]; resume: { lines: Line[] } };
};

const open: (() => void)[] = [];
afterEach(() => open.splice(0).forEach((end) => end()));

/** As the transcripts' Hello says. */
const HELLO_INTERVAL_MS = 13_750;

/** A voice server's UDP side that answers discovery with the transcript's datagram. */
async function discoveryServer(answer: Buffer): Promise<{ port: number; requests: string[] }> {
  const udp: UdpSocket = createSocket("udp4");
  const requests: string[] = [];
  udp.on("message", (datagram, from) => {
    requests.push(datagram.toString("hex"));
    udp.send(answer, from.port, from.address);
  });
  udp.bind(0, "127.0.0.1");
  await once(udp, "listening");
  open.push(() => udp.close());
  return { port: udp.address().port, requests };
}

/** The real addon behind a socket that the transcript speaks through. */
function client() {
  const network = new FakeNetwork();
  const clock = new VirtualClock();
  const participants: [bigint, boolean][] = [];
  const connection = new VoiceConnection({
    addon: loadAddon(),
    serverId: 111n,
    userId: 9001n,
    signalling: { requestSession: () => undefined, leave: () => undefined },
    openSocket: network.open,
    socket: { userAgent: "test/1" },
    clock,
    randomBytes: (length) => new Uint8Array(length).fill(1),
    // as the recorded client
    e2ee: "off",
    verifiedKeys: new VerifiedKeys({ store: undefined, failed: () => undefined }),
    signatureKeys: new SignatureKeys((length) => new Uint8Array(length).fill(1)),
    preferredMode: "aead_aes256_gcm_rtpsize",
  });
  open.push(() => connection.close());
  connection.on("participant", (userId, added) => participants.push([userId, added]));
  connection.join();
  connection.voiceStateUpdate(9001n, "vs-1", undefined);
  connection.voiceServerUpdate({ endpoint: "localhost:2048", token: new Secret("vt-1") });
  return { connection, network, clock, participants };
}

type Client = ReturnType<typeof client>;

/** The newest thing the client said with this opcode, once it has. Heartbeats come when their time comes. */
async function said({ network, clock }: Client, op: number, count: number): Promise<Frame> {
  const all = () => (network.newest.frames() as Frame[]).filter((frame) => frame.op === op);
  if (op === 3) clock.advance(HELLO_INTERVAL_MS);
  await waitFor(`op ${op} from the client`, () => all().length >= count);
  return all()[count - 1]!;
}

/** Plays a transcript: server lines are fed in, each client line must be said in its turn. */
async function play(it: Client, lines: Line[], udpPort: number): Promise<void> {
  const counts = new Map<number, number>();
  for (const line of lines) {
    if (line.dir === "server" && line.kind === "close") {
      it.network.newest.listener.closed(Number(line.data), "");
      it.clock.advance(0);
      counts.clear();
    } else if (line.dir === "server" && line.kind === "binary") {
      it.network.newest.listener.binary(Buffer.from(String(line.data), "hex"));
    } else if (line.dir === "server" && line.kind === "text") {
      const frame = JSON.parse(String(line.data)) as Frame;
      if (frame.op === 2) frame.d = { ...frame.d, port: udpPort };
      it.network.newest.receive(frame);
    } else if (line.kind === "open") {
      await waitFor("the socket", () => it.network.newest.url === line.data);
      it.network.newest.listener.opened();
    } else if (line.kind === "text") {
      await expectSaid(it, JSON.parse(String(line.data)) as Frame, counts);
    }
  }
}

async function expectSaid(it: Client, wanted: Frame, counts: Map<number, number>): Promise<void> {
  // op 5 with a flag needs somebody who speaks: the end-to-end tests have that
  if (wanted.op === 5 && wanted.d?.["speaking"] !== 0) return;
  const count = (counts.get(wanted.op) ?? 0) + 1;
  counts.set(wanted.op, count);
  const frame = await said(it, wanted.op, count);
  if (wanted.op === 3) expect(frame.d).toMatchObject({ seq_ack: wanted.d?.["seq_ack"] });
  else expect(frame.d).toMatchObject(wanted.d ?? {});
}

it("shakes hands and resumes over the wrap as the published transcripts do", async () => {
  const answer = transcripts.handshake.find((line) => line.dir === "server" && line.kind === "udp");
  const udp = await discoveryServer(Buffer.from(String(answer?.data), "hex"));
  const it = client();
  await play(it, transcripts.handshake, udp.port);
  expect(udp.requests[0]).toBe(transcripts.handshake.find((line) => line.kind === "udp")?.data);
  expect(it.participants).toEqual([[9002n, true]]);
  expect(it.network.sockets).toHaveLength(1);

  await play(it, transcripts.resume.lines, udp.port);
  expect(it.network.sockets).toHaveLength(2);
  expect(it.participants).toEqual([
    [9002n, true],
    [9003n, true],
  ]);
  expect(it.connection.status).toBe(4);
});

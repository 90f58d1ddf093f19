// What a client of the node hears of a source that starves and ends while the client is away, and another bot of its sound.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { startLavalink } from "@sdkpp/fleet";
import { WebSocket } from "ws";
import { tone } from "../../support/tone.js";
import { waitFor } from "../../support/wait-for.js";
import { BotScene, HZ, listen, wavFile } from "../bot/support-voice-bots.js";

const authorization = "of this test";
const STUCK_MS = 300;
const FRAMES = 100;
const undo: (() => unknown)[] = [];

afterEach(async () => {
  for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
});

interface Message {
  readonly op: string;
  readonly [key: string]: unknown;
}

/** Answers with a song, and holds back what is behind its first half. */
async function starvingSong(): Promise<{ url: string; release(): void }> {
  const song = wavFile(tone(HZ, FRAMES * 960));
  let answer: ServerResponse | undefined;
  const server = createServer((_request, response) => {
    answer = response.writeHead(200, { "content-type": "audio/wav", "content-length": song.length });
    response.write(song.subarray(0, song.length / 2));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  undo.push(() => server.close().closeAllConnections());
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/song.wav`;
  return { url, release: () => void answer?.end(song.subarray(song.length / 2)) };
}

it("a source that starves is stuck and goes on, and a client that comes back hears of its end", async () => {
  const scene = await BotScene.start();
  undo.push(() => scene.end());
  const { guildId, channelIds } = scene.guild;
  const door = await startLavalink({
    ...{
      password: authorization,
      port: 0,
      allowPrivate: true,
      stuckMs: STUCK_MS,
      playerUpdateMs: 2 ** 31 - 1,
    },
    ca: scene.platform.endpoints.ca,
  });
  undo.push(() => door.close());
  const player = await scene.login(0);
  const connect = (more: object = {}): { socket: WebSocket; messages: Message[] } => {
    const socket = new WebSocket(`ws://127.0.0.1:${String(door.port)}/v4/websocket`, {
      headers: { authorization, "user-id": player.userId, ...more },
    });
    const messages: Message[] = [];
    socket.on("message", (data: Buffer) => messages.push(JSON.parse(data.toString("utf8")) as Message));
    undo.push(() => socket.terminate());
    return { socket, messages };
  };
  const first = connect();
  await waitFor("ready", () => first.messages.length > 0);
  const session = first.messages[0]!["sessionId"] as string;
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${String(door.port)}/v4/sessions/${session}${path}`, {
      headers: { authorization },
      ...(body === undefined ? {} : { method: "PATCH", body: JSON.stringify(body) }),
    });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const { voice: listener } = await scene.enter(1);
  const heard = listen(listener.receiver.subscribe(player.userId, { format: "pcm" }), HZ);
  const song = await starvingSong();

  await ask("", { resuming: true, timeout: 60 });
  const voice = await player.askToJoin(guildId, channelIds[0]);
  await ask(`/players/${guildId}`, { voice, track: { identifier: song.url } });
  await waitFor("half of the song", () => heard.tone > FRAMES / 4);
  first.messages.length = 0;
  const isStuck = ({ type, thresholdMs }: Message): boolean =>
    type === "TrackStuckEvent" && thresholdMs === STUCK_MS;
  await waitFor("a stuck track", () => first.messages.some(isStuck));

  first.socket.terminate();
  const atCut = heard.tone;
  song.release();
  await waitFor("the other half without a client", () => heard.tone > atCut + FRAMES / 4);
  const track = async (): Promise<unknown> =>
    ((await ask(`/players/${guildId}`)) as { track: unknown }).track;
  await expect.poll(track, { timeout: 20_000 }).toBe(null);

  const second = connect({ "session-id": session });
  await waitFor("stats", () => second.messages.some(({ op }) => op === "stats"));
  expect(second.messages).toMatchObject([
    { op: "ready", resumed: true, sessionId: session },
    { op: "event", type: "TrackEndEvent", reason: "finished" },
    { op: "playerUpdate", state: { connected: true, position: 0 } },
    { op: "stats" },
  ]);
  const { sent, nulled } = second.messages[3]!["frameStats"] as { sent: number; nulled: number };
  expect([sent >= FRAMES - 10, nulled >= STUCK_MS / 20]).toEqual([true, true]);
});

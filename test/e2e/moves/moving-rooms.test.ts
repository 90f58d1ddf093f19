// A bot's call that moves again and again between two processes, in rooms with members of an independent implementation: what is sent
// is heard, once and in order, whoever comes, goes or loses its socket meanwhile.
import { afterAll, beforeAll, expect, test } from "vitest";
import { ClaimTable } from "../../../lib/call/index.js";
import { VoiceWorker } from "../../support/voice-worker.js";
import { MovingRoom, type RoomFigures } from "./support-moving-room.js";

/** `npm run soak` asks for more. */
const MOVES = Number(process.env["SDKPP_MOVES"] ?? 6);
const FIRST_SEED = Number(process.env["SDKPP_MOVE_SEED"] ?? 5);
/** So many rooms have each way to close a socket that was taken over. The first seeds have each way to move. */
const LEAST_ROOMS = 3;
const MOST_PER_ROOM = 8;
const PER_ROOM = Math.min(MOST_PER_ROOM, Math.ceil(MOVES / LEAST_ROOMS));

let workers: [VoiceWorker, VoiceWorker];

beforeAll(async () => {
  const claims = new ClaimTable();
  workers = await Promise.all([VoiceWorker.start(claims), VoiceWorker.start(claims)]);
});

afterAll(() => {
  for (const worker of workers) worker.kill();
});

async function live(seed: number, moves: number, isLast: boolean): Promise<RoomFigures> {
  const room = await MovingRoom.open(seed, workers);
  try {
    const figures = await room.live(moves, isLast);
    await room.close();
    return figures;
  } catch (error) {
    await room.close().catch(() => undefined);
    const again = `SDKPP_MOVE_SEED=${String(seed)} SDKPP_MOVES=${String(LEAST_ROOMS * PER_ROOM)}`;
    throw new Error([again, ...room.steps, String(error)].join("\n"), { cause: error });
  }
}

function quantile(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(0);
}

function report(rooms: readonly RoomFigures[]): string {
  const sum = (of: keyof Omit<RoomFigures, "gapsMs">): string =>
    String(rooms.reduce((all, room) => all + room[of], 0));
  const gaps = rooms.flatMap(({ gapsMs }) => gapsMs).sort((left, right) => left - right);
  return [
    `moves: ${sum("moves")} in ${String(rooms.length)} rooms, ${sum("kept")} more kept where they were, ${sum("late")} begun again`,
    `meanwhile: ${sum("changes")} joins and leaves, ${sum("cuts")} cut sockets, ${sum("epochs")} epochs`,
    `heard: ${sum("heard")} packets of the bot, ${sum("heardByBot")} by the bot`,
    `missed: ${sum("withheld")} that the forwarder withheld`,
    `missed while an epoch began: ${sum("behindCut")} behind a cut socket, ${sum("behindMove")} behind a move alone, before the resume brought its keys`,
    `longest gap around a move: ${quantile(gaps, 0.5)} / ${quantile(gaps, 0.95)} / ${quantile(gaps, 1)} ms`,
  ].join("\n");
}

test(
  `in ${String(MOVES)} moves nothing is lost, and nothing comes twice`,
  { timeout: 60_000 + MOVES * 5000 },
  async () => {
    const rooms: RoomFigures[] = [];
    for (let left = MOVES; left > 0; left -= rooms.at(-1)!.moves)
      rooms.push(await live(FIRST_SEED + rooms.length, Math.min(PER_ROOM, left), left <= PER_ROOM));
    console.log(report(rooms));
    expect(rooms.length).toBeGreaterThan(0);
  },
);

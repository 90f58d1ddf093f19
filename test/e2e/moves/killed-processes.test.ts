// A bot's call whose process is killed again and again, at moments that a seed chooses: another process goes on with it, and no key and number
// is used twice, of the transport or of the frames.
import { expect, test } from "vitest";
import { KillingRoom, type KillFigures } from "./support-killing-room.js";

/** `npm run soak` asks for more. */
const KILLS = Number(process.env["SDKPP_VOICE_KILLS"] ?? 20);
const FIRST_SEED = Number(process.env["SDKPP_VOICE_KILL_SEED"] ?? 1);
const PER_ROOM = 10;

async function live(seed: number, kills: number): Promise<KillFigures> {
  const room = await KillingRoom.open(seed);
  try {
    const figures = await room.live(kills);
    await room.close();
    return figures;
  } catch (error) {
    await room.close().catch(() => undefined);
    const again = `SDKPP_VOICE_KILL_SEED=${String(seed)} SDKPP_VOICE_KILLS=${String(kills)}`;
    throw new Error([again, ...room.steps, String(error)].join("\n"), { cause: error });
  }
}

function quantile(values: readonly number[], share: number): string {
  const sorted = [...values].sort((left, right) => left - right);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(0);
}

function report(rooms: readonly KillFigures[]): string {
  const sum = (of: (room: KillFigures) => number): string =>
    String(rooms.reduce((all, room) => all + of(room), 0));
  const gaps = rooms.flatMap(({ gapsMs }) => gapsMs);
  const skipped = rooms.flatMap((room) => room.skipped);
  return [
    `kills: ${sum(({ kills }) => kills)} in ${String(rooms.length)} rooms`,
    `meanwhile: ${sum(({ changes }) => changes)} joins and leaves, ${sum(({ epochs }) => epochs)} epochs`,
    `recorded: ${sum(({ recorded }) => recorded.packets)} packets, ${sum(({ recorded }) => recorded.frames)} frames under ${sum(({ recorded }) => recorded.frameKeys)} keys`,
    `keys and numbers used twice: ${sum(({ recorded }) => recorded.repeated.length)}`,
    `silence at a kill: ${quantile(gaps, 0.5)} / ${quantile(gaps, 0.95)} / ${quantile(gaps, 1)} ms`,
    `frames skipped or heard again at a kill: ${quantile(skipped, 0.5)} / ${quantile(skipped, 0.95)} / ${quantile(skipped, 1)}`,
  ].join("\n");
}

test(
  `in ${String(KILLS)} kills no key and number is used twice, and the call goes on`,
  { timeout: 60_000 + KILLS * 10_000 },
  async () => {
    const rooms: KillFigures[] = [];
    for (let left = KILLS; left > 0; left -= rooms.at(-1)!.kills)
      rooms.push(await live(FIRST_SEED + rooms.length, Math.min(PER_ROOM, left)));
    console.log(report(rooms));
    for (const { recorded } of rooms) {
      expect(recorded).toMatchObject({ repeated: [], unopened: 0, clear: 0 });
      expect(recorded.packets).toBeGreaterThan(recorded.frameKeys);
    }
  },
);

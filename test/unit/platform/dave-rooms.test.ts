import { describe, expect, it } from "vitest";
import { CHANNEL_ID, DaveScene } from "../../support/dave-scene.js";
import { DaveyMember } from "../../support/davey-member.js";
import { seeded } from "../../support/seeded.js";

/** More seeds: `DAVE_SEEDS=200 npx vitest run test/unit/platform/dave-rooms.test.ts`. */
const SEEDS = Number(process.env["DAVE_SEEDS"] ?? 8);
const STEPS = 50;
const MOST_MEMBERS = 6;
const DELAYS_MS = [0, 20, 60, 300];

/** Members join, leave, lose sockets and resume; whenever the scene is quiet, all are in one group. */
function live(scene: DaveScene, random: () => number, bareChance = 0): void {
  const bare = new Set<string>();
  let nextId = 800_000_000_000_000_000n;
  const join = (): void => {
    const member = new DaveyMember(String(nextId++), CHANNEL_ID);
    const isBare = random() < bareChance;
    if (isBare) bare.add(member.userId);
    scene.join(member, isBare ? 0 : 1);
  };
  const pick = (): string => [...scene.seats.keys()][Math.floor(random() * scene.seats.size)]!;
  const blink = (): void => {
    const userId = pick();
    // Before op 4 there is nothing to resume.
    if (scene.seats.get(userId)!.received === 0) return;
    scene.cut(userId);
    scene.after(random() * 1000, () => scene.resume(userId));
  };
  for (let step = 0; step < STEPS; step += 1) {
    const dice = random();
    if (scene.seats.size < 2 || (dice < 0.45 && scene.seats.size < MOST_MEMBERS)) join();
    else if (dice < 0.75) scene.leave(pick());
    else blink();
    scene.advance(random() < 0.3 ? random() * 10 : random() * 600);
    if (scene.isQuiet && bareChance === 0) expect(scene.isTogether).toBe(true);
  }
  for (const userId of bare) if (scene.seats.has(userId)) scene.leave(userId);
  while (scene.seats.size < 2) scene.join(new DaveyMember(String(nextId++), CHANNEL_ID));
  scene.advance(10_000);
}

describe("rooms of independent clients", () => {
  it.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
    "seed %i: after joins, leaves and resumes all members end in one epoch and nothing fails",
    (seed) => {
      const random = seeded(seed);
      const scene = new DaveScene({ random, delayMs: DELAYS_MS[seed % DELAYS_MS.length]! });
      live(scene, random);
      expect(scene.exceptions).toEqual([]);
      expect(scene.counters).toMatchObject({ failures: 0, refusedKeyPackages: 0, excludedCommitters: 0 });
      expect(scene.isTogether).toBe(true);
      expect(scene.counters.epochs).toBeGreaterThan(2);
      expect(scene.counters.transitions).toBe(scene.counters.epochs);
    },
  );

  it.each(Array.from({ length: Math.ceil(SEEDS / 3) }, (_, seed) => seed))(
    "seed %i: the same with members without encryption; after they leave all are in one epoch",
    (seed) => {
      const random = seeded(seed + 5000);
      const scene = new DaveScene({ random, delayMs: DELAYS_MS[seed % 3]! });
      live(scene, random, 0.15);
      expect(scene.exceptions).toEqual([]);
      expect(scene.isTogether).toBe(true);
    },
  );
});

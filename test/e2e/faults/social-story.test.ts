import { startPlatform, type Platform } from "@sdkpp/platform";
import { AuthorizationTokenType, Client } from "sdkpp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seeded } from "../../support/seeded.js";
import { FaultyLine } from "../../support/story/faulty-line.js";
import { SocialStory } from "../../support/story/social-story.js";
import { pictureOf, Witness } from "../../support/story/witness.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";
import { waitFor } from "../../support/wait-for.js";

/** At which messages a connection is cut; all of them in `npm run soak -- story`. */
const POINTS = Number(process.env["SDKPP_STORY_POINTS"] ?? 12);
const SEED = Number(process.env["SDKPP_STORY_SEED"] ?? 4);
const STORY_EVENTS = 300;
/** Clients of one player at a time. */
const BATCH = 40;
/** How much time passes for Ben's clients with each step of the story, and while they find back. */
const STEP_MS = 500;

/** One of Ben's connections. */
interface Device {
  readonly client: Client;
  readonly witness: Witness;
  readonly line: FaultyLine;
  readonly sessionId: string;
  readonly cutAt: number;
  cuts: number;
}

type FaultKind = "reset" | "half-open" | "op 7" | "op 9 true" | "op 9 false";

let platform: Platform;
let stories = 0;

beforeAll(async () => {
  platform = await startPlatform({ enforceRateLimits: false });
});

afterAll(() => platform.stop());

/** Different points of the story, seeded. */
function cutPoints(kind: FaultKind): number[] {
  const all = Array.from({ length: STORY_EVENTS }, (_, at) => at + 1);
  if (POINTS >= all.length) return all;
  const random = seeded(SEED + kind.length * 1000);
  return Array.from({ length: POINTS }, () => all.splice(Math.floor(random() * all.length), 1)[0]!);
}

async function connectDevice(story: SocialStory, clock: VirtualClock, cutAt: number): Promise<Device> {
  const { endpoints, control, seeded: facts } = platform;
  const line = new FaultyLine();
  const client = new Client(endpoints.apiBase, endpoints.webBase, { clock, openSocket: line.openSocket });
  const witness = new Witness(client);
  const tokens = control.tokens.issue(
    facts.applicationId,
    story.benId,
    Client.getDefaultCommunicationScopes(),
  );
  await client.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
  client.connect();
  await waitFor("a device to be ready", () => client.getStatus() === Client.Status.Ready);
  return { client, witness, line, sessionId: control.gateway.sessions(story.benId).at(-1)!, cutAt, cuts: 0 };
}

function cut(device: Device, kind: FaultKind, benId: string): void {
  const { control } = platform;
  device.cuts += 1;
  if (kind === "reset" || kind === "half-open") device.line.break(kind);
  else if (kind === "op 7") control.gateway.reconnect(benId, device.sessionId);
  else control.gateway.invalidate(benId, kind === "op 9 true", device.sessionId);
}

/** The whole story, with a device for each cut and one that is not cut. */
async function play(kind: FaultKind, points: readonly number[]) {
  const clock = new VirtualClock();
  const story = new SocialStory(platform, `s${(stories += 1)}`);
  const devices: Device[] = [];
  try {
    for (const cutAt of [Infinity, ...points]) devices.push(await connectDevice(story, clock, cutAt));
    await story.begin();
    for (const device of devices) device.line.cutAfter(device.cutAt, () => cut(device, kind, story.benId));
    for (const step of story.steps()) {
      await step();
      clock.advance(STEP_MS);
      await settle();
    }
    await findBack(devices, clock);
    const lastWord = `message created ${await story.lastWord()}`;
    await waitFor("the last word", () => {
      clock.advance(1);
      return devices.every(({ witness }) => witness.told.includes(lastWord));
    });
    return devices.map(seenBy);
  } finally {
    story.end();
    for (const { client } of devices) client.destroy();
  }
}

async function findBack(devices: readonly Device[], clock: VirtualClock): Promise<void> {
  const isBack = ({ client, line, cuts, cutAt }: Device): boolean => {
    const isCut = cuts > 0 || cutAt === Infinity;
    return isCut && !line.isFrozen && client.getStatus() === Client.Status.Ready;
  };
  await waitFor("every device to be back", () => {
    clock.advance(STEP_MS);
    return devices.every(isBack);
  });
}

function seenBy({ client, witness, line, cutAt }: Device) {
  return {
    cutAt,
    told: witness.told,
    identified: line.identified,
    messages: line.messages,
    picture: pictureOf(client),
  };
}

function batches(points: readonly number[]): number[][] {
  const count = Math.ceil(points.length / BATCH);
  return Array.from({ length: count }, (_, at) => points.slice(at * BATCH, (at + 1) * BATCH));
}

describe(`a story of ${STORY_EVENTS} messages, with the connection cut after ${Math.min(POINTS, STORY_EVENTS)} of them`, () => {
  it.each<[FaultKind, boolean]>([
    ["reset", true],
    ["half-open", true],
    ["op 7", true],
    ["op 9 true", true],
    ["op 9 false", false],
  ])(
    "%s: nothing is lost or duplicated",
    async (kind, isResumable) => {
      for (const points of batches(cutPoints(kind))) {
        const [whole, ...cutOnes] = await play(kind, points);
        expect(whole!.messages).toBeGreaterThanOrEqual(STORY_EVENTS);
        for (const one of cutOnes) {
          const where = `cut after message ${one.cutAt}`;
          expect(one.picture, where).toEqual(whole!.picture);
          expect(one.identified, where).toBe(isResumable ? 1 : 2);
          if (isResumable) expect(one.told, where).toEqual(whole!.told);
          else expectNothingTwice(one.told, where);
        }
      }
    },
    120_000,
  );
});

/** An event that happens once in the story is told at most once, though the middle is told as a difference. */
function expectNothingTwice(told: readonly string[], where: string): void {
  const once = told.filter((line) =>
    /^(message created|message deleted|lobby created|lobby deleted)/.test(line),
  );
  expect(
    once.filter((line, at) => once.indexOf(line) !== at),
    where,
  ).toEqual([]);
}

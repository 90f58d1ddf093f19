// A platform that is killed while everything is written at once: what it acknowledged is there, what it did not acknowledge is
// there whole or not at all, and no picture is without its owner.
import Database from "libsql";
import { Permission, Scope } from "sdkpp/wire";
import { expect, it } from "vitest";
import { PlatformProcess } from "../../support/platform-process.js";
import { sendRequest } from "../../support/send-request.js";
import { slotsOf, type Api, type Place, type Seen, type Slot, type Write } from "./killed-writes-slots.js";
import { folderPerTest } from "./support-folder.js";

const at = folderPerTest();
/** `npm run soak` asks for more. */
const KILLS = Number(process.env["SDKPP_KILLS"] ?? 3);
/** Answers of one round, after which the platform is killed while other requests are under way. */
const ANSWERS = 150;
const SCOPES = Object.values(Scope).filter((one) => one !== Scope.IdentifyPremium);

interface Tracked {
  readonly slot: Slot;
  /** The state after the last acknowledged write; undefined before the first. */
  before: Seen | undefined;
  /** The write under way. */
  pending: Write | undefined;
}

interface Round {
  readonly tracked: Tracked[];
  readonly ada: string;
}

function apiOf(platform: PlatformProcess, ada: string): Api {
  return (method, path, body, by = "bot") => {
    const authorization = by === "ada" ? `Bearer ${ada}` : `Bot ${platform.seeded.botToken}`;
    return sendRequest(platform as never, authorization, method, path, body);
  };
}

/** A server, two friends and a lobby of their own for one round. */
async function placeFor(platform: PlatformProcess, round: number): Promise<{ place: Place; ada: string }> {
  const { applicationId, botUserId } = platform.seeded;
  const make = async (name: string): Promise<string> => {
    const user = await platform.call("users.create", { username: `${name}${String(round)}` });
    return (user as { id: string }).id;
  };
  const [ada, host] = [await make("ada"), await make("host")];
  const guild = (await platform.call("guilds.create", {
    name: "Server",
    ownerId: host,
    memberIds: [ada, botUserId],
    channels: [{ name: "text", kind: "text" }],
    roles: [
      { name: "guest", permissions: 0n },
      { name: "Bot", permissions: Permission.Administrator, memberIds: [botUserId] },
    ],
  })) as { id: string; channels: { id: string }[]; roles: { id: string }[] };
  const eve = await make("eve");
  await platform.call("users.makeFriends", ada, eve);
  const tokenOf = async (id: string): Promise<string> => {
    const tokens = await platform.call("tokens.issue", applicationId, id, SCOPES.join(" "));
    return (tokens as { access_token: string }).access_token;
  };
  // Messages are read in games that both users have authorized.
  await tokenOf(eve);
  const token = await tokenOf(ada);
  const api = apiOf(platform, token);
  const channel = guild.channels[0]!.id;
  const idOf = async (path: string, body: object) =>
    (await api("POST", path, body)).body as { id: string; token: string };
  const hook = await idOf(`/channels/${channel}/webhooks`, { name: "hook" });
  const place: Place = {
    guild: guild.id,
    channel,
    role: guild.roles[0]!.id,
    message: (await idOf(`/channels/${channel}/messages`, { content: "kept" })).id,
    webhook: `${hook.id}/${hook.token}`,
    lobby: (await idOf("/lobbies", { members: [{ id: ada }] })).id,
    ada,
    eve,
    bot: botUserId,
    application: applicationId,
  };
  return { place, ada: token };
}

/** Writes to a slot until the platform is gone. @throws {Error} when a write is refused */
async function writeOn(api: Api, one: Tracked, answered: () => void, isOver: () => boolean): Promise<void> {
  for (let n = 0; ; n += 1) {
    one.pending = one.slot.next(n);
    try {
      await one.pending.send(api);
    } catch (error) {
      if (isOver() || error instanceof TypeError) return;
      throw new Error(`${one.slot.name}, write ${String(n)}`, { cause: error });
    }
    one.before = one.pending.after;
    one.pending = undefined;
    answered();
  }
}

/** Writes to every slot, and kills the platform after so many answers. */
async function killedWhileWriting(platform: PlatformProcess, { tracked, ada }: Round): Promise<void> {
  const api = apiOf(platform, ada);
  let answers = 0;
  let end: Promise<string> | undefined;
  const answered = (): void => {
    answers += 1;
    if (answers === ANSWERS) end = platform.end("SIGKILL");
  };
  await Promise.all(tracked.map((one) => writeOn(api, one, answered, () => end !== undefined)));
  await end;
}

/**
 * A reader sees what was acknowledged, or the write that was under way.
 * @param isLast whether no later round has written
 */
async function expectKept(
  platform: PlatformProcess,
  { tracked, ada }: Round,
  isLast: boolean,
): Promise<void> {
  const api = apiOf(platform, ada);
  for (const one of tracked) {
    if (!isLast && one.slot.isShared === true) continue;
    const seen = await one.slot.read(api);
    const { before, pending, slot } = one;
    const allowed = [before, ...(pending === undefined ? [] : [pending.after])];
    if (before !== undefined) expect(allowed, `${slot.name} shows ${String(seen)}`).toContainEqual(seen);
    one.before = seen;
    one.pending = undefined;
  }
}

/** Records of a kind in the database of a platform that has ended. */
function records<T>(collection: string): T[] {
  const db = new Database(at("platform.db"));
  const rows = db.prepare("SELECT body FROM record WHERE collection = ?").all(collection);
  db.close();
  return (rows as { body: string }[]).map(({ body }) => JSON.parse(body) as T);
}

/** Records of these collections are served, each with its file, in these folders. */
const SERVED = [
  ["emoji", "emojis"],
  ["sticker", "stickers"],
  ["sound", "soundboard-sounds"],
  ["scheduled-event", "guild-events"],
] as const;

/** Each of their records has its file, and each of their files its owner. @returns how many there are */
function expectFilesOwned(): number {
  const slots = records<{ slot: string }>("picture").map(({ slot }) => slot);
  const counts = SERVED.map(([collection, folder]) => {
    const owned = records<{ id: string }>(collection).map(({ id }) => `${folder}/${id}`);
    expect(slots.filter((slot) => slot.startsWith(`${folder}/`)).sort()).toEqual(owned.sort());
    return owned.length;
  });
  return counts.reduce((all, count) => all + count, 0);
}

it(
  `nothing acknowledged is lost in ${String(KILLS)} kills`,
  { timeout: 60_000 + KILLS * 10_000 },
  async () => {
    const rounds: Round[] = [];
    let files = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const platform = await PlatformProcess.start({ dataDir: at("") });
      if (rounds.length > 0) await expectKept(platform, rounds.at(-1)!, true);
      const { place, ada } = await placeFor(platform, kill);
      const round = {
        ada,
        tracked: slotsOf(place).map((slot) => ({ slot, before: undefined, pending: undefined })),
      };
      rounds.push(round);
      await killedWhileWriting(platform, round);
      files += expectFilesOwned();
    }
    await using last = await PlatformProcess.start({ dataDir: at("") });
    for (const round of rounds) await expectKept(last, round, round === rounds.at(-1));
    expect(files).toBeGreaterThan(0);
    const { tracked } = rounds[0]!;
    expect(tracked.filter(({ before }) => before === undefined).map(({ slot }) => slot.name)).toEqual([]);
  },
);

// A member that founds the group before anybody else can, and with a commit that nobody can follow: to a bot of discord.js
// alone, again and again, then with others.
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { HostileFounder } from "../../support/hostile-founder.js";
import { installStrangers } from "../../support/strangers.mjs";
import { waitFor } from "../../support/wait-for.js";
import { HostileRoom } from "./support-hostile-room.js";

/** `npm run soak` asks for more. */
const ROUNDS = Number(process.env["SDKPP_MEMBER_ROUNDS"] ?? 1);
/** After so many forged commits no other of that member is taken. */
const LIES = 3;
const ACCOUNTS = 5;

let room: HostileRoom;

beforeAll(async () => {
  await installStrangers();
}, 120_000);
beforeEach(async () => {
  room = await HostileRoom.open(ACCOUNTS);
});
afterEach(() => room.close());

test(
  "first commits that nobody can follow: the others have keys all the same",
  { timeout: 60_000 + ROUNDS * 60_000 },
  async () => {
    const stranger = await room.enterStranger();
    const account = room.takeAccount();
    for (let lie = 1; lie <= LIES + ROUNDS; lie += 1) {
      const voice = await room.enter(account, (userId, channelId) => new HostileFounder(userId, channelId));
      await waitFor("a forged commit", () => voice.member.forged > 0);
      const failures = Math.min(lie, LIES);
      await stranger.until("the fault", () => room.counters.failures === failures);
      await room.together();
      expect(room.counters).toMatchObject({ failures });
      voice.close();
      await stranger.until("to be alone", () => stranger.privacyCode === undefined);
    }
    expect(room.counters).toMatchObject({ excludedCommitters: 1 });
    const voice = await room.enter(account, (userId, channelId) => new HostileFounder(userId, channelId));
    await Promise.all([room.enterStranger(), room.enterOurs(), room.enterDavey()]);
    await room.together();
    expect(voice.closeCode).toBeUndefined();
    expect(room.harm).toEqual([]);
  },
);

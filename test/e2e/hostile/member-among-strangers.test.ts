// A member whose key packages nobody can use, among bots of discord.js, whose processes end with the first exception.
import { VoiceCloseCode } from "sdkpp/wire";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { BAD_KEY_PACKAGES } from "../../support/mls/bad-key-packages.js";
import { installStrangers } from "../../support/strangers.mjs";
import { HostileRoom, sendBadKeyPackages } from "./support-hostile-room.js";

/** `npm run soak` asks for more: then each kind of key package comes so often. */
const ROUNDS = Number(process.env["SDKPP_MEMBER_ROUNDS"] ?? 0);
/** Those that ended unmodified bots where they were passed on. */
const DEADLY = ["an init key off the curve", "a member's encryption key", "no capabilities"];
const KINDS =
  ROUNDS === 0
    ? BAD_KEY_PACKAGES.filter(([kind]) => DEADLY.includes(kind))
    : Array.from({ length: ROUNDS }, () => BAD_KEY_PACKAGES).flat();
const INNOCENT = 5;

let room: HostileRoom;

beforeAll(async () => {
  await installStrangers();
}, 120_000);
beforeEach(async () => {
  room = await HostileRoom.open(INNOCENT + KINDS.length);
});
afterEach(() => room.close());

test(
  "key packages that nobody can use: nobody else notices",
  { timeout: 60_000 + KINDS.length * 5000 },
  async () => {
    await Promise.all([room.enterStranger(), room.enterStranger()]);
    await room.enterDavey();
    await room.enterOurs();
    const code = await room.together();
    const { epochs } = room.counters;
    for (const [kind, make] of KINDS) {
      const { closeCode, sent } = await sendBadKeyPackages(room, room.takeAccount(), make);
      expect([closeCode, sent], kind).toEqual([VoiceCloseCode.SessionInvalid, 3]);
      expect(await room.together(), kind).toBe(code);
    }
    expect(room.counters).toMatchObject({ epochs, failures: 0, restarts: 0 });
    await room.enterOurs();
    expect(await room.together()).not.toBe(code);
    expect(room.harm).toEqual([]);
  },
);

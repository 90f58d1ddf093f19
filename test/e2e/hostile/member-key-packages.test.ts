// A member whose key packages nobody can use, again and again, among our clients and an independent one.
import { VoiceCloseCode } from "sdkpp/wire";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BAD_KEY_PACKAGES } from "../../support/mls/bad-key-packages.js";
import { HostileRoom, sendBadKeyPackages } from "./support-hostile-room.js";

/** `npm run soak` asks for more. */
const ROUNDS = Number(process.env["SDKPP_MEMBER_ROUNDS"] ?? 1);
const INNOCENT = 5;
const SESSIONS = 3;

let room: HostileRoom;

beforeEach(async () => {
  room = await HostileRoom.open(INNOCENT + BAD_KEY_PACKAGES.length * ROUNDS);
});
afterEach(() => room.close());

test(
  "each kind costs its sender the session, and the others nothing",
  { timeout: 30_000 * ROUNDS },
  async () => {
    await room.enterOurs();
    await room.enterDavey();
    await room.enterOurs();
    const code = await room.together();
    const { epochs } = room.counters;
    for (const [kind, make] of Array.from({ length: ROUNDS }, () => BAD_KEY_PACKAGES).flat()) {
      const account = room.takeAccount();
      for (let session = 0; session < SESSIONS; session += 1) {
        const { closeCode, sent } = await sendBadKeyPackages(room, account, make);
        expect([closeCode, sent], `${kind}, session ${String(session)}`).toEqual([
          VoiceCloseCode.SessionInvalid,
          session === 0 ? 3 : 1,
        ]);
      }
      expect(await room.together(), kind).toBe(code);
    }
    expect(room.counters).toMatchObject({ epochs, failures: 0, restarts: 0, ignoredEpochs: 0 });
    await room.enterOurs();
    await room.enterDavey();
    expect(await room.together()).not.toBe(code);
    expect(room.harm).toEqual([]);
  },
);

// A platform that says what is not so, and a forwarder that makes frames up: our client believes neither.
import { randomBytes } from "node:crypto";
import { encodeDaveTransition, VoiceOpcode } from "sdkpp/wire";
import { describe, expect, it, vi } from "vitest";
import { foreignWelcome } from "../../support/mls/foreign-welcome.js";
import { TestGateway } from "../../support/mls/gateway.js";
import type { DaveMessage } from "../../support/davey-member.js";
import { enterLobby } from "../../support/players.js";
import { FRAMES, Stage, Victim } from "./support-hostile-platform.js";

/** `npm run soak` asks for more. */
const RUNS = Number(process.env["SDKPP_PLATFORM_LIES"] ?? 5);

/** The delivery service makes a client wait longer each time that it begins anew. */
const RESTARTS = Math.min(3, RUNS);

// Many clients speak at once here.
vi.setConfig({ testTimeout: 90_000 + RUNS * 2000 });

const stage = Stage.forThisFile();

async function withVictim(
  secret: string,
  work: (victim: Victim) => Promise<void>,
  host: Parameters<typeof Victim.meet>[2] = {},
): Promise<void> {
  const victim = await Victim.meet(stage.platform, secret, host);
  try {
    await work(victim);
    expect(victim.deceived).toBe(0);
    expect(victim.sentClear.get("on")).toBeUndefined();
  } finally {
    victim.end();
  }
}

const announceEnd = ({ bad }: Victim, transitionId: number): void =>
  bad.tell(VoiceOpcode.DavePrepareTransition, { transition_id: transitionId, protocol_version: 0 });

describe.concurrent("our client", () => {
  it("plays no clear frame while it is encrypted", () =>
    withVictim("frames", async (victim) => {
      await victim.forge(stage.forgery, 2 * FRAMES);
      expect(victim.state).toBe("on");
      expect(victim.forgedHeard).toBe(0);
      await victim.honest();
    }));

  it("plays none while an end of encryption is announced, again and again, and never comes", () =>
    withVictim("announced", async (victim) => {
      for (let run = 0; run < RUNS; run += 1) {
        announceEnd(victim, 40_000 + run);
        await victim.forge(stage.forgery, FRAMES / 2);
      }
      expect(victim.told.slice(2)).toEqual(["leaving"]);
      expect(victim.forgedHeard).toBe(0);
      expect(victim.sentClear).toEqual(new Map());
      await victim.honest();
    }));

  it("plays none while it is made to begin anew, again and again", () =>
    withVictim("restarts", async (victim) => {
      victim.bad.speakAsOther(stage.forgery);
      // From the third on the delivery service makes it wait.
      for (let run = 0; run < RESTARTS; run += 1) {
        victim.bad.tell(VoiceOpcode.DavePrepareEpoch, { epoch: 1, protocol_version: 1 });
        expect(victim.state).toBe("pending");
        await victim.until("encryption", () => victim.state === "on", 20_000);
      }
      expect(victim.forgedHeard).toBe(0);
      expect(victim.sentClear).toEqual(new Map());
      await victim.honest();
    }));

  it("goes silent and says so when encryption is to begin without keys", () =>
    withVictim(
      "keyless",
      async (victim) => {
        announceEnd(victim, 0);
        await victim.forge(stage.forgery, FRAMES);
        await victim.until("forged speech", () => victim.heard.forged.has("off"));
        victim.bad.tamper = (message) => (message.op === VoiceOpcode.MlsWelcome ? [] : [message]);
        victim.bad.tell(VoiceOpcode.DavePrepareTransition, { transition_id: 0, protocol_version: 1 });
        expect(victim.state).toBe("pending");
        // Messages in flight have arrived.
        await victim.forge(stage.forgery, FRAMES);
        const before = [victim.forgedHeard, victim.sentClear.get("pending")];
        await victim.forge(stage.forgery, FRAMES);
        expect([victim.forgedHeard, victim.sentClear.get("pending")]).toEqual(before);
        expect(victim.told.at(-1)).toBe("pending");
      },
      { e2ee: "preferred" },
    ));

  it("does not leave its group for a welcome that was recorded, or for the group of somebody else", () =>
    withVictim("welcome", async (victim) => {
      const welcomes: Uint8Array[] = [];
      victim.bad.tamper = (message: DaveMessage) => {
        if (message.op === VoiceOpcode.MlsWelcome && "payload" in message) welcomes.push(message.payload);
        return [message];
      };
      victim.bad.tell(VoiceOpcode.DavePrepareEpoch, { epoch: 1, protocol_version: 1 });
      await victim.until("a welcome", () => welcomes.length > 0 && victim.state === "on");
      const { epoch, privacyCode } = victim.call.getEncryptionStatus();
      const said = victim.bad.said.length;
      const [welcome] = welcomes as [Uint8Array];
      victim.bad.tellBinary(VoiceOpcode.MlsWelcome, welcome);
      const renumbered = Uint8Array.from(welcome);
      renumbered.set([0x9c, 0x40]);
      victim.bad.tellBinary(VoiceOpcode.MlsWelcome, renumbered);
      const impostor = new TestGateway(victim.ben.lobbyId, randomBytes);
      const { keyPackage = new Uint8Array(0) } = victim.bad;
      const message = foreignWelcome(impostor, victim.ada.userId, keyPackage, randomBytes);
      victim.bad.tellBinary(VoiceOpcode.MlsExternalSender, impostor.sender);
      victim.bad.tellBinary(VoiceOpcode.MlsWelcome, encodeDaveTransition({ transitionId: 50_000, message }));
      await victim.honest();
      expect(victim.call.getEncryptionStatus()).toMatchObject({ state: "on", epoch, privacyCode });
      const answers = new Set(victim.bad.said.slice(said));
      for (const op of [VoiceOpcode.MlsInvalidCommitWelcome, VoiceOpcode.MlsKeyPackage])
        expect(answers).not.toContain(op);
    }));

  it("tells of a member whom the gateway never named", () =>
    withVictim("hidden", async (victim) => {
      const { id } = stage.platform.control.users.create({ username: "carol" });
      victim.bad.tamper = (message) => {
        const isAbout = "d" in message && JSON.stringify(message.d).includes(id);
        return isAbout ? [] : [message];
      };
      const carol = await enterLobby(stage.platform, id, "hidden");
      try {
        const call = carol.client.startCall(carol.lobbyId);
        await victim.until("Carol to be in", () => call.getEncryptionStatus().state === "on");
        await victim.until("the news", () => victim.told.includes("unannounced"), 15_000);
        const members = victim.call.getEncryptedMembers().map(({ userId }) => userId);
        expect(new Set(members)).toEqual(new Set([victim.ada.userId, victim.ben.userId, BigInt(id)]));
      } finally {
        carol.client.destroy();
      }
    }));
});

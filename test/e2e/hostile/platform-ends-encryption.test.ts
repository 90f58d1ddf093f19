// A platform that would like a call to go on in the clear, with our own client in it: nothing forged is heard while "on".
import { Call } from "sdkpp";
import { VoiceCloseCode, VoiceOpcode } from "sdkpp/wire";
import { describe, expect, it, vi } from "vitest";
import { FRAMES, Stage, Victim } from "./support-hostile-platform.js";

// Many clients speak at once here.
vi.setConfig({ testTimeout: 90_000 });

const stage = Stage.forThisFile();

type End = (victim: Victim) => void;

/** Op 4 says this version; what the delivery service asks for then is kept from the client. */
function withVersion(version: number): Victim["bad"]["tamper"] {
  return (message) => {
    if (message.op === VoiceOpcode.SessionDescription && "d" in message)
      Object.assign(message.d as object, { dave_protocol_version: version });
    return message.op === VoiceOpcode.DavePrepareEpoch ? [] : [message];
  };
}

/** A new voice session with such an op 4. */
function describeNext(victim: Victim, version: number): void {
  victim.bad.tamper = withVersion(version);
  victim.platform.control.voice.close(String(victim.ben.userId), VoiceCloseCode.SessionInvalid);
}

const ENDS: [string, End][] = [
  [
    "op 21 and op 22",
    ({ bad }) => {
      bad.tell(VoiceOpcode.DavePrepareTransition, { transition_id: 40_000, protocol_version: 0 });
      bad.tell(VoiceOpcode.DaveExecuteTransition, { transition_id: 40_000 });
    },
  ],
  [
    "op 21 with id 0",
    ({ bad }) => bad.tell(VoiceOpcode.DavePrepareTransition, { transition_id: 0, protocol_version: 0 }),
  ],
  [
    "op 24 with version 0",
    ({ bad }) => bad.tell(VoiceOpcode.DavePrepareEpoch, { epoch: 1, protocol_version: 0 }),
  ],
  ["op 4 with version 0 in a new voice session", (victim) => describeNext(victim, 0)],
];

/** Encryption comes back as after any end of it. */
function heal({ bad }: Victim): void {
  bad.tamper = (message) => [message];
  bad.tell(VoiceOpcode.DavePrepareEpoch, { epoch: 1, protocol_version: 1 });
}

describe.concurrent.each(ENDS)("encryption is ended by %s", (name, end) => {
  it("where the call was encrypted: silence, both ways, until it is back", async () => {
    const victim = await Victim.meet(stage.platform, `required ${name}`);
    try {
      end(victim);
      await victim.until("the loss", () => victim.told.includes("lost"));
      await victim.forge(stage.forgery, FRAMES);
      expect(victim.state).toBe("refused");
      expect(victim.forgedHeard).toBe(0);
      heal(victim);
      await victim.until("encryption", () => victim.state === "on");
      await victim.honest();
      expect(victim.forgedHeard).toBe(0);
      expect(victim.sentClear).toEqual(new Map());
    } finally {
      victim.end();
    }
  });

  it("where it is preferred: told before anything clear is heard, and over when it is back", async () => {
    const victim = await Victim.meet(stage.platform, `preferred ${name}`, { e2ee: "preferred" });
    try {
      end(victim);
      await victim.forge(stage.forgery, FRAMES);
      await victim.until("forged speech", () => victim.forgedHeard > 10);
      expect(victim.state).toBe("off");
      expect([...victim.heard.forged.keys()]).toEqual(["off"]);
      heal(victim);
      await victim.until("encryption", () => victim.state === "on");
      await victim.forge(stage.forgery, FRAMES);
      expect(victim.deceived).toBe(0);
      await victim.honest();
      expect([...victim.sentClear.keys()]).not.toContain("on");
      expect(victim.told.slice(-3)).toEqual(["off", "entering", "on"]);
    } finally {
      victim.end();
    }
  });
});

describe.concurrent.each<[string, End]>([
  [
    "op 21",
    ({ bad }) => bad.tell(VoiceOpcode.DavePrepareTransition, { transition_id: 0, protocol_version: 2 }),
  ],
  ["op 24", ({ bad }) => bad.tell(VoiceOpcode.DavePrepareEpoch, { epoch: 1, protocol_version: 2 })],
  ["op 4", (victim) => describeNext(victim, 2)],
])("a version that nobody knows, by %s", (name, say) => {
  it("ends the call, which never claims to be encrypted", async () => {
    const victim = await Victim.meet(stage.platform, `version ${name}`);
    try {
      const { call } = victim;
      victim.bad.speakAsOther(stage.forgery);
      say(victim);
      await victim.until("the end", () => call.getStatus() === Call.Status.Disconnected);
      expect(victim.told.slice(2)).not.toContain("on");
      expect(victim.forgedHeard).toBe(0);
      await victim.until("the reason", () =>
        victim.ben.logs.join("\n").includes("speaks version 2 of end-to-end encryption"),
      );
    } finally {
      victim.end();
    }
  });
});

it("a call of a lobby that was encrypted before does not begin in the clear", async () => {
  const victim = await Victim.meet(stage.platform, "begins again");
  try {
    const { client, lobbyId } = victim.ben;
    await client.endCall(lobbyId);
    victim.bad.tamper = withVersion(0);
    victim.start();
    await victim.until("the loss", () => victim.told.includes("lost"));
    await victim.forge(stage.forgery, FRAMES);
    expect(victim.state).toBe("refused");
    expect([victim.forgedHeard, victim.sentClear]).toEqual([0, new Map()]);
  } finally {
    victim.end();
  }
});

import { generateKeyPairSync } from "node:crypto";
import { VoiceOpcode } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { Guard } from "../../../platform/guard/guard.js";
import { AdjustableClock } from "../../../platform/clock/adjustable-clock.js";
import { DaveRooms } from "../../../platform/voice/gateway/dave-rooms.js";
import type { VoiceSession } from "../../../platform/voice/gateway/session.js";
import type { E2eeCommand } from "../../../platform/voice/sfu/messages.js";
import { CHANNEL_ID } from "../../support/dave-scene.js";
import { DaveyMember, type DaveMessage } from "../../support/davey-member.js";

/** Clients that answer at once, and a forwarder that confirms when the test allows it. */
class Scene {
  readonly sent: string[] = [];
  readonly closed: [string, number][] = [];
  readonly commands: { command: E2eeCommand; confirm: () => void; fail: () => void }[] = [];
  readonly rooms: DaveRooms;
  readonly #members = new Map<string, { client: DaveyMember; session: VoiceSession }>();

  constructor() {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
    this.rooms = new DaveRooms({
      guard: new Guard("voice gateway", () => undefined),
      clock: new AdjustableClock((work) => work()),
      signingKey: privateKey,
      forward: (command) =>
        new Promise((resolve, reject) =>
          this.commands.push({ command, confirm: resolve, fail: () => reject(new Error("gone")) }),
        ),
      close: (session, code) => {
        this.closed.push([session.userId, code]);
        this.rooms.left(session);
      },
    });
  }

  enter(userId: string): void {
    const client = new DaveyMember(userId, CHANNEL_ID);
    const send = (message: DaveMessage) => this.#deliver(userId, message);
    const session = {
      userId,
      room: "room",
      ssrc: Number(userId),
      maxDaveVersion: 1,
      participation: { channelId: CHANNEL_ID },
      sendNumbered: (op: number, d: unknown) => send({ op, d }),
      sendBinary: (op: number, payload: Uint8Array) => send({ op, payload }),
    } as unknown as VoiceSession;
    const others = [...this.#members.keys()];
    this.#members.set(userId, { client, session });
    send({ op: VoiceOpcode.SessionDescription, d: { dave_protocol_version: 1 } });
    send({ op: VoiceOpcode.ClientsConnect, d: { user_ids: others } });
    for (const other of others)
      this.#deliver(other, { op: VoiceOpcode.ClientsConnect, d: { user_ids: [userId] } });
    this.rooms.enter(session);
  }

  session(userId: string): VoiceSession {
    return this.#members.get(userId)!.session;
  }

  /** Lets the forwarder apply its commands. */
  async confirmAll(how: "confirm" | "fail" = "confirm"): Promise<void> {
    for (const command of this.commands.splice(0)) command[how]();
    await new Promise<void>((resolve) => setImmediate(resolve));
  }

  #deliver(userId: string, message: DaveMessage): void {
    this.sent.push(`${userId}:${message.op}`);
    const { client, session } = this.#members.get(userId)!;
    for (const answer of client.receive(message))
      setImmediate(() => {
        if ("payload" in answer) {
          if (answer.op === VoiceOpcode.MlsKeyPackage) this.rooms.keyPackage(session, answer.payload);
          else this.rooms.commit(session, answer.payload);
        } else if (answer.op === VoiceOpcode.DaveTransitionReady)
          this.rooms.ready(session, (answer.d as { transition_id: number }).transition_id);
      });
  }
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
};

describe("op 22", () => {
  it.each(["confirm", "fail"] as const)(
    "is sent once the forwarder knows that the change is executed (or has ended: %s)",
    async (how) => {
      const scene = new Scene();
      scene.enter("101");
      scene.enter("102");
      await turns(10);
      expect(scene.sent.filter((one) => /:(29|30)$/.test(one))).toHaveLength(2);
      expect(scene.commands.at(-1)?.command.isChanging).toBe(false);
      expect(scene.sent.filter((one) => one.endsWith(":22"))).toEqual([]);
      await scene.confirmAll(how);
      expect(scene.sent.filter((one) => one.endsWith(":22")).sort()).toEqual(["101:22", "102:22"]);
    },
  );

  it("is sent before later messages of the room", async () => {
    const scene = new Scene();
    scene.enter("101");
    scene.enter("102");
    await turns(10);
    scene.enter("103");
    await turns(10);
    const before = scene.sent.length;
    await scene.confirmAll();
    await turns(10);
    const after = scene.sent.slice(before);
    expect(after.indexOf("101:22")).toBeGreaterThanOrEqual(0);
    expect(after.indexOf("101:22")).toBeLessThan(after.indexOf("101:27"));
  });
});

describe("a member at fault", () => {
  it("loses its session, and the room continues", async () => {
    const scene = new Scene();
    scene.enter("101");
    scene.enter("102");
    await turns(5);
    await scene.confirmAll();
    scene.enter("103");
    const bad = Uint8Array.from(
      new DaveyMember("999", CHANNEL_ID)
        .receive({
          op: VoiceOpcode.SessionDescription,
          d: { dave_protocol_version: 1 },
        })
        .map((one) => (one as { payload: Uint8Array }).payload)[0]!,
    );
    for (let tries = 0; tries < 6; tries += 1) scene.rooms.keyPackage(scene.session("103"), bad);
    expect(scene.closed).toEqual([["103", 4006]]);
  });
});

import { describe, expect, it } from "vitest";
import { UNSENT_BYTES_MAX } from "../../../platform/sockets/socket-port.js";
import { revokeGrant } from "../../../platform/domain/rules/oauth2/tokens.js";
import { banUser } from "../../../platform/domain/rules/user/bans.js";
import { gatewayScene } from "./support-gateway.js";

const HEARTBEAT = 1;
/** Three heartbeats of the scene's 40 s. */
const PATIENCE_MS = 120_000;

describe("the sessions of one user", () => {
  it("without sockets keep one SESSIONS_REPLACE each, not one per session that came and went", () => {
    const { hub, open, ada, tokenOf } = gatewayScene({ sessionsPerUser: 1000 });
    const token = tokenOf(ada.user.id);
    for (let n = 0; n < 200; n += 1) {
      const socket = open();
      socket.identify(token);
      socket.drop();
    }
    const kept = hub.ofUser(ada.user.id).map(({ replay }) => replay.after(0));
    expect(kept).toHaveLength(200);
    for (const events of kept)
      expect(typeof events === "string" ? [] : events.map(({ event }) => event.t)).toEqual(
        events === kept.at(-1) ? ["READY"] : ["READY", "SESSIONS_REPLACE"],
      );
  });

  it("replay the newest SESSIONS_REPLACE in a resume, in its order among the events", () => {
    const { open, ada, ben, tokenOf, publisher } = gatewayScene();
    const [adas, bens] = [tokenOf(ada.user.id), tokenOf(ben.user.id)];
    const first = open();
    const sessionId = first.identify(adas);
    const { s } = first.port.frames.at(-1)!;
    first.drop();
    const tell = (t: string): void =>
      publisher.publish([{ kind: "dispatch", t, d: t, reach: { to: "session", sessionId } }]);
    open().identify(adas);
    tell("ONE");
    open().identify(adas);
    tell("TWO");
    open().identify(bens);
    const again = open();
    again.resume(adas, sessionId, s!);
    const missed = again.port.frames.filter(({ op }) => op === 0);
    expect(missed.map(({ t }) => t)).toEqual(["ONE", "SESSIONS_REPLACE", "TWO", "RESUMED"]);
    expect(missed.map((frame) => frame.s! - s!)).toEqual([2, 3, 4, 5]);
    // Three sessions, and the one that represents all of them.
    expect(missed[1]?.d).toHaveLength(4);
  });

  it("are limited: one more ends the oldest that waits, and is rejected when none waits", () => {
    const { hub, open, ada, ben, tokenOf, logs } = gatewayScene({ sessionsPerUser: 3 });
    const token = tokenOf(ada.user.id);
    const sockets = [open(), open(), open()];
    const [first, second, third] = sockets.map((socket) => socket.identify(token));
    sockets[1]!.drop();
    const fourth = open().identify(token);
    expect(hub.ofUser(ada.user.id).map(({ identity }) => identity.sessionId)).toEqual([first, third, fourth]);
    expect(hub.find(second!)).toBeUndefined();
    const refused = open();
    expect(refused.identify(token)).toBe("");
    expect(refused.port.closing).toEqual({
      code: 4015,
      reason: "this user has too many concurrent sessions",
    });
    expect(logs.at(-1)).toBe(
      "main gateway: closed a socket with 4015: this user has too many concurrent sessions",
    );
    expect(open().identify(tokenOf(ben.user.id))).not.toBe("");
  });
});

describe("a client without a heartbeat", () => {
  it("is closed with a resumable code and the reason after three missed heartbeats", () => {
    const { open, ada, tokenOf, machineClock, hub, logs } = gatewayScene();
    const token = tokenOf(ada.user.id);
    const socket = open();
    const sessionId = socket.identify(token);
    machineClock.advance(PATIENCE_MS - 1);
    expect(socket.port.closing).toBeUndefined();
    machineClock.advance(1);
    expect(socket.port.closing).toEqual({ code: 4000, reason: "no heartbeat for 120 s" });
    expect(logs).toEqual([`main gateway: closed user ${ada.user.id} with 4000: no heartbeat for 120 s`]);
    const again = open();
    again.resume(token, sessionId, 1);
    expect(again.port.named("RESUMED")).toHaveLength(1);
    expect(hub.ofUser(ada.user.id)).toHaveLength(1);
  });

  it("stays open while it sends heartbeats, even if the platform's clock jumps", () => {
    const { open, ada, tokenOf, machineClock, clock } = gatewayScene();
    const socket = open();
    socket.identify(tokenOf(ada.user.id));
    for (let beat = 0; beat < 10; beat += 1) {
      machineClock.advance(PATIENCE_MS - 1);
      socket.send(HEARTBEAT, null);
    }
    clock.advance(365 * 24 * 3_600_000);
    expect([socket.port.closing, socket.port.isTerminated]).toEqual([undefined, false]);
  });

  it("gets its full timeout again when the platform itself was stalled", () => {
    const { open, ada, tokenOf, machineClock } = gatewayScene();
    const socket = open();
    socket.identify(tokenOf(ada.user.id));
    machineClock.stall(PATIENCE_MS * 5);
    machineClock.advance(0);
    expect(socket.port.closing).toBeUndefined();
    machineClock.advance(PATIENCE_MS);
    expect(socket.port.closing?.code).toBe(4000);
  });
});

describe("a client that does not read", () => {
  it("is dropped when too many bytes are unsent, and can resume", () => {
    const { open, ada, tokenOf, hub, publisher, logs } = gatewayScene();
    const token = tokenOf(ada.user.id);
    const socket = open();
    const sessionId = socket.identify(token);
    const tell = (): void =>
      publisher.publish([{ kind: "dispatch", t: "ONE", d: 1, reach: { to: "session", sessionId } }]);
    socket.port.unsentBytes = UNSENT_BYTES_MAX;
    tell();
    expect(socket.port.isTerminated).toBe(false);
    socket.port.unsentBytes = UNSENT_BYTES_MAX + 1;
    tell();
    expect(socket.port.isTerminated).toBe(true);
    expect(logs).toEqual([
      `main gateway: closed user ${ada.user.id} with 4000: the client is not reading: 16 MiB are unsent`,
    ]);
    expect(hub.find(sessionId)?.sink).toBeUndefined();
    const again = open();
    again.resume(token, sessionId, 1);
    expect(again.port.frames.filter(({ op }) => op === 0).map(({ t }) => t)).toEqual([
      "ONE",
      "ONE",
      "RESUMED",
    ]);
  });
});

describe("a resume", () => {
  it("is rejected for a token with fewer scopes than the session, and accepted for the same or more", () => {
    const { open, ada, tokenOf, hub } = gatewayScene();
    const scopes = "openid sdk.social_layer_presence lobbies.write";
    const first = open();
    const sessionId = first.identify(tokenOf(ada.user.id, scopes));
    const lesser = open();
    lesser.resume(tokenOf(ada.user.id, "openid sdk.social_layer_presence"), sessionId, 1);
    expect(lesser.port.frames.at(-1)).toMatchObject({ op: 9, d: false });
    expect([first.port.closing, first.port.isTerminated]).toEqual([undefined, false]);
    for (const enough of [scopes, "openid sdk.social_layer"]) {
      const socket = open();
      socket.resume(tokenOf(ada.user.id, enough), sessionId, 1);
      expect(socket.port.frames.at(-1)).toMatchObject({ t: "RESUMED" });
    }
    expect(hub.find(sessionId)?.identity.scopes.has("voice")).toBe(false);
  });

  it("closes the session's old socket with a code after which clients do not resume", () => {
    const { open, ada, tokenOf } = gatewayScene();
    const token = tokenOf(ada.user.id);
    const [first, second] = [open(), open()];
    const sessionId = first.identify(token);
    second.resume(token, sessionId, 1);
    expect(first.port.closing).toEqual({ code: 4009, reason: "the session was resumed on another socket" });
    first.connection.closed(4009);
    expect(second.port.closing).toBeUndefined();
  });
});

it("READY shows all flags of the application", () => {
  const { open, world, applicationId, ada, tokenOf } = gatewayScene();
  const application = world.applications.get(applicationId)!;
  world.applications.put({ ...application, flags: 2, highFlags: String(1n << 40n) });
  const socket = open();
  socket.identify(tokenOf(ada.user.id));
  const { application: shown } = socket.port.named("READY")[0]!.d as { application: object };
  expect(shown).toMatchObject({ flags: 2, flags_new: String((1n << 40n) | 2n) });
});

describe("a token", () => {
  it("that has expired is rejected by Identify and Resume with 4004, but keeps a live session open", () => {
    const { open, ada, tokenOf, world } = gatewayScene();
    const token = tokenOf(ada.user.id);
    const live = open();
    const sessionId = live.identify(token);
    world.clock.advance(8 * 24 * 3_600_000);
    expect(live.port.closing).toBeUndefined();
    const [identifying, resuming] = [open(), open()];
    identifying.identify(token);
    resuming.resume(token, sessionId, 1);
    expect([identifying.port.closing?.code, resuming.port.closing?.code]).toEqual([4004, 4004]);
  });

  it("whose login has ended closes the sessions of that login only", () => {
    const { open, ada, tokenOf, publisher, hub } = gatewayScene();
    const [one, other] = [open(), open()];
    for (const socket of [one, other]) socket.identify(tokenOf(ada.user.id));
    const [first] = hub.ofUser(ada.user.id);
    const { userId, applicationId, actor } = first!.identity;
    const { authSession } = actor;
    publisher.perform(() => [{ kind: "loginEnded", applicationId, userId, authSession }]);
    expect([one.port.closing?.code, other.port.closing]).toEqual([4004, undefined]);
  });

  it.each<[string, (scene: ReturnType<typeof gatewayScene>) => void]>([
    [
      "that is revoked",
      ({ world, applicationId, ada, publisher }) =>
        publisher.perform(() => revokeGrant(world, applicationId, ada.user.id)),
    ],
    [
      "whose account is banned",
      ({ world, ada, publisher }) => publisher.perform(() => banUser(world, ada.user.id)),
    ],
    [
      "whose account is banned after its end",
      ({ world, ada, publisher }) => {
        for (const token of world.tokens.all()) world.tokens.delete(token.hash);
        publisher.perform(() => banUser(world, ada.user.id));
      },
    ],
  ])("%s closes its sessions with 4004, and no other sessions", (_claim, end) => {
    const scene = gatewayScene();
    const [adas, bens] = [scene.open(), scene.open()];
    const token = scene.tokenOf(scene.ada.user.id);
    const sessionId = adas.identify(token);
    bens.identify(scene.tokenOf(scene.ben.user.id));
    end(scene);
    expect([adas.port.closing, bens.port.closing]).toEqual([
      { code: 4004, reason: "the token was revoked" },
      undefined,
    ]);
    const again = scene.open();
    again.resume(token, sessionId, 1);
    expect(again.port.closing?.code).toBe(4004);
  });
});

// A client and the desktop app on its machine, whose frames are written by hand: what it is told, when, and again after each start.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  Activity,
  ActivityButton,
  ClientResultError,
  ErrorType,
  type UserHandle,
} from "../../../lib/index.js";
import {
  answer,
  closing,
  event,
  RawDesktop,
  ready as readyFrame,
  refusal,
  SocketFolder,
  type SeenCommand,
} from "../../support/raw-desktop.js";
import { waitFor } from "../../support/wait-for.js";
import { Scene, user } from "./scene.js";

let folder: SocketFolder;
let desktop: RawDesktop | undefined;
let scene: Scene;
const ended: (() => Promise<unknown> | void)[] = [];
beforeEach(() => {
  folder = new SocketFolder();
  scene = game();
});
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
  folder[Symbol.dispose]();
});

function game(applicationId: bigint | undefined = 77n): Scene {
  const one = new Scene({ rpcFolder: folder.path });
  if (applicationId !== undefined) one.client.setApplicationId(applicationId);
  ended.push(() => one.client.destroy());
  return one;
}
async function app(n = 0): Promise<RawDesktop> {
  const one = await RawDesktop.start(folder.path, n);
  ended.push(() => one[Symbol.asyncDispose]());
  desktop = one;
  return one;
}
function playing(details: string): Activity {
  const activity = new Activity();
  activity.details = details;
  return activity;
}
async function failure(promise: Promise<unknown>): Promise<[ErrorType, number, string]> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ClientResultError)) throw new Error("it succeeded");
  const { type, errorCode, error: text } = error.result;
  return [type, errorCode, text];
}
/** Details of the activities that the app was told, "" for none. */
const shown = (one: RawDesktop): string[] =>
  one.seen
    .filter(({ cmd }) => cmd === "SET_ACTIVITY")
    .map(({ args }) => (args?.["activity"] as { details?: string } | null)?.details ?? "");
/** Callbacks run at turns of the virtual clock. */
const called = (what: string, holds: () => boolean) =>
  waitFor(what, () => {
    scene.clock.advance(0);
    return holds();
  });
/** Lets the client search: its next search is due within five seconds. */
async function search(what: string, holds: () => boolean): Promise<void> {
  scene.clock.advance(5000);
  await waitFor(what, holds);
}

describe("rich presence of a client that is not connected", () => {
  it("is shown by the desktop app, with buttons and process, without a login", async () => {
    const one = await app();
    const activity = playing("Level 1");
    const button = new ActivityButton();
    button.label = "Watch";
    button.url = "https://game.example/";
    activity.addButton(button);
    await scene.client.updateRichPresence(activity);
    expect(one.games).toEqual(["77"]);
    expect(one.seen[0]).toMatchObject({
      cmd: "SET_ACTIVITY",
      args: {
        pid: process.pid,
        activity: {
          type: 0,
          details: "Level 1",
          buttons: [{ label: "Watch", url: "https://game.example/" }],
        },
      },
    });
    expect(one.seen[0]?.args?.["activity"]).not.toHaveProperty("name");
    expect(scene.requests).toEqual([]);
  });

  it("ends with clearRichPresence, and the connection with it", async () => {
    const one = await app();
    await scene.client.updateRichPresence(playing("Level 1"));
    scene.client.clearRichPresence();
    await one.until("the end", () => one.sockets.size === 0);
    expect(scene.clock.pending).toBe(0);
  });

  it("fails without an app, and is shown as soon as one starts", async () => {
    expect(await failure(scene.client.updateRichPresence(playing("Level 1")))).toEqual([
      ErrorType.RPCError,
      0,
      "no desktop app answers on this machine: start it, or set rpcFolder to where it listens",
    ]);
    const one = await app();
    await search("the activity", () => one.seen.length === 1);
    expect(shown(one)).toEqual(["Level 1"]);
  });

  it("is shown again by an app that starts again, on another socket too", async () => {
    const first = await app();
    await scene.client.updateRichPresence(playing("Level 1"));
    await scene.client.updateRichPresence(playing("Level 2"));
    await first[Symbol.asyncDispose]();
    await waitFor("the loss", () => scene.clock.pending > 0);
    const second = await app(3);
    await search("the activity", () => second.seen.length === 1);
    expect(shown(second)).toEqual(["Level 2"]);
  });

  it("is one request for several changes before the app is found", async () => {
    const one = await app();
    await Promise.all(["one", "two", "three"].map((name) => scene.client.updateRichPresence(playing(name))));
    expect(shown(one)).toEqual(["three"]);
  });

  it("stays as it was when the app refuses the change", async () => {
    const first = await app();
    await scene.client.updateRichPresence(playing("Level 1"));
    first.react = (seen) => refusal(seen, 4000, "details");
    expect(await failure(scene.client.updateRichPresence(playing("Level 2")))).toEqual([
      ErrorType.RPCError,
      4000,
      "the desktop app refused: details (4000)",
    ]);
    await first[Symbol.asyncDispose]();
    await waitFor("the loss", () => scene.clock.pending > 0);
    const second = await app();
    await search("the activity", () => second.seen.length === 1);
    expect(shown(second)).toEqual(["Level 1"]);
  });

  it("is tried again after a minute when the app refuses the game", async () => {
    const one = await app();
    one.greeting = () => closing(4002, "Rate limited");
    expect(await failure(scene.client.updateRichPresence(playing("Level 1")))).toMatchObject([
      ErrorType.RPCError,
      4002,
      expect.stringContaining("Rate limited"),
    ]);
    one.greeting = readyFrame;
    scene.clock.advance(59_999);
    await scene.turn();
    expect(one.games).toHaveLength(1);
    scene.clock.advance(1);
    await one.until("the activity", () => one.seen.length === 1);
  });

  it("goes to the platform when the client is ready, and the app hears nothing more", async () => {
    const one = await app();
    await scene.client.updateRichPresence(playing("alone"));
    await scene.ready();
    await one.until("the end", () => one.sockets.size === 0);
    await scene.client.updateRichPresence(playing("online"));
    expect(shown(one)).toEqual(["alone"]);
    expect(scene.main.frames().filter(({ op }) => op === 3)).toMatchObject([
      { d: { activities: [{ details: "online" }] } },
    ]);
  });

  it("needs an application", async () => {
    await app();
    scene = game(0n);
    const [type, , text] = await failure(scene.client.updateRichPresence(playing("Level 1")));
    expect([type, text]).toEqual([ErrorType.RPCError, "the game is not known: call setApplicationId first"]);
    expect(desktop?.games).toEqual([]);
    scene.client.setApplicationId(5n);
    await waitFor("the activity", () => desktop!.seen.length === 1);
    expect(desktop?.games).toEqual(["5"]);
  });

  it("moves to another application", async () => {
    const one = await app();
    await scene.client.updateRichPresence(playing("Level 1"));
    scene.client.setApplicationId(78n);
    await one.until("the other", () => one.games.length === 2 && one.seen.length === 2);
    expect(one.games).toEqual(["77", "78"]);
    await one.until("one game", () => one.sockets.size === 1);
  });

  it("says which process has the window", async () => {
    const one = await app();
    scene.client.setGameWindowPid(4321);
    await scene.client.updateRichPresence(playing("Level 1"));
    expect(one.seen[0]?.args?.["pid"]).toBe(4321);
    for (const wrong of [0, -1, 2 ** 31, 1.5])
      expect(() => scene.client.setGameWindowPid(wrong)).toThrow(/pid.*expected.*received/is);
  });

  it("ends when the client is destroyed", async () => {
    const one = await app();
    await scene.client.updateRichPresence(playing("Level 1"));
    scene.client.destroy();
    await one.until("the end", () => one.sockets.size === 0);
    expect(scene.clock.pending).toBe(0);
  });

  it.each(["destroy", "clearRichPresence"] as const)("ends with %s() while it searches", async (end) => {
    const one = await app();
    one.greeting = () => undefined;
    const given = failure(scene.client.updateRichPresence(playing("Level 1"))).catch(() => undefined);
    await one.until("the handshake", () => one.games.length === 1);
    scene.client[end]();
    await one.until("the end", () => one.sockets.size === 0);
    await waitFor("no timer", () => scene.clock.pending === 0);
    await called("the answer", () => true);
    await given;
  });

  it("does not begin again after the client is destroyed", async () => {
    const one = await app();
    scene.client.destroy();
    scene.client.setApplicationId(78n);
    scene.client.on("activityJoin", () => undefined);
    scene.clock.advance(5000);
    await scene.turn();
    expect(one.games).toEqual([]);
    expect(scene.clock.pending).toBe(0);
  });

  it("is again what the app last agreed to, when a change in between was never answered", async () => {
    const first = await app();
    await scene.client.updateRichPresence(playing("Level 1"));
    first.react = (seen) => (shown(first).length === 2 ? undefined : refusal(seen, 4000, "details"));
    const second = scene.client.updateRichPresence(playing("Level 2")).catch(() => undefined);
    await first.until("the second", () => shown(first).length === 2);
    await failure(scene.client.updateRichPresence(playing("Level 3")));
    await first[Symbol.asyncDispose]();
    await second;
    const next = await app();
    await search("the activity", () => next.seen.length === 1);
    expect(shown(next)).toEqual(["Level 1"]);
  });

  it("is what the app before agreed to, when the next app refuses the change", async () => {
    const first = await app();
    await scene.client.updateRichPresence(playing("Level 1"));
    await first[Symbol.asyncDispose]();
    await waitFor("the loss", () => scene.clock.pending > 0);
    const second = await app();
    second.react = (seen) =>
      JSON.stringify(seen).includes("Level 2") ? refusal(seen, 4000, "details") : answer(seen);
    await failure(scene.client.updateRichPresence(playing("Level 2")));
    await second.until("the activity", () => second.seen.length === 2);
    expect(shown(second)).toEqual(["Level 2", "Level 1"]);
  });
});

describe("the callbacks of the desktop app", () => {
  it("get the secret of a party that the player joins", async () => {
    const one = await app();
    const joined: unknown[] = [];
    scene.client.setActivityJoinCallback((secret) => joined.push(secret));
    scene.client.setActivityJoinWithApplicationCallback((id, secret) => joined.push([id, secret]));
    await one.until("the subscription", () => one.seen.length === 1);
    expect(one.commands).toEqual(["SUBSCRIBE ACTIVITY_JOIN"]);
    one.send(event("ACTIVITY_JOIN", { secret: "open sesame" }));
    one.send(event("ACTIVITY_JOIN", { secret: "" }));
    one.send(event("ACTIVITY_JOIN", null));
    one.send(event("UNKNOWN", { secret: "x" }));
    await called("the callbacks", () => joined.length === 2);
    expect(joined).toEqual(["open sesame", [77n, "open sesame"]]);
  });

  it("are subscribed to while somebody listens", async () => {
    const one = await app();
    await scene.client.updateRichPresence(playing("Level 1"));
    scene.client.setActivityJoinCallback(() => undefined);
    const listener = scene.client.on("activityJoinWithApplication", () => undefined);
    scene.client.setActivityJoinCallback(undefined);
    await one.until("the subscription", () => one.seen.length === 2);
    listener.dispose();
    await one.until("its end", () => one.seen.length === 3);
    expect(one.commands).toEqual(["SET_ACTIVITY", "SUBSCRIBE ACTIVITY_JOIN", "UNSUBSCRIBE ACTIVITY_JOIN"]);
  });

  it("are subscribed to by once()", async () => {
    const one = await app();
    const next = scene.client.once("activityJoin");
    await one.until("the subscription", () => one.seen.length === 1);
    one.send(event("ACTIVITY_JOIN", { secret: "s" }));
    expect(await next).toEqual(["s"]);
    await one.until("the end", () => one.sockets.size === 0);
  });

  it("hear of the wish to link the account, again after each start of the app, until they are removed", async () => {
    let asked = 0;
    scene.client.registerAuthorizeRequestCallback(() => (asked += 1));
    for (let start = 1; start <= 3; start += 1) {
      const one = await app();
      await search("the subscription", () => one.seen.length === 1);
      expect(one.commands).toEqual(["SUBSCRIBE AUTHORIZE_REQUEST"]);
      one.send(event("AUTHORIZE_REQUEST", null));
      await called("the callback", () => asked === start);
      if (start === 3) scene.client.removeAuthorizeRequestCallback();
      else await one[Symbol.asyncDispose]();
      await waitFor("the loss", () => one.sockets.size === 0);
    }
    expect(() => scene.client.registerAuthorizeRequestCallback(undefined as never)).toThrow(/callback/);
    expect(scene.clock.pending).toBe(0);
  });

  it("are told to the app when the application is set after them", async () => {
    const one = await app();
    scene = game(0n);
    scene.client.registerAuthorizeRequestCallback(() => undefined);
    await scene.turn();
    expect(one.games).toEqual([]);
    scene.client.setApplicationId(6n);
    await one.until("the subscription", () => one.seen.length === 1);
  });

  it("stay when the client connects and disconnects", async () => {
    const one = await app();
    scene.client.setActivityJoinCallback(() => undefined);
    await scene.client.updateRichPresence(playing("Level 1"));
    // The platform may name another application than the game did.
    await scene.ready({ application: { id: "77", flags: 0 } });
    await one.until("no activity", () => shown(one).length === 2);
    expect(shown(one)).toEqual(["Level 1", ""]);
    expect(one.sockets.size).toBe(1);
  });
});

describe("getDiscordClientConnectedUser", () => {
  it("gives the user of the app, and the connection ends", async () => {
    const one = await app();
    const { user: ada } = await scene.client.getDiscordClientConnectedUser(99n);
    expect(one.games).toEqual(["99"]);
    expect([ada?.id, ada?.displayName, ada?.isProvisional]).toEqual([5n, "Ada", false]);
    await one.until("the end", () => one.sockets.size === 0);
  });

  it("uses the connection that exists", async () => {
    const one = await app();
    await scene.client.updateRichPresence(playing("Level 1"));
    expect((await scene.client.getDiscordClientConnectedUser(77n)).user?.id).toBe(5n);
    expect(one.games).toHaveLength(1);
  });

  it("shows what the client knows of the user, and nothing once it is destroyed", async () => {
    await app();
    await scene.ready({ relationships: [], user: user("5", { global_name: "Countess" }) });
    const { user: ada } = await scene.client.getDiscordClientConnectedUser(99n);
    expect(ada?.displayName).toBe("Countess");
    scene.client.destroy();
    expect(ada?.isValid()).toBe(false);
  });

  it("gives nobody when the app does not say", async () => {
    const one = await app();
    one.greeting = () => readyFrame(null);
    expect((await scene.client.getDiscordClientConnectedUser(99n)).user).toBeUndefined();
  });

  it("fails without an app, in the callback form too", async () => {
    expect(await failure(scene.client.getDiscordClientConnectedUser(99n))).toEqual([
      ErrorType.RPCError,
      0,
      "no desktop app answers on this machine: start it, or set rpcFolder to where it listens",
    ]);
    const given: [ErrorType, boolean, UserHandle | undefined][] = [];
    scene.client.getDiscordClientConnectedUser(99n, (result, one) =>
      given.push([result.type, result.retryable, one]),
    );
    await called("the callback", () => given.length === 1);
    expect(given).toEqual([[ErrorType.RPCError, true, undefined]]);
  });
});

describe("pages of the desktop app", () => {
  const opened: string[] = [];
  function atHome(): Scene {
    opened.length = 0;
    scene = new Scene({
      rpcFolder: folder.path,
      openUrl: (url) => {
        opened.push(url);
        return Promise.resolve();
      },
    });
    ended.push(() => scene.client.destroy());
    return scene;
  }

  it("open in the app to which the same player is signed in", async () => {
    const one = await app();
    await atHome().ready();
    await scene.client.openConnectedGamesSettingsInDiscord();
    expect(one.seen).toMatchObject([
      { cmd: "DEEP_LINK", args: { type: "USER_SETTINGS", params: { section: "connected-games" } } },
    ]);
    expect(opened).toEqual([]);
  });

  it.each<[string, (one: RawDesktop) => void]>([
    ["another player", (one) => (one.greeting = () => readyFrame({ id: "6", username: "ben" }))],
    ["an app that refuses", (one) => (one.react = (seen: SeenCommand) => refusal(seen, 4002, "no"))],
    ["an app that rejects the game", (one) => (one.greeting = () => closing(4000, "no"))],
  ])("open in the browser with %s", async (_what, arrange) => {
    arrange(await app());
    await atHome().ready();
    await scene.client.openConnectedGamesSettingsInDiscord();
    expect(opened).toEqual(["http://127.0.0.1:1/settings/connected-games"]);
  });
});

it("says in the log that showing the chat has no effect", async () => {
  scene.client.setShowingChat(true);
  await scene.turn();
  expect(scene.logs).toContain("setShowingChat has no effect: the desktop app has no command for it");
});

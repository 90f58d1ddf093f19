// getTokenFromDevice in virtual time: polls, deadline, screen, abort.
import { describe, expect, it } from "vitest";
import {
  DeviceAuthorizationArgs,
  ErrorType,
  type DevicePage,
  type DeviceScreen,
} from "../../../lib/index.js";
import { Scene } from "./scene.js";

const START = "POST /oauth2/device/authorize";
const TOKEN = "POST /oauth2/token";
const CODES = {
  device_code: "canary-device-code",
  user_code: "ABCD2345",
  verification_uri: "http://127.0.0.1:1/activate",
  verification_uri_complete: "http://127.0.0.1:1/activate?user_code=ABCD2345",
  expires_in: 300,
  interval: 5,
};
const PENDING = { status: 400, body: { error: "authorization_pending" } };
const TOKENS = {
  body: {
    access_token: "access",
    refresh_token: "refresh",
    token_type: "Bearer",
    expires_in: 604_800,
    scope: "openid",
  },
};

/** A screen that a test looks at and closes. */
class TestScreen implements DeviceScreen {
  readonly pages: DevicePage[] = [];
  closes = 0;
  closedByPlayer: () => void = () => undefined;
  open(page: DevicePage, closed: () => void): void {
    this.pages.push(page);
    this.closedByPlayer = closed;
  }
  close(): void {
    this.closes += 1;
  }
}

function begin(more: object = {}) {
  const screen = new TestScreen();
  const scene = new Scene({ deviceScreen: screen, ...more });
  scene.answers.set(START, { body: CODES });
  scene.answers.set(TOKEN, PENDING);
  const args = new DeviceAuthorizationArgs();
  args.clientId = 7n;
  args.scopes = "openid";
  const closed: number[] = [];
  scene.client.setAuthorizeDeviceScreenClosedCallback(() => closed.push(scene.clock.now()));
  /** The outcome of the operation, once there is one. */
  const outcome: { value?: unknown; type?: ErrorType; text?: string } = {};
  const run = (): void => {
    scene.client.getTokenFromDevice(args, (result, accessToken, refreshToken) => {
      outcome.type = result.type;
      outcome.text = result.error;
      outcome.value = [accessToken, refreshToken];
    });
  };
  const polls = (): number => scene.requests.filter(({ path }) => path === "/oauth2/token").length;
  return { scene, screen, args, closed, outcome, run, polls };
}

describe("getTokenFromDevice", () => {
  it("shows the code, polls at the interval, and gives the tokens", async () => {
    const { scene, screen, closed, outcome, run, polls } = begin();
    run();
    await scene.turn();
    expect(new URLSearchParams(scene.requests[0]?.body).toString()).toBe("client_id=7&scope=openid");
    expect(screen.pages).toEqual([
      {
        clientId: 7n,
        userCode: "ABCD2345",
        address: CODES.verification_uri,
        completeAddress: CODES.verification_uri_complete,
      },
    ]);
    await scene.turn(4999);
    expect(polls()).toBe(0);
    await scene.turn(1);
    await scene.turn(5000);
    expect([polls(), outcome.type, closed.length]).toEqual([2, undefined, 0]);
    scene.answers.set(TOKEN, TOKENS);
    await scene.turn(5000);
    expect([outcome.type, outcome.value]).toEqual([ErrorType.None, ["access", "refresh"]]);
    expect([screen.closes, closed.length, scene.clock.pending]).toEqual([1, 1, 0]);
    expect(scene.requests.at(-1)?.body).toContain("device_code=canary-device-code");
  });

  it("takes the application of the client, and requires scopes", async () => {
    const { scene, args, outcome, run } = begin();
    args.clientId = 0n;
    run();
    await scene.turn();
    expect([outcome.type, outcome.text]).toEqual([
      ErrorType.ValidationError,
      expect.stringContaining("args.clientId"),
    ]);
    scene.client.setApplicationId(9n);
    run();
    await scene.turn();
    expect(scene.requests.at(-1)?.body).toContain("client_id=9&");
    args.scopes = " ";
    run();
    await scene.turn();
    expect(outcome.text).toContain("args.scopes");
  });

  it("continues after a lost connection, later and later, until the code expires", async () => {
    const { scene, outcome, run, polls } = begin();
    run();
    await scene.turn();
    scene.answers.set(TOKEN, new Error("connection lost"));
    await scene.turn(5000);
    await scene.turn(9999);
    expect(polls()).toBe(1);
    await scene.turn(1);
    expect(polls()).toBe(2);
    for (let left = 15; left < 300; left += 5) await scene.turn(5000);
    expect([outcome.type, outcome.text]).toEqual([
      ErrorType.AuthorizationFailed,
      "the user did not answer before the code expired",
    ]);
    expect(scene.clock.pending).toBe(0);
  });

  it("ends at the expiry of the code also while a poll hangs", async () => {
    const { scene, outcome, run } = begin();
    run();
    await scene.turn();
    scene.client.setHttpRequestTimeout(2 ** 31 - 1);
    scene.answers.set(TOKEN, "never");
    await scene.turn(300_000);
    expect(outcome.type).toBe(ErrorType.AuthorizationFailed);
  });

  it.each([
    ["access_denied", ErrorType.Aborted],
    ["expired_token", ErrorType.AuthorizationFailed],
    ["invalid_grant", ErrorType.HTTPError],
  ])("ends with %s", async (error, type) => {
    const { scene, screen, outcome, run } = begin();
    run();
    await scene.turn();
    scene.answers.set(TOKEN, { status: 400, body: { error } });
    await scene.turn(5000);
    expect([outcome.type, screen.closes, scene.clock.pending]).toEqual([type, 1, 0]);
  });

  it.each<[string, (scene: Scene) => void]>([
    ["abortGetTokenFromDevice", ({ client }) => client.abortGetTokenFromDevice()],
    ["destroy", ({ client }) => client.destroy()],
  ])("%s ends it at once, between polls and during one", async (_name, end) => {
    for (const answer of [PENDING, "never"] as const) {
      const { scene, screen, outcome, run, polls } = begin();
      run();
      await scene.turn();
      scene.answers.set(TOKEN, answer);
      await scene.turn(5000);
      end(scene);
      await scene.turn();
      const before = polls();
      expect(screen.closes).toBe(1);
      if (scene.client.isValid()) expect(outcome.type).toBe(ErrorType.Aborted);
      await scene.turn(600_000);
      expect([polls(), scene.clock.pending]).toEqual([before, 0]);
    }
  });

  it("aborts an earlier sign-in, whose end does not close the later screen", async () => {
    const { scene, screen, args, outcome, run, closed } = begin();
    run();
    await scene.turn();
    const second = scene.client.getTokenFromDevice(args);
    await scene.turn();
    expect([outcome.type, screen.pages.length, screen.closes, closed.length]).toEqual([
      ErrorType.Aborted,
      2,
      1,
      1,
    ]);
    scene.answers.set(TOKEN, TOKENS);
    await scene.turn(5000);
    expect((await second).accessToken).toBe("access");
    expect([screen.closes, closed.length]).toEqual([2, 2]);
  });

  it("continues when the player closes the screen, which is reported once", async () => {
    const { scene, screen, outcome, run, closed } = begin();
    run();
    await scene.turn();
    screen.closedByPlayer();
    screen.closedByPlayer();
    await scene.turn();
    expect([outcome.type, closed.length]).toEqual([undefined, 1]);
    scene.answers.set(TOKEN, TOKENS);
    await scene.turn(5000);
    expect([outcome.type, closed.length, screen.closes]).toEqual([ErrorType.None, 1, 0]);
  });

  it("fails when the screen cannot be opened, and stops polling", async () => {
    const { scene, outcome, run, polls } = begin({
      deviceScreen: undefined,
      openUrl: () => Promise.reject(new Error("no browser")),
    });
    run();
    await scene.turn();
    expect([outcome.type, outcome.text]).toEqual([
      ErrorType.AuthorizationFailed,
      "could not open the screen of the device: no browser",
    ]);
    await scene.turn(600_000);
    expect([polls(), scene.clock.pending]).toEqual([0, 0]);
  });

  it("ends at once while the host still opens the screen", async () => {
    const { scene, outcome, run } = begin({
      deviceScreen: { open: () => new Promise(() => undefined), close: () => undefined },
    });
    run();
    await scene.turn();
    scene.client.abortGetTokenFromDevice();
    await scene.turn();
    expect([outcome.type, scene.clock.pending]).toEqual([ErrorType.Aborted, 0]);
  });

  it("rejects a response that is not the platform's", async () => {
    const { scene, screen, outcome, run } = begin();
    scene.answers.set(START, { body: { ...CODES, verification_uri: "file:///etc/passwd" } });
    run();
    await scene.turn();
    expect([outcome.type, screen.pages.length]).toEqual([ErrorType.NetworkError, 0]);
  });
});

describe("the screen for a code of the game's server", () => {
  it("opens, is replaced and closes, each reported once; nothing is polled", async () => {
    const { scene, screen, closed } = begin();
    scene.client.openAuthorizeDeviceScreen(7n, "WXYZ6789");
    expect(screen.pages[0]).toEqual({
      clientId: 7n,
      userCode: "WXYZ6789",
      address: "http://127.0.0.1:1/activate",
      completeAddress: "http://127.0.0.1:1/activate?user_code=WXYZ6789",
    });
    scene.client.openAuthorizeDeviceScreen(7n, "SECOND22");
    await scene.turn();
    expect([screen.closes, closed.length]).toEqual([1, 1]);
    scene.client.closeAuthorizeDeviceScreen();
    scene.client.closeAuthorizeDeviceScreen();
    await scene.turn();
    expect([screen.closes, closed.length, scene.requests.length]).toEqual([2, 2, 0]);
  });

  it("opens its page in the browser by default; a failure is a warning", async () => {
    const opened: string[] = [];
    const { scene } = begin({
      deviceScreen: undefined,
      openUrl: (url: string) => {
        opened.push(url);
        throw new Error("no browser");
      },
    });
    scene.client.openAuthorizeDeviceScreen("7", "A&B");
    await scene.turn();
    expect(opened).toEqual(["http://127.0.0.1:1/activate?user_code=A%26B"]);
    expect(scene.logs.join("\n")).toContain("could not open the screen of the device: no browser");
    expect(() => scene.client.openAuthorizeDeviceScreen("game", "A")).toThrow("clientId");
    expect(() => scene.client.openAuthorizeDeviceScreen(7n, 5 as never)).toThrow("userCode");
  });
});

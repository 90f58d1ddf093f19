import { describe, expect, it } from "vitest";
import { AttachedWindow } from "../../../packages/electron/main/attached-window.js";
import { allowArgument } from "../../../packages/electron/main/allow-list.js";
import type { PortMain } from "../../../packages/electron/main/electron-parts.js";
import { PORT } from "../../../packages/electron/bridge/channels.js";
import { StandInFrame, StandInWindow } from "../../support/electron/windows.js";

const port = (name: string): PortMain => ({ name }) as never;

/** A window with its page, and what the process of the client is told. */
function scene(url?: string) {
  const window = new StandInWindow(url);
  const told: [string, number, ...unknown[]][] = [];
  const refused: string[] = [];
  let channels = 0;
  let pages = 0;
  const attached = new AttachedWindow({
    window,
    allow: ["session", "startCall"],
    origins: ["app://launcher"],
    pages: {
      attach: (page, given, allow) => told.push(["attach", page, given, allow]),
      leave: (page) => told.push(["leave", page]),
    },
    openChannel: () => {
      channels += 1;
      return { port1: port(`social ${String(channels)}`), port2: port(`page ${String(channels)}`) };
    },
    nextPage: () => (pages += 1),
    refused: (reason, at) => refused.push(`${at}: ${reason}`),
    detached: () => told.push(["detached", 0]),
  });
  return { window, attached, told, refused };
}

describe("a page that says hello", () => {
  it("gets one end of a channel, and the process of the client the other one with the allow-list", () => {
    const { window, told } = scene();
    window.sayHello();
    expect(told).toEqual([["attach", 1, port("social 1"), ["session", "startCall"]]]);
    expect(window.frame.posted).toEqual([{ channel: PORT, ports: [port("page 1")] }]);
  });

  it("gets another one for another hello, and the first one is closed", () => {
    const { window, told } = scene();
    window.sayHello();
    window.sayHello();
    expect(told.map(([what, page]) => [what, page])).toEqual([
      ["attach", 1],
      ["leave", 1],
      ["attach", 2],
    ]);
  });

  it("gets none from another origin or inside of another page, and the reason is told", () => {
    const evil = scene("https://evil.example/");
    evil.window.sayHello();
    const { window, told, refused } = scene();
    window.sayHello(new StandInFrame("app://launcher/ad.html", { parent: window.frame }));
    window.sayHello(null);
    expect([...evil.told, ...told]).toEqual([]);
    expect(refused).toEqual([
      "app://launcher/ad.html: only the main frame of a window may have a port, not one inside of it",
      ": the frame has navigated or is closed",
    ]);
    expect(evil.refused).toEqual([
      "https://evil.example/: the origin https://evil.example is not one of app://launcher",
    ]);
  });
});

describe("a port is closed", () => {
  it("when the main frame goes to another document, and only then", () => {
    const { window, told } = scene();
    window.sayHello();
    window.navigate("app://launcher/#friends", { isSameDocument: true });
    window.navigate("https://ad.example/", { isMainFrame: false });
    expect(told).toHaveLength(1);
    window.navigate("https://evil.example/");
    expect(told.at(-1)).toEqual(["leave", 1]);
    window.sayHello();
    expect(told).toHaveLength(2);
  });

  it.each(["render-process-gone", "destroyed"] as const)("at %s", (event) => {
    const { window, told } = scene();
    window.sayHello();
    window.webContents.emit(event);
    expect(told[1]).toEqual(["leave", 1]);
  });

  it("when the window is detached, which leaves no listener behind", () => {
    const { window, attached, told } = scene();
    window.sayHello();
    attached.detach();
    expect(told.slice(1)).toEqual([
      ["leave", 1],
      ["detached", 0],
    ]);
    expect(window.listeners).toBe(0);
  });
});

it("a window that is destroyed may be detached all the same", () => {
  const { window, attached, told } = scene();
  window.webContents.emit("destroyed");
  window.webContents.removeListener = () => {
    throw new TypeError("Object has been destroyed");
  };
  attached.detach();
  expect(told).toEqual([["detached", 0]]);
});

describe("another process of the client", () => {
  it("serves the page that was let in, by another port", () => {
    const { window, attached, told } = scene();
    window.sayHello();
    attached.renew();
    expect(told.map(([what, page]) => [what, page])).toEqual([
      ["attach", 1],
      ["attach", 2],
    ]);
    expect(window.frame.posted[1]?.ports).toEqual([port("page 2")]);
  });

  it("serves none that has left", () => {
    const { window, attached, told } = scene();
    attached.renew();
    window.sayHello();
    window.frame.isOver = true;
    attached.renew();
    expect(told).toHaveLength(1);
  });
});

describe("an allow-list", () => {
  it("names what the surface has", () => {
    const names = ["startCall", "relationships", "messageCreated", "levels", "microphone", "tap"];
    expect(allowArgument("allow", names)).toEqual(names);
    expect(allowArgument("allow", [])).toEqual([]);
  });

  it.each(["startcall", "*", "constructor", "__proto__", "refreshToken", 5])(
    "with %j is refused by name",
    (name) => {
      expect(() => allowArgument("options.allow", ["startCall", name])).toThrow(
        /^options\.allow\[1\]: expected the name of an operation.*received/,
      );
    },
  );

  it("is a list", () => {
    expect(() => allowArgument("allow", "startCall")).toThrow(
      "allow: expected a list of names, received string",
    );
  });
});

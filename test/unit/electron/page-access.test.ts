import { describe, expect, it } from "vitest";
import { originOf, originsArgument } from "../../../packages/electron/main/origins.js";
import { mayHavePort, type AskingFrame } from "../../../packages/electron/main/page-access.js";

const ORIGINS = ["https://game.example", "app://launcher", "file://", "http://localhost:5173"];

/** A main frame as Electron shows it. */
function frameAt(url: string, facts: Partial<AskingFrame> = {}): AskingFrame {
  return {
    url,
    origin: originOf(url) ?? "null",
    parent: null,
    detached: false,
    isDestroyed: false,
    ...facts,
  };
}

const isLetIn = (frame: AskingFrame | null): boolean => mayHavePort(frame, ORIGINS).allowed;
const reasonFor = (frame: AskingFrame | null): string => {
  const verdict = mayHavePort(frame, ORIGINS);
  return verdict.allowed ? "" : verdict.reason;
};

describe("a main frame with a listed origin", () => {
  it.each([
    "https://game.example/",
    "https://game.example/friends?x=1#y",
    "https://game.example:443/",
    "https://user:password@game.example/",
    "HTTPS://GAME.EXAMPLE/",
    "app://launcher/index.html",
    "file:///opt/launcher/index.html",
    "http://localhost:5173/",
  ])("%s may have a port", (url) => {
    expect(isLetIn(frameAt(url))).toBe(true);
  });
});

describe("another origin", () => {
  it.each([
    "http://game.example/",
    "https://game.example:8443/",
    "https://game.example./",
    "https://game.example.evil.example/",
    "https://game.example@evil.example/",
    "https://evil.example/https://game.example/",
    "https://evil.example\\@game.example/",
    "https://www.game.example/",
    "https://gаme.example/",
    "http://localhost/",
    "http://127.0.0.1:5173/",
    "app://launcher.evil/",
    "app://other/",
    "app:launcher",
    "file://server/share/index.html",
    "about:blank",
    "about:srcdoc",
    "data:text/html,hello",
    "blob:https://game.example/1b4e28ba-2fa1-11d2-883f-0016d3cca427",
    "javascript:void(0)",
    "",
    "game.example",
  ])("%j may have none", (url) => {
    expect(isLetIn(frameAt(url))).toBe(false);
  });

  it("is not helped by what the frame says of itself", () => {
    // a popup that inherits the origin of who opened it
    expect(isLetIn(frameAt("about:blank", { origin: "https://game.example" }))).toBe(false);
    expect(isLetIn(frameAt("https://evil.example/", { origin: "https://game.example" }))).toBe(false);
    // a sandboxed page
    expect(isLetIn(frameAt("https://game.example/", { origin: "null" }))).toBe(false);
    expect(reasonFor(frameAt("https://evil.example/"))).toContain("https://evil.example is not one of");
  });

  it("null is in no list that can be given", () => {
    expect(mayHavePort(frameAt("data:text/html,hello"), ["null"]).allowed).toBe(false);
  });
});

describe("a frame that is none", () => {
  const url = "https://game.example/";

  it("of another frame's page may have none", () => {
    expect(reasonFor(frameAt(url, { parent: {} }))).toContain("only the main frame");
  });

  it("that is gone may have none", () => {
    for (const gone of [null, frameAt(url, { detached: true }), frameAt(url, { isDestroyed: true })])
      expect(reasonFor(gone)).toContain("navigated or is closed");
  });
});

describe("a list of origins", () => {
  it("is taken as it is", () => {
    expect(originsArgument("origins", ORIGINS)).toEqual(ORIGINS);
  });

  it.each([
    "https://game.example/",
    "https://game.example:443",
    "https://Game.example",
    "https://user@game.example",
    "https://*.game.example",
    "*",
    "null",
    "about:blank",
    "data:text/html,x",
    "file:///opt/launcher/index.html",
    "app:",
    "game.example",
    "",
    5,
    null,
  ])("with %j is refused by name", (origin) => {
    expect(() => originsArgument("origins", ["app://launcher", origin])).toThrow(
      /^origins\[1\]: expected an origin/,
    );
  });

  it("that is empty, or no list, is refused", () => {
    expect(() => originsArgument("origins", [])).toThrow("received an empty list");
    expect(() => originsArgument("origins", "app://launcher")).toThrow("origins: expected a list");
  });
});

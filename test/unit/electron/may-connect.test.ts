import { describe, expect, it } from "vitest";
import { refusalOf } from "../../../packages/electron/development/may-connect.js";

const admission = { port: 5174, origins: ["http://localhost:5173"], tokens: new Set(["t"]) };
const good = { host: "127.0.0.1:5174", origin: "http://localhost:5173", token: "t" };

describe("a page that connects with a development host", () => {
  it("is let in from a listed origin, by loopback, with a token", () => {
    expect(refusalOf(good, admission)).toBeUndefined();
    expect(refusalOf({ ...good, host: "localhost:5174" }, admission)).toBeUndefined();
  });

  it.each([
    [{ host: undefined }, /^host/],
    [{ host: "evil.example:5174" }, /^host/],
    [{ host: "127.0.0.1:5175" }, /^host/],
    [{ host: "127.0.0.1.evil.example:5174" }, /^host/],
    [{ origin: undefined }, /^origin/],
    [{ origin: "null" }, /^origin/],
    [{ origin: "http://localhost:5174" }, /^origin/],
    [{ origin: "http://localhost:5173.evil.example" }, /^origin/],
    [{ token: null }, /^token/],
    [{ token: "" }, /^token/],
    [{ token: "T" }, /^token/],
  ])("is refused with %j", (change, why) => {
    expect(refusalOf({ ...good, ...change }, admission)).toMatch(why);
  });
});

import { describe, expect, it } from "vitest";
import { startPlatform } from "@sdkpp/platform";
import { Client } from "sdkpp";
import { runProgram } from "./run-program.js";

describe("a process with a running call", () => {
  it.each([
    ["that exits", "exit", 0],
    ["that ends by an uncaught error", "throw", 1],
    ["that destroys its clients", "natural", 0],
    ["that closes everything twice", "twice", 0],
    ["that exits inside an audio callback", "callback", 0],
  ])("%s ends with its own code", async (_claim, ending, code) => {
    const ended = await runProgram("exit-in-call", { args: [ending] });
    expect(ended).toMatchObject({ code, signal: null, out: "connected true\n" });
    expect(ended.err).toEqual(code === 0 ? "" : expect.stringContaining("on purpose"));
  });

  it("is not kept alive by a destroyed or an idle client", async () => {
    await using platform = await startPlatform();
    const { apiBase, webBase, ca } = platform.endpoints;
    const { applicationId, userIds } = platform.seeded;
    const scopes = Client.getDefaultCommunicationScopes();
    const token = platform.control.tokens.issue(applicationId, userIds[0], scopes).access_token;
    const facts = JSON.stringify({ apiBase, webBase, ca, tokens: [token] });
    const ended = await runProgram("idle", { args: [facts] });
    expect(ended).toEqual({ code: 0, signal: null, out: "destroyed false true\n", err: "" });
  });
});

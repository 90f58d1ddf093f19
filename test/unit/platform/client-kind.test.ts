import { describe, expect, it } from "vitest";
import { clientKind } from "../../../platform/gateway/client-kind.js";
import { lookOf } from "../../../platform/domain/views/presence/presence.js";
import { openSession } from "./operations.js";
import { cast } from "./support-world.js";

describe("what a session runs on", () => {
  it.each([
    ["Discord VR", false, "vr"],
    ["Discord iOS", true, "mobile"],
    ["Discord Embedded", true, "embedded"],
    ["sdkpp", false, "embedded"],
    ["discord.js", true, "web"],
    [undefined, true, "web"],
    [7, false, "embedded"],
  ])("is read from the browser %j", (browser, isBot, kind) => {
    expect(clientKind({ browser }, isBot)).toBe(kind);
  });

  it("shows in the presence, with the most important status on each", () => {
    const { world, ada } = cast();
    const open = (sessionId: string, client: "vr" | "mobile"): void =>
      void openSession(world, {
        sessionId,
        userId: ada.user.id,
        applicationId: ada.application.id,
        client,
      });
    open("headset", "vr");
    open("phone", "mobile");
    open("other phone", "mobile");
    const set = (sessionId: string, status: "idle" | "dnd"): void =>
      world.presences.put({ ...world.presences.get(ada.user.id, sessionId)!, status });
    set("headset", "idle");
    set("other phone", "dnd");
    expect(lookOf(world, world.presences.visibleOf(ada.user.id))).toMatchObject({
      status: "dnd",
      client_status: { vr: "idle", mobile: "dnd" },
    });
  });
});

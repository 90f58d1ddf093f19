import { describe, expect, it, vi } from "vitest";
import { ClientCreateOptions } from "../../../lib/index.js";
import { ClientCore } from "../../../lib/sdk/client-core.js";
import { notify, type Feature } from "../../../lib/sdk/core/events/feature.js";
import { hostOf } from "../../../lib/sdk/host-options.js";

const EVENTS = ["ready", "ended", "destroyed"] as const;

describe("the parts of a client", () => {
  it("are notified in the order of the list, each of the events that it has", () => {
    const heard: string[] = [];
    const first: Feature = { ready: () => heard.push("first ready"), ended: () => heard.push("first ended") };
    const second: Feature = { ready: () => heard.push("second ready") };
    for (const event of EVENTS) notify([first, {}, second], event);
    expect(heard).toEqual(["first ready", "second ready", "first ended"]);
  });

  it("are all notified of the end, every area and the operations included", () => {
    const core = new ClientCore(new ClientCreateOptions(), hostOf({}));
    const areas: [string, Feature][] = Object.entries(core.parts);
    const spies = areas
      .filter(([, area]) => area.destroyed !== undefined)
      .map(([name, area]) => ({ name, spy: vi.spyOn(area as Required<Feature>, "destroyed") }));
    expect(spies.map(({ name }) => name)).toEqual([
      "authorization",
      "device",
      "connection",
      "presence",
      "activityInvites",
      "calls",
      "audioDevices",
      "microphoneTest",
      "operations",
    ]);
    core.destroy();
    core.destroy();
    expect(spies.filter(({ spy }) => spy.mock.calls.length !== 1)).toEqual([]);
  });
});

import { Permission } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { ScheduledEventStatus } from "../../../platform/domain/records/scheduled-event/scheduled-event.js";
import { sweepEvents } from "../../../platform/domain/rules/scheduled-event/sweep.js";
import { createEvent, updateEvent } from "./operations.js";
import { cast } from "./support-world.js";

const HOUR = 3_600_000;
const { Scheduled, Active, Completed, Canceled } = ScheduledEventStatus;

function stage() {
  const who = cast();
  const guild = who.registry.createGuild({
    name: "Server",
    ownerId: who.ada.user.id,
    channels: [{ name: "call", kind: "voice" }],
  });
  const timeIn = (ms: number): string => new Date(who.world.clock.now() + ms).toISOString();
  const plan = (input: object): string => {
    const settled = createEvent(who.world, who.ada, guild.id, {
      name: "Gathering",
      scheduled_start_time: timeIn(HOUR),
      ...input,
    });
    if (!("reply" in settled)) throw new Error(JSON.stringify(settled));
    return String(settled.reply["id"]);
  };
  const outside = (): string =>
    plan({ entity_type: 3, entity_metadata: { location: "x" }, scheduled_end_time: timeIn(2 * HOUR) });
  const inCall = (): string => plan({ entity_type: 2, channel_id: guild.channels[0]!.id });
  const statusAfter = (ms: number, id: string): number | undefined => {
    who.world.clock.advance(ms);
    sweepEvents(who.world);
    return who.world.scheduledEvents.get(id)?.status;
  };
  return { ...who, guild, outside, inCall, statusAfter };
}

describe("a scheduled event", () => {
  it("outside the server starts and ends by the clock", () => {
    const { outside, statusAfter } = stage();
    const id = outside();
    expect(statusAfter(HOUR - 1, id)).toBe(Scheduled);
    expect(statusAfter(1, id)).toBe(Active);
    expect(statusAfter(HOUR - 1, id)).toBe(Active);
    expect(statusAfter(1, id)).toBe(Completed);
    expect(statusAfter(100 * HOUR, id)).toBe(Completed);
  });

  it("in a call is cancelled four hours after its start unless somebody starts it", () => {
    const s = stage();
    const [left, started] = [s.inCall(), s.inCall()];
    expect(s.statusAfter(5 * HOUR - 1, left)).toBe(Scheduled);
    updateEvent(s.world, s.ada, s.guild.id, started, { status: Active });
    expect(s.statusAfter(1, left)).toBe(Canceled);
    expect(s.statusAfter(100 * HOUR, started)).toBe(Active);
  });

  it("in a channel needs the permission in this channel", () => {
    const s = stage();
    const guild = s.registry.createGuild({
      name: "Server",
      ownerId: s.ada.user.id,
      memberIds: [s.ben.user.id],
      channels: [
        { name: "open", kind: "voice" },
        { name: "quiet", kind: "voice", overwrites: [{ for: "@everyone", deny: Permission.CreateEvents }] },
      ],
      roles: [{ name: "planner", permissions: Permission.CreateEvents, memberIds: [s.ben.user.id] }],
    });
    const plan = (at: number) =>
      createEvent(s.world, s.ben, guild.id, {
        name: "Meeting",
        entity_type: 2,
        channel_id: guild.channels[at]!.id,
        scheduled_start_time: new Date(s.world.clock.now() + HOUR).toISOString(),
      });
    expect(plan(0)).toHaveProperty("reply");
    expect(plan(1)).toMatchObject({ code: 50_013 });
  });
});

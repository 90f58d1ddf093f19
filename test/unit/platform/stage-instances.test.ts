import { Permission, STAGE_SILENCE_MS, type Snowflake } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { visibleStages } from "../../../platform/domain/world/stage-instance/visible-stages.js";
import {
  createEvent,
  createStage,
  deleteChannel,
  deleteStage,
  getStage,
  sweepStages,
  updateEvent,
  updateGuildVoice,
  updateVoiceState,
} from "./operations.js";
import { cast, dispatches, eventNames, reply, type Cast } from "./support-world.js";

const FLAGS = { selfMute: false, selfDeaf: false, selfVideo: false };
const HOUR_MS = 3_600_000;

/** A theatre of Ada, with Ben in it, who does not see the loge. */
function theatre() {
  const who = cast();
  const guild = who.registry.createGuild({
    name: "Theatre",
    ownerId: who.ada.user.id,
    memberIds: [who.ben.user.id],
    channels: [
      { name: "hall", kind: "stage" },
      { name: "loge", kind: "stage", overwrites: [{ for: "@everyone", deny: Permission.ViewChannel }] },
    ],
  });
  const [hall, loge] = guild.channels.map(({ id }) => id) as [Snowflake, Snowflake];
  const open = (channelId = hall, more: object = {}) =>
    createStage(who.world, who.ada, { topic: "Hamlet", channel_id: channelId, ...more });
  const isOpen = (channelId = hall): boolean => "reply" in getStage(who.world, who.ada, channelId);
  const enter = (one: Cast["ada"], channelId: Snowflake | null) =>
    updateGuildVoice(
      who.world,
      { sessionId: one.user.id, userId: one.user.id, applicationId: who.applicationId },
      { guildId: guild.id, channelId, ...FLAGS },
      "localhost:1",
    );
  const suppress = (one: Cast["ada"], isSuppressed: boolean) =>
    updateVoiceState(who.world, who.ada, guild.id, one.user.id, { suppress: isSuppressed });
  const wait = (ms: number) => {
    who.world.clock.advance(ms);
    return eventNames(sweepStages(who.world));
  };
  return { ...who, guild, hall, loge, open, isOpen, enter, suppress, wait };
}

describe("a stage", () => {
  it("is in the audit log with its channel", () => {
    const { open, hall } = theatre();
    const settled = open();
    expect("events" in settled && dispatches(settled.events)).toMatchObject([
      { t: "STAGE_INSTANCE_CREATE", d: { channel_id: hall, topic: "Hamlet" } },
      {
        t: "GUILD_AUDIT_LOG_ENTRY_CREATE",
        d: {
          action_type: 83,
          options: { channel_id: hall },
          changes: [
            { key: "topic", new_value: "Hamlet" },
            { key: "privacy_level", new_value: 2 },
          ],
        },
      },
    ]);
  });

  it("is shown to members who see its channel", () => {
    const { world, guild, ada, ben, open, loge } = theatre();
    open();
    open(loge);
    const seenBy = (one: Cast["ada"]) => visibleStages(world, guild, one.user.id).length;
    expect([seenBy(ada), seenBy(ben)]).toEqual([2, 1]);
  });

  it("closes when its channel is deleted, before the channel goes", () => {
    const { world, ada, open, hall, loge, isOpen } = theatre();
    open();
    open(loge);
    const settled = deleteChannel(world, ada, hall);
    const names = "events" in settled ? eventNames(settled.events) : [];
    expect(names.slice(0, 2)).toEqual(["STAGE_INSTANCE_DELETE", "CHANNEL_DELETE"]);
    expect([world.stageInstances.first("channel", hall), isOpen(loge)]).toEqual([undefined, true]);
  });
});

describe("a stage without a speaker", () => {
  it("stays while somebody may speak, and waits anew after the last speaker", () => {
    const { open, isOpen, wait, enter, suppress, ben, hall } = theatre();
    open();
    enter(ben, hall);
    suppress(ben, false);
    expect([wait(0), wait(10 * STAGE_SILENCE_MS), isOpen()]).toEqual([[], [], true]);
    suppress(ben, true);
    expect([wait(0), wait(STAGE_SILENCE_MS - 1), isOpen()]).toEqual([[], [], true]);
    suppress(ben, false);
    expect([wait(1), isOpen()]).toEqual([[], true]);
    enter(ben, null);
    wait(0);
    expect([wait(STAGE_SILENCE_MS), isOpen()]).toEqual([["STAGE_INSTANCE_DELETE"], false]);
  });

  it("is not kept open by a speaker elsewhere", () => {
    const { open, isOpen, wait, enter, suppress, ada, loge } = theatre();
    open();
    enter(ada, loge);
    suppress(ada, false);
    wait(0);
    wait(STAGE_SILENCE_MS);
    expect(isOpen()).toBe(false);
  });
});

describe("an event on a stage", () => {
  function evening() {
    const place = theatre();
    const { world, ada, guild, hall } = place;
    const event = createEvent(world, ada, guild.id, {
      name: "Evening",
      entity_type: 1,
      channel_id: hall,
      scheduled_start_time: new Date(world.clock.now() + HOUR_MS).toISOString(),
    });
    const id = String(reply(event as Exclude<typeof event, undefined>)["id"]);
    const shown = () => world.scheduledEvents.get(id);
    return { ...place, id, shown, openFor: () => place.open(hall, { guild_scheduled_event_id: id }) };
  }

  it("starts with it and ends with it", () => {
    const { world, ada, hall, shown, openFor } = evening();
    openFor();
    expect(shown()).toMatchObject({ status: 2, entityId: expect.any(String) });
    const settled = deleteStage(world, ada, hall);
    expect("events" in settled && eventNames(settled.events).slice(0, 2)).toEqual([
      "STAGE_INSTANCE_DELETE",
      "GUILD_SCHEDULED_EVENT_UPDATE",
    ]);
    expect(shown()?.status).toBe(3);
  });

  it("that is over takes place on no stage", () => {
    const { world, ada, guild, id, openFor } = evening();
    updateEvent(world, ada, guild.id, id, { status: 4 });
    expect(openFor()).toMatchObject({ code: 50_035, errors: { guild_scheduled_event_id: {} } });
  });

  it("that ended by hand stays ended when the stage closes", () => {
    const { world, ada, guild, hall, id, openFor } = evening();
    openFor();
    updateEvent(world, ada, guild.id, id, { status: 3 });
    const settled = deleteStage(world, ada, hall);
    expect("events" in settled && eventNames(settled.events)).toEqual([
      "STAGE_INSTANCE_DELETE",
      "GUILD_AUDIT_LOG_ENTRY_CREATE",
    ]);
  });
});

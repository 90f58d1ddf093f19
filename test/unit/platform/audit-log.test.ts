import { AUDIT_ENTRY_LIFE_MS, AuditLogEvent, Permission } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { auditChanges } from "../../../platform/domain/rules/audit.js";
import { sweepAuditLogs } from "../../../platform/domain/rules/guild/audit-log.js";
import { auditReason } from "../../../platform/http/audit-reason.js";
import { getAuditLog, setVoiceStatus } from "./operations.js";
import { cast, dispatches } from "./support-world.js";

function stage() {
  const who = cast();
  const guild = who.registry.createGuild({
    name: "Server",
    ownerId: who.ada.user.id,
    memberIds: [who.ben.user.id],
    channels: [{ name: "talk", kind: "voice" }],
    roles: [{ name: "auditor", permissions: Permission.ViewAuditLog, memberIds: [who.ben.user.id] }],
  });
  return { ...who, guild, talk: guild.channels[0]!.id };
}

type Stage = ReturnType<typeof stage>;

const entriesOf = (s: Stage): Record<string, unknown>[] => {
  const log = getAuditLog(s.world, s.ben, s.guild.id, { limit: 50 });
  if (!("reply" in log)) throw new Error("no log");
  return (log.reply as { audit_log_entries: Record<string, unknown>[] }).audit_log_entries;
};

describe("an audit log", () => {
  it("records who did what to what, and why", () => {
    const s = stage();
    const actor = { ...s.ada, reason: "raid" };
    const settled = setVoiceStatus(s.world, actor, s.talk, "raid at eight");
    const entry = {
      id: expect.any(String) as string,
      user_id: s.ada.user.id,
      target_id: s.talk,
      action_type: AuditLogEvent.VoiceChannelStatusUpdate,
      options: { channel_id: s.talk, status: "raid at eight" },
      reason: "raid",
    };
    expect(entriesOf(s)).toEqual([entry]);
    expect("events" in settled && dispatches(settled.events)[1]?.d).toEqual({
      ...entry,
      guild_id: s.guild.id,
    });
  });

  it("forgets an entry after 45 days", () => {
    const s = stage();
    setVoiceStatus(s.world, s.ada, s.talk, "raid");
    s.world.clock.advance(AUDIT_ENTRY_LIFE_MS - 1);
    sweepAuditLogs(s.world);
    expect(entriesOf(s)).toHaveLength(1);
    s.world.clock.advance(1);
    sweepAuditLogs(s.world);
    expect(entriesOf(s)).toEqual([]);
  });
});

describe("the changes of an entry", () => {
  it("are the fields that differ, without those that name the object", () => {
    const before = { id: "1", name: "old", topic: null, nsfw: false, tags: [1] };
    const after = { id: "2", name: "new", topic: "talk", nsfw: false, tags: [1] };
    expect(auditChanges(before, after)).toEqual([
      { key: "name", old_value: "old", new_value: "new" },
      { key: "topic", new_value: "talk" },
    ]);
  });

  it("have no new value for what is gone, and no old value for what is new", () => {
    expect(auditChanges({ name: "x" }, {})).toEqual([{ key: "name", old_value: "x" }]);
    expect(auditChanges({}, { name: "x", topic: null })).toEqual([{ key: "name", new_value: "x" }]);
  });
});

describe("the reason of a request", () => {
  it.each<[string, string | undefined, string | undefined]>([
    ["no header", undefined, undefined],
    ["percent-encoded text", "raid%20%E2%9A%94", "raid ⚔"],
    ["text that is not encoded", "100% sure", "100% sure"],
    ["spaces only", "%20 ", undefined],
    ["512 characters", "x".repeat(512), "x".repeat(512)],
  ])("is read from %s", (_title, header, reason) => {
    expect(auditReason(header)).toBe(reason);
  });

  it("has at most 512 characters after decoding", () => {
    expect(auditReason("%E2%9A%94".repeat(512))).toHaveLength(512);
    expect(auditReason("%E2%9A%94".repeat(513))).toMatchObject({ code: 50_035 });
  });
});

// The audit log of a server.
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { drop } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { idOf, server } from "./server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const RULE = "platform/domain/rules/guild/audit-log.ts";

interface AuditLog {
  readonly audit_log_entries: readonly {
    readonly id: string;
    readonly action_type: number;
    readonly user_id: string;
    readonly target_id: string;
    readonly options?: object;
    readonly reason?: string;
  }[];
  readonly users: readonly { readonly id: string }[];
}

/** A server in whose log the bot set and removed the status of the voice channel. @returns the path of the log */
async function logged(scene: Scene): Promise<string> {
  const { id, voice } = server(scene);
  const path = `${voice}/voice-status`;
  const headers = { "x-audit-log-reason": "raid%20%E2%9A%94" };
  await scene.must("bot", "PUT", { path, body: { status: "raid" }, headers });
  await scene.must("bot", "PUT", { path, body: { status: null } });
  return `/guilds/${id}/audit-logs`;
}

const logOf = (scene: Scene): string => `/guilds/${server(scene).id}/audit-logs`;
const invalid = (query: string, error: string): Failure => ({
  claim: query,
  ask: (scene) => ({ path: `${logOf(scene)}?${query}` }),
  verdict: [400, 50_035],
  errors: [error],
});

operation<AuditLog>(stage, "list_guild_audit_log_entries", {
  change: drop(RULE, "getAuditLog", "before"),
  ask: async (scene) => ({ path: await logged(scene) }),
  seenBy: async ({ scene, asked, body }) => {
    const [removed, set] = body.audit_log_entries;
    expect(body.audit_log_entries).toMatchObject([
      { action_type: 193, user_id: scene.botId },
      { action_type: 192, user_id: scene.botId, options: { status: "raid" }, reason: "raid ⚔" },
    ]);
    expect(body.users).toMatchObject([{ id: scene.botId }]);
    const idsOf = async (query: string): Promise<string[]> =>
      ((await read(scene, "bot", `${asked.path}?${query}`)).body as AuditLog).audit_log_entries.map(
        ({ id }) => id,
      );
    expect(await idsOf("after=0")).toEqual([set?.id, removed?.id]);
    expect(await idsOf(`after=${set?.id ?? ""}`)).toEqual([removed?.id]);
    expect(await idsOf(`before=${removed?.id ?? ""}`)).toEqual([set?.id]);
    expect(await idsOf("limit=1")).toEqual([removed?.id]);
    expect(await idsOf("action_type=192")).toEqual([set?.id]);
    expect(await idsOf(`user_id=${scene.botId}&action_type=193`)).toEqual([removed?.id]);
    expect(await idsOf(`user_id=${scene.host.id}`)).toEqual([]);
    expect(idOf(asked.path)).toBe("audit-logs");
  },
  heard: "a read",
  failures: [
    { claim: "an unknown server", ask: () => ({ path: "/guilds/1/audit-logs" }), verdict: [404, 10_004] },
    {
      claim: "a bot that may not read it",
      by: "otherBot",
      ask: (scene) => ({ path: logOf(scene) }),
      verdict: [403, 50_013],
    },
    {
      claim: "a word in place of the id",
      ask: () => ({ path: "/guilds/word/audit-logs" }),
      verdict: [400, 50_035],
      errors: ["guild_id"],
    },
    invalid("limit=0", "limit"),
    invalid("limit=101", "limit"),
    invalid("user_id=word", "user_id"),
    invalid("before=word", "before"),
    invalid("after=word", "after"),
    invalid("action_type=word", "action_type"),
    {
      claim: "a reason of 513 characters",
      ask: (scene) => ({ path: logOf(scene), headers: { "x-audit-log-reason": "x".repeat(513) } }),
      verdict: [400, 50_035],
      errors: ["x-audit-log-reason"],
    },
  ],
  never: { own: "no other code is documented for it" },
});

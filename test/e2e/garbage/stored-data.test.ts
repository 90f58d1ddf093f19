// Garbage in the database, put there by somebody else while the platform runs: what has to do with it fails, and nothing else.
import Database from "libsql";
import { describe, expect, it } from "vitest";
import { Garbage, GARBAGE_SEED, inputs } from "../../support/garbage.js";
import { PlatformProcess } from "../../support/platform-process.js";
import { folderPerTest } from "../platform/support-folder.js";
import { tokenOf } from "./support-doors.js";

const at = folderPerTest();

interface Row {
  readonly collection: string;
  readonly id: string;
  readonly body: string;
}

describe("garbage in the database", () => {
  it(`${inputs(100)} damaged records end no sweep and at most their own request`, async () => {
    const garbage = new Garbage(GARBAGE_SEED + 9);
    await using platform = await PlatformProcess.start({ dataDir: at("") });
    const { endpoints, seeded } = platform;
    const ask = async (
      method: string,
      path: string,
      authorization: string,
      body?: object,
    ): Promise<number> => {
      const headers = { authorization, "content-type": "application/json" };
      const answer = await fetch(`${endpoints.apiBase}/v10${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    const db = new Database(at("platform.db"));
    const rows = db.prepare("SELECT collection, id, body FROM record");
    const write = db.prepare("UPDATE record SET body = ? WHERE collection = ? AND id = ?");
    for (let n = 0; n < inputs(100); n += 1) {
      const bearer = `Bearer ${await tokenOf(platform, 0)}`;
      await ask("PUT", "/lobbies", bearer, { secret: `s${String(n % 5)}`, idle_timeout_seconds: 5 });
      const { collection, id, body } = garbage.pick(rows.all() as Row[]);
      write.run(
        garbage.chance(0.5) ? garbage.json() : garbage.damaged(Buffer.from(body)).toString("utf8"),
        collection,
        id,
      );
      await platform.call("clock.advance", 6000);
      await ask("GET", "/users/@me/guilds", bearer);
      await ask("GET", `/channels/${seeded.textChannelId}/messages`, `Bot ${seeded.botToken}`);
      expect({ seed: GARBAGE_SEED, collection, alive: await platform.isAlive() }).toMatchObject({
        alive: true,
      });
      // Mended, so that the next one is met.
      write.run(body, collection, id);
    }
    db.close();
    // The sweeps still go: a new lobby is dissolved when its time is over.
    const bearer = `Bearer ${await tokenOf(platform, 0)}`;
    expect(await ask("PUT", "/lobbies", bearer, { secret: "last", idle_timeout_seconds: 5 })).toBe(200);
    const count = (): number => {
      const watch = new Database(at("platform.db"));
      const [row] = watch.prepare("SELECT count(*) AS n FROM record WHERE collection = 'lobby'").all() as {
        n: number;
      }[];
      watch.close();
      return row?.n ?? -1;
    };
    expect(count()).toBeGreaterThan(0);
    for (let second = 0; second < 8; second += 1) await platform.call("clock.advance", 1000);
    expect(count()).toBe(0);
  });
});

// A platform in a process of its own, with people in it who are friends in a ring.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** @param people how many; each is a friend of the `reach` next ones. @returns its addresses, and what it costs */
export async function startCrowd(people, reach) {
  const child = fork(fileURLToPath(import.meta.url), [String(people), String(reach)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [facts] = await once(child, "message");
  return {
    ...facts,
    async cost() {
      child.send("cost");
      const [cost] = await once(child, "message");
      return cost;
    },
    async stop() {
      child.send("stop");
      await once(child, "exit");
    },
  };
}

async function main(people, reach) {
  const { startPlatform } = await import("@sdkpp/platform");
  const { COMMUNICATION_SCOPES } = await import("sdkpp/wire");
  const { control, endpoints, seeded, ...platform } = await startPlatform({ enforceRateLimits: false });
  const ids = Array.from(
    { length: people },
    (_, at) => control.users.create({ username: `player_${at}` }).id,
  );
  for (let at = 0; at < people; at += 1)
    for (let step = 1; step <= reach; step += 1)
      control.users.makeFriends(ids[at], ids[(at + step) % people]);
  const tokens = ids.map(
    (id) => control.tokens.issue(seeded.applicationId, id, COMMUNICATION_SCOPES).access_token,
  );
  const answer = async (asked) => {
    if (asked === "cost") return process.send({ cpu: process.cpuUsage(), rss: process.memoryUsage().rss });
    await platform.stop();
    process.disconnect();
  };
  process.on("message", (asked) => void answer(asked));
  process.send({ endpoints, tokens });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main(Number(process.argv[2]), Number(process.argv[3]));

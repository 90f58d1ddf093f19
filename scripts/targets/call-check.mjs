// Runs programs with the packed and installed package in the Node of another system, over a platform in this process: calls,
// and what only that system has.
import fs from "node:fs";
import path from "node:path";
import { root } from "../cmake.mjs";
import { packAndInstall } from "../pack-and-install.mjs";
import { execute } from "./execute.mjs";

const PROGRAMS = {
  "makes a call": "call.mjs",
  "ends workers in calls": "workers.mjs",
  "opens devices": "devices.mjs",
};

/** Facts of the platform that a player needs. */
function factsOf({ endpoints, seeded, control }, scopes) {
  const { apiBase, webBase, ca } = endpoints;
  const tokens = seeded.userIds.map(
    (id) => control.tokens.issue(seeded.applicationId, id, scopes).access_token,
  );
  return { apiBase, webBase, ca, tokens };
}

async function runProgram({ command, env }, node, program, folder) {
  const { startPlatform } = await import("../../platform/dist/bundle/index.js");
  const { Client } = await import("../../dist/bundle/index.js");
  const platform = await startPlatform();
  try {
    const facts = path.join(folder, "facts.json");
    fs.writeFileSync(facts, JSON.stringify(factsOf(platform, Client.getDefaultCommunicationScopes())));
    const [first, ...rest] = [...command, node, path.join(folder, program), facts];
    return await execute(first, rest, { cwd: folder, env, timeoutMs: 180_000 });
  } finally {
    await platform.stop();
  }
}

/**
 * @param host from hosts.mjs, for the command in front of a program
 * @param {(folder: string) => Record<string, string>} nodes names and paths of the Node executables
 * @param {Record<string, string>} [more] programs of this system only, as in PROGRAMS
 * @returns {Promise<{ name: string, isGood: boolean, output: string }[]>}
 */
export async function callChecks(host, nodes, more = {}) {
  const installed = packAndInstall();
  const { folder } = installed;
  try {
    fs.cpSync(path.join(root, "test/targets"), folder, { recursive: true });
    const checks = [];
    for (const [nodeName, node] of Object.entries(nodes(folder)))
      for (const [what, program] of Object.entries({ ...PROGRAMS, ...more })) {
        const name = `${nodeName} ${what}`;
        const { status, output } = await runProgram(host, node, program, folder);
        const isGood =
          status === 0 && /^(call|workers|devices|launch) ok$/m.test(output.replaceAll("\r", ""));
        checks.push({ name, isGood, output });
      }
    return checks;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

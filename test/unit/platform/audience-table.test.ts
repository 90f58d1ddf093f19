// The demands of every event on the sessions that it could reach: the audience function against rows written by hand, which
// docs/platform/audience.md shows. `npx vitest run test/unit/platform/audience-table.test.ts -u` writes the page.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { GatewayEvent } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { demandsOf } from "./audience-probe.js";
import { AUDIENCE_ROWS, WITHOUT_DEMANDS, type AudienceRow } from "./audience-rows.js";

const PLATFORM = path.resolve(import.meta.dirname, "../../../platform");
const PAGE = path.resolve(import.meta.dirname, "../../../docs/platform/audience.md");
const LITERAL = /dispatch\(\s*"([A-Z_]+)"/g;
const SKIPPED = new Set(["dist", "node_modules"]);

/** Names of the events that the platform sends: those of the wire, and those that its sources spell out. */
function sentEvents(): string[] {
  const files = readdirSync(PLATFORM, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !SKIPPED.has(file.split(path.sep)[0]!),
  );
  const spelled = files.flatMap((file) =>
    [...readFileSync(path.join(PLATFORM, file), "utf8").matchAll(LITERAL)].map(([, name]) => name!),
  );
  return [...new Set([...Object.values(GatewayEvent), ...spelled])].sort();
}

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(" or ");

function line([event, place, intents, scopes = [], not = []]: AudienceRow): string {
  const without = not.length === 0 ? "" : `, not with ${code(not)}`;
  const who = scopes.length === 0 ? "bots only" : `${code(scopes)}${without}`;
  return `| \`${event}\` | ${place === "guild" ? "server" : "elsewhere"} | ${code(intents)} | ${who} |`;
}

function page(): Promise<string> {
  const rows = [...AUDIENCE_ROWS].sort(([a, x], [b, y]) => a.localeCompare(b) || y.localeCompare(x));
  const text = `# Audience

Written by \`test/unit/platform/audience-table.test.ts\`, which compares it with \`platform/domain/reactions/audience.ts\`, the
one function that decides which sessions hear an event.

A rule names whom an event could reach: members of a server (only those who see the channel, for events of a channel), members
of a lobby, the two sides of a conversation or a friendship. Of their sessions, those hear it that have one of its intents and,
for sessions of players, one of its scopes. Bots need no scope.

| Event | Where | Intent | Scope of players |
| --- | --- | --- | --- |
${rows.map(line).join("\n")}

These answer one session or are about its own account, and demand nothing: ${code([...WITHOUT_DEMANDS].sort()).replaceAll(" or ", ", ")}.
`;
  return format(text, { parser: "markdown", printWidth: 130 });
}

describe("the audience table", () => {
  it("has a row for each event that the platform sends", () => {
    const known = [...AUDIENCE_ROWS.map(([event]) => event), ...WITHOUT_DEMANDS];
    expect(sentEvents()).toEqual([...new Set(known)].sort());
  });

  it.each(AUDIENCE_ROWS.map((row) => [row[0], row[1], row] as const))("%s, %s", (event, place, row) => {
    const [, , intents, scopes = [], not = []] = row;
    const found = demandsOf(event, place);
    expect({ ...found, intents: new Set(found.intents), scopes: new Set(found.scopes) }).toEqual({
      intents: new Set(intents),
      scopes: new Set(scopes),
      not,
    });
  });

  it.each(WITHOUT_DEMANDS)("%s demands nothing", (event) => {
    expect(demandsOf(event, "elsewhere").intents).toBe("none");
  });

  it("is drawn in docs/platform/audience.md", async () => {
    await expect(await page()).toMatchFileSnapshot(PAGE);
  });
});

// The reference of the operations that are built, a page for each area: what each demands, which events follow, and how it fails.
// Everything comes from the tests that ran, so a page cannot say what no test has seen.
const FOLDER = "docs/reference";
const WRITTEN = "Written by `npm run conformance` from `test/conformance/operations`.";

/** Observers of the tests, in words. */
const OBSERVERS = {
  bot: "the application's bot",
  otherBot: "another application's bot",
  ada: "the player who acts",
  ben: "another player",
};
const CALLERS = {
  none: "Nobody has to be signed in.",
  bot: "A bot.",
  bearer: "A player.",
  any: "A bot or a player.",
};

const slug = (area) => area.toLowerCase().replaceAll(" ", "-");

/**
 * @param operations `{ area, operation, route, remark }` of those with a route, in order
 * @param tests what `runSuite` returns
 * @returns the text of each page by its file
 */
export function referencePages(operations, tests) {
  const areas = byArea(operations);
  const pages = [...areas].map(([area, own]) => [`${FOLDER}/${slug(area)}.md`, areaPage(area, own, tests)]);
  return [[`${FOLDER}/README.md`, indexPage(areas)], ...pages];
}

function byArea(operations) {
  const areas = new Map();
  for (const each of operations) areas.set(each.area, [...(areas.get(each.area) ?? []), each]);
  return areas;
}

function indexPage(areas) {
  const lines = [...areas].map(
    ([area, own]) =>
      `| [${area}](${slug(area)}.md) | ${own.map(({ operation }) => `\`${operation}\``).join(", ")} |`,
  );
  return `# Reference of the platform's operations

${WRITTEN} Names, fields and results are those of the published description of the HTTP API;
[what behaves otherwise](../platform/differences.md) is listed apart.

| Area | Operations |
|---|---|
${lines.join("\n")}
`;
}

function areaPage(area, operations, tests) {
  return `# ${area}

${WRITTEN} [All areas](README.md).

${operations.map((each) => section(each, tests)).join("\n\n")}
`;
}

function section({ operation, route, remark }, tests) {
  const facts = Object.assign(
    {},
    ...tests
      .filter(({ subject }) => subject === `operation ${operation}`)
      .map(({ reference }) => reference ?? {}),
  );
  const parts = [
    `## ${operation}`,
    `\`${route}\``,
    `- **Caller:** ${callerOf(facts)}`,
    `- **Events:** ${eventsOf(facts.events)}`,
  ];
  if (remark !== undefined) parts.push(`- **Remark:** ${remark}`);
  if (facts.unbuilt?.length > 0) parts.push(`- **Refused by name:** ${listed(facts.unbuilt)}`);
  return `${parts.slice(0, 2).join("\n\n")}\n\n${parts.slice(2).join("\n")}${failuresOf(facts.failures)}`;
}

const listed = (names) => names.map((name) => `\`${name}\``).join(", ");

function callerOf({ auth, scopes = [] }) {
  const scope = scopes.length > 0 ? ` A player's token needs one of ${listed(scopes)}.` : "";
  return `${CALLERS[auth] ?? auth}${scope}`;
}

function eventsOf(events) {
  if (events === undefined || typeof events === "string") return `none: ${events ?? "not tested"}`;
  const lines = Object.entries(events).map(([observer, names]) => `${OBSERVERS[observer]}: ${listed(names)}`);
  return lines.length === 0 ? "none" : lines.join("; ");
}

/** An error of the whole body has no field. */
const placesOf = (errors = []) =>
  errors.map((place) => (place === "" ? "the body" : `\`${place}\``)).join(", ");

function failuresOf(failures = []) {
  if (failures.length === 0) return "";
  const rows = failures.map(
    ({ text, status, code, errors }) =>
      `| ${text.replaceAll("|", "\\|")} | ${status} | ${code} | ${placesOf(errors)} |`,
  );
  return `\n\n| It fails with | Status | Code | Fields |\n|---|---|---|---|\n${rows.join("\n")}`;
}

// Writes THIRD_PARTY_NOTICES of the packages: from native/deps.json and the licence files inside the fetched sources, and
// from the packages that are part of a bundle. --check fails when a committed file differs.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const deps = JSON.parse(fs.readFileSync(path.join(root, "native/deps.json"), "utf8"));
const rule = "=".repeat(78);

/** A file, or `{ file, from, to }`: the part of a source that begins with one text and ends before the other. */
function licenceText(name, licence) {
  const { file, from = "", to } = typeof licence === "string" ? { file: licence } : licence;
  const full = path.join(root, "native/deps", name, file);
  if (!fs.existsSync(full)) throw new Error(`${name}: licence file ${file} is missing; run: npm run deps`);
  const text = fs.readFileSync(full, "utf8");
  const start = text.indexOf(from);
  const end = to === undefined ? undefined : text.indexOf(to, start);
  if (start < 0 || end === -1) throw new Error(`${name}: ${file} has no licence from "${from}" to "${to}"`);
  return text.slice(start, end).trimEnd();
}

function section(title, licence, texts) {
  return [rule, title, `Licence: ${licence}`, rule, "", ...texts, ""].join("\n");
}

function npmPackage(name) {
  const folder = path.join(root, "node_modules", name);
  const { version, license } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  const file = fs.readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  return section(`${name} ${version}`, license, [fs.readFileSync(path.join(folder, file), "utf8").trimEnd()]);
}

const linked = Object.entries(deps)
  .filter(([, dep]) => dep.linked)
  .map(([name, dep]) =>
    section(
      `${name} (sources from ${dep.package} ${dep.version})`,
      dep.licence,
      dep.licenceFiles.map((file) => licenceText(name, file)),
    ),
  );
const NOTICES = {
  THIRD_PARTY_NOTICES: [
    "The native addon of sdkpp contains code of these projects. Their licences follow.",
    "",
    ...linked,
    ...["node-addon-api", "node-api-headers"].map(npmPackage),
  ],
  "platform/THIRD_PARTY_NOTICES": [
    "The bundle of @sdkpp/platform contains code of this project. Its licence follows.",
    "",
    ...["typebox"].map(npmPackage),
  ],
  "packages/testing/THIRD_PARTY_NOTICES": [
    "The bundle of @sdkpp/testing contains no code of other projects.",
    "",
  ],
  "packages/fleet/THIRD_PARTY_NOTICES": [
    "The bundle of @sdkpp/fleet contains no code of other projects.",
    "",
  ],
  "packages/electron/THIRD_PARTY_NOTICES": [
    "The bundle of @sdkpp/electron contains no code of other projects.",
    "",
  ],
  "packages/react/THIRD_PARTY_NOTICES": [
    "The bundle of @sdkpp/react contains no code of other projects.",
    "",
  ],
  "packages/discordjs-voice/THIRD_PARTY_NOTICES": [
    "The bundle of @sdkpp/discordjs-voice contains no code of other projects.",
    "",
  ],
};

for (const [name, lines] of Object.entries(NOTICES)) {
  const target = path.join(root, name);
  const text = lines.join("\n");
  if (!process.argv.includes("--check")) fs.writeFileSync(target, text);
  else if (!fs.existsSync(target) || fs.readFileSync(target, "utf8") !== text) {
    console.error(`${name} is out of date; run: npm run notices`);
    process.exit(1);
  }
}

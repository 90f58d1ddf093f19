// Writes THIRD_PARTY_NOTICES from native/deps.json and the licence files inside the fetched sources.
// --check fails when the committed file differs.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const deps = JSON.parse(fs.readFileSync(path.join(root, "native/deps.json"), "utf8"));
const rule = "=".repeat(78);

function licenceText(name, file) {
  const full = path.join(root, "native/deps", name, file);
  if (!fs.existsSync(full)) throw new Error(`${name}: licence file ${file} is missing; run: npm run deps`);
  return fs.readFileSync(full, "utf8").trimEnd();
}

function section(title, licence, texts) {
  return [rule, title, `Licence: ${licence}`, rule, "", ...texts, ""].join("\n");
}

function headerOnly(name) {
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
const text = [
  "The native addon of sdkpp contains code of these projects. Their licences follow.",
  "",
  ...linked,
  ...["node-addon-api", "node-api-headers"].map(headerOnly),
].join("\n");

const target = path.join(root, "THIRD_PARTY_NOTICES");
if (process.argv.includes("--check")) {
  if (!fs.existsSync(target) || fs.readFileSync(target, "utf8") !== text) {
    console.error("THIRD_PARTY_NOTICES is out of date; run: npm run notices");
    process.exit(1);
  }
} else {
  fs.writeFileSync(target, text);
}

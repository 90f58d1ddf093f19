import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const sdk = path.resolve(import.meta.dirname, "../../lib/sdk");

/** Which folders of the SDK a folder may import from; the files beside them (arguments, enums, options) are free to all. */
const FOLDERS: Record<string, string[]> = {
  values: [],
  handles: ["values"],
  core: ["handles", "values"],
  areas: ["core", "handles", "values"],
  // Uses the client as a game does.
  "sign-in": ["client.js"],
};
/** Files above the folders: the public class, what makes the areas, and the door. */
const TOP = ["client.js", "client-core.js", "index.js"];

function files(folder: string): string[] {
  return fs
    .readdirSync(path.join(sdk, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => path.posix.join(folder, name.replaceAll("\\", "/")));
}

/** The imports of a file inside the SDK, as paths from its root. */
function imports(file: string): string[] {
  const text = fs.readFileSync(path.join(sdk, file), "utf8");
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)]
    .map((match) => path.posix.join(path.posix.dirname(file), match[1]!))
    .filter((target) => !target.startsWith(".."));
}

function wrongImports(folder: string, isWrong: (file: string, target: string) => boolean): string[] {
  return files(folder).flatMap((file) =>
    imports(file)
      .filter((target) => isWrong(file, target))
      .map((target) => `${file} imports ${target}`),
  );
}

it.each(Object.entries(FOLDERS))("lib/sdk/%s imports only from %j", (folder, allowed) => {
  const wrong = wrongImports(folder, (_file, target) => {
    const [first = ""] = target.split("/");
    if (TOP.includes(target)) return !allowed.includes(target);
    return target.includes("/") && first !== folder && !allowed.includes(first);
  });
  expect(wrong).toEqual([]);
});

it("no area imports another area", () => {
  const areaOf = (file: string) => file.split("/")[1];
  const wrong = wrongImports(
    "areas",
    (file, target) => target.startsWith("areas/") && areaOf(target) !== areaOf(file),
  );
  expect(wrong).toEqual([]);
});

it("every folder stands in the picture", () => {
  const entries = fs.readdirSync(sdk, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(folders.sort()).toEqual(Object.keys(FOLDERS).sort());
});

it("only the core makes areas, and only Client uses it", () => {
  const top = fs.readdirSync(sdk).filter((name) => name.endsWith(".ts"));
  const users = (target: string) => top.filter((file) => imports(file).includes(target));
  expect(users("client-core.js")).toEqual(["client.ts"]);
  // Result types of operations stand beside their area: the door passes them on.
  const namesTypes = ["client.ts", "index.ts"];
  const makers = top.filter((file) =>
    imports(file).some((each) => each.endsWith("-area.js") && !namesTypes.includes(file)),
  );
  const door = fs.readFileSync(path.join(sdk, "index.ts"), "utf8");
  expect(door).not.toMatch(/export \{[^}]*\} from "[^"]*-area\.js"/);
  expect(makers).toEqual(["client-core.ts"]);
});

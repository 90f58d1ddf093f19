// Packs the packages as they are released: with their licence, with links that lead somewhere, and with the addresses of the
// repository that SDKPP_REPOSITORY names (https://host/owner/name). Without it the packages name no address.
//   node scripts/pack.mjs [--destination <folder>]
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { root } from "./cmake.mjs";
import { described, repositoryAddress } from "./pack/complete.mjs";
import { linksForPackage } from "./pack/links.mjs";

/** Folders of the packages, in the order in which they need each other. */
export const PACKAGES = [
  "",
  "platform",
  "packages/discordjs-voice",
  "packages/electron",
  "packages/fleet",
  "packages/react",
  "packages/testing",
];

function must(command, args, options) {
  const done = spawnSync(command, args, { encoding: "utf8", maxBuffer: 64 << 20, ...options });
  if (done.status !== 0)
    throw new Error(`${command} ${args.join(" ")} failed (${done.status})\n${done.stdout}\n${done.stderr}`);
  return done.stdout;
}

/** @returns the tarball's path */
function npmPack(cwd, destination) {
  const [{ filename }] = JSON.parse(
    must("npm", ["pack", "--json", "--pack-destination", destination], { cwd }),
  );
  return path.join(destination, filename.replace("@", "").replace("/", "-"));
}

/**
 * Packs one package.
 * @param {string} folder of the package in the repository, "" for its root
 * @param {string} destination folder of the tarball
 * @returns {string} the tarball's path
 */
export function pack(folder, destination, repository = repositoryAddress(process.env.SDKPP_REPOSITORY)) {
  const stage = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-pack-"));
  try {
    must("tar", ["-xzf", npmPack(path.join(root, folder), stage), "-C", stage]);
    complete(path.join(stage, "package"), folder, repository);
    return npmPack(path.join(stage, "package"), destination);
  } finally {
    fs.rmSync(stage, { recursive: true, force: true });
  }
}

function complete(packed, folder, repository) {
  const file = path.join(packed, "package.json");
  const description = JSON.parse(fs.readFileSync(file, "utf8"));
  fs.writeFileSync(file, `${JSON.stringify(described(description, repository, folder), undefined, 2)}\n`);
  if (!fs.existsSync(path.join(packed, "LICENSE")))
    fs.copyFileSync(path.join(root, "LICENSE"), path.join(packed, "LICENSE"));
  const has = (inRepository) => {
    const own = path.posix.relative(folder, inRepository);
    return !own.startsWith("..") && fs.existsSync(path.join(packed, own));
  };
  const files = repository && `${repository}/{kind}/v${description.version}`;
  for (const name of fs.readdirSync(packed, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".md")) continue;
    const page = path.join(packed, name);
    const place = {
      folder: path.posix.join(folder, path.posix.dirname(name.split(path.sep).join("/"))),
      has,
      files,
    };
    fs.writeFileSync(page, linksForPackage(fs.readFileSync(page, "utf8"), place));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { destination: { type: "string", default: "." } } });
  for (const folder of PACKAGES) console.log(pack(folder, path.resolve(values.destination)));
}

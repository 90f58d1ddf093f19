// Apps in an asar archive of @electron/asar, with the addon in app.asar.unpacked, as Electron's packagers make them.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { root } from "../cmake.mjs";
import { tool } from "../pinned/tool.mjs";
import { BUNDLERS, bundlersFrom } from "./bundlers.mjs";

/** A Node outside this repository, in which the loader would find a package. registerHooks() is not in Node 20. */
function nodeIn(folder) {
  const node = path.join(folder, "node");
  if (!fs.existsSync(node)) fs.copyFileSync(path.join(tool("node-24"), "bin/node"), node);
  return node;
}

async function pack(source, archive, unpack) {
  const asar = createRequire(bundlersFrom)("@electron/asar");
  await asar.createPackageWithOptions(source, archive, { unpack });
}

/** The checks: the package in the archive, and a bundle in the archive. */
export function archives({ installed, app, runs, run, assertCall, assertExplained }) {
  /** Runs a file of the archive by its path through it. */
  const start = (archive, file) =>
    run(
      nodeIn(runs),
      ["--import", path.join(root, "test/bundles/asar-modules.mjs"), path.join(archive, file)],
      runs,
      {
        SDKPP_TEST_ARCHIVE: archive,
        SDKPP_TEST_BUNDLERS: bundlersFrom,
      },
    );
  const check = (name, fill) => ({
    name: `asar with ${name}`,
    run: async () => {
      const resources = fs.mkdtempSync(path.join(runs, "resources-"));
      const source = path.join(resources, "source");
      const { main, addon } = await fill(source, resources);
      const archive = path.join(resources, "app.asar");
      await pack(source, archive, "**/*.node");
      fs.rmSync(source, { recursive: true });
      assertCall(await start(archive, main));
      const unpacked = path.join(`${archive}.unpacked`, addon);
      fs.rmSync(unpacked);
      assertExplained(await start(archive, main), path.join(archive, addon), unpacked);
      fs.rmSync(resources, { recursive: true });
    },
  });
  const prebuilt = "node_modules/sdkpp/prebuilds/linux-x64/sdkpp.glibc.node";
  return [
    check("the package", async (source, resources) => {
      fs.cpSync(path.join(installed, "test"), path.join(source, "test"), { recursive: true });
      fs.cpSync(path.join(installed, "node_modules/sdkpp"), path.join(source, "node_modules/sdkpp"), {
        recursive: true,
      });
      // CommonJS does not run through the hooks: its package lies beside the archive.
      fs.cpSync(path.join(installed, "node_modules/ws"), path.join(resources, "node_modules/ws"), {
        recursive: true,
      });
      return { main: "test/bundles/app.mjs", addon: prebuilt };
    }),
    check("a bundle", async (source) => {
      const output = path.join(source, "dist");
      fs.mkdirSync(output, { recursive: true });
      const main = await BUNDLERS["rolldown ESM"](app, output);
      fs.copyFileSync(path.join(installed, prebuilt), path.join(output, "sdkpp.node"));
      return { main: path.relative(source, main), addon: "dist/sdkpp.node" };
    }),
  ];
}

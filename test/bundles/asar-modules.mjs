// Runs modules from an asar archive, as Electron does, in a Node that knows nothing of archives: modules have paths through
// app.asar, and files inside it cannot be read by other means. What the archive does not contain is resolved beside it.
import { createRequire, registerHooks } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const archive = process.env.SDKPP_TEST_ARCHIVE;
const asar = createRequire(process.env.SDKPP_TEST_BUNDLERS)("@electron/asar");
const isInside = (url) => url?.startsWith(`${pathToFileURL(archive).href}/`);
const contents = (file) => asar.extractFile(archive, path.relative(archive, file)).toString("utf8");

/** The main file of a package in the archive. */
function packaged(name) {
  const folder = path.join(archive, "node_modules", name);
  return path.join(folder, JSON.parse(contents(path.join(folder, "package.json"))).exports["."].default);
}

registerHooks({
  resolve(specifier, context, next) {
    if (isInside(specifier)) return { url: specifier, format: "module", shortCircuit: true };
    if (!isInside(context.parentURL)) return next(specifier, context);
    if (specifier.startsWith("."))
      return { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true };
    if (specifier === "sdkpp")
      return { url: pathToFileURL(packaged("sdkpp")).href, format: "module", shortCircuit: true };
    return next(specifier, { ...context, parentURL: pathToFileURL(archive).href });
  },
  load(url, context, next) {
    if (!isInside(url)) return next(url, context);
    return { format: "module", source: contents(fileURLToPath(url)), shortCircuit: true };
  },
});

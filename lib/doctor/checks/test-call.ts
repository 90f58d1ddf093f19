import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { CallFinding, type CallFindingSides } from "../../wire/index.js";
import type { Finding } from "../finding.js";

const PLATFORM = "@sdkpp/platform";
const TESTING = "@sdkpp/testing";
const SECONDS = 2;

/** The parts of the two packages that this check uses; they are not dependencies of this one. */
interface Platform extends AsyncDisposable {
  readonly endpoints: object;
}
interface Packages {
  startPlatform(): Promise<Platform>;
  testCall(platform: Platform, options: { readonly seconds: number }): Promise<CallFindingSides>;
}

/** Lets two people of a platform of its own talk for two seconds, where the packages for tests are installed. */
export async function checkTestCall(): Promise<Finding> {
  const packages = await installed();
  if (packages === undefined)
    return CallFinding.skipped(
      `it needs ${PLATFORM} and ${TESTING}: npm install --save-dev ${PLATFORM} ${TESTING}`,
    );
  try {
    await using platform = await packages.startPlatform();
    return CallFinding.ok(await packages.testCall(platform, { seconds: SECONDS }));
  } catch (error) {
    return CallFinding.failed(
      error,
      "look at the checks above: a call needs the addon and datagrams on loopback",
    );
  }
}

/** The packages of the folder in which this runs; undefined: they are not installed there. */
async function installed(): Promise<Packages | undefined> {
  const { resolve } = createRequire(path.join(process.cwd(), "package.json"));
  try {
    const [platform, testing] = await Promise.all(
      [PLATFORM, TESTING].map(
        (name) => import(pathToFileURL(resolve(name)).href) as Promise<Partial<Packages>>,
      ),
    );
    return { ...platform, ...testing } as Packages;
  } catch {
    return undefined;
  }
}

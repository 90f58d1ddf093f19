import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { failed, ok, skipped, type Finding } from "../finding.js";

const CHECK = "test call";
const PLATFORM = "@sdkpp/platform";
const TESTING = "@sdkpp/testing";
const SECONDS = 2;

/** The parts of the two packages that this check uses; they are not dependencies of this one. */
interface Platform extends AsyncDisposable {
  readonly endpoints: object;
}
interface Figures {
  /** 0 to 1: how well the words of the other are understood. */
  readonly estoi: number;
  /** 0 to 1 */
  readonly loss: number;
  readonly delayMs: number;
}
interface Packages {
  startPlatform(): Promise<Platform>;
  testCall(
    platform: Platform,
    options: { readonly seconds: number },
  ): Promise<{ there: Figures; back: Figures }>;
}

/** Lets two people of a platform of its own talk for two seconds, where the packages for tests are installed. */
export async function checkTestCall(): Promise<Finding> {
  const packages = await installed();
  if (packages === undefined)
    return skipped(
      CHECK,
      `it needs ${PLATFORM} and ${TESTING}: npm install --save-dev ${PLATFORM} ${TESTING}`,
    );
  try {
    await using platform = await packages.startPlatform();
    const { there, back } = await packages.testCall(platform, { seconds: SECONDS });
    return ok(CHECK, `there ${wordsOf(there)}; back ${wordsOf(back)}`);
  } catch (error) {
    const [first = ""] = (error as Error).message.split("\n");
    return failed(CHECK, first, "look at the checks above: a call needs the addon and datagrams on loopback");
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

function wordsOf({ estoi, loss, delayMs }: Figures): string {
  return `ESTOI ${estoi.toFixed(2)}, ${(loss * 100).toFixed(1)} % lost, ${delayMs.toFixed(0)} ms in the buffer`;
}

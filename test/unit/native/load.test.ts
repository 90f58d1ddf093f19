import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Client } from "../../../lib/index.js";
import { hostName, libcOf, placesOfHost } from "../../../lib/native/host.js";
import { loadAddon as loadOnce } from "../../../lib/native/index.js";
import { joinVoiceChannel } from "../../../lib/voice/index.js";

const root = path.resolve(import.meta.dirname, "../../..");
const built = path.join(root, "build/Release/sdkpp.node");

/** The loader of a program that has not loaded the addon yet. */
async function fresh(): Promise<typeof loadOnce> {
  vi.resetModules();
  return (await import("../../../lib/native/index.js")).loadAddon;
}

function failureOf(call: () => unknown): Error & { code?: string } {
  try {
    call();
  } catch (error) {
    return error as Error;
  }
  throw new Error("expected an error");
}

let folder: string;
beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-addon-")));
});
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(folder, { recursive: true, force: true });
});

describe("loading the addon", () => {
  it("takes the build of the package without a path, and the same one ever after", async () => {
    const loadAddon = await fresh();
    expect(typeof loadAddon().createVoiceSession).toBe("function");
    expect(loadAddon()).toBe(loadAddon(built));
  });

  it("takes the file of SDKPP_ADDON, and the option before it", async () => {
    const link = path.join(folder, "own.node");
    fs.symlinkSync(built, link);
    vi.stubEnv("SDKPP_ADDON", link);
    const byVariable = await fresh();
    expect(typeof byVariable().createVoiceSession).toBe("function");
    vi.stubEnv("SDKPP_ADDON", path.join(folder, "absent.node"));
    const byOption = await fresh();
    expect(typeof byOption(pathToFileURL(link)).createVoiceSession).toBe("function");
  });

  it("takes what node-gyp-build finds, and goes on where that file does not load", async () => {
    const builds = ["works", "broken"].map((name) => path.join(folder, name, "build/Release/other.node"));
    for (const file of builds) fs.mkdirSync(path.dirname(file), { recursive: true });
    const [works, broken] = builds as [string, string];
    fs.symlinkSync(built, works);
    fs.writeFileSync(broken, "not a library");
    vi.stubEnv("SDKPP_PREBUILD", path.join(folder, "works"));
    const byFolder = await fresh();
    byFolder();
    expect(failureOf(() => byFolder(broken)).message).toContain(`expected ${works}, which is already loaded`);
    vi.stubEnv("SDKPP_PREBUILD", path.join(folder, "broken"));
    const byOwnList = await fresh();
    expect(byOwnList()).toBe(byOwnList(built));
  });

  it("tries nothing but the path that the program names", async () => {
    const absent = path.join(folder, "absent.node");
    const byOption = failureOf(((load) => () => load(absent))(await fresh()));
    expect(byOption.code).toBe("NATIVE_NOT_FOUND");
    expect(byOption.message).toContain(`Tried:\n  ${absent}: not found\n`);
    expect(byOption.message).toContain("option addonPath");
    expect(byOption.message).not.toContain("prebuilds");
    vi.stubEnv("SDKPP_ADDON", absent);
    const byVariable = failureOf(await fresh());
    expect(byVariable.code).toBe("NATIVE_NOT_FOUND");
    expect(byVariable.message).toContain("environment variable SDKPP_ADDON");
  });

  it("says why a file cannot be loaded, and keeps the cause", async () => {
    const broken = path.join(folder, "broken.node");
    fs.writeFileSync(broken, "not a library");
    const loadAddon = await fresh();
    const failure = failureOf(() => loadAddon(broken));
    expect(failure.code).toBe("NATIVE_LOAD_FAILED");
    expect(failure.message).toMatch(new RegExp(`\\n {2}${broken}: \\S`));
    expect((failure.cause as { code?: string }).code).toBe("ERR_DLOPEN_FAILED");
    // The next attempt is a new one: the file may be in place by then.
    fs.rmSync(broken);
    fs.symlinkSync(built, broken);
    expect(typeof loadAddon(broken).createVoiceSession).toBe("function");
  });

  it("rejects another library's addon", async () => {
    const loadAddon = await fresh();
    const other = path.join(root, "node_modules/sodium-native/prebuilds/linux-x64/sodium-native.node");
    const failure = failureOf(() => loadAddon(other));
    expect(failure.code).toBe("NATIVE_LOAD_FAILED");
    expect(failure.message).toContain("not the addon of sdkpp");
  });

  it("rejects a second path and names both, but accepts another name of the same file", async () => {
    const copy = path.join(folder, "copy.node");
    fs.copyFileSync(built, copy);
    const link = path.join(folder, "link.node");
    fs.symlinkSync(built, link);
    const loadAddon = await fresh();
    const addon = loadAddon(built);
    expect(loadAddon(link)).toBe(addon);
    const failure = failureOf(() => loadAddon(copy));
    expect(failure.code).toBe("NATIVE_ALREADY_LOADED");
    expect(failure.message).toContain(built);
    expect(failure.message).toContain(copy);
    expect(loadAddon()).toBe(addon);
  });
});

describe("the option addonPath", () => {
  const INVALID = [7, "", new URL("https://example.com/sdkpp.node"), new URL("file://far/sdkpp.node")];

  it.each(INVALID)("is rejected by a client when it is %s", (addonPath) => {
    const failure = failureOf(() => new Client("http://a", "http://a", { addonPath: addonPath as string }));
    expect(failure).toMatchObject({ name: "ArgumentError", argument: "addonPath" });
  });

  it("reaches the loader from the door for bots", () => {
    const absent = path.join(folder, "absent.node");
    loadOnce();
    const adapter = { sendPayload: () => true, destroy: () => undefined };
    const join = () =>
      joinVoiceChannel({ guildId: 1n, channelId: 2n, adapterCreator: () => adapter, addonPath: absent });
    expect(failureOf(join)).toMatchObject({ code: "NATIVE_ALREADY_LOADED" });
  });
});

describe("the host", () => {
  it("is described by the running file, its package and its C library", () => {
    const places = placesOfHost();
    expect(places.moduleFolder).toBe(path.join(root, "lib/native"));
    expect(places.packageFolder).toBe(root);
    expect(places.execPath).toBe(process.execPath);
    const report = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
    const isGlibc = report.header.glibcVersionRuntime !== undefined;
    expect(places.libc).toBe(process.platform !== "linux" ? undefined : isGlibc ? "glibc" : "musl");
    expect(hostName()).toBe(`Node ${process.versions.node}`);
  });

  it.each([
    ["\x7fELF/lib64/ld-linux-x86-64.so.2\0", "glibc"],
    ["\x7fELF/lib/ld-linux-aarch64.so.1\0", "glibc"],
    ["\x7fELF/lib/ld-musl-x86_64.so.1\0", "musl"],
    ["\x7fELF", undefined],
    ["", undefined],
  ])("has the C library that the interpreter in %j names", (head, libc) => {
    expect(libcOf(head)).toBe(libc);
  });
});

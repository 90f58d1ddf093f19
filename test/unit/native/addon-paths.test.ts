import path from "node:path";
import { describe, expect, it } from "vitest";
import { addonPaths, findPackage, type AddonPlaces } from "../../../lib/native/addon-paths.js";

const linux: AddonPlaces = {
  moduleFolder: "/app/dist",
  packageFolder: undefined,
  execPath: "/usr/bin/node",
  resourcesPath: undefined,
  platform: "linux",
  arch: "x64",
  libc: "glibc",
};

describe("the paths of the addon", () => {
  it("are beside a bundle, then beside the executable", () => {
    expect(addonPaths(linux, path.posix)).toEqual([
      "/app/dist/sdkpp.node",
      "/app/dist/sdkpp.glibc.node",
      "/app/dist/prebuilds/linux-x64/sdkpp.glibc.node",
      "/app/dist/prebuilds/linux-x64/sdkpp.node",
      "/usr/bin/sdkpp.node",
      "/usr/bin/sdkpp.glibc.node",
      "/usr/bin/prebuilds/linux-x64/sdkpp.glibc.node",
      "/usr/bin/prebuilds/linux-x64/sdkpp.node",
    ]);
  });

  it("are in the package, where a build comes before the prebuilt binary", () => {
    const packageFolder = "/app/node_modules/sdkpp";
    const installed = addonPaths(
      { ...linux, packageFolder, moduleFolder: `${packageFolder}/dist/bundle` },
      path.posix,
    );
    expect(installed.slice(0, 5)).toEqual([
      "/app/node_modules/sdkpp/build/Release/sdkpp.node",
      "/app/node_modules/sdkpp/build/Debug/sdkpp.node",
      "/app/node_modules/sdkpp/prebuilds/linux-x64/sdkpp.glibc.node",
      "/app/node_modules/sdkpp/prebuilds/linux-x64/sdkpp.node",
      "/usr/bin/sdkpp.node",
    ]);
    const bundled = addonPaths({ ...linux, packageFolder }, path.posix);
    expect(bundled.indexOf("/app/dist/sdkpp.node")).toBe(0);
    expect(bundled).toContain("/app/node_modules/sdkpp/build/Release/sdkpp.node");
  });

  it.each([
    ["musl", ["sdkpp.musl.node", "sdkpp.node"]],
    [undefined, ["sdkpp.glibc.node", "sdkpp.musl.node", "sdkpp.node"]],
  ] as const)("have the C library %s in the name on Linux", (libc, expected) => {
    const prebuilds = addonPaths({ ...linux, libc }, path.posix).filter((file) =>
      file.startsWith("/app/dist/prebuilds/"),
    );
    expect(prebuilds.map((file) => path.posix.basename(file))).toEqual(expected);
  });

  it("follow Windows and its drives", () => {
    const windows: AddonPlaces = {
      moduleFolder: "D:\\game",
      packageFolder: "C:\\lib\\node_modules\\sdkpp",
      execPath: "C:\\game\\game.exe",
      resourcesPath: undefined,
      platform: "win32",
      arch: "x64",
      libc: undefined,
    };
    expect(addonPaths(windows, path.win32)).toEqual([
      "D:\\game\\sdkpp.node",
      "D:\\game\\prebuilds\\win32-x64\\sdkpp.node",
      "C:\\lib\\node_modules\\sdkpp\\build\\Release\\sdkpp.node",
      "C:\\lib\\node_modules\\sdkpp\\build\\Debug\\sdkpp.node",
      "C:\\lib\\node_modules\\sdkpp\\prebuilds\\win32-x64\\sdkpp.node",
      "C:\\game\\sdkpp.node",
      "C:\\game\\prebuilds\\win32-x64\\sdkpp.node",
    ]);
  });

  it("are in the folder of unpacked files after the archive, and in Electron's resources", () => {
    const app = "/opt/game/resources/app.asar";
    const paths = addonPaths(
      {
        ...linux,
        moduleFolder: `${app}/node_modules/sdkpp/dist/bundle`,
        packageFolder: `${app}/node_modules/sdkpp`,
        execPath: "/opt/game/game",
        resourcesPath: "/opt/game/resources",
      },
      path.posix,
    );
    const prebuilt = "node_modules/sdkpp/prebuilds/linux-x64/sdkpp.glibc.node";
    const order = [
      `${app}/${prebuilt}`,
      `${app}.unpacked/${prebuilt}`,
      "/opt/game/sdkpp.node",
      "/opt/game/resources/sdkpp.node",
    ].map((file) => paths.indexOf(file));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it("are those of the executable where a bundler hides the module, and none is listed twice", () => {
    const hidden = addonPaths({ ...linux, moduleFolder: undefined }, path.posix);
    expect(hidden.every((file) => file.startsWith("/usr/bin/"))).toBe(true);
    const same = addonPaths({ ...linux, moduleFolder: "/usr/bin", resourcesPath: "/usr/bin" }, path.posix);
    expect(same).toEqual(hidden);
  });
});

describe("the installed package", () => {
  const find = (folder: string, ...packages: string[]) =>
    findPackage(folder, "/opt/bin", (candidate) => packages.includes(candidate), path.posix);

  it("contains the module, or is installed beside or above a bundle", () => {
    expect(find("/home/ada/sdkpp/lib/native", "/home/ada/sdkpp")).toBe("/home/ada/sdkpp");
    expect(find("/app/dist", "/app/dist/node_modules/sdkpp")).toBe("/app/dist/node_modules/sdkpp");
    expect(find("/app/dist", "/app/node_modules/sdkpp")).toBe("/app/node_modules/sdkpp");
  });

  it("is found by its folder's name inside an archive that cannot be read", () => {
    expect(find("/app.asar/node_modules/sdkpp/dist/bundle")).toBe("/app.asar/node_modules/sdkpp");
  });

  it("is not looked for above the executable, where everybody may be able to write", () => {
    expect(find("/app/dist", "/opt/node_modules/sdkpp", "/opt", "/opt/sdkpp")).toBeUndefined();
  });

  it("may be installed beside the executable of a program that contains its modules", () => {
    expect(find("/$bunfs/root", "/opt/bin/node_modules/sdkpp")).toBe("/opt/bin/node_modules/sdkpp");
    expect(find("/app", "/opt/bin/node_modules/sdkpp", "/app/node_modules/sdkpp")).toBe(
      "/app/node_modules/sdkpp",
    );
  });

  it("may be absent", () => {
    expect(find("/app/dist")).toBeUndefined();
    expect(find("/app/node_modules/other/dist")).toBeUndefined();
  });
});

// Registration of a game on each system: really on Linux, as exact content for the two others.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { registerOnLinux, unregisterOnLinux } from "../../../../lib/net/launch/launch-linux.js";
import { macRegistration } from "../../../../lib/net/launch/launch-mac.js";
import { handlerOf, schemeHandler } from "../../../../lib/protocol/index.js";
import { windowsCommand } from "../../../../lib/net/launch/launch-windows.js";
import { windowsProgram, type LaunchEnvironment } from "../../../../lib/net/launch/launch-environment.js";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "home-"));
});
afterEach(() => rmSync(home, { recursive: true }));

const at = (more: Partial<LaunchEnvironment> = {}): LaunchEnvironment => ({
  platform: "linux",
  env: {},
  home,
  ownWords: ["/usr/bin/node", "/opt/my game/main.mjs"],
  ...more,
});
const own = { kind: "own" } as const;
const command = (text: string) => ({ kind: "command", text }) as const;
const steam = { kind: "steam", appId: 440 } as const;

describe("on Linux", () => {
  const entry = (folder = ".local/share") =>
    readFileSync(join(home, folder, "applications/discord-7.desktop"), "utf8");
  const list = (folder = ".config") => readFileSync(join(home, folder, "mimeapps.list"), "utf8");
  const register = (target: Parameters<typeof registerOnLinux>[2], more = {}) =>
    registerOnLinux(7n, "discord-7", target, at(more));

  it("writes the entry and the default, in the folders of the user", () => {
    register(own);
    expect(entry()).toContain('Exec=/usr/bin/node "/opt/my game/main.mjs" %u\n');
    expect(list()).toBe("[Default Applications]\nx-scheme-handler/discord-7=discord-7.desktop\n");
    register(steam, { env: { XDG_DATA_HOME: join(home, "data"), XDG_CONFIG_HOME: join(home, "conf") } });
    expect(entry("data")).toContain("Exec=xdg-open steam://rungameid/440\n");
    expect(list("conf")).toBe(list());
    register(command("game"), { env: { XDG_DATA_HOME: "relative" } });
    expect(entry()).toContain("Exec=game %u\n");
  });

  it("takes a file with blanks for the program, and anything else for a command line", () => {
    const program = join(home, "my game");
    register(command(`${program} --join`));
    expect(entry()).toContain(`Exec=${home}/my game --join %u\n`);
    writeFileSync(program, "");
    register(command(program));
    expect(entry()).toContain(`Exec="${program}" %u\n`);
    expect(() => register(command('"open'))).toThrow("quote without an end");
    expect(entry()).toContain(`Exec="${program}" %u\n`);
  });

  it("keeps the mode of the list, and the bytes of every other line", () => {
    mkdirSync(join(home, ".config"));
    const file = join(home, ".config/mimeapps.list");
    const others = Buffer.from("[Added Associations]\ntext/plain=caf\xe9.desktop\n\n", "latin1");
    writeFileSync(file, others);
    chmodSync(file, 0o640);
    register(own);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readFileSync(file).subarray(0, others.byteLength)).toEqual(others);
    unregisterOnLinux("discord-7", at());
    expect(readFileSync(file).subarray(0, others.byteLength)).toEqual(others);
  });

  it("keeps what others have in the list, a link to it, and leaves no other file", () => {
    mkdirSync(join(home, ".config"));
    mkdirSync(join(home, "dotfiles"));
    writeFileSync(join(home, "dotfiles/apps"), "[Default Applications]\ntext/html=b.desktop\n");
    symlinkSync(join(home, "dotfiles/apps"), join(home, ".config/mimeapps.list"));
    register(own);
    expect(readFileSync(join(home, "dotfiles/apps"), "utf8")).toBe(list());
    expect(list()).toContain("text/html=b.desktop\n");
    expect(readdirSync(join(home, "dotfiles"))).toEqual(["apps"]);
    const { mtimeMs } = statSync(join(home, "dotfiles/apps"));
    register(own);
    expect(statSync(join(home, "dotfiles/apps")).mtimeMs).toBe(mtimeMs);
  });

  it("takes it back, also when there is nothing", () => {
    unregisterOnLinux("discord-7", at());
    expect(readdirSync(home)).toEqual([]);
    register(own);
    unregisterOnLinux("discord-7", at());
    expect(readdirSync(join(home, ".local/share/applications"))).toEqual([]);
    expect(list()).toBe("[Default Applications]\n");
  });
});

describe("on Windows", () => {
  it.each([
    [own, '"C:\\node.exe" "C:\\my game\\main.mjs" "%1"'],
    [command('"C:\\game.exe" mygame://join'), '"C:\\game.exe" mygame://join "%1"'],
    [steam, '"C:\\Windows\\System32\\rundll32.exe" url.dll,FileProtocolHandler steam://rungameid/440'],
  ])("%j", (target, line) => {
    const ownWords = ["C:\\node.exe", "C:\\my game\\main.mjs"];
    expect(windowsCommand(target, at({ platform: "win32", ownWords }))).toBe(line);
  });

  it("runs the system's own tools", () => {
    expect(windowsProgram("reg.exe", { env: {} })).toBe("C:\\Windows\\System32\\reg.exe");
    expect(windowsProgram("reg.exe", { env: { SystemRoot: "D:\\WIN" } })).toBe("D:\\WIN\\System32\\reg.exe");
  });

  it.each(["a\nb", "a\rb", "a\0b"])("rejects %j", (text) => {
    expect(() => windowsCommand(command(text), at())).toThrow("more than one line");
  });
});

describe("on macOS", () => {
  const registration = (target: Parameters<typeof macRegistration>[2], more = {}) =>
    macRegistration(7n, "discord-7", target, at({ platform: "darwin", ...more }));
  const path = () => join(home, "Library/Application Support/discord/games/7.json");

  it("writes a file for an address", () => {
    expect(registration(command("mygame://"))).toEqual({
      kind: "file",
      path: path(),
      text: '{"command":"mygame://"}\n',
    });
    expect(registration(steam)).toEqual({
      kind: "file",
      path: path(),
      text: '{"command":"steam://rungameid/440"}\n',
    });
  });

  it("makes the running bundle the handler", () => {
    const contents = join(home, "My Game.app/Contents");
    mkdirSync(contents, { recursive: true });
    const plist = "<dict><key>CFBundleIdentifier</key><string>com.example.game</string></dict>";
    writeFileSync(join(contents, "Info.plist"), plist);
    expect(registration(own, { ownWords: [join(contents, "MacOS/My Game")] })).toEqual({
      kind: "handler",
      scheme: "discord-7",
      bundleId: "com.example.game",
    });
    expect(schemeHandler("discord-7", "com.example.game")).toBe(
      "<dict><key>LSHandlerURLScheme</key><string>discord-7</string>" +
        "<key>LSHandlerRoleAll</key><string>com.example.game</string></dict>",
    );
  });

  it("finds the handler that counts in what the system prints", () => {
    const listing = `(
        {
        LSHandlerPreferredVersions =         {
            LSHandlerRoleAll = "-";
        };
        LSHandlerRoleAll = "com.example.older";
        LSHandlerURLScheme = "discord-7";
    },
        {
        LSHandlerRoleAll = "com.example.game";
        LSHandlerURLScheme = "discord-7";
    },
        {
        LSHandlerRoleAll = plain;
        LSHandlerURLScheme = mailto;
    }
)`;
    expect(handlerOf(listing, "discord-7")).toBe("com.example.game");
    expect(handlerOf(listing, "mailto")).toBe("plain");
    expect([handlerOf(listing, "discord"), handlerOf("", "mailto")]).toEqual([undefined, undefined]);
  });

  it("rejects paths and programs outside bundles", () => {
    expect(() => registration(command("/Applications/Game.app"))).toThrow("by a scheme, not by a path");
    expect(() => registration(own)).toThrow("is not in an .app bundle");
  });
});

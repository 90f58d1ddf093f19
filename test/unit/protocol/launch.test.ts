// How a game's program is written down for each operating system, and how its addresses are read.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bundleIdOf,
  bundleOf,
  desktopEntry,
  gameFile,
  launchScheme,
  readLaunch,
  registryEntry,
  registryRemoval,
  schemeHandler,
  splitCommand,
  windowsQuoted,
  withDefaultApplication,
} from "../../../lib/protocol/index.js";

describe("splitCommand", () => {
  it.each<[string, string[]]>([
    ["game", ["game"]],
    ["  /opt/game   --join  ", ["/opt/game", "--join"]],
    ['"/opt/my game" --name "a b"', ["/opt/my game", "--name", "a b"]],
    ["'/opt/it''s' 'a \"b\"'", ["/opt/its", 'a "b"']],
    ["/opt/my\\ game \\$HOME", ["/opt/my game", "$HOME"]],
    ['a"b c"d', ["ab cd"]],
    ['"" x', ["", "x"]],
    ['"a\\"b\\\\c\\d\\$e"', ['a"b\\c\\d$e']],
    ["'a\\b'", ["a\\b"]],
    ["run.sh $(id) `id` ; id", ["run.sh", "$(id)", "`id`", ";", "id"]],
  ])("%s", (text, words) => {
    expect(splitCommand(text)).toEqual(words);
  });

  it.each(["", "  ", '"a', "'a", "a\\", 'a "b\\'])("finds no command in %j", (text) => {
    expect(splitCommand(text)).toBeUndefined();
  });

  it("reads back any words in single quotes", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 5 }), (words) => {
        const line = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
        expect(splitCommand(line)).toEqual(words);
      }),
    );
  });
});

describe("windowsQuoted", () => {
  it.each([
    ["C:\\Games\\game.exe", '"C:\\Games\\game.exe"'],
    ["C:\\my games\\", '"C:\\my games\\\\"'],
    ['say "hi"', '"say \\"hi\\""'],
    ['a\\"b', '"a\\\\\\"b"'],
  ])("%s", (word, quoted) => {
    expect(windowsQuoted(word)).toBe(quoted);
  });
});

describe("desktopEntry", () => {
  const execOf = (words: string[], takesAddress = true) =>
    /^Exec=(.*)$/m.exec(desktopEntry({ applicationId: 7n, scheme: "discord-7", words, takesAddress }))?.[1];

  it("has what a desktop needs", () => {
    const words = ["/opt/game"];
    expect(desktopEntry({ applicationId: 7n, scheme: "discord-7", words, takesAddress: true })).toBe(
      "[Desktop Entry]\nType=Application\nName=Game 7\nExec=/opt/game %u\nTerminal=false\nNoDisplay=true\n" +
        "Categories=Game;\nMimeType=x-scheme-handler/discord-7;\n",
    );
    expect(execOf(["xdg-open", "steam://rungameid/5"], false)).toBe("xdg-open steam://rungameid/5");
  });

  it.each([
    ["/opt/my game", '"/opt/my game" %u'],
    ["/opt/100%", "/opt/100%% %u"],
    ['/opt/"x"', '"/opt/\\\\"x\\\\"" %u'],
    ["/opt/$x", '"/opt/\\\\$x" %u'],
    ["/opt/a\\b", '"/opt/a\\\\\\\\b" %u'],
    ["/opt/a\nb", '"/opt/a\\nb" %u'],
    ["", '"" %u'],
  ])("quotes %j", (word, exec) => {
    expect(execOf([word])).toBe(exec);
  });

  it("is never more than its eight lines", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 4 }), (words) => {
        const text = desktopEntry({ applicationId: 7n, scheme: "discord-7", words, takesAddress: true });
        expect(text.split(/[\n\r]/)).toHaveLength(9);
      }),
    );
  });
});

describe("withDefaultApplication", () => {
  const type = "x-scheme-handler/discord-7";
  const other = "# mine\n\n[Added Associations]\nx-scheme-handler/discord-7=a.desktop;\n";

  it("adds the group and the line, and takes them out of nothing", () => {
    expect(withDefaultApplication("", type, "g.desktop")).toBe(
      "[Default Applications]\nx-scheme-handler/discord-7=g.desktop\n",
    );
    expect(withDefaultApplication("", type, undefined)).toBe("");
    expect(withDefaultApplication(other, type, undefined)).toBe(other);
  });

  it("changes its own line only", () => {
    const before = `${other}\n[Default Applications]\ntext/html=b.desktop\n ${type} = old.desktop\n\n[X]\n${type}=x\n`;
    const after = withDefaultApplication(before, type, "g.desktop");
    expect(after).toBe(
      `${other}\n[Default Applications]\n${type}=g.desktop\ntext/html=b.desktop\n\n[X]\n${type}=x\n`,
    );
    expect(withDefaultApplication(after, type, "g.desktop")).toBe(after);
    expect(withDefaultApplication(after, type, undefined)).toBe(after.replace(`${type}=g.desktop\n`, ""));
  });

  it("keeps every other line of any text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("[Default Applications]", "[A]", "a=b", "", "#"), { maxLength: 9 }),
        (lines) => {
          const text = lines.length === 0 ? "" : `${lines.join("\n")}\n`;
          const added = withDefaultApplication(text, type, "g.desktop");
          const rest = added.split("\n").filter((line) => line !== `${type}=g.desktop`);
          const expected = lines.includes("[Default Applications]")
            ? lines
            : [...lines, "[Default Applications]"];
          expect(rest).toEqual([...expected, ""]);
        },
      ),
    );
  });
});

describe("the registry of Windows", () => {
  it("opens the scheme with the command", () => {
    const command = '"C:\\my games\\g.exe" --join "%1"';
    expect(registryEntry({ applicationId: 7n, scheme: "discord-7", command })).toBe(
      "Windows Registry Editor Version 5.00\r\n\r\n" +
        "[HKEY_CURRENT_USER\\Software\\Classes\\discord-7]\r\n" +
        '@="URL:Run game 7 protocol"\r\n"URL Protocol"=""\r\n\r\n' +
        "[HKEY_CURRENT_USER\\Software\\Classes\\discord-7\\shell\\open\\command]\r\n" +
        '@="\\"C:\\\\my games\\\\g.exe\\" --join \\"%1\\""\r\n',
    );
  });

  it("is rid of it", () => {
    expect(registryRemoval("discord-7")).toBe(
      "Windows Registry Editor Version 5.00\r\n\r\n[-HKEY_CURRENT_USER\\Software\\Classes\\discord-7]\r\n",
    );
  });
});

describe("macOS", () => {
  it("has a handler for the bundle", () => {
    expect(schemeHandler("discord-7", "com.example.<game>")).toBe(
      "<dict><key>LSHandlerURLScheme</key><string>discord-7</string>" +
        "<key>LSHandlerRoleAll</key><string>com.example.&lt;game&gt;</string></dict>",
    );
    expect(bundleOf("/Applications/My Game.app/Contents/MacOS/My Game")).toBe("/Applications/My Game.app");
    expect(bundleOf("/usr/local/bin/node")).toBeUndefined();
    const plist =
      "<plist><dict><key>CFBundleIdentifier</key>\n\t<string>com.example.game</string></dict></plist>";
    expect(bundleIdOf(plist)).toBe("com.example.game");
    expect(bundleIdOf("bplist00")).toBeUndefined();
  });

  it("has a file for an address", () => {
    expect(gameFile('mygame://"x"')).toBe('{"command":"mygame://\\"x\\""}\n');
  });
});

describe("readLaunch", () => {
  const scheme = launchScheme(7n);
  it.each([
    ["discord-7:///_discord/join?secret=open%20sesame", { kind: "join", secret: "open sesame" }],
    ["discord-7://_discord/join/?secret=ab", { kind: "join", secret: "ab" }],
    ["DISCORD-7:_discord/join?secret=ab#x", { kind: "join", secret: "ab" }],
    ["discord-7://", { kind: "launch" }],
    ["discord-7:", { kind: "launch" }],
    ["discord-7://_discord/join", { kind: "launch" }],
    ["discord-7://_discord/join?secret=a&secret=b", { kind: "launch" }],
    ["discord-7://_discord/join?secret=a", { kind: "launch" }],
    [`discord-7://_discord/join?secret=${"x".repeat(129)}`, { kind: "launch" }],
    ["discord-7://other?secret=ab", { kind: "launch" }],
    ["discord-77://_discord/join?secret=ab", undefined],
    ["--flag", undefined],
    ["C:\\game.exe", undefined],
    ["", undefined],
    [`discord-7:${"/".repeat(9000)}`, undefined],
  ])("%s", (argument, launch) => {
    expect(readLaunch(argument, scheme)).toEqual(launch);
  });

  it("takes any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => void readLaunch(`discord-7:${text}`, scheme)),
    );
  });
});

import { Command, type Option } from "commander";
import { afterEach, describe, expect, it, vi } from "vitest";
import { makeProgram } from "../../../platform/cli/program.js";
import { runProgram } from "../../../platform/cli/run-program.js";
import { platformOptions, withStartOptions, type StartOptions } from "../../../platform/cli/start-options.js";
import { TABLE } from "../../../platform/control/table.js";

const program = makeProgram();
const help = program.createHelp();
/** Those that help lists; `doctor bot` is a refusal. */
const leaves = (command: Command, path: string[] = []): [string, Command][] => {
  const inner = help.visibleCommands(command).filter((one) => one.name() !== "help");
  return inner.length === 0
    ? [[path.join(" "), command]]
    : inner.flatMap((one) => leaves(one, [...path, one.name()]));
};
const commands = leaves(program);

describe("the commands of the platform", () => {
  it("are its own, and one for each operation of control", () => {
    const own = [
      ...["start", "exec", "ca", "doctor", "log", "trigger", "cut", "impair"],
      ...["sku add", "sku list", "sku show", "sku rm"],
      ...["say", "speak", "heard", "call"],
    ];
    expect(commands).toHaveLength(own.length + TABLE.operations.length);
    for (const name of [...own, "users set-identity", "as ask-to-speak"])
      expect(commands.map(([path]) => path)).toContain(name);
  });

  it.each(commands)("%s explains itself and each of its options", (path, command) => {
    const help = command.helpInformation();
    expect(help).toContain(`Usage: sdkpp-platform ${path}`);
    expect(help).not.toMatch(/undefined|\[object|\{@link/);
    expect(command.description()).not.toBe("");
  });
});

describe("the options of a platform", () => {
  it.each<[string[], unknown]>([
    [[], 4014],
    [["--taken-over-close", "4014"], 4014],
    [["--taken-over-close", "4006"], 4006],
    [["--taken-over-close", "none"], "none"],
  ])("%j end the old socket of a resumed voice session with %s", (args, takenOverClose) => {
    const command = withStartOptions(new Command()).parse(args, { from: "user" });
    expect(platformOptions(command.opts<StartOptions>())).toMatchObject({ takenOverClose });
  });

  it("take each voice token once when they say so", () => {
    const singleUse = (args: string[]) =>
      platformOptions(withStartOptions(new Command()).parse(args, { from: "user" }).opts<StartOptions>())
        .singleUseVoiceTokens;
    expect([singleUse([]), singleUse(["--single-use-voice-tokens"])]).toEqual([false, true]);
  });
});

interface Ended {
  readonly code: unknown;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in this process. Nobody listens on the port of its platform. */
async function run(...args: string[]): Promise<Ended> {
  vi.stubEnv("SDKPP_CONTROL", "http://127.0.0.1:9");
  vi.stubEnv("SDKPP_CONTROL_TOKEN", "x");
  const out = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const err = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const before = process.exitCode;
  await runProgram(undefined, args);
  const code = process.exitCode;
  process.exitCode = before;
  const said = (spy: typeof out) => spy.mock.calls.map(([text]) => String(text)).join("");
  return { code, out: said(out), err: said(err) };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** The body of an error as JSON, and nothing else. */
function bodyOf({ out, err }: Ended): object {
  expect(out).toBe("");
  return (JSON.parse(err) as { error: object }).error;
}

/** A value that the parser of an option takes. */
function valueOf({ flags, argChoices }: Option): string {
  const [, kind = ""] = /<(.*)>/.exec(flags) ?? [];
  const values: Record<string, string> = {
    number: "1",
    "true|false": "true",
    path: import.meta.filename,
    json: "{}",
  };
  return argChoices?.[0] ?? values[kind] ?? "1";
}

const mandatory = (command: Command) => command.options.filter((one) => one.mandatory);
const lacking = commands.filter(
  ([, command]) =>
    mandatory(command).length > 0 || command.registeredArguments.some(({ required }) => required),
);
/** The command with all that it cannot do without; of those with words, the one that is asked of a platform has them. */
const whole = (path: string, command: Command): string[] => [
  ...path.split(" "),
  ...(path === "trigger" ? ["RATE_LIMITED", "--user", "1"] : []),
  ...mandatory(command).flatMap((one) => [one.long!, valueOf(one)]),
];
const remote = commands.filter(([path]) => !/^(start|exec|ca|doctor|say|speak|heard|call)$/.test(path));

describe("help", () => {
  it.each(commands.filter(([path]) => /^(exec|users create|sku add)$/.test(path)))(
    "%s names the options of the command",
    async (path, command) => {
      const { code, out, err } = await run("help", ...path.split(" "));
      expect({ code, err }).toEqual({ code: undefined, err: "" });
      expect(out).toContain(command.helpInformation());
    },
  );

  it("names commands where programs would call control", async () => {
    expect((await run("applications", "create-bot", "--help")).out.replaceAll(/\s+/g, " ")).toContain(
      "`sdkpp-platform guild join --user-id <text> --guild-id <text>` to be in a guild",
    );
    expect(
      commands.filter(([, one]) => one.helpInformation().includes("control.")).map(([path]) => path),
    ).toEqual([]);
    expect((await run("doctor", "--help")).out).toContain("`npx sdkpp doctor bot` looks at a bot");
  });

  it("says what is printed only where something is", async () => {
    expect((await run("clock", "set", "--help")).out).not.toContain("Prints:");
    vi.restoreAllMocks();
    expect((await run("help", "desktop", "start")).out).toContain("Prints: ");
  });
});

describe("what is wrong with a command, as a sentence and as JSON", () => {
  it.each(commands)("%s has no option that it does not know", async (path, command) => {
    const words = whole(path, command);
    const message = "unknown option '--zzzzzzzz'";
    expect(await run(...words, "--zzzzzzzz")).toEqual({ code: 2, out: "", err: `error: ${message}\n` });
    // What follows `exec` belongs to its command.
    if (path === "exec") return;
    vi.restoreAllMocks();
    const ended = await run(...words, "--zzzzzzzz", "--json");
    expect([ended.code, bodyOf(ended)]).toEqual([2, { name: "UsageError", message }]);
  });

  it.each(lacking)("%s names what it lacks", async (path, command) => {
    const { code, err } = await run(...path.split(" "));
    const first = mandatory(command)[0]?.flags ?? command.registeredArguments[0]?.name();
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(first!) });
  });

  it.each(remote)("%s says that no platform answers", async (path, command) => {
    const ended = await run(...whole(path, command), "--json");
    expect([ended.code, bodyOf(ended)]).toEqual([
      1,
      { name: "ControlError", message: expect.stringMatching(/^No control API answers at /) },
    ]);
  });

  it.each([[[]], [["--token-file", "x", "--guild", "1"]], [["--help"]]])(
    "doctor bot %j says where the doctor of bots is",
    async (args) => {
      const message =
        "doctor: expected options only (`npx sdkpp doctor bot` looks at a bot in a channel), received bot";
      expect(await run("doctor", "bot", ...args)).toEqual({ code: 2, out: "", err: `${message}\n` });
      vi.restoreAllMocks();
      const ended = await run("doctor", "bot", ...args, "--json");
      expect([ended.code, bodyOf(ended)]).toEqual([
        2,
        { name: "ArgumentError", argument: "doctor", message },
      ]);
    },
  );

  it("ca says what is wrong with its folder", async () => {
    const ended = await run("ca", "--data", "/dev/null/x", "--json");
    expect([ended.code, bodyOf(ended)]).toEqual([
      1,
      {
        name: "StartError",
        code: expect.any(String),
        message: expect.stringContaining("/dev/null/x"),
        details: {
          found: expect.stringContaining("/dev/null/x"),
          remedy: "fix that, or choose another data folder",
        },
      },
    ]);
  });
});

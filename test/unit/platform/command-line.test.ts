import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { makeProgram } from "../../../platform/cli/program.js";
import { TABLE } from "../../../platform/control/table.js";

const program = makeProgram();
const leaves = (command: Command, path: string[] = []): [string, Command][] =>
  command.commands.length === 0
    ? [[path.join(" "), command]]
    : command.commands.flatMap((one) => leaves(one, [...path, one.name()]));
const commands = leaves(program);

describe("the commands of the platform", () => {
  it("are its own, and one for each operation of control", () => {
    const own = ["start", "exec", "ca", "log", "say", "speak", "heard", "call"];
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

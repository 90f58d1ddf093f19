// A machine without audio libraries: in a mount namespace, empty files are in their place.
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

const PROGRAM = new URL("programs/no-audio-library.mjs", import.meta.url).pathname;

/** How to run a program with mounts of its own: as root, or as one's own root. */
const namespaces = [
  ["unshare", "--mount"],
  ["unshare", "--mount", "--map-root-user"],
].find(
  ([command = "", ...args]) =>
    spawnSync(command, [...args, "mount", "--bind", "/dev/null", "/etc/hostname"]).status === 0,
);

/** Files of the libraries that the addon looks for. */
function libraries(): string[] {
  const { stdout } = spawnSync("ldconfig", ["-p"], { encoding: "utf8" });
  return [...stdout.matchAll(/lib(?:pulse|asound)\.so\S* .* => (\S+)/gu)].map(([, file]) => file!);
}

// Some containers forbid namespaces.
it.runIf(namespaces)("the addon loads, uses silent devices, and says so once", () => {
  const files = libraries();
  expect(files.length).toBeGreaterThan(0);
  const hide = files.map((file) => `mount --bind /dev/null ${file}`).join(" && ");
  const [command = "", ...args] = namespaces!;
  const shell = ["sh", "-c", `${hide} && exec "${process.execPath}" "${PROGRAM}"`];
  const ended = spawnSync(command, [...args, ...shell], { encoding: "utf8" });
  expect(ended).toMatchObject({ status: 0, stderr: "" });
  expect(JSON.parse(ended.stdout)).toEqual({
    before: 0,
    warnings: ["no audio system was found; devices are silent"],
    isOpen: true,
    inputs: 1,
  });
});

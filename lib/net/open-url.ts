/** Opens an address for the user; resolves when the system has accepted it. */
export type OpenUrl = (url: string) => void | Promise<void>;

const COMMANDS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
  darwin: ["open"],
};
const FALLBACK: readonly [string, ...string[]] = ["xdg-open"];

/** Opens an address in the system browser, without a shell: the address is one argument. */
export const openInBrowser: OpenUrl = async (url) => {
  if (!/^https?:\/\//.test(url)) throw new TypeError("only http and https addresses can be opened");
  const { spawn } = await import("node:child_process");
  const [command, ...args] = COMMANDS[process.platform] ?? FALLBACK;
  await new Promise<void>((resolve, reject) => {
    const child = spawn(command, [...args, url], { detached: true, stdio: "ignore", windowsHide: true });
    child.once("error", reject);
    child.once("spawn", () => {
      child.unref();
      resolve();
    });
  });
};

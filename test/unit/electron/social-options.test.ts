import { expect, it } from "vitest";
import {
  checkedOptions,
  keysOf,
  settingsOf,
  storeOf,
} from "../../../packages/electron/main/social-options.js";
import { SealedKeyStore } from "../../../packages/electron/main/sealed-key-store.js";
import { standIn } from "../../support/electron/stand-in.js";

const GIVEN = { electron: standIn(), webBase: "w", apiBase: "a", applicationId: 7n, tokenFile: "player" };

it("options that are complete are taken as they are", () => {
  expect(checkedOptions(GIVEN)).toBe(GIVEN);
});

it.each([
  [{ host: "page" }, 'options.host: expected "process" or "main", received page'],
  [{ voice: "main" }, 'options.voice: expected "process" or "off", received main'],
  [
    { tokenFile: undefined },
    "options.tokenFile: expected a path, or a `tokenStore` in its place, received none",
  ],
  [{ hangMs: "10" }, "options.hangMs: expected a number of milliseconds, received string"],
  [{ hangMs: 999 }, "options.hangMs: expected 1000–600000 milliseconds, or Infinity, received 999"],
  [{ hangMs: 600_001 }, "options.hangMs: expected 1000–600000 milliseconds, or Infinity, received 600001"],
  [{ hangMs: NaN }, "options.hangMs: expected 1000–600000 milliseconds, or Infinity, received NaN"],
  [{ keyFolder: 7 }, "options.keyFolder: expected a path, received number"],
  [{ keyFolder: "" }, "options.keyFolder: expected a path, received an empty text"],
  [
    { keyFolder: "keys", identityKeyStore: { load: () => undefined, save: () => undefined } },
    "options.keyFolder: expected none beside `identityKeyStore`, received both",
  ],
  [{ identityKeyStore: {} }, "options.identityKeyStore.load: expected a function, received undefined"],
  [{ identityKeyStore: null }, "options.identityKeyStore.load: expected a function, received undefined"],
  [{ electron: {} }, "options.electron.utilityProcess.fork: expected a function of Electron's main process"],
  [{ electron: undefined }, "options.electron.utilityProcess.fork"],
  [{ electron: { ...standIn(), MessageChannelMain: undefined } }, "options.electron.MessageChannelMain"],
])("%o is refused by name", (wrong, message) => {
  expect(() => checkedOptions({ ...GIVEN, ...wrong } as never)).toThrow(message);
});

it.each([1000, 600_000, Infinity])("a process may stand still for %d ms", (hangMs) => {
  expect(checkedOptions({ ...GIVEN, hangMs }).hangMs).toBe(hangMs);
});

it("another process is told what it needs, and nothing else", () => {
  const settings = settingsOf({ ...GIVEN, ca: "PEM", audioDevices: "off", spare: false });
  expect(settings).toEqual({
    webBase: "w",
    apiBase: "a",
    applicationId: "7",
    ca: "PEM",
    audioDevices: "off",
  });
});

it("keys are kept where an option says so, and nowhere without one", () => {
  const identityKeyStore = { load: () => Promise.resolve(undefined), save: () => Promise.resolve() };
  expect(keysOf(GIVEN)).toBeUndefined();
  expect(keysOf({ ...GIVEN, identityKeyStore })).toBe(identityKeyStore);
  expect(keysOf({ ...GIVEN, keyFolder: "keys" })).toBeInstanceOf(SealedKeyStore);
});

it("a store that is given is used in place of the file", () => {
  const tokenStore = storeOf(GIVEN);
  expect(storeOf({ ...GIVEN, tokenStore })).toBe(tokenStore);
});

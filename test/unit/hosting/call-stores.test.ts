import { expect, it } from "vitest";
import { CallStores, type TidePlaces } from "../../../lib/hosting/call-stores.js";

const noPlaces: TidePlaces = { take: () => undefined, free: () => undefined };
const [one, two] = [Uint8Array.of(1), Uint8Array.of(2)];

it("keeps what belongs to calls that there are, and nothing else", async () => {
  const stores = new CallStores(noPlaces);
  expect([await stores.swap("a", undefined, one), await stores.read("a")]).toEqual([false, undefined]);
  stores.open("a");
  stores.open("b");
  expect(await stores.swap("a", undefined, one)).toBe(true);
  expect(await stores.swap("a/1", undefined, two)).toBe(true);
  expect(await stores.swap("b", undefined, two)).toBe(true);
  expect([await stores.read("a"), await stores.read("a/1"), await stores.read("b")]).toEqual([one, two, two]);
  stores.close("a");
  expect([await stores.read("a/1"), await stores.swap("a/1", two, one)]).toEqual([undefined, false]);
  stores.open("a");
  expect([await stores.read("a"), await stores.read("b")]).toEqual([undefined, two]);
});

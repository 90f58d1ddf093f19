import { decodeDataUrl, encodeDataUrl } from "sdkpp/wire";
import { expect, it } from "vitest";

it.each([0, 1, 2, 3, 65])("carries %i bytes as a data URL", (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 37) & 0xff);
  const url = encodeDataUrl(bytes);
  expect(url).toBe(`data:application/octet-stream;base64,${Buffer.from(bytes).toString("base64")}`);
  expect(decodeDataUrl(url)).toEqual(bytes);
});

it("reads other media types", () => {
  expect(decodeDataUrl("data:image/png;base64,AQID")).toEqual(Uint8Array.of(1, 2, 3));
});

it.each([
  "",
  "AQID",
  "data:application/octet-stream,AQID",
  "data:application/octet-stream;base64,AQI",
  "data:application/octet-stream;base64,AQ=D",
  "data:application/octet-stream;base64,A",
  "data:application/octet-stream;base64,AQ-_",
  "data:application/octet-stream;base64,AQID\n",
  " data:application/octet-stream;base64,AQID",
  "data:;base64,AQID",
])("does not read %j", (text) => {
  expect(decodeDataUrl(text)).toBeUndefined();
});

import { describe, expect, it } from "vitest";
import { Fault } from "../../../platform/domain/rules/outcome.js";
import { Guard } from "../../../platform/guard/guard.js";
import { MESSAGE_FORM } from "../../../platform/http/message-form.js";
import { MultipartBody, readMultipart } from "../../../platform/http/multipart.js";

const TYPE = "multipart/form-data; boundary=X";
const lines: string[] = [];
const guard = new Guard("http", (line) => lines.push(line));
const read = (body: Buffer) => readMultipart(MESSAGE_FORM, TYPE, body, guard);

/** How often others have their turn while a body is read. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work.finally(() => (isOver = true));
  return turns;
}

describe("a body with files", () => {
  it("is read in slices, between which others have their turn", async () => {
    const file = Buffer.alloc(4 << 20, "x");
    const head = '--X\r\nContent-Disposition: form-data; name="files[0]"; filename="a.txt"\r\n\r\n';
    const reading = read(Buffer.concat([Buffer.from(head), file, Buffer.from("\r\n--X--\r\n")]));
    expect(await turnsDuring(reading)).toBeGreaterThan(50);
    const body = await reading;
    expect(body).toBeInstanceOf(MultipartBody);
    const bytes = (body as MultipartBody).uploads[0]?.bytes ?? new Uint8Array();
    // A comparison of every byte by the assertion takes a minute.
    expect(Buffer.compare(bytes, file)).toBe(0);
  });

  it("is read no further than its first fault", async () => {
    // Half a million parts that have nothing but a header.
    const body = Buffer.from("--X\r\nX: y\r\n\r\n\r\n".repeat(8 * 65_536));
    const reading = read(body);
    expect(await turnsDuring(reading)).toBeLessThan(10);
    expect(await reading).toBeInstanceOf(Fault);
    expect(lines).toEqual([]);
  });

  it.each([
    ["ends in the middle", '--X\r\nContent-Disposition: form-data; name="files[0]"; filename="a"\r\n\r\nabc'],
    ["has another boundary", "--Y\r\n\r\n--Y--\r\n"],
    ["is empty", ""],
    ["has something behind its end", "--X--\r\nmore"],
  ])("is refused when it %s", async (_name, text) => {
    expect(await read(Buffer.from(text))).toBeInstanceOf(Fault);
  });
});

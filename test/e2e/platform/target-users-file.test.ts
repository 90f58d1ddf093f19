// Multipart bodies of the worst guests: lists of users for an invite.
import { startPlatform, type Platform } from "@sdkpp/platform";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let platform: Platform;
let url = "";
let authorization = "";
beforeAll(async () => {
  platform = await startPlatform();
  const { seeded, endpoints } = platform;
  authorization = `Bot ${seeded.botToken}`;
  url = `${endpoints.apiBase}/v10/channels/${seeded.textChannelId}/invites`;
});
afterAll(() => platform.stop());

const TYPE = "multipart/form-data; boundary=edge";

async function send(body: string | Buffer, type = TYPE) {
  const headers = { authorization, "content-type": type };
  const response = await fetch(url, { method: "POST", headers, body: body as string });
  return { status: response.status, body: JSON.parse(await response.text()) as Record<string, unknown> };
}

const part = (headers: string, content: string): string => `--edge\r\n${headers}\r\n\r\n${content}\r\n`;
const file = (content: string): string =>
  part('content-disposition: form-data; name="target_users_file"; filename="../../users.csv"', content);
const payload = (content: string): string =>
  part('content-disposition: form-data; name="payload_json"', content);
const END = "--edge--\r\n";

describe("a multipart body", () => {
  it.each<[string, string, string]>([
    ["nothing", "", TYPE],
    ["no boundary in the header", file("1") + END, "multipart/form-data"],
    ["another boundary", file("1") + END, "multipart/form-data; boundary=other"],
    ["no end", file("1"), TYPE],
    ["a part without a name", part("content-disposition: form-data", "x") + END, TYPE],
    ["a part without headers", `--edge\r\nx\r\n${END}`, TYPE],
    ["JSON", "{}", TYPE],
    ["a payload that is no JSON", payload("{") + END, TYPE],
    ["a payload that is no object", payload("[1]") + END, TYPE],
    ["a payload that is too deep", payload("[".repeat(20_000)) + END, TYPE],
    ["a file that names nobody", file("user_id\n\n") + END, TYPE],
    ["bytes that are no text", file("\u0000\uffff") + END, TYPE],
    ["a file as text beside one in the payload", payload('{"target_users_file":"1"}') + END, TYPE],
  ])("with %s is rejected", async (_title, body, type) => {
    const answer = await send(body, type);
    expect(answer).toMatchObject({ status: 400 });
    expect("code" in answer.body || "target_users_file" in answer.body).toBe(true);
  });

  it("that is too large, or has ten thousand parts, costs no more than its size", async () => {
    expect((await send(file("1\n".repeat(1 << 20)) + END)).status).toBe(413);
    const many = Array.from({ length: 10_000 }, () => part('content-disposition: form-data; name="x"', ""));
    expect((await send(many.join("") + END)).status).toBeLessThan(500);
  });

  it("with a prototype in its payload changes nothing", async () => {
    const hostile = payload('{"__proto__":{"max_uses":1},"constructor":{"prototype":{"max_uses":1}}}') + END;
    expect(await send(hostile)).toMatchObject({ status: 200, body: { max_uses: 0 } });
    expect(({} as Record<string, unknown>)["max_uses"]).toBeUndefined();
  });

  it("of any bytes is answered, and never with an internal error", async () => {
    const pieces = [
      "--edge",
      "\r\n",
      "\n",
      "--",
      'content-disposition: form-data; name="',
      "payload_json",
      '"',
      "x",
      "1",
    ];
    const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 8 })), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(text, async (parts) => {
        const { status } = await send(Buffer.from(parts.join(""), "utf8"));
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 200 },
    );
  });
});

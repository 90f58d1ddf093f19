import type { Platform } from "@sdkpp/platform";
import type { Answer } from "./send-request.js";

/** A file to send: its name and what it holds. */
export type SentFile = readonly [name: string, content: string | Uint8Array<ArrayBuffer>];

/**
 * Sends a multipart request.
 * @param payload `payload_json`
 * @param files the parts `files[0]`, `files[1]` …
 */
export async function sendFiles<Body = Record<string, unknown>>(
  { endpoints }: Pick<Platform, "endpoints">,
  authorization: string,
  line: string,
  payload: unknown,
  files: readonly SentFile[],
): Promise<Answer<Body>> {
  const [method = "", path = ""] = line.split(" ");
  const form = new FormData();
  form.set("payload_json", JSON.stringify(payload));
  for (const [at, [name, content]] of files.entries())
    form.set(`files[${String(at)}]`, new Blob([content]), name);
  const response = await fetch(`${endpoints.apiBase}/v10${path}`, {
    method,
    headers: { authorization },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Body } as Answer<Body>;
}

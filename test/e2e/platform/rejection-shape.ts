import { expect } from "vitest";

export const JSON_TYPE = "application/json";

export interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly body: unknown;
}

export type Tree = { readonly [name: string]: unknown };

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const type = response.headers.get("content-type");
  const read = (): unknown => (type === "text/csv" ? text : JSON.parse(text));
  return { status: response.status, type, body: text === "" ? undefined : read() };
}

/** `{code, message, errors?}` (H§1.5), and nothing else. @returns the tree of errors */
export function expectRejection(answer: Answer): Tree {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(answer.type).toBe(JSON_TYPE);
  const { code, message, errors, ...rest } = answer.body as Tree;
  expect([Number.isInteger(code), typeof message, rest]).toEqual([true, "string", {}]);
  if (code === 50_035) expect(message).toBe("Invalid Form Body");
  return (errors ?? {}) as Tree;
}

/** Where the leaves of a tree of errors stand, each checked. */
export function leavesOf(tree: Tree, at: readonly string[] = []): string[][] {
  return Object.entries(tree).flatMap(([name, value]) => {
    if (name !== "_errors" || !Array.isArray(value)) return leavesOf(value as Tree, [...at, name]);
    expect(value.length).toBeGreaterThan(0);
    for (const leaf of value)
      expect(leaf).toEqual({
        code: expect.stringMatching(/^[A-Z0-9_]+$/),
        message: expect.stringMatching(/./),
      });
    return [[...at]];
  });
}

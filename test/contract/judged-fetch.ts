import type { Description } from "./description.js";

type Fetch = typeof globalThis.fetch;

const API = /^\/api(?:\/v[0-9]+)?(?=\/)/;
const WHOLE = /^[0-9]+$/;
const SECONDS = /^[0-9]+(?:\.[0-9]+)?$/;

/** A `fetch` that holds every answer of the API against the description, and passes it on. */
export class JudgedFetch {
  /** `GET /lobbies/{lobby_id} 200` of what was met. */
  readonly met = new Set<string>();
  readonly #description: Description;
  readonly #real: Fetch = globalThis.fetch;
  #problems: string[] = [];
  #judging: Promise<void>[] = [];

  constructor(description: Description) {
    this.#description = description;
  }

  readonly fetch: Fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    const method = init?.method ?? (input instanceof Request ? input.method : "GET");
    const response = await this.#real(input, init);
    // Pages are not of the API.
    if (API.test(url.pathname))
      this.#judging.push(this.#judge(method, url.pathname.replace(API, ""), response.clone()));
    return response;
  };

  /** Stands in for the built-in one, which the SDK and the stories use. @returns what puts that back */
  install(): () => void {
    globalThis.fetch = this.fetch;
    return () => void (globalThis.fetch = this.#real);
  }

  /** Problems since the last call, once every answer is judged. */
  async problems(): Promise<string[]> {
    await Promise.all(this.#judging.splice(0));
    return this.#problems.splice(0);
  }

  /** `GET /lobbies/{lobby_id}` of what was answered with a status that begins so. */
  metWith(status: string): Set<string> {
    return new Set(
      [...this.met].filter((one) => one.includes(` ${status}`)).map((one) => one.replace(/ \d+$/, "")),
    );
  }

  /** @throws {Error} with all that was wrong since the last call */
  async expectNoProblems(): Promise<void> {
    const problems = await this.problems();
    if (problems.length > 0)
      throw new Error(`answers that are not as described:\n${[...new Set(problems)].join("\n")}`);
  }

  async #judge(method: string, path: string, response: Response): Promise<void> {
    const template = this.#description.templateOf(method, path);
    const where = `${method} ${template ?? path} ${String(response.status)}`;
    const text = await response.text();
    if (isFile(response)) {
      const isDescribed = this.#description.describesFile(method, template ?? "", response.status);
      if (!isDescribed) this.#problems.push(`${where}: a file is described nowhere`);
      this.met.add(where);
      return;
    }
    const wrong = [
      ...(template === undefined ? ["is described nowhere"] : []),
      ...headersProblems(response, text),
      ...this.#bodyProblems(method, template, response.status, text),
    ];
    this.#problems.push(...wrong.map((one) => `${where}: ${one}; ${text.slice(0, 300)}`));
    this.met.add(where);
  }

  #bodyProblems(method: string, template: string | undefined, status: number, text: string): string[] {
    if (template === undefined) return [];
    try {
      const body = text === "" ? undefined : (JSON.parse(text) as unknown);
      return this.#description.judge(method, template, status, body);
    } catch {
      return ["is no JSON"];
    }
  }
}

/** The only kind of response that is not JSON. */
function isFile({ headers }: Response): boolean {
  return headers.get("content-type") === "text/csv";
}

/** H§1.3 and H§1.6. */
function headersProblems({ status, headers }: Response, text: string): string[] {
  const expected: [name: string, pattern: RegExp][] = [["date", /GMT$/]];
  if (text !== "") expected.push(["content-type", /^application\/json$/]);
  if (status === 429)
    expected.push(
      ["retry-after", WHOLE],
      ["x-ratelimit-scope", /^(?:user|global|shared)$/],
      ["via", /^1\.1 \S/],
    );
  if (status === 429 || headers.has("x-ratelimit-bucket"))
    expected.push(
      ["x-ratelimit-limit", WHOLE],
      ["x-ratelimit-remaining", WHOLE],
      ["x-ratelimit-reset", SECONDS],
      ["x-ratelimit-reset-after", SECONDS],
      ["x-ratelimit-bucket", /./],
    );
  return expected
    .filter(([name, pattern]) => !pattern.test(headers.get(name) ?? ""))
    .map(([name]) => `has ${name} ${String(headers.get(name))}`);
}

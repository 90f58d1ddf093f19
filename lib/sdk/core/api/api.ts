import type { HttpClient, HttpRequest } from "../../../net/index.js";
import type { Secret } from "../../../protocol/index.js";
import type { ClientCreateOptions } from "../../values/client-create-options.js";
import { addressesFor, apiUrl } from "./addresses.js";
import { Failure, failedHttp } from "../operations/failure.js";

export type ApiRequest = Omit<HttpRequest, "url" | "bearer"> & { path: string };

/** Requests to the platform's HTTP interface. */
export class Api {
  readonly #http: HttpClient;
  readonly #options: ClientCreateOptions;

  constructor(http: HttpClient, options: ClientCreateOptions) {
    this.#http = http;
    this.#options = options;
  }

  /** @returns the parsed body. @throws {Failure} when the request does not succeed */
  async call(request: ApiRequest, bearer?: Secret): Promise<unknown> {
    return (await this.dated(request, bearer)).body;
  }

  /** A document at the web address. @returns undefined when there is none, or it cannot be read */
  async document(path: string, signal: AbortSignal): Promise<unknown> {
    const url = addressesFor(this.#options).webBase + path;
    const outcome = await this.#http.request({ method: "GET", url, signal });
    return outcome.kind === "ok" ? outcome.body : undefined;
  }

  /** @returns the parsed body, and the platform's time. @throws {Failure} when the request does not succeed */
  async dated({ path, ...request }: ApiRequest, bearer?: Secret): Promise<{ body: unknown; dateMs: number }> {
    const addresses = addressesFor(this.#options);
    const url = apiUrl(addresses, path);
    const outcome = await this.#http.request({ ...request, url, bearer });
    if (outcome.kind === "ok") return outcome;
    const cause = outcome.kind === "network" ? outcome.cause : undefined;
    throw new Failure(failedHttp(outcome, addresses.apiBase), { cause });
  }
}

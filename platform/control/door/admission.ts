import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { FOREIGN_HOST, type HostRule } from "../../sockets/host-rule.js";
import { failure, type FailedResponse } from "./failure.js";

const BEARER = "Bearer ";

/** Admits programs that know the token of the control API, and no web page. */
export class Admission {
  readonly #token: Buffer;
  readonly #hosts: HostRule;

  constructor(token: string, hosts: HostRule) {
    this.#token = digest(token);
    this.#hosts = hosts;
  }

  /**
   * Why a request for something public is refused; undefined: it is not. Every page of a browser sends its origin with what could
   * change anything, and none is the API's own.
   */
  refusal({ host, origin }: IncomingHttpHeaders): FailedResponse | undefined {
    if (!this.#hosts.admits(host)) return failure(403, "Forbidden", FOREIGN_HOST);
    if (origin === undefined) return undefined;
    return failure(403, "Forbidden", `Web pages may not use the control API, received the origin ${origin}.`);
  }

  /** Why a request for an operation is refused; undefined: it is not. */
  refusalWithout(headers: IncomingHttpHeaders): FailedResponse | undefined {
    const refused = this.refusal(headers);
    if (refused !== undefined || this.#knows(headers.authorization)) return refused;
    return failure(
      401,
      "Unauthorized",
      "The control API needs the header `Authorization: Bearer <token>`, with the token that the platform printed when it started.",
    );
  }

  #knows(authorization: string | undefined): boolean {
    const given = authorization?.startsWith(BEARER) === true ? authorization.slice(BEARER.length) : "";
    return timingSafeEqual(digest(given), this.#token);
  }
}

/** Digests have one length, and comparing them takes one time. */
function digest(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** A request that is refused, as clients are told. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  /** @param status of HTTP; the message says expected, name, received and what to do */
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  413: "Payload Too Large",
  429: "Too Many Requests",
  500: "Internal Server Error",
};

/** The body of an error as Lavalink has it. @param timestamp milliseconds since 1970 */
export function errorBody(status: number, message: string, path: string, timestamp: number): object {
  return { timestamp, status, error: TITLES[status] ?? "Error", message, path };
}

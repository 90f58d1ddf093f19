import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { judgeRedirect, type RedirectJudgement } from "../protocol/index.js";
import { REDIRECT_PATH } from "../wire/index.js";
import type { Clock } from "./clock.js";
import { RedirectWait } from "./redirect-wait.js";

export interface RedirectListenerOptions {
  clock: Clock;
  state: string;
  /** Base address of the server that the user is sent to. */
  issuer: string;
  /** called for each rejected request; the authorization continues */
  rejected: (reason: string) => void;
}

/**
 * Waits on a random port of 127.0.0.1 for the redirect of an authorization. It listens before it reveals `redirectUri`, and
 * stops at the first valid request.
 */
export class RedirectListener {
  readonly redirectUri: string;
  readonly #server: Server;
  readonly #options: RedirectListenerOptions;
  readonly #host: string;
  readonly #wait: RedirectWait;

  private constructor(server: Server, port: number, options: RedirectListenerOptions) {
    this.#server = server;
    this.#options = options;
    this.#host = `127.0.0.1:${String(port)}`;
    this.redirectUri = `http://${this.#host}${REDIRECT_PATH}`;
    this.#wait = new RedirectWait(options.clock);
    void this.#wait.result.then(() => this.#close());
    server.on("request", (request, response) => this.#answer(request, response));
  }

  get result(): RedirectWait["result"] {
    return this.#wait.result;
  }

  /** @throws the system's error when it cannot bind a port */
  static async open(options: RedirectListenerOptions): Promise<RedirectListener> {
    const http = await import("node:http");
    const server = http.createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 10_000 });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host: "127.0.0.1", port: 0, exclusive: true }, resolve);
    });
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    return new RedirectListener(server, port, options);
  }

  /** Ends the authorization; does nothing after its end. */
  abort(): void {
    this.#wait.abort();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    if (this.#wait.isOver) return reply(response, 410, "This sign-in is over.");
    const judgement = judgeRedirect(
      { method: request.method ?? "", target: request.url ?? "", host: request.headers.host },
      { host: this.#host, state: this.#options.state, issuer: this.#options.issuer },
    );
    if (judgement.kind === "rejected") {
      this.#options.rejected(judgement.reason);
      return reply(response, judgement.status, "This page does not exist.");
    }
    reply(response, 200, closingText(judgement));
    this.#wait.end(judgement);
  }

  #close(): void {
    this.#server.close();
    this.#server.closeIdleConnections();
  }
}

function closingText(judgement: Exclude<RedirectJudgement, { kind: "rejected" }>): string {
  if (judgement.kind === "accepted")
    return "You are signed in. You can close this page and return to the game.";
  return "Access was denied. You can close this page and return to the game.";
}

/** The page never contains a token, code or name. */
function reply(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "X-Content-Type-Options": "nosniff",
    Connection: "close",
  });
  const style =
    "font:18px system-ui,sans-serif;max-width:32em;margin:15vh auto;padding:0 1em;text-align:center";
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign-in</title>';
  response.end(
    `<!doctype html><html lang="en"><head>${head}</head><body style="${style}"><p>${text}</p></body></html>`,
  );
}

// Windows whose pages Chromium shows: ports of main reach them through bindings of the page, as text.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { fromText, toText } from "../../../../packages/electron/bridge/socket-text.js";
import type { PortMain } from "../../../../packages/electron/main/electron-parts.js";
import { StandInFrame, StandInWindow } from "../../../support/electron/windows.js";
import type { standIn as StandIn } from "./ipc-renderer.js";

declare const standIn: typeof StandIn;

/** What main answers for its scheme. */
export type Handler = (request: { readonly url: string }) => Promise<Response> | Response;

/** Serves what main's scheme has, since Chromium alone does not know that scheme. @returns the origin, and how it ends */
export async function serveScheme(handler: () => Handler): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://page");
    const answer = async (): Promise<void> => {
      const found = await handler()({ url: `app://launcher${pathname}` });
      response.writeHead(found.status, { "content-type": found.headers.get("content-type") ?? "" });
      response.end(Buffer.from(await found.arrayBuffer()));
    };
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, close };
}

export interface WindowParts {
  readonly browser: Browser;
  /** of the served scheme */
  readonly origin: string;
  /** the bundled preload script */
  readonly preload: string;
  readonly opened: (page: Page) => void;
}

/** A class in the place of `BrowserWindow`. */
export function windowClass(parts: WindowParts) {
  return class ChromiumWindow extends StandInWindow {
    static getAllWindows(): readonly { focus(): void }[] {
      return [];
    }

    constructor() {
      super();
      Object.assign(this.webContents, { setWindowOpenHandler: () => undefined });
    }

    async loadURL(url: string): Promise<void> {
      this.frame = new StandInFrame(url);
      const page = await parts.browser.newPage();
      await this.#join(page);
      parts.opened(page);
      await page.goto(parts.origin + new URL(url).pathname);
    }

    /** Main and the page hear each other. */
    async #join(page: Page): Promise<void> {
      const ports: PortMain[] = [];
      const quietly = (told: Promise<unknown>): void => void told.catch(() => undefined);
      this.frame.on("posted", ({ channel, ports: [port] }) => {
        if (port === undefined) return;
        const id = ports.push(port) - 1;
        port.on("message", ({ data }) =>
          quietly(page.evaluate(([to, text]) => standIn.hear(to, text), [id, toText(data)] as const)),
        );
        port.on("close", () => quietly(page.evaluate((to) => standIn.close(to), id)));
        quietly(page.evaluate(([name, to]) => standIn.arrive(name, to), [channel, id] as const));
        port.start();
      });
      await page.exposeFunction("standInSend", (channel: string) => {
        this.webContents.ipc.emit(channel, { senderFrame: this.frame });
      });
      await page.exposeFunction("standInSaid", (id: number, text: string) =>
        ports[id]?.postMessage(fromText(text)),
      );
      await page.addInitScript(parts.preload);
    }
  };
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect, createServer, type SecureContext } from "node:tls";
import { afterEach, describe, expect, it, vi } from "vitest";
import { TrustedRoots } from "../../../lib/net/index.js";
import { MAX_SHARED_CONTEXTS } from "../../../lib/net/trusted-roots.js";
import { makeAuthority, makeLeaf, type Authority } from "../../../platform/tls/authority.js";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  vi.doUnmock("node:tls");
  vi.resetModules();
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** @returns the port of a TLS server whose certificate is the authority's */
async function serverOf(authority: Authority): Promise<number> {
  const server = createServer(await makeLeaf(authority), (socket) => socket.end());
  server.on("tlsClientError", () => undefined);
  await once(server.listen(0, "127.0.0.1"), "listening");
  cleanups.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

async function accepts(port: number, secureContext?: SecureContext): Promise<boolean> {
  const socket = connect({ port, host: "localhost", ...(secureContext && { secureContext }) });
  const [error] = (await Promise.race([once(socket, "secureConnect"), once(socket, "error")]).catch(
    (reason: unknown) => [reason],
  )) as [unknown?];
  socket.destroy();
  return error === undefined;
}

const another = (text: string): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(text).toString("base64")}\n-----END CERTIFICATE-----\n`;

describe("trusted roots", () => {
  it("are one context for all owners that add the same certificates, however they pass them", async () => {
    const { certificate } = await makeAuthority();
    const context = await new TrustedRoots(certificate).context();
    expect(await new TrustedRoots([certificate]).context()).toBe(context);
    expect(await new TrustedRoots(Buffer.from(certificate) as unknown as string).context()).toBe(context);
    expect(await new TrustedRoots([certificate, another("more")]).context()).not.toBe(context);
  });

  it("trust what was added, in this context alone", async () => {
    const [authority, stranger] = [await makeAuthority(), await makeAuthority()];
    const port = await serverOf(authority);
    const context = await new TrustedRoots([stranger.certificate, authority.certificate]).context();
    expect(await accepts(port, context)).toBe(true);
    expect(await accepts(port, await new TrustedRoots(stranger.certificate).context())).toBe(false);
    expect(await accepts(port)).toBe(false);
  });

  it("keep a bounded number of contexts, the latest used ones", async () => {
    const roots = (at: number): TrustedRoots => new TrustedRoots(another(`authority ${String(at)}`));
    const first = await roots(0).context();
    const second = await roots(1).context();
    for (let at = 2; at < MAX_SHARED_CONTEXTS; at += 1) await roots(at).context();
    expect(await roots(0).context()).toBe(first);
    await roots(MAX_SHARED_CONTEXTS).context();
    expect(await roots(0).context()).toBe(first);
    expect(await roots(1).context()).not.toBe(second);
  });

  it("include the roots of the host", async () => {
    const [ofHost, added] = [await makeAuthority(), await makeAuthority()];
    const port = await serverOf(ofHost);
    const folder = await mkdtemp(path.join(tmpdir(), "sdkpp-roots-"));
    cleanups.push(() => rm(folder, { recursive: true }));
    const file = path.join(folder, "host.pem");
    await writeFile(file, ofHost.certificate);
    const program = `
      import { connect } from "node:tls";
      import { TrustedRoots } from ${JSON.stringify(new URL("../../../dist/net/index.js", import.meta.url).href)};
      const secureContext = await new TrustedRoots(${JSON.stringify(added.certificate)}).context();
      connect({ port: ${String(port)}, host: "localhost", secureContext }, () => process.exit(0));`;
    const child = spawn(process.execPath, ["--use-openssl-ca", "--input-type=module", "-e", program], {
      env: { ...process.env, SSL_CERT_FILE: file },
      stdio: "ignore",
    });
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("are passed whole on a host whose contexts cannot be added to", async () => {
    const asked: unknown[] = [];
    const createSecureContext = (options?: { ca: string[] }): unknown => {
      asked.push(options?.ca);
      return { context: {} };
    };
    vi.doMock("node:tls", () => ({ createSecureContext, rootCertificates: ["a root"] }));
    vi.resetModules();
    const net = await import("../../../lib/net/trusted-roots.js");
    await new net.TrustedRoots(another("mine")).context();
    expect(asked.at(-1)).toEqual(["a root", another("mine")]);
  });
});

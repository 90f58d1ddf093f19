import { once } from "node:events";
import { connect, type SecureContext } from "node:tls";
import { certificateFailure } from "../../net/index.js";
import { addressOf, type Address } from "../address.js";
import { readCertificates } from "../certificates.js";
import { failed, ok, skipped, type DoctorOptions, type Finding } from "../finding.js";

const CHECK = "voice gateway";
const DEADLINE_MS = 5000;

/** Whether the voice gateway can be reached over TLS and its certificate is trusted, with the additional certificates. */
export async function checkVoiceTrust({ voice, ca }: DoctorOptions): Promise<Finding> {
  const { roots, problem } = readCertificates(ca, Date.now());
  const remedy = "pass the file that `npx @sdkpp/platform ca --data <folder>` prints as --ca";
  if (problem !== undefined) return failed(CHECK, problem, remedy);
  if (voice === undefined) return skipped(CHECK, "none is named; --voice <name>:<port> names one");
  const address = addressOf("--voice", voice);
  try {
    await handshake(address, await roots.context());
    return ok(CHECK, `${voice} has a certificate that is trusted`);
  } catch (error) {
    const untrusted = certificateFailure(error as Error);
    if (untrusted !== undefined) return failed(CHECK, `${voice}: ${untrusted}`, remedy);
    return failed(
      CHECK,
      `${voice}: ${(error as Error).message}`,
      "start the platform, or correct the address",
    );
  }
}

async function handshake({ host, port }: Address, secureContext: SecureContext): Promise<void> {
  const socket = connect({ host, port, servername: host, secureContext });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(DEADLINE_MS) });
  } finally {
    socket.destroy();
  }
}

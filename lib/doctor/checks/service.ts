import { failed, ok, skipped, type DoctorOptions, type Finding } from "../finding.js";

const CHECK = "API and clock";
const DEADLINE_MS = 5000;
/** Signed requests and tokens of other providers are refused from here on. */
const SKEW_MAX_MS = 60_000;

/** Whether the API answers, and how far the clock of this machine is from the service's. */
export async function checkService({ api }: DoctorOptions): Promise<Finding> {
  if (api === undefined) return skipped(CHECK, "no API is named; --api <url> names one");
  try {
    const response = await fetch(`${api.replace(/\/$/, "")}/v10/gateway`, {
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    await response.body?.cancel();
    if (!response.ok)
      return failed(CHECK, `${api} answered ${response.status}`, "correct the address: it ends in /api");
    return judged(api, Date.parse(response.headers.get("date") ?? ""), Date.now());
  } catch (error) {
    const { message, cause } = error as {
      readonly message: string;
      readonly cause?: { readonly code?: string };
    };
    return failed(CHECK, `${api}: ${cause?.code ?? message}`, "start the platform, or correct the address");
  }
}

/** @param there the time of the service, Unix milliseconds; NaN: it sends none */
export function judged(api: string, there: number, here: number): Finding {
  if (Number.isNaN(there)) return ok(CHECK, `${api} answers, without its time`);
  const skewMs = here - there;
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) <= SKEW_MAX_MS) return ok(CHECK, `${api} answers, ${seconds} s apart`);
  return failed(
    CHECK,
    `the clock of this machine is ${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} that of ${api}`,
    "set the clock of this machine, or that of the platform if a test has moved it",
  );
}

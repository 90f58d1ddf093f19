import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import Database from "libsql";
import type { CheckAnswer } from "./database-check.js";

/** The worker that looks at a database: it reads it once, on a connection that cannot write, and ends. */

const DAMAGE = /^SQLITE_(?:CORRUPT|NOTADB)/;

parentPort?.postMessage(look(workerData as string));

function look(file: string): CheckAnswer {
  // The library's own option for this has no effect.
  const db = new Database(`${pathToFileURL(file).href}?mode=ro`);
  try {
    const [first] = db.prepare("PRAGMA quick_check(1)").all() as { quick_check: string }[];
    const detail = first?.quick_check ?? "";
    return detail === "ok" ? { verdict: "sound" } : { verdict: "damaged", detail };
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    return { verdict: DAMAGE.test(String(code)) ? "damaged" : "unknown", detail: message };
  } finally {
    db.close();
  }
}

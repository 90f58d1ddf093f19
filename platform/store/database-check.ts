import { Worker } from "node:worker_threads";
import type { Guard } from "../guard/guard.js";
import { damaged } from "./database-errors.js";

/** The worker's report: damage, none, or the reason why it could not look. */
export interface CheckAnswer {
  readonly verdict: "sound" | "damaged" | "unknown";
  /** SQLite's first complaint. */
  readonly detail?: string;
}

/** Looks at a whole database in a worker, while it is in use. What it finds is one line of the log. */
export class DatabaseCheck {
  readonly #worker: Worker;

  /** @param onDamage called when the database is damaged */
  constructor(file: string, guard: Guard, onDamage: () => void) {
    this.#worker = new Worker(new URL("./database-check-worker.js", import.meta.url), { workerData: file });
    this.#worker.on(
      "message",
      guard.listener("the check of the database", (answer: CheckAnswer) => {
        if (answer.verdict === "damaged") onDamage();
        tell(file, guard, answer);
      }),
    );
    this.#worker.on(
      "error",
      guard.listener("the check of the database", (error: Error) =>
        tell(file, guard, { verdict: "unknown", detail: error.message }),
      ),
    );
    this.#worker.unref();
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}

function tell(file: string, guard: Guard, { verdict, detail = "" }: CheckAnswer): void {
  if (verdict === "sound") return guard.remark(`the database ${file} is undamaged`);
  const { message } = damaged(file);
  const words = verdict === "damaged" ? message : `The database ${file} could not be checked.`;
  guard.report("the check of the database", `${words} (${detail})`);
}

import type { NatsOptions } from "../bus/address.js";

/** What a voice process of a worker is started with. */
export interface ProcessStart {
  readonly type: "start";
  readonly nats: NatsOptions;
  readonly fleetKey: Uint8Array;
  readonly fleet: string;
  readonly process: string;
  readonly media: readonly string[];
  readonly allowPrivate: boolean;
  readonly addonPath: string | undefined;
  readonly mediaThreads: "auto" | number | undefined;
}

/** A message of a worker to its voice process. */
export type ToProcess =
  | ProcessStart
  /** asks for {@link FromProcess} `alive` */
  | { readonly type: "ask"; readonly isDraining: boolean }
  /** it may have calls until then, by the machine's monotonic clock, which both processes read */
  | { readonly type: "lease"; readonly untilNs: bigint };

/** A message of a voice process to its worker. */
export type FromProcess =
  | { readonly type: "ready" }
  | { readonly type: "failed"; readonly reason: string }
  /** `isDraining`: as it was asked with */
  | { readonly type: "alive"; readonly load: number; readonly calls: number; readonly isDraining: boolean };

import type { RpcErrorCode } from "sdkpp/wire";

/** A command that is not carried out; `data` of an ERROR answer (R§3.4). */
export class RpcRejection {
  constructor(
    readonly code: RpcErrorCode,
    readonly message: string,
    /** Further fields of the data. */
    readonly details?: Readonly<Record<string, unknown>>,
  ) {}
}

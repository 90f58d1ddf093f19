import type { Fault } from "../domain/rules/outcome.js";

/** Carries a fault through Fastify, whose parsers can only throw errors, and through streams. */
export class FaultError extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
  }
}

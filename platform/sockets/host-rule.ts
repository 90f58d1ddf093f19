const LOOPBACK = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;
const PORT = /:[0-9]{1,5}$/;

/**
 * Under which names the platform answers. A page can let its own name resolve to this machine, and browsers then count what is
 * here as of its origin (DNS rebinding): only names that no stranger controls are served.
 */
export class HostRule {
  readonly #names: ReadonlySet<string>;

  /** @param names in small letters, without ports, besides those of loopback */
  constructor(names: readonly string[]) {
    this.#names = new Set(names);
  }

  /** @param host the header; only programs that are no browsers leave it out */
  admits(host: string | undefined): boolean {
    if (host === undefined) return true;
    const name = host.toLowerCase().replace(PORT, "");
    return LOOPBACK.test(name) || this.#names.has(name);
  }
}

/** Why a request is refused, in words. */
export const FOREIGN_HOST =
  "This name is not one of the platform's: use its loopback address, or name it in the option `hosts`.";

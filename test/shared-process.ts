/**
 * Folders whose test files share a process, and so what they import: starting the platform's bundle takes more time than most
 * of them. A file there replaces no member of a module, and leaves the process as it was: environment, working folder,
 * listeners. What a support module does when it is imported happens once for all files: it registers no hooks there, and uses
 * `onTestFinished`. `test/architecture/shared-process.test.ts` checks what the text shows.
 */
export const SHARED: readonly string[] = ["test/architecture", "test/e2e/platform", "test/e2e/rpc"];

/** Further ones, which load the addon: they wait for sound and sockets. A process has loaded it for all of its files. */
export const CALLS: readonly string[] = [
  "bot",
  "encryption",
  "faults",
  "garbage",
  "hostile",
  "operations",
  "social",
  "testing",
].map((name) => `test/e2e/${name}`);

/** Files of those folders that need a process of their own. */
export const ALONE: readonly string[] = [
  "test/architecture/guides.test.ts",
  "test/e2e/bot/media-threads.test.ts",
  ...["audio-callbacks", "filter-fails-closed"].map((name) => `test/e2e/faults/${name}.test.ts`),
  ...[
    "app-pages",
    "cdn",
    "child-tokens",
    "each-failure",
    "guest-limits",
    "guests",
    "message-components",
    "oidc-guests",
    "snapshots",
    "timeline",
  ].map((name) => `test/e2e/platform/${name}.test.ts`),
  "test/e2e/rpc/client.test.ts",
  "test/e2e/testing/serve.test.ts",
];

/**
 * Folders whose test files share a process, and so what they import: starting the platform's bundle takes more time than most
 * of them. A file there loads no addon, replaces no member of a module, and leaves the process as it was: environment, working
 * folder, listeners. What a support module does when it is imported happens once for all files: it registers no hooks there, and
 * uses `onTestFinished`. `test/architecture/shared-process.test.ts` checks what the text shows.
 */
export const SHARED: readonly string[] = ["test/architecture", "test/e2e/platform", "test/e2e/rpc"];

/** Files of those folders that need a process of their own. */
export const ALONE: readonly string[] = [
  "test/architecture/guides.test.ts",
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
];

import tseslint from "typescript-eslint";
import { guardedEntries } from "./scripts/lint/guarded-entries.mjs";

const JWK = {
  selector: "CallExpression[callee.property.name='export'] Property[key.name='format'][value.value='jwk']",
  message: "Node can wait for ever in an export as JWK (platform/dave/p256.ts says why): export DER.",
};
/** Node 20 takes 7 to 14 µs for it; what a game reads in each frame cannot afford that. */
const SPREAD = {
  selector:
    "ObjectExpression > SpreadElement[argument.type!='ConditionalExpression'][argument.type!='LogicalExpression'] ~ Property",
  message:
    "A spread that is followed by properties is slow to make: name the properties, or assign to what is yours.",
};
/** Steps of operations: who calls one alone skips the rules before it and the facts after it. */
const STEPS =
  "install|enterGuild|addMember|removeMember|postMessage|editMessage|deleteMessage|addReaction|removeReaction|keepFiles|moderate";

export default tseslint.config(
  {
    ignores: [
      "**/dist/**",
      "**/node_modules/**",
      "build*/**",
      "native/**",
      "prebuilds/**",
      "demo-out/**",
      "test-out/**",
      // Its packages are not installed here: a check of the bundlers builds with it.
      "examples/launcher/electron.vite.config.ts",
    ],
  },
  ...tseslint.configs.strict,
  {
    // One program over everything, so that what a promise is, and which cases a union has, is known everywhere.
    // Code for browsers has their types, and is checked apart from the rest.
    languageOptions: {
      parserOptions: { project: ["./tsconfig.check.json", "./lib/activities/tsconfig.json"] },
    },
    rules: {
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "@typescript-eslint/no-namespace": "off",
      "@typescript-eslint/no-extraneous-class": "off",
      "@typescript-eslint/unified-signatures": "off",
      "@typescript-eslint/no-invalid-void-type": "off",
      "no-restricted-syntax": ["error", JWK],
    },
  },
  {
    // Actions of control for a user go through the operation that the user calls. The registry and the seed make records that no
    // operation makes.
    files: ["platform/control/**/*.ts"],
    ignores: ["platform/control/registry.ts", "platform/control/seed.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        JWK,
        {
          selector: `CallExpression[callee.property.name='put'], CallExpression[callee.name=/^(${STEPS})$/]`,
          message:
            "Control acts through the operations that users call (platform/domain/rules), not through their steps.",
        },
      ],
    },
  },
  {
    // What a game calls in each frame: handles, and what makes them and answers their questions.
    files: ["lib/sdk/handles/**/*.ts", "lib/sdk/core/world/**/*.ts", "lib/state/friend*.ts"],
    rules: { "no-restricted-syntax": ["error", JWK, SPREAD] },
  },
  { files: ["**/*.cjs"], rules: { "@typescript-eslint/no-require-imports": "off" } },
  {
    // The members of a value class are declared by an interface of its name, and made from a table; its constructor says what it
    // copies.
    files: ["lib/sdk/values/*.ts"],
    rules: {
      "@typescript-eslint/no-unsafe-declaration-merging": "off",
      "@typescript-eslint/no-useless-constructor": "off",
      "@typescript-eslint/no-empty-object-type": ["error", { allowInterfaces: "with-single-extends" }],
    },
  },
  {
    // The members of the client are declared by the interfaces of its areas, and made from their tables.
    files: ["lib/sdk/client.ts"],
    rules: { "@typescript-eslint/no-unsafe-declaration-merging": "off" },
  },
  {
    // Input of strangers never ends the process by an exception or a rejected promise.
    files: ["platform/**/*.ts"],
    // Timers of clocks run behind the guard that the clock is given; the guard itself starts what nobody waits for.
    ignores: ["platform/clock/*.ts", "platform/guard/guard.ts"],
    plugins: { platform: guardedEntries },
    rules: { "platform/guarded-listeners": "error", "platform/started-promises": "error" },
  },
  { files: ["test/**"], rules: { "@typescript-eslint/no-non-null-assertion": "off" } },
);

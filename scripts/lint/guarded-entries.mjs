// Rules for code whose exceptions would end the process: the platform takes input from strangers.
import ts from "typescript";

const LISTENS = new Set([
  "on",
  "once",
  "addListener",
  "prependListener",
  "prependOnceListener",
  "addEventListener",
]);
/** Functions of Node whose argument listens. */
const LISTENING = new Set(["createServer", "setTimeout", "setInterval", "setImmediate", "queueMicrotask"]);
const EMITTERS = new Set(["EventEmitter", "EventTarget"]);
/** Emits what this program decides itself. An EventTarget in the types of browsers, in those of Node none. */
const OWN_SIGNALS = new Set(["AbortSignal"]);
const GUARDS = new Set(["Guard"]);
const PROMISES = new Set(["Promise"]);
const GUARDED = new Set(["run", "isolate", "report", "remark", "start", "listener"]);
/** Members that never throw. */
const TOTAL = new Set(["destroy", "terminate", "push", "abort"]);
const COLLECTIONS = new Set(["Map", "Set", "WeakMap", "WeakSet", "Array"]);
/** Members that add a listener, or pass data on: what they call is looked at where it stands. */
const WIRING = new Set([...LISTENS, "removeListener", "off", "setTimeout", "unref"]);

const isFunction = (node) => node?.type === "ArrowFunctionExpression" || node?.type === "FunctionExpression";

/** Names of a type and of those that it extends. */
function namesOf(checker, type, found = new Set()) {
  for (const part of type.isUnionOrIntersection() ? type.types : [type]) {
    const name = part.symbol?.name;
    if (name === undefined || found.has(name)) continue;
    found.add(name);
    for (const base of part.isClassOrInterface() ? checker.getBaseTypes(part) : [])
      namesOf(checker, base, found);
    const target = part.target;
    if (target !== undefined && target !== part) namesOf(checker, target, found);
    if (part.symbol.declarations?.some((one) => ts.isClassLike(one)))
      for (const base of checker.getBaseTypes(checker.getDeclaredTypeOfSymbol(part.symbol)) ?? [])
        namesOf(checker, base, found);
  }
  return found;
}

/** The compiler's types of a file. */
function typesOf({ sourceCode: { parserServices } }) {
  const checker = parserServices.program.getTypeChecker();
  const isOf = (node, wanted) => {
    const names = namesOf(checker, parserServices.getTypeAtLocation(node));
    return [...wanted].some((name) => names.has(name));
  };
  return { isOf };
}

/** The definition of a name in this file; undefined: unknown. */
function definitionOf(context, identifier) {
  let scope = context.sourceCode.getScope(identifier);
  for (; scope !== null; scope = scope.upper) {
    const variable = scope.set.get(identifier.name);
    if (variable !== undefined) return variable.defs[0];
  }
  return undefined;
}

/** Whether a name is `resolve` or `reject` of a promise. */
function settlesPromise(definition) {
  if (definition?.type !== "Parameter") return false;
  const { parent } = definition.node;
  return parent.type === "NewExpression" && parent.callee.name === "Promise";
}

/** Whether nothing in it can throw, as far as a look at its calls tells. */
function isHarmless(context, types, node) {
  const kinds = context.sourceCode.visitorKeys;
  const look = (one) => {
    if (one === null || one === undefined) return true;
    if (one.type === "ThrowStatement" || one.type === "AwaitExpression") return false;
    if (one.type === "NewExpression")
      return /Error$/.test(one.callee.name ?? "") && one.arguments.every(look);
    if (one.type === "CallExpression") return isHarmlessCall(one);
    if (isFunction(one)) return true;
    return (kinds[one.type] ?? []).every((key) => [one[key]].flat().every(look));
  };
  const isHarmlessCall = ({ callee, arguments: given }) => {
    if (callee.type === "Identifier") {
      const definition = definitionOf(context, callee);
      return (settlesPromise(definition) || isHarmlessName(context, types, definition)) && given.every(look);
    }
    if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return false;
    const { name } = callee.property;
    // Functions that the guard runs are guarded.
    if (GUARDED.has(name) && types.isOf(callee.object, GUARDS)) return true;
    return (
      (TOTAL.has(name) || types.isOf(callee.object, COLLECTIONS) || WIRING.has(name)) &&
      look(callee.object) &&
      given.every(look)
    );
  };
  return look(node.body ?? node);
}

function isHarmlessName(context, types, definition) {
  const value = definition?.type === "Variable" ? definition.node.init : undefined;
  return isFunction(value) && isHarmless(context, types, value);
}

const guardedListeners = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      unguarded:
        "An exception of this listener ends the process: wrap it in `guard.listener(entry, …)`, or let it only settle a promise.",
    },
  },
  create(context) {
    const types = typesOf(context);
    const isGuarded = (listener) => {
      if (isFunction(listener)) return isHarmless(context, types, listener);
      if (listener.type === "Identifier") {
        const definition = definitionOf(context, listener);
        return settlesPromise(definition) || isHarmlessName(context, types, definition);
      }
      return isHarmless(context, types, listener) && listener.type === "CallExpression";
    };
    /** Every function that an emitter is given is called by itself: by name, or as the callback of `write`, `listen` or `close`. */
    const listenersOf = ({ callee, arguments: given }) => {
      if (callee.type === "Identifier") return LISTENING.has(callee.name) ? given.filter(isFunction) : [];
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return [];
      if (!types.isOf(callee.object, EMITTERS) || types.isOf(callee.object, OWN_SIGNALS)) return [];
      return LISTENS.has(callee.property.name) ? given.slice(1, 2) : given.filter(isFunction);
    };
    return {
      CallExpression(node) {
        for (const listener of listenersOf(node))
          if (!isGuarded(listener)) context.report({ node: listener, messageId: "unguarded" });
      },
    };
  },
};

const startedPromises = {
  meta: {
    type: "problem",
    schema: [],
    messages: { floating: "Nobody waits for this promise: let it run by `guard.start(entry, …)`." },
  },
  create(context) {
    const types = typesOf(context);
    /** `.catch(() => undefined)`: somebody else waits for the promise, or nobody needs its outcome. */
    const isSilenced = ({ type, callee, arguments: [handler] = [] }) =>
      type === "CallExpression" &&
      callee.type === "MemberExpression" &&
      callee.property.name === "catch" &&
      isFunction(handler) &&
      isHarmless(context, types, handler);
    const check = (found) => {
      const node = found.type === "ChainExpression" ? found.expression : found;
      if (!types.isOf(node, PROMISES)) return;
      if (node.type !== "AwaitExpression" && node.type !== "AssignmentExpression" && !isSilenced(node))
        context.report({ node, messageId: "floating" });
    };
    return {
      ExpressionStatement: ({ expression }) => check(expression),
      "UnaryExpression[operator='void']": ({ argument }) => check(argument),
    };
  },
};

export const guardedEntries = {
  rules: { "guarded-listeners": guardedListeners, "started-promises": startedPromises },
};

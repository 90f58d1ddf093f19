// JSON Schemas of TypeScript types. Numbers above 2^53 are decimal strings, bytes are base64.
import ts from "typescript";
import { plain } from "./comment.mjs";

const SNOWFLAKE = { type: "string", format: "snowflake" };
const BIGINT = { type: "string", format: "bigint" };
const BYTES = { type: "string", contentEncoding: "base64" };
const REFERENCE = "#/components/schemas/";
/** Payloads as clients see them; the documents of the platform's API describe them. */
const WIRE = /\/(?:lib|dist)\/wire\//;

export class Schemas {
  /** Schemas of named types, by name. */
  named = {};
  #checker;

  constructor(checker) {
    this.#checker = checker;
  }

  /** @param symbol a parameter or a property, whose declaration may say more than its type */
  ofDeclaration(symbol) {
    const { type: node } = symbol.valueDeclaration ?? {};
    if (node && ts.isTypeReferenceNode(node) && node.typeName.getText() === "Snowflake") return SNOWFLAKE;
    const type = this.#checker.getTypeOfSymbol(symbol);
    const isOptional =
      (symbol.flags & ts.SymbolFlags.Optional) !== 0 || symbol.valueDeclaration?.questionToken;
    return this.of(isOptional ? this.#checker.getNonNullableType(type) : type, node);
  }

  /** @returns undefined for void, and for what has methods: it stays in its process */
  ofResult(type) {
    const [inner = type] = type.getSymbol()?.getName() === "Promise" ? type.typeArguments : [];
    const isNothing = inner.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined);
    return isNothing || this.#hasMethods(inner) ? undefined : this.of(inner);
  }

  /** Whether the members of this schema may stand beside other arguments. */
  isObject(schema) {
    const { $ref, properties, anyOf } = schema;
    if ($ref !== undefined) return this.isObject(this.named[$ref.slice(REFERENCE.length)]);
    return properties !== undefined || (anyOf?.every((one) => this.isObject(one)) ?? false);
  }

  /** Whether objects of a type have the member `signal`, which no JSON says: it ends an operation. */
  takesSignal(type) {
    const signal = this.#checker.getNonNullableType(type).getProperty("signal");
    return signal !== undefined && this.#isSignal(signal);
  }

  #isSignal(symbol) {
    const type = this.#checker.getNonNullableType(this.#checker.getTypeOfSymbol(symbol));
    return type.getSymbol()?.getName() === "AbortSignal";
  }

  of(type, node) {
    const alias = this.#listAlias(type, node);
    return alias === undefined
      ? this.#ofType(type, node)
      : this.#named(alias, () => this.#ofType(type, alias.node));
  }

  /** A list with a name of its own, which its type does not remember. */
  #listAlias(type, node) {
    if (!this.#checker.isArrayType(type) || !node || !ts.isTypeReferenceNode(node)) return undefined;
    const symbol = this.#checker.getSymbolAtLocation(node.typeName);
    const own =
      symbol && symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    const [declaration] = own?.declarations ?? [];
    if (!declaration || !ts.isTypeAliasDeclaration(declaration)) return undefined;
    return { name: own.getName(), symbol: own, node: declaration.type };
  }

  #ofType(type, node) {
    const { flags } = type;
    if (flags & ts.TypeFlags.StringLiteral || flags & ts.TypeFlags.NumberLiteral)
      return { const: type.value };
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: type.intrinsicName === "true" };
    if (flags & ts.TypeFlags.String) return nameOf(node) === "Snowflake" ? SNOWFLAKE : { type: "string" };
    if (flags & ts.TypeFlags.Number) return { type: "number" };
    if (flags & ts.TypeFlags.Boolean) return { type: "boolean" };
    if (flags & ts.TypeFlags.BigInt) return BIGINT;
    if (flags & ts.TypeFlags.Null) return { type: "null" };
    if (flags & ts.TypeFlags.Unknown) return {};
    if (flags & ts.TypeFlags.NonPrimitive) return { type: "object" };
    if (type.isUnion()) return this.#ofUnion(type, node);
    if (this.#checker.isArrayType(type)) return this.#ofArray(type, node);
    if (this.#checker.isTupleType(type)) return { type: "array", items: this.of(type.typeArguments[0]) };
    if (isBytes(type)) return BYTES;
    return this.#ofObject(type);
  }

  #ofArray(type, node) {
    const inner = elementNode(node);
    return { type: "array", items: this.of(this.#checker.getTypeArguments(type)[0], inner) };
  }

  #ofUnion(type, node) {
    const isNullable = type.types.some(({ flags }) => flags & ts.TypeFlags.Null);
    const inner = node && ts.isUnionTypeNode(node) ? node.types[0] : node;
    const kept = type.types.filter(({ flags }) => !(flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)));
    const schema = this.#ofChoice(this.#sayable(kept), inner);
    if (!isNullable) return schema;
    return typeof schema.type === "string"
      ? { ...schema, type: [schema.type, "null"] }
      : { anyOf: [schema, { type: "null" }] };
  }

  /** Drops what JSON cannot say: functions, objects with methods, and texts beside bytes, which are base64. */
  #sayable(types) {
    const hasBytes = types.some(isBytes);
    return types.filter((one) => {
      if (one.flags & ts.TypeFlags.String) return !hasBytes;
      return one.getCallSignatures().length === 0 && !this.#hasMethods(one);
    });
  }

  #hasMethods(type) {
    if (!(type.flags & ts.TypeFlags.Object) || isBytes(type)) return false;
    if (this.#checker.isArrayType(type) || this.#checker.isTupleType(type)) return false;
    return type.getProperties().some((one) => one.flags & ts.SymbolFlags.Method);
  }

  #ofChoice(types, node) {
    if (types.length === 2 && types.every(({ flags }) => flags & ts.TypeFlags.BooleanLiteral))
      return { type: "boolean" };
    if (types.length > 1 && types.every((one) => one.isLiteral()))
      return { enum: types.map(({ value }) => value) };
    const booleans = types.filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral);
    const others = types.filter((one) => !booleans.includes(one));
    const schemas = [
      ...(booleans.length === 2 ? [{ type: "boolean" }] : booleans.map((one) => this.of(one))),
      ...others.map((one) => this.of(one, types.length === 1 ? node : undefined)),
    ];
    return schemas.length === 1 ? schemas[0] : { anyOf: schemas };
  }

  #ofObject(type) {
    const symbol = type.aliasSymbol ?? type.getSymbol();
    const name = symbol?.getName() ?? "";
    const file = symbol?.declarations?.[0]?.getSourceFile().fileName ?? "";
    const isNamed =
      /^[A-Z]/.test(name) && !type.aliasTypeArguments && !/^(?:Readonly|Record|Omit|Pick)$/.test(name);
    if (!isNamed) return this.#members(type);
    if (WIRE.test(file)) return { type: "object", description: `${name}, as clients get it` };
    return this.#named({ name, symbol }, () => this.#members(type));
  }

  #named({ name, symbol }, make) {
    if (this.named[name] === undefined) {
      this.named[name] = {};
      const about = plain(ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)));
      this.named[name] = { ...(about && { description: about }), ...make() };
    }
    return { $ref: REFERENCE + name };
  }

  #members(type) {
    const index = this.#checker.getIndexInfoOfType(type, ts.IndexKind.String);
    if (index) return { type: "object", additionalProperties: this.of(index.type) };
    const members = this.#checker
      .getPropertiesOfType(type)
      .filter((one) => !isAbsent(this.#checker, one) && !this.#isSignal(one));
    const required = members
      .filter((one) => !(one.flags & ts.SymbolFlags.Optional))
      .map((one) => one.getName());
    return {
      type: "object",
      properties: Object.fromEntries(members.map((one) => [one.getName(), this.#member(one)])),
      ...(required.length > 0 && { required }),
    };
  }

  #member(symbol) {
    const about = plain(ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)));
    const schema = this.ofDeclaration(symbol);
    return about === "" ? schema : { ...schema, description: about };
  }
}

/** A member that is declared to be absent in a branch of a union. */
function isAbsent(checker, symbol) {
  return checker.getTypeOfSymbol(symbol).flags & ts.TypeFlags.Undefined;
}

function isBytes(type) {
  return type.getSymbol()?.getName() === "Uint8Array";
}

function nameOf(node) {
  return node && ts.isTypeReferenceNode(node) ? node.typeName.getText() : undefined;
}

/** The element of `readonly X[]` and `X[]`. */
function elementNode(node) {
  if (node && ts.isTypeOperatorNode(node)) return elementNode(node.type);
  return node && ts.isArrayTypeNode(node) ? node.elementType : undefined;
}

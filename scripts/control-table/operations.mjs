// Reads operations from TypeScript: the properties of a class are groups, and their methods are operations.
import path from "node:path";
import ts from "typescript";
import { commentOf } from "./comment.mjs";
import { Schemas } from "./schemas.mjs";

/** Tags of methods that are no operations. */
const NOT_OPERATIONS = new Set(["internal", "inProcess"]);

/** The schema of seeds: its root, and the schemas of the types that it names. @param platform absolute path of the folder `platform` */
export function readSeedSchema(platform) {
  const file = path.join(platform, "seed-file.ts");
  const program = openProgram(platform, file);
  const checker = program.getTypeChecker();
  const schemas = new Schemas(checker);
  const root = schemas.of(classOf(program, checker, file, "SeedFile"));
  return { root, schemas: schemas.named };
}

/**
 * @typedef {object} Source
 * @property {string} folder absolute path of the package
 * @property {string} file with the class, in the folder
 * @property {string} className
 * @property {Bound} bound
 *
 * @typedef {object} Bound what each user or actor has a group of: a method of the class returns it, so that each operation takes the
 *   method's argument first
 * @property {string} method
 * @property {string} group
 * @property {string} argument
 */

/** @param {Source} source */
export function readOperations({ folder, file, className, bound }) {
  const source = path.join(folder, file);
  const program = openProgram(folder, source);
  const checker = program.getTypeChecker();
  const schemas = new Schemas(checker);
  const operations = classOf(program, checker, source, className)
    .getProperties()
    .flatMap((member) => {
      const group = member.getName();
      if (!isPublic(member)) return [];
      const type = checker.getTypeOfSymbol(member);
      if (group === bound.method) return readBound(checker, schemas, member, bound);
      return methodsOf(checker, type).map((method) => readOperation(checker, schemas, group, method));
    });
  return { operations, schemas: schemas.named };
}

function openProgram(folder, source) {
  const config = ts.getParsedCommandLineOfConfigFile(path.join(folder, "tsconfig.json"), {}, { ...ts.sys });
  return ts.createProgram([source], { ...config.options, composite: false, noEmit: true });
}

function classOf(program, checker, file, name) {
  const module = checker.getSymbolAtLocation(program.getSourceFile(file));
  const symbol = checker.getExportsOfModule(module).find((one) => one.getName() === name);
  return checker.getDeclaredTypeOfSymbol(symbol);
}

function readBound(checker, schemas, member, { group, argument }) {
  const [signature] = checker.getTypeOfSymbol(member).getCallSignatures();
  const [first] = signature.getParameters();
  const { schema, about } = readArgument(schemas, first, commentOf(member).parameters);
  const owner = { name: argument, ...(about && { about }), schema };
  const type = checker.getAwaitedType(signature.getReturnType());
  return methodsOf(checker, type).map((method) => {
    const { arguments: rest, ...operation } = readOperation(checker, schemas, group, method);
    return { ...operation, isBound: true, arguments: [owner, ...rest] };
  });
}

function methodsOf(checker, type) {
  return type.getProperties().filter((one) => isPublic(one) && answersOnce(checker.getTypeOfSymbol(one)));
}

/** What gives one result after the other is no operation: the control API has an address of its own for it. */
function answersOnce(type) {
  const [signature] = type.getCallSignatures();
  return (
    signature !== undefined &&
    !/^Async(?:Iter|Gen)/.test(signature.getReturnType().getSymbol()?.getName() ?? "")
  );
}

/** Private members (`#x`), those named by symbols, and what is marked internal or for this process only are no operations. */
function isPublic({ valueDeclaration: declaration }) {
  const { name } = declaration ?? {};
  if (name !== undefined && (ts.isPrivateIdentifier(name) || ts.isComputedPropertyName(name))) return false;
  return !ts.getJSDocTags(declaration).some(({ tagName }) => NOT_OPERATIONS.has(tagName.text));
}

function readOperation(checker, schemas, group, method) {
  const [signature] = checker.getTypeOfSymbol(method).getCallSignatures();
  const { about, parameters, returns, errors } = commentOf(method);
  const given = signature.getParameters().map((one) => readArgument(schemas, one, parameters));
  const result = schemas.ofResult(signature.getReturnType());
  const last = given.at(-1);
  const lastParameter = signature.getParameters().at(-1);
  const isAbortable = lastParameter && schemas.takesSignal(checker.getTypeOfSymbol(lastParameter));
  return {
    group,
    name: method.getName(),
    about,
    arguments: given,
    ...(last !== undefined && schemas.isObject(last.schema) && { spread: true }),
    ...(isAbortable && { isAbortable }),
    ...(result && { result }),
    ...(returns && { returns }),
    ...(errors && { errors }),
  };
}

function readArgument(schemas, parameter, comments) {
  const name = parameter.getName();
  const { valueDeclaration: declaration } = parameter;
  const isOptional = declaration.questionToken !== undefined || declaration.initializer !== undefined;
  const about = comments.get(name);
  return {
    name,
    ...(about && { about }),
    ...(isOptional && { isOptional }),
    schema: schemas.ofDeclaration(parameter),
  };
}

// Reads the operations of control from its TypeScript: the properties of `Control` are groups, and their methods are operations.
import path from "node:path";
import ts from "typescript";
import { commentOf } from "./comment.mjs";
import { Schemas } from "./schemas.mjs";

/** The group of what users do in the app: `control.as(userId)` returns it, so that each operation takes the user first. */
const BOUND = { method: "as", argument: "userId" };

/** @param platform absolute path of the folder `platform` */
export function readOperations(platform) {
  const program = openProgram(platform);
  const checker = program.getTypeChecker();
  const control = classOf(program, checker, path.join(platform, "control/control.ts"), "Control");
  const schemas = new Schemas(checker);
  const operations = control.getProperties().flatMap((member) => {
    const group = member.getName();
    if (!isPublic(member)) return [];
    const type = checker.getTypeOfSymbol(member);
    if (group === BOUND.method) return readBound(checker, schemas, type);
    return methodsOf(checker, type).map((method) => readOperation(checker, schemas, group, method));
  });
  return { operations, schemas: schemas.named };
}

function openProgram(platform) {
  const config = ts.getParsedCommandLineOfConfigFile(path.join(platform, "tsconfig.json"), {}, { ...ts.sys });
  const files = [path.join(platform, "control/control.ts")];
  return ts.createProgram(files, { ...config.options, composite: false, noEmit: true });
}

function classOf(program, checker, file, name) {
  const module = checker.getSymbolAtLocation(program.getSourceFile(file));
  const symbol = checker.getExportsOfModule(module).find((one) => one.getName() === name);
  return checker.getDeclaredTypeOfSymbol(symbol);
}

function readBound(checker, schemas, type) {
  const [signature] = type.getCallSignatures();
  const user = { name: BOUND.argument, schema: schemas.ofDeclaration(signature.getParameters()[0]) };
  return methodsOf(checker, signature.getReturnType()).map((method) => {
    const { arguments: rest, ...operation } = readOperation(checker, schemas, BOUND.method, method);
    return { ...operation, arguments: [user, ...rest] };
  });
}

function methodsOf(checker, type) {
  return type
    .getProperties()
    .filter((one) => isPublic(one) && checker.getTypeOfSymbol(one).getCallSignatures().length > 0);
}

/** Private members (`#x`) and what is marked internal are no operations. */
function isPublic({ valueDeclaration: declaration }) {
  if (declaration?.name !== undefined && ts.isPrivateIdentifier(declaration.name)) return false;
  return !ts.getJSDocTags(declaration).some(({ tagName }) => tagName.text === "internal");
}

function readOperation(checker, schemas, group, method) {
  const [signature] = checker.getTypeOfSymbol(method).getCallSignatures();
  const { about, parameters, returns, errors } = commentOf(method);
  const given = signature.getParameters().map((one) => readArgument(schemas, one, parameters));
  const result = schemas.ofResult(signature.getReturnType());
  const last = given.at(-1);
  return {
    group,
    name: method.getName(),
    about,
    arguments: given,
    ...(last !== undefined && schemas.isObject(last.schema) && { spread: true }),
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

// Which fields an owner of a call's state has, and which of them its save() mentions.
import ts from "typescript";

/** A class or interface with the fields that make up its state. */
export interface Owner {
  readonly name: string;
  readonly fields: readonly StateField[];
  /** undefined: it has no save() */
  readonly saved: ReadonlySet<string> | undefined;
}

export interface StateField {
  /** with its `#` */
  readonly name: string;
  /** classes and types that its declaration names */
  readonly types: readonly string[];
}

/** Why something is not saved, by its name: `Class.#field`, or a class as a whole. */
export type Excuses = Readonly<Record<string, string>>;

/** The classes of a module. */
export function ownersIn(text: string, file = "module.ts"): Owner[] {
  const owners: Owner[] = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  source.forEachChild((node) => {
    if (ts.isClassDeclaration(node) && node.name !== undefined) owners.push(ownerOf(node, node.name.text));
  });
  return owners;
}

/** Fields that an owner neither saves nor lists. */
export function forgottenFields(owners: readonly Owner[], excuses: Excuses): string[] {
  return owners.flatMap(({ name, fields, saved }) =>
    fields
      .filter((field) => saved !== undefined && !saved.has(field.name))
      .map((field) => `${name}.${field.name}`)
      .filter((field) => !(field in excuses)),
  );
}

/** Classes with fields that have no save() and are not listed, and those that an owner holds. */
export function unsavedClasses(owners: readonly Owner[], excuses: Excuses): string[] {
  return owners
    .filter(({ name, fields, saved }) => saved === undefined && fields.length > 0 && !(name in excuses))
    .map(({ name }) => name);
}

/** Fields that are saved although their class is not, unless the class is listed. */
export function savedWithoutOwner(owners: readonly Owner[], excuses: Excuses): string[] {
  const classes = new Map(owners.map((owner) => [owner.name, owner]));
  return owners.flatMap(({ name, fields, saved }) =>
    fields
      .filter((field) => saved?.has(field.name) === true)
      .filter(({ types }) =>
        types.some((type) => {
          const held = classes.get(type);
          return held !== undefined && held.saved === undefined && !(type in excuses);
        }),
      )
      .map((field) => `${name}.${field.name}`),
  );
}

/** Excuses for what is saved meanwhile, or gone. */
export function idleExcuses(owners: readonly Owner[], excuses: Excuses): string[] {
  return Object.keys(excuses).filter((excuse) => {
    const [className = "", fieldName] = excuse.split(".");
    const owner = owners.find(({ name }) => name === className);
    if (fieldName === undefined) return owner === undefined || owner.saved !== undefined;
    const hasField = owner?.fields.some(({ name }) => name === fieldName) === true;
    return !hasField || owner?.saved?.has(fieldName) !== false;
  });
}

/** Fields of an interface that the function which saves it does not mention. */
export function forgottenInFunction(text: string, type: string, save: string): string[] {
  const source = ts.createSourceFile("module.ts", text, ts.ScriptTarget.ES2023, true);
  let fields: string[] | undefined;
  let mentioned: ReadonlySet<string> | undefined;
  source.forEachChild((node) => {
    if (ts.isInterfaceDeclaration(node) && node.name.text === type)
      fields = node.members.flatMap(({ name }) => (name === undefined ? [] : [name.getText()]));
    if (ts.isFunctionDeclaration(node) && node.name?.text === save) mentioned = namesIn(node);
  });
  if (fields === undefined) throw new Error(`no interface ${type}`);
  if (mentioned === undefined) throw new Error(`no function ${save}`);
  const known = mentioned;
  return fields.filter((field) => !known.has(field)).map((field) => `${type}.${field}`);
}

/** Numbers that a table of saved fields gives twice, or that are no byte. */
export function wrongNumbers(text: string): string[] {
  return [...text.matchAll(/savedFields\(\{([^}]*)\}\)/g)].flatMap(([, table = ""]) => {
    const numbers = [...table.matchAll(/\w+: (\d+)/g)].map(([, number]) => Number(number));
    return numbers
      .filter((number, at) => numbers.indexOf(number) !== at || number < 1 || number > 255)
      .map((number) => `${String(number)} in {${table.replaceAll(/\s+/g, " ")}}`);
  });
}

function ownerOf(node: ts.ClassDeclaration, name: string): Owner {
  const fields = node.members.flatMap((member): StateField[] => {
    if (ts.isConstructorDeclaration(member)) return member.parameters.flatMap(fieldOfParameter);
    return ts.isPropertyDeclaration(member) && !isStatic(member) ? [fieldOf(member)] : [];
  });
  return { name, fields, saved: savedBy(node) };
}

function fieldOf({ name, type, initializer }: ts.PropertyDeclaration): StateField {
  return { name: name.getText(), types: [...namesIn(type), ...namesIn(initializer)] };
}

function fieldOfParameter(parameter: ts.ParameterDeclaration): StateField[] {
  const isProperty = ts.isParameterPropertyDeclaration(parameter, parameter.parent);
  return isProperty ? [{ name: parameter.name.getText(), types: [...namesIn(parameter.type)] }] : [];
}

/** Names behind `this.` in save() and in the private methods that it calls. */
function savedBy(node: ts.ClassDeclaration): ReadonlySet<string> | undefined {
  const methods = new Map(
    node.members.filter(ts.isMethodDeclaration).map((method) => [method.name.getText(), method]),
  );
  const save = methods.get("save");
  const isOwner = save?.parameters[0]?.type?.getText() === "FieldWriter" && !isStatic(save);
  if (!isOwner) return undefined;
  const names = new Set<string>();
  const waiting: ts.Node[] = [save];
  for (let method = waiting.pop(); method !== undefined; method = waiting.pop())
    for (const name of namesBehindThis(method)) {
      if (names.has(name)) continue;
      names.add(name);
      const called = methods.get(name) ?? accessorsOf(node).get(name);
      if (called !== undefined) waiting.push(called);
    }
  return names;
}

function accessorsOf(node: ts.ClassDeclaration): Map<string, ts.Node> {
  const accessors = node.members.filter(ts.isGetAccessorDeclaration);
  return new Map(accessors.map((accessor) => [accessor.name.getText(), accessor]));
}

function namesBehindThis(node: ts.Node): string[] {
  const names: string[] = [];
  const visit = (each: ts.Node): void => {
    if (ts.isPropertyAccessExpression(each) && each.expression.kind === ts.SyntaxKind.ThisKeyword)
      names.push(each.name.text);
    each.forEachChild(visit);
  };
  visit(node);
  return names;
}

function namesIn(node: ts.Node | undefined): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (each: ts.Node): void => {
    if (ts.isIdentifier(each)) names.add(each.text);
    each.forEachChild(visit);
  };
  if (node !== undefined) visit(node);
  return names;
}

function isStatic(member: ts.ClassElement): boolean {
  return (
    ts.canHaveModifiers(member) &&
    ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true
  );
}

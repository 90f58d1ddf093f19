// The member list (test/contract/sdk-api.json) beside what the package really exports.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { wrongSignatures } from "./signatures.mjs";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
export const list = JSON.parse(fs.readFileSync(path.join(root, "test/contract/sdk-api.json"), "utf8"));
const sdk = await import("sdkpp");

function descriptor(object, name) {
  for (let at = object; at; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, name);
    if (found) return found;
  }
  return undefined;
}

/** Whether the exported class really has the member, in the form the list asks for. */
function isPresent(type, member) {
  const { form, name, signature } = member.ts;
  if (form === "constructor" || /^new /.test(signature)) return true;
  const isStatic = /^static /.test(signature);
  const found = descriptor(isStatic ? type : type.prototype, name);
  if (!found) return false;
  if (/\(/.test(signature)) return typeof found.value === "function";
  if (isStatic) return true;
  const assignable = !/^readonly /.test(signature);
  return typeof found.get === "function" && (!assignable || typeof found.set === "function");
}

const exported = list.classes.map((each) => {
  const type = sdk[each.ts];
  const has = (member) => typeof type === "function" && isPresent(type, member);
  return { name: each.ts, members: each.members, present: each.members.filter(has) };
});

/** `Class.member` → why its declaration is not that of the list. */
export const wrong = wrongSignatures(exported, list, root);

/** 32 classes with their members; what is declared otherwise than the list says is not there. */
export const classes = exported.map(({ name, members, present }) => {
  const good = new Set(present.filter(({ ts }) => !wrong.has(`${name}.${ts.name}`)));
  return {
    name,
    present: members.filter((member) => good.has(member)),
    absent: members.filter((member) => !good.has(member)),
  };
});

/** `Class.member` of all that is there and can be called or read by name. */
export const presentIds = [
  ...new Set(
    classes.flatMap(({ name, present }) =>
      present.filter(({ ts }) => ts.form !== "constructor").map(({ ts }) => `${name}.${ts.name}`),
    ),
  ),
];

/** Classes that are there and can be made with `new`. */
export const constructible = classes
  .filter(({ present }) => present.some(({ ts }) => ts.form === "constructor"))
  .map(({ name }) => name);

function enumObject(name) {
  return name.split(".").reduce((at, part) => at?.[part], sdk);
}
export const enums = list.enums.map((each) => {
  const object = enumObject(each.ts);
  const good = object !== undefined && each.values.every((value) => object[value.name] === value.value);
  return { name: each.ts, good };
});

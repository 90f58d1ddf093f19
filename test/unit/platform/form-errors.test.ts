import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { describe, expect, it } from "vitest";
import { formErrors } from "../../../platform/http/form-errors.js";

const BODY = Type.Object({
  data: Type.Object({}, { additionalProperties: Type.Object({ code: Type.String() }), maxProperties: 1 }),
});

const errorsOf = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(formErrors(Compile(BODY).Errors(body))));

describe("the errors of a form", () => {
  it("stand where the request has the fields", () => {
    const leaves = [expect.objectContaining({ code: "BASE_TYPE_BAD_TYPE" })];
    expect(errorsOf({ data: { a: { code: 1 } } })).toMatchObject({
      data: { a: { code: { _errors: leaves } } },
    });
  });

  it.each([{ _errors: { code: 1 } }, { _errors: [{ code: 1 }] }, { _errors: [{ code: 1 }], other: 1 }])(
    "of a field called _errors stand at the object that has it: %j",
    (data) => {
      const { data: errors } = errorsOf({ data }) as { data: { _errors: unknown } };
      expect(errors._errors).toEqual(
        expect.arrayContaining([expect.objectContaining({ code: expect.any(String) })]),
      );
    },
  );
});

// Lets a form be checked by the rules of a schema: the first fault of each field is its message.
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import { type GenericSchema, getDotPath, safeParse } from "valibot";

export function checkedBy<Values extends FieldValues>(schema: GenericSchema<Values, FieldValues>): Resolver<Values> {
  return (values, _context, { fields }) => {
    const { success, output, issues } = safeParse(schema, values);
    if (success) return { values: output as Values, errors: {} };
    const errors: Record<string, object> = {};
    for (const issue of issues) {
      const name = getDotPath(issue) ?? "root";
      errors[name] ??= { type: issue.type, message: issue.message, ref: fields[name as keyof typeof fields]?.ref };
    }
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}
